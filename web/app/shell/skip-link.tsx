import { common } from '#domain/copy.ts';
import styles from './layout.module.css';

export function SkipLink() {
  return (
    <a className={styles.skip} href="#main">
      {common.skipToContent}
    </a>
  );
}
