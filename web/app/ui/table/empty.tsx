import type { ReactNode } from 'react';
import styles from '../small.module.css';

/** An empty state: a sentence, a hint and what to do. `heading` is `h1` where it is the whole page. */
export function Empty({
  title,
  text,
  heading: Title = 'p',
  children,
}: {
  title: string;
  text?: string;
  heading?: 'p' | 'h1';
  children?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <Title className="d h3">{title}</Title>
      {text && <p className="muted">{text}</p>}
      {children}
    </div>
  );
}
