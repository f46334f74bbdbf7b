import type { ReactNode } from 'react';
import { admin } from '#domain/admin/copy.ts';
import styles from './selection-bar.module.css';

/** At the bottom of the window while rows are chosen: how many, which, and what can be done with all of them. */
export function SelectionBar({ count, note, children }: { count: ReactNode; note?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.bar} aria-label={admin.selection} data-selection-bar="">
      <div className={styles.line}>
        <p role="status">
          <b>{count}</b>
          {note && <span>{note}</span>}
        </p>
        {children}
      </div>
    </section>
  );
}
