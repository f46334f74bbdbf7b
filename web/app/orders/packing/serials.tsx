import { Fragment, useState } from 'react';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { formatDate } from '#domain/time.ts';
import { warranties } from '../following/warranties.ts';
import type { PackingRow } from './packing-row.ts';
import styles from './parcel.module.css';

const copy = packingCopy.items;
/** Of each day. More are shown when they are asked for. */
const SERIALS_SHOWN = 20;

/**
 * The serial numbers of an order's devices, and until when they are under warranty, as their buyer sees them; at the end those that came
 * back, which only whoever sees sales is told.
 */
export function Serials({
  packing: { parcels, exchanges, inStock, missing },
  returned = [],
}: {
  packing: PackingRow;
  returned?: readonly { serial: string }[];
}) {
  const [all, setAll] = useState(false);
  const sent = parcels.map(({ boxes, ...parcel }) => ({ ...parcel, serials: boxes.flatMap((box) => box.serials) }));
  const days = warranties({ parcels: sent, exchanges });
  const count = days.reduce((sum, { serials }) => sum + serials.length, 0);
  const back = returned.map(({ serial }) => (
    <li key={serial} data-returned>
      {serial} {copy.returned}
    </li>
  ));
  const isCut = days.some(({ serials }) => serials.length > SERIALS_SHOWN);
  return (
    <div className={styles.serials}>
      {missing > 0 && (
        <p className="muted s">{[copy.atPacking, inStock === null ? '' : copy.inStock(inStock)].join(' ').trim()}</p>
      )}
      {days.map(({ until, serials }, at) => (
        <Fragment key={until}>
          {until && <p className="muted s">{copy.warranty(formatDate(until))}</p>}
          <ul className={styles.chips}>
            {(all ? serials : serials.slice(0, SERIALS_SHOWN)).map((serial) => (
              <li key={serial}>{serial}</li>
            ))}
            {at === days.length - 1 && back}
          </ul>
        </Fragment>
      ))}
      {days.length === 0 && back.length > 0 && <ul className={styles.chips}>{back}</ul>}
      {isCut && !all && (
        <button type="button" className={styles.more} onClick={() => setAll(true)}>
          {copy.all(count)}
        </button>
      )}
    </div>
  );
}
