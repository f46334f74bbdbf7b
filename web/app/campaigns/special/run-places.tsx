import { formatPairingNumber } from '#domain/devices/rules.ts';
import { regionNames, venueNames } from '#domain/places/copy.ts';
import { REGIONS, type Region } from '#domain/places/regions.ts';
import { specialDeskCopy as copy } from '#domain/special/copy.ts';
import { PLACE_VENUES, type PlaceVenue } from '#domain/special/rules.ts';
import type { client } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/form/field.tsx';
import styles from './special.module.css';

type Place = Awaited<ReturnType<typeof client.special.admin.places>>[number];
export type Tv = Awaited<ReturnType<typeof client.special.admin.tvs>>['tvs'][number];

export const nameOf = ({ number }: Pick<Tv, 'number'>) => formatPairingNumber(number);

/** Of a button, one of many alike. */
const labelOf = (verb: string, tv: Pick<Tv, 'number'>) => `${verb}: ${nameOf(tv)}`;

interface ChosenPlacesProps {
  places: readonly Place[];
  busy: boolean;
  onReplace: (tv: Place) => void;
  /** Until the run starts. */
  onRemove: ((tv: string) => void) | undefined;
}

export function ChosenPlaces({ places, busy, onReplace, onRemove }: ChosenPlacesProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <ul className={styles.tvs} aria-label={copy.chosen} tabIndex={0}>
      {places.map((tv) => (
        <li key={tv.tv}>
          <TvWords tv={tv} />
          <span className={styles.acts}>
            {tv.isGone && <Badge tone="warn">{copy.isGone}</Badge>}
            <Button
              size="sm"
              variant="secondary"
              disabled={busy}
              aria-label={labelOf(copy.replace, tv)}
              onClick={() => onReplace(tv)}
            >
              {copy.replace}
            </Button>
            {onRemove && (
              <Button
                size="sm"
                variant="ghost"
                disabled={busy}
                aria-label={labelOf(copy.remove, tv)}
                onClick={() => onRemove(tv.tv)}
              >
                {copy.remove}
              </Button>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface OfferedTvsProps {
  tvs: readonly Tv[];
  busy: boolean;
  /** No place is free. */
  isFull: boolean;
  onAdd: (tv: string) => void;
  /** While a chosen one is replaced. */
  onReplaceBy: ((tv: string) => void) | undefined;
}

export function OfferedTvs({ tvs, busy, isFull, onAdd, onReplaceBy }: OfferedTvsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <ul className={styles.tvs} aria-label={copy.choose} tabIndex={0}>
      {tvs.map((tv) => (
        <li key={tv.tv}>
          <TvWords tv={tv} />
          {onReplaceBy ? (
            <Button
              size="sm"
              disabled={busy}
              aria-label={labelOf(copy.replaceBy, tv)}
              onClick={() => onReplaceBy(tv.tv)}
            >
              {copy.replaceBy}
            </Button>
          ) : (
            <Button
              size="sm"
              variant="secondary"
              disabled={busy || isFull}
              aria-label={labelOf(copy.add, tv)}
              onClick={() => onAdd(tv.tv)}
            >
              {copy.add}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

export interface Filter {
  region?: Region;
  venue?: PlaceVenue;
}

interface PlaceFilterProps {
  filter: Filter;
  onFilter: (change: (now: Filter) => Filter) => void;
}

export function PlaceFilter({ filter, onFilter }: PlaceFilterProps) {
  return (
    <>
      <SelectField
        label={copy.region}
        placeholder={copy.every}
        options={REGIONS.map((value) => ({ value, label: regionNames[value] }))}
        value={filter.region ?? ''}
        onChange={({ target }) => onFilter(({ region: _, ...rest }) => withChoice(rest, 'region', target.value))}
      />
      <SelectField
        label={copy.venue}
        placeholder={copy.every}
        options={PLACE_VENUES.map((value) => ({ value, label: venueNames[value] }))}
        value={filter.venue ?? ''}
        onChange={({ target }) => onFilter(({ venue: _, ...rest }) => withChoice(rest, 'venue', target.value))}
      />
    </>
  );
}

const withChoice = <Rest extends object>(rest: Rest, key: 'region' | 'venue', value: string): Rest =>
  value === '' ? rest : { ...rest, [key]: value };

function TvWords({ tv }: { tv: Tv }) {
  const { region, venue, seenAt } = tv;
  return (
    <span>
      <b className="num">{nameOf(tv)}</b> {venue && venueNames[venue]}
      {region && `, ${regionNames[region]}`}
      <small className={styles.under}>{seenAt ? copy.seen(seenAt) : copy.unseen}</small>
    </span>
  );
}
