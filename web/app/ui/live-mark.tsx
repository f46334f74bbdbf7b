import type { ReactNode } from 'react';
import styles from './live-mark.module.css';

/** Whether what is shown changes by itself: a green square beside the words, a red one while the connection is lost. */
export function LiveMark({ isLost, children }: { isLost: boolean; children: ReactNode }) {
  return (
    <span className={styles.mark} data-lost={isLost || undefined}>
      {children}
    </span>
  );
}
