import type { ReactNode } from 'react';
import styles from './small.module.css';

/** A label with a coloured square: the colour is never the only sign. `hot` has the colour bars of the most popular package. */
export function Badge({ tone, children }: { tone?: 'ok' | 'warn' | 'err' | 'info' | 'hot'; children: ReactNode }) {
  return <span className={`${styles.badge} ${tone ? styles[tone] : ''}`}>{children}</span>;
}
