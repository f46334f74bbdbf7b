import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { auth } from '#domain/accounts/copy.ts';
import testCard from '../ui/art/tv-test-card.svg';
import styles from './auth.module.css';

interface AuthFrameProps {
  title: string;
  lead?: ReactNode;
  /** Stands on the dark half; the title is then above the form. */
  aside?: { title: string; lead: string };
  children: ReactNode;
}

/** The two halves of every screen around signing in: on the dark one its subject, on the light one the form. */
export function AuthFrame({ title, lead, aside, children }: AuthFrameProps) {
  return (
    <div className={styles.split}>
      <div className={styles.left} data-surface="ink">
        <Link className={styles.back} to="/">
          <span aria-hidden="true">←</span> {auth.back}
        </Link>
        {aside ? (
          <>
            <p className={`d ${styles.title}`}>{aside.title}</p>
            <p className={styles.lead}>{aside.lead}</p>
          </>
        ) : (
          <>
            <h1 className={`d ${styles.title}`}>{title}</h1>
            {lead && <p className={styles.lead}>{lead}</p>}
          </>
        )}
        <img className={styles.picture} src={testCard} alt="" width={680} height={436} />
      </div>
      <div className={styles.right}>
        <div className={styles.column}>
          {aside && <h1 className="d h2">{title}</h1>}
          {children}
        </div>
      </div>
    </div>
  );
}
