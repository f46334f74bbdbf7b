import type { ReactNode } from 'react';
import styles from './small.module.css';

export function PageHead({ title, lede }: { title: ReactNode; lede?: ReactNode }) {
  return (
    <header className={styles.head}>
      <h1 className="d">{title}</h1>
      {lede && <p className={styles.lede}>{lede}</p>}
    </header>
  );
}

/** The head of a back-office screen: title on the left, a fact or tools on the right. */
export function AdminHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={styles.adminHead}>
      <h1 className="d">{title}</h1>
      {children && <div className="row">{children}</div>}
    </header>
  );
}
