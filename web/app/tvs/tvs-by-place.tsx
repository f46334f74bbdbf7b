import type { CSSProperties } from 'react';
import { formatNumber } from '#domain/money.ts';
import { regionNames, venueNames } from '#domain/places/copy.ts';
import type { Region } from '#domain/places/regions.ts';
import { VENUES } from '#domain/places/rules.ts';
import { tvsCopy } from '#domain/tvs/copy.ts';
import { UNKNOWN_PLACE } from '#domain/tvs/rules.ts';
import type { Overview } from './tv-figures.tsx';
import styles from './tvs.module.css';

const copy = tvsCopy.matrix;
const COLOURS = ['yellow', 'cyan', 'green', 'magenta', 'red'];

interface MatrixProps {
  places: Overview['places'];
  /** As the address says it; an empty text is any. */
  onChoose: (place: { region: string; venue: string }) => void;
}

/** Linked TVs by region and kind of place, the region with most TVs first; each number shows its TVs in the list. */
export function TvsByPlace({ places, onChoose }: MatrixProps) {
  const sum = (of: (place: Overview['places'][number]) => boolean) =>
    places.filter(of).reduce((all, { tvs }) => all + tvs, 0);
  const regions = [...new Set(places.map(({ region }) => region))].toSorted(
    (a, b) =>
      Number(a === null) - Number(b === null) || sum(({ region }) => region === b) - sum(({ region }) => region === a),
  );
  /** TVs of which nobody said where they stand are in their totals, too. */
  const kinds = [...VENUES, ...(places.some(({ venue }) => venue === null) ? [null] : [])];
  const nameOf = (region: Region | null) => (region === null ? copy.unknown : regionNames[region]);
  /** How many there are, as a button to them; `undefined`: wherever. */
  const count = (region: Region | null | undefined, venue: (typeof VENUES)[number] | null | undefined) => {
    const n = sum(
      (place) => (region === undefined || place.region === region) && (venue === undefined || place.venue === venue),
    );
    if (n === 0) return <span className="muted">{formatNumber(n)}</span>;
    const names = [
      ...(region === undefined ? [] : [nameOf(region)]),
      ...(venue === undefined ? [] : [venue === null ? copy.unknown : venueNames[venue]]),
    ];
    const asked = (place: string | null | undefined) => (place === undefined ? '' : (place ?? UNKNOWN_PLACE));
    return (
      <button
        type="button"
        aria-label={copy.filter(names.join(', ') || copy.all, n)}
        onClick={() => onChoose({ region: asked(region), venue: asked(venue) })}
      >
        {formatNumber(n)}
      </button>
    );
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it is scrolled, also by keyboard
    <section className={styles.matrix} tabIndex={0} aria-label={copy.title}>
      <table>
        <caption className="vh">{copy.title}</caption>
        <thead>
          <tr>
            <th scope="col">{copy.region}</th>
            {VENUES.map((venue, n) => (
              <th key={venue} scope="col" style={{ '--k': `var(--bar-${COLOURS[n]})` } as CSSProperties}>
                <span>{venueNames[venue]}</span>
              </th>
            ))}
            {kinds.includes(null) && <th scope="col">{copy.unknown}</th>}
            <th scope="col">{copy.all}</th>
          </tr>
        </thead>
        <tbody>
          {regions.map((region) => (
            <tr key={region ?? ''}>
              <th scope="row">{nameOf(region)}</th>
              {kinds.map((venue) => (
                <td key={venue ?? ''}>{count(region, venue)}</td>
              ))}
              <td>
                <b>{count(region, undefined)}</b>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{copy.all}</th>
            {kinds.map((venue) => (
              <td key={venue ?? ''}>{count(undefined, venue)}</td>
            ))}
            <td>{count(undefined, undefined)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
