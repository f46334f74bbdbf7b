import { useState } from 'react';
import { type Hand, isGone, type Listing, neighbour, nextWaiting, renewedHand } from './in-hand.ts';

/**
 * The row of a living list that somebody works on. It is never replaced under their hands: what a colleague settles meanwhile stays, as it
 * was shown last, until they go on.
 */
export function useInHand<Row extends { id: string }>(listing: Listing<Row>) {
  const { rows, readAt, list } = listing;
  const [kept, keep] = useState<Hand<Row>>({ row: null, at: 0, list, leftAt: 0 });
  const hand = renewedHand(kept, listing);
  if (hand !== kept) keep(hand);
  const take = (row: Row) =>
    keep({ row, at: Math.max(0, rows?.findIndex(({ id }) => id === row.id) ?? 0), list, leftAt: 0 });
  /** Empty until the list was read again; then what is offered is taken. */
  const leave = () => keep({ ...hand, row: null, leftAt: readAt });
  return {
    row: hand.row,
    isGone: isGone(hand, rows),
    take,
    leave,
    step(by: 1 | -1) {
      const next = rows && neighbour(hand, rows, by);
      if (next) take(next);
    },
    goOn(waits: (row: Row) => boolean = () => true) {
      const next = rows && nextWaiting(hand, rows, waits);
      if (next) take(next);
      else leave();
    },
  };
}
