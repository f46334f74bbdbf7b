import { Skeleton } from '../ui/skeleton.tsx';
import styles from './loading-screen.module.css';
import { Logo } from './logo.tsx';

/** Shown until a page's code has arrived: the header bar, and after a moment lines where the page will be, also before any script runs. */
export function LoadingScreen() {
  return (
    <div className={styles.frame}>
      <div className={styles.bar}>
        <div className="wrap">
          <Logo className={styles.logo} />
        </div>
      </div>
      <div className={`wrap ${styles.lines}`}>
        <Skeleton lines={6} />
      </div>
    </div>
  );
}
