import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { formatNumber } from '#domain/money.ts';
import { regionNames, venueNames } from '#domain/places/copy.ts';
import { REGIONS, type Region } from '#domain/places/regions.ts';
import { VENUES } from '#domain/places/rules.ts';
import { specialCopy } from '#domain/special/copy.ts';
import { api } from '../../api.ts';
import styles from './audience.module.css';

type Venue = (typeof VENUES)[number];

interface Props {
  regions: Region[];
  venues: Venue[];
  change: (choice: { regions: Region[] } | { venues: Venue[] }) => void;
  /** Of a special package: the kinds of place of further TVs alone are chosen. */
  isSpecial?: boolean;
}

/** Where and at whose place it is shown; nothing chosen means everywhere. Regions with TVs first, the rest behind a button. */
export function Audience({ regions, venues, change, isSpecial = false }: Props) {
  const all = useQuery(api.campaigns.own.audience.queryOptions({ input: { regions: [], venues: [] } }));
  const [isLong, setLong] = useState(false);
  const inRegion = new Map(all.data?.regions.map(({ region, tvs }) => [region, tvs]));
  const inVenue = new Map(all.data?.venues.map(({ venue, tvs }) => [venue, tvs]));
  const near = REGIONS.filter((code) => inRegion.has(code) || regions.includes(code));
  const offered = isLong ? REGIONS : near.length > 0 ? near : REGIONS.slice(0, 6);
  const toggled = <T,>(chosen: T[], one: T) =>
    chosen.includes(one) ? chosen.filter((it) => it !== one) : [...chosen, one];
  return (
    <>
      {!isSpecial && (
        <fieldset className={styles.chips}>
          <legend>{copy.region}</legend>
          <Chip label={copy.allRegions} isOn={regions.length === 0} press={() => change({ regions: [] })} />
          {offered.map((code) => (
            <Chip
              key={code}
              label={regionNames[code]}
              tvs={inRegion.get(code)}
              isOn={regions.includes(code)}
              press={() => change({ regions: toggled(regions, code) })}
            />
          ))}
          {!isLong && (
            <button type="button" className={styles.more} onClick={() => setLong(true)}>
              {copy.moreRegions}
            </button>
          )}
        </fieldset>
      )}
      <fieldset className={styles.chips}>
        <legend>{isSpecial ? specialCopy.groupsTitle : copy.venue}</legend>
        <Chip label={copy.allVenues} isOn={venues.length === 0} press={() => change({ venues: [] })} />
        {VENUES.map((venue) => (
          <Chip
            key={venue}
            venue={venue}
            label={venueNames[venue]}
            tvs={inVenue.get(venue)}
            isOn={venues.includes(venue)}
            press={() => change({ venues: toggled(venues, venue) })}
          />
        ))}
      </fieldset>
      <p className="muted s">{copy.countHint}</p>
    </>
  );
}

interface ChipProps {
  label: string;
  /** `null`: a few; `undefined`: none. */
  tvs?: number | null | undefined;
  isOn: boolean;
  venue?: Venue;
  press: () => void;
}

function Chip({ label, tvs, isOn, venue, press }: ChipProps) {
  return (
    <button type="button" className={styles.chip} aria-pressed={isOn} data-venue={venue} onClick={press}>
      {label}
      {tvs !== undefined && <small>{tvs === null ? copy.few : formatNumber(tvs)}</small>}
    </button>
  );
}
