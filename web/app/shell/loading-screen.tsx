import { common } from '#domain/copy.ts';
import styles from './loading-screen.module.css';
import { Logo } from './logo.tsx';

/** Shown until a page's code has arrived: the header bar without content. */
export function LoadingScreen() {
  return (
    <div className={styles.frame}>
      <div className={styles.bar}>
        <div className="wrap">
          <Logo className={styles.logo} />
        </div>
      </div>
      <p className="vh" role="status">
        {common.loading}
      </p>
    </div>
  );
}
