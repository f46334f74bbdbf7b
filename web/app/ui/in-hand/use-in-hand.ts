import { useMemo, useRef, useState } from 'react';
import { type Hand, isGone, type Listing, neighbour, nextWaiting, renewedHand } from './in-hand.ts';

/**
 * The row of a living list that somebody works on. It is never replaced under their hands: what a colleague settles meanwhile stays, as it
 * was shown last, until they go on.
 */
export function useInHand<Row extends { id: string }>(listing: Listing<Row>) {
  const [kept, keep] = useState<Hand<Row>>({ row: null, at: 0, list: listing.list, leftAt: 0 });
  const hand = renewedHand(kept, listing);
  if (hand !== kept) keep(hand);
  const latest = useRef({ hand, ...listing });
  latest.current = { hand, ...listing };
  const acts = useMemo(() => {
    const take = (row: Row) => {
      const { rows, list } = latest.current;
      keep({ row, at: Math.max(0, rows?.findIndex(({ id }) => id === row.id) ?? 0), list, leftAt: 0 });
    };
    return {
      take,
      step(by: 1 | -1) {
        const { hand, rows } = latest.current;
        const next = rows && neighbour(hand, rows, by);
        if (next) take(next);
      },
      /**
       * From that row on to the next that waits, unless another one was taken while an answer was on its way. Without one the hand is
       * empty until the list was read again.
       */
      nextRow(from: Row | null, waits: (row: Row) => boolean = () => true) {
        const { hand, rows, readAt } = latest.current;
        if (hand.row?.id !== from?.id) return;
        const next = rows && nextWaiting(hand, rows, waits);
        if (next) take(next);
        else keep({ ...hand, row: null, leftAt: readAt });
      },
    };
  }, []);
  return { row: hand.row, isGone: isGone(hand, listing.rows), ...acts };
}
