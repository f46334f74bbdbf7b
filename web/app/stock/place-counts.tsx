import type { CSSProperties } from 'react';
import { formatNumber } from '#domain/money.ts';
import { stockCopy as copy } from '#domain/stock/copy.ts';
import { type DevicePlace, PLACES } from '#domain/stock/rules.ts';
import { daysSince, formatDate } from '#domain/time.ts';
import type { client } from '../api.ts';
import styles from './place-counts.module.css';
import { PLACE_COLOURS } from './stock-columns.tsx';

export type Level = Awaited<ReturnType<typeof client.stock.admin.level>>;

/** How many devices are where; each count is the filter for its place. */
export function PlaceCounts({
  level,
  selected,
  onSelect,
}: {
  level: Level;
  selected: DevicePlace | undefined;
  onSelect: (place: DevicePlace | null) => void;
}) {
  return (
    <fieldset className={styles.counts} aria-label={copy.counts}>
      {PLACES.map((place) => (
        <button
          key={place}
          type="button"
          aria-pressed={place === selected}
          style={{ '--k': PLACE_COLOURS[place] } as CSSProperties}
          onClick={() => onSelect(place === selected ? null : place)}
        >
          <span className={`d ${styles.number}`}>{formatNumber(level.places[place])}</span>
          <span className={styles.label}>{copy.filters[place]}</span>
          <small>{factOf(place, level)}</small>
        </button>
      ))}
    </fieldset>
  );
}

function factOf(place: DevicePlace, { places, packedOrders, courierSince, lastOff }: Level): string {
  const { facts } = copy;
  if (places[place] === 0) return facts.none;
  switch (place) {
    case 'stock':
      return facts.counted;
    case 'packed':
      return facts.orders(packedOrders);
    case 'courier':
      return courierSince ? facts.longest(daysSince(new Date(courierSince), new Date())) : facts.counted;
    case 'customer':
      return facts.ever;
    case 'inspection':
      return facts.inspection;
    case 'off':
      return lastOff ? facts.lastOff(formatDate(lastOff)) : facts.none;
  }
}
