import { regionNames, venueNames } from '#domain/places/copy.ts';
import { REGIONS, type Region } from '#domain/places/regions.ts';
import { VENUES } from '#domain/places/rules.ts';
import { tvsCopy as copy } from '#domain/tvs/copy.ts';
import { TV_STATES, type TvState, UNKNOWN_PLACE } from '#domain/tvs/rules.ts';
import { Checkbox, SelectField } from '../ui/form/field.tsx';
import styles from './tvs.module.css';

const UNKNOWN = { value: UNKNOWN_PLACE, label: copy.matrix.unknown };

interface TvFiltersProps {
  state: TvState | undefined;
  region: Region | typeof UNKNOWN_PLACE | undefined;
  venue: (typeof VENUES)[number] | typeof UNKNOWN_PLACE | undefined;
  waits: boolean;
  silent: boolean;
  /** By the names they have in the address; an empty text takes one away. */
  choose: (changes: Record<string, string>) => void;
}

export function TvFilters({ state, region, venue, waits, silent, choose }: TvFiltersProps) {
  return (
    <div className={styles.filters}>
      <SelectField
        label={copy.list.state}
        value={state ?? ''}
        placeholder={copy.list.everyState}
        options={TV_STATES.map((one) => ({ value: one, label: copy.states[one] }))}
        onChange={({ target }) => choose({ state: target.value })}
      />
      <SelectField
        label={copy.list.region}
        value={region ?? ''}
        placeholder={copy.list.everyRegion}
        options={[...REGIONS.map((one) => ({ value: one, label: regionNames[one] })), UNKNOWN]}
        onChange={({ target }) => choose({ region: target.value })}
      />
      <SelectField
        label={copy.list.venue}
        value={venue ?? ''}
        placeholder={copy.list.everyVenue}
        options={[...VENUES.map((one) => ({ value: one, label: venueNames[one] })), UNKNOWN]}
        onChange={({ target }) => choose({ venue: target.value })}
      />
      <Checkbox
        label={copy.list.waits}
        checked={waits}
        onChange={({ target }) => choose({ waits: target.checked ? 'true' : '' })}
      />
      <Checkbox
        label={copy.list.silent}
        checked={silent}
        onChange={({ target }) => choose({ silent: target.checked ? 'true' : '' })}
      />
    </div>
  );
}
