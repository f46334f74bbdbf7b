import type { ReactNode } from 'react';
import styles from '../campaign.module.css';

interface Props {
  n: number;
  title: string;
  /** Beside the title. */
  side?: ReactNode;
  children: ReactNode;
}

/** A numbered part of a campaign's form. */
export function Part({ n, title, side, children }: Props) {
  return (
    <section className={styles.part}>
      <div className={styles.partHead}>
        <h2 className="d h4">
          <span className={styles.n}>{n}</span> {title}
        </h2>
        {side && <span className="muted s">{side}</span>}
      </div>
      {children}
    </section>
  );
}
