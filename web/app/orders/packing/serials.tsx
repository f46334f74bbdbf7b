import { useState } from 'react';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { warrantyUntil } from '#domain/fulfilment/warranty.ts';
import { dayOf, formatDate } from '#domain/time.ts';
import type { PackingRow } from './packing-row.ts';
import styles from './parcel.module.css';

const copy = packingCopy.items;
/** More are shown when they are asked for. */
const SERIALS_SHOWN = 20;

/** The serial numbers of an order's devices, and until when they are under warranty. */
export function Serials({ packing: { parcels, exchanges, inStock, missing } }: { packing: PackingRow }) {
  const [all, setAll] = useState(false);
  const live = parcels.filter(({ state }) => state !== 'cancelled' && state !== 'returned');
  const replaced = exchanges.flatMap(({ state, serial }) => (state === 'done' ? serial : []));
  const serials = live
    .flatMap(({ boxes }) => boxes.flatMap((box) => box.serials))
    .filter((one) => !replaced.includes(one));
  // The warranty of what takes the place of a device runs on from that one's delivery.
  const last = live.findLast(({ kind, deliveredAt }) => kind !== 'exchange' && deliveredAt);
  return (
    <div className={styles.serials}>
      {last?.deliveredAt && (
        <p className="muted s">{copy.warranty(formatDate(warrantyUntil(dayOf(new Date(last.deliveredAt)))))}</p>
      )}
      {missing > 0 && (
        <p className="muted s">{[copy.atPacking, inStock === null ? '' : copy.inStock(inStock)].join(' ').trim()}</p>
      )}
      {serials.length > 0 && (
        <ul className={styles.chips}>
          {(all ? serials : serials.slice(0, SERIALS_SHOWN)).map((serial) => (
            <li key={serial}>{serial}</li>
          ))}
        </ul>
      )}
      {serials.length > SERIALS_SHOWN && !all && (
        <button type="button" className={styles.more} onClick={() => setAll(true)}>
          {copy.all(serials.length)}
        </button>
      )}
    </div>
  );
}
