import type { ReactNode } from 'react';
import { copy } from '#domain/devices/copy.ts';
import styles from './device-login.module.css';
import { TvPicture } from './tv-picture.tsx';

/** The TV with its number beside what is to be done about it. */
export function LoginLayout({
  number,
  lead = false,
  children,
}: {
  number: string | null;
  lead?: boolean;
  children: ReactNode;
}) {
  return (
    <Split picture={<TvPicture number={number} />}>
      <div className={styles.head}>
        {number && <p className={styles.number}>{copy.phone.number(number)}</p>}
        <h1 className={`d ${styles.title}`}>{copy.phone.title}</h1>
        {lead && <p className={styles.lead}>{copy.phone.lead}</p>}
      </div>
      {lead && <p className={styles.warning}>{copy.phone.warning}</p>}
      {children}
    </Split>
  );
}

/** What the TV shows beside what is to be done about it. */
export function Split({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.split}>
      <div className={styles.left} data-surface="ink">
        {picture}
      </div>
      <div className={styles.right}>
        <div className={styles.column}>{children}</div>
      </div>
    </div>
  );
}
