import type { ReactNode } from 'react';
import styles from './small.module.css';

/** Nothing here: the exact sentence, one helpful line, and what to do. */
export function Empty({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className="d h3">{title}</p>
      {text && <p className="muted">{text}</p>}
      {children}
    </div>
  );
}
