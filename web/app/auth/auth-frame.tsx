import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { auth } from '#domain/accounts/copy.ts';
import testCard from '../ui/art/tv-test-card.svg';
import styles from './auth.module.css';

/** The two halves of every screen around signing in: on the dark one its subject, on the light one the form. */
export function AuthFrame({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.split}>
      <div className={styles.left} data-surface="ink">
        <Link className={styles.back} to="/">
          <span aria-hidden="true">←</span> {auth.back}
        </Link>
        <h1 className={`d ${styles.title}`}>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        <img className={styles.picture} src={testCard} alt="" width={680} height={436} />
      </div>
      <div className={styles.right}>
        <div className={styles.column}>{children}</div>
      </div>
    </div>
  );
}
