import type { ReactNode } from 'react';
import { campaignListCopy, editorCopy } from '#domain/campaigns/own-copy.ts';
import { formatDateRange } from '#domain/campaigns/report/date-range.ts';
import { reviewCopy as copy } from '#domain/campaigns/review-copy.ts';
import { formatNumber } from '#domain/money.ts';
import { regionNames, venueNames } from '#domain/places/copy.ts';
import { hoursOfWeek } from '#domain/playout/schedule.ts';
import { PersonLink } from '../../subject-link.tsx';
import styles from '../admin-campaigns.module.css';
import type { AdminCampaignRow } from './use-reviewed-sending.ts';

/** Whose campaign it is, what its code opens, and when, for how much, where and to whom it is shown. */
export function CampaignFacts({ campaign: one }: { campaign: AdminCampaignRow }) {
  const special = one.changes ? one.changes.special : one.special;
  const { facts } = copy;
  return (
    <dl className={styles.facts}>
      <Fact name={facts.company}>
        <PersonLink id={one.companyId}>{one.company}</PersonLink>
        {one.taxNumber && `, ${copy.tax(one.taxNumber)}`}
      </Fact>
      <Fact name={facts.opens}>
        <a href={one.url} target="_blank" rel="noreferrer noopener">
          {one.url.replace('https://', '')}
        </a>
        <HostInAscii url={one.url} />
      </Fact>
      <Fact name={facts.time}>
        {special?.startsOn === null
          ? copy.notStarted
          : `${formatDateRange(one.startsOn, one.endsOn)} · ${editorCopy.hours(hoursOfWeek(one.schedule))}`}
      </Fact>
      {!one.changes && !special && (
        <Fact name={facts.budget}>
          {copy.budget(
            `${formatNumber(one.budget)} ${campaignListCopy.units[one.kind]}`,
            editorCopy[one.pace].toLowerCase(),
            formatNumber(one.free),
          )}
        </Fact>
      )}
      <Fact name={facts.region}>
        {one.regions.length === 0
          ? campaignListCopy.everywhere
          : one.regions.map((code) => regionNames[code]).join(', ')}
      </Fact>
      <Fact name={facts.venue}>
        {one.venues.length === 0
          ? campaignListCopy.everybody
          : one.venues.map((venue) => venueNames[venue].toLowerCase()).join(', ')}
        {` (${copy.tvs(one.tvs)})`}
      </Fact>
    </dl>
  );
}

/** The host as programs write it, where it is another: letters of several alphabets look alike. */
function HostInAscii({ url }: { url: string }) {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return url.includes(host) ? null : <span className="muted s"> {host}</span>;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
