import type { HTMLAttributes } from 'react';
import styles from './small.module.css';

export function Card({ tone, className, ...rest }: { tone?: 'yellow' } & HTMLAttributes<HTMLDivElement>) {
  return <div {...rest} className={[styles.card, tone && styles[tone], className].filter(Boolean).join(' ')} />;
}
