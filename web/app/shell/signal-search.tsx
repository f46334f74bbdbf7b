import { common } from '#domain/copy.ts';
import { Logo } from './logo.tsx';
import styles from './signal-search.module.css';

/** The frame of the site without its content, for the moment before a page's code has arrived. */
export function SignalSearch() {
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
