import type { CSSProperties } from 'react';
import { formatNumber } from '#domain/money.ts';
import { regionNames, venueNames } from '#domain/places/copy.ts';
import type { Region } from '#domain/places/regions.ts';
import { VENUES } from '#domain/places/rules.ts';
import { tvsCopy } from '#domain/tvs/copy.ts';
import type { Overview } from './tv-figures.tsx';
import styles from './tvs.module.css';

const copy = tvsCopy.matrix;
const COLOURS = ['yellow', 'cyan', 'green', 'magenta', 'red'];

interface MatrixProps {
  places: Overview['places'];
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
              {kinds.map((venue) => {
                const n = sum((place) => place.region === region && place.venue === venue);
                return (
                  <td key={venue ?? ''}>
                    {n === 0 || region === null || venue === null ? (
                      <span className="muted">{formatNumber(n)}</span>
                    ) : (
                      <button
                        type="button"
                        aria-label={copy.filter(`${nameOf(region)}, ${venueNames[venue]}`, n)}
                        onClick={() => onChoose({ region, venue })}
                      >
                        {formatNumber(n)}
                      </button>
                    )}
                  </td>
                );
              })}
              <td>
                <b>{formatNumber(sum((place) => place.region === region))}</b>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{copy.all}</th>
            {kinds.map((venue) => (
              <td key={venue ?? ''}>{formatNumber(sum((place) => place.venue === venue))}</td>
            ))}
            <td>{formatNumber(sum(() => true))}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
