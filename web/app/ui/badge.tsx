import type { ReactNode } from 'react';
import styles from './small.module.css';

/** A word with a square beside it: colour never speaks alone. `hot` is the mini bar strip of the most popular package. */
export function Badge({ tone, children }: { tone?: 'ok' | 'warn' | 'err' | 'info' | 'hot'; children: ReactNode }) {
  return <span className={`${styles.badge} ${tone ? styles[tone] : ''}`}>{children}</span>;
}
