import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { shownStates } from '#domain/campaigns/own-copy.ts';
import { Badge } from '../../ui/badge.tsx';
import styles from '../campaign.module.css';
import { campaignPath } from '../my-campaigns.tsx';
import { STATE_TONES } from '../state-tones.ts';
import { type ChangeProps, wordsFor } from './change.ts';

/** Where a change stands and of which campaign it is; `children` stand beside it. */
export function ChangeHead({ change, running, children }: ChangeProps & { children: ReactNode }) {
  return (
    <header className={styles.head}>
      <div>
        <h1 className="d h1">{wordsFor(running).title}</h1>
        <p className={styles.facts}>
          <Badge tone={STATE_TONES[change.state]}>{shownStates[change.state]}</Badge>{' '}
          <Link to={campaignPath(running.id)}>{change.name}</Link>
        </p>
      </div>
      <div className={styles.reins}>{children}</div>
    </header>
  );
}
