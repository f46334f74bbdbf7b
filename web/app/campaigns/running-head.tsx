import type { ReactNode } from 'react';
import { campaignKinds } from '#domain/campaigns/copy.ts';
import { campaignListCopy, editorCopy as copy, shownStates } from '#domain/campaigns/own-copy.ts';
import { formatDateRange } from '#domain/campaigns/report/date-range.ts';
import { regionNames, venueNames } from '#domain/places/copy.ts';
import { Badge } from '../ui/badge.tsx';
import styles from './campaign.module.css';
import type { OwnCampaignRow } from './editor/own-campaign.ts';
import { STATE_TONES } from './state-tones.ts';

interface Props {
  campaign: OwnCampaignRow;
  /** When it was last shown, where that is said. */
  lastPlay: ReactNode;
  /** The buttons. */
  children: ReactNode;
}

/** Name, state and plan of a campaign that was sent, beside what may be done with it. */
export function RunningHead({ campaign, lastPlay, children }: Props) {
  const { name, state, regions, venues } = campaign;
  const picture = campaign.pictures[0];
  const kind =
    campaign.kind === 'spot' && picture ? campaignListCopy.spot(picture.seconds) : campaignKinds[campaign.kind];
  return (
    <header className={styles.head}>
      <div>
        <h1 className="d h1">{name || campaignListCopy.unnamed}</h1>
        <p className={styles.facts}>
          <Badge tone={STATE_TONES[state]}>{shownStates[state]}</Badge>{' '}
          {`${kind} · ${formatDateRange(campaign.startsOn, campaign.endsOn)} · `}
          {`${copy[campaign.pace].toLowerCase()} · `}
          {regions.length === 0 ? campaignListCopy.everywhere : regions.map((code) => regionNames[code]).join(', ')}
          {' · '}
          {venues.length === 0
            ? campaignListCopy.everybody
            : venues.map((one) => venueNames[one].toLowerCase()).join(', ')}
        </p>
        {lastPlay && <p className={styles.facts}>{lastPlay}</p>}
      </div>
      <div className={styles.reins}>{children}</div>
    </header>
  );
}
