import { useMemo, useRef, useState } from 'react';
import { type ChosenRow, isGone, type Listing, neighbour, nextWaiting, updatedChosenRow } from './chosen-row.ts';

/**
 * The row of a list that is read again and again, on which somebody works. It is replaced only by themselves: what a colleague settles
 * meanwhile stays, as it was shown last, until they go on.
 */
export function useChosenRow<Row extends { id: string }>(listing: Listing<Row>) {
  const [kept, keep] = useState<ChosenRow<Row>>({ row: null, at: 0, list: listing.list, leftAt: 0 });
  const chosen = updatedChosenRow(kept, listing);
  if (chosen !== kept) keep(chosen);
  const latest = useRef({ chosen, ...listing });
  latest.current = { chosen, ...listing };
  const acts = useMemo(() => {
    const take = (row: Row) => {
      const { rows, list } = latest.current;
      keep({ row, at: Math.max(0, rows?.findIndex(({ id }) => id === row.id) ?? 0), list, leftAt: 0 });
    };
    return {
      take,
      step(by: 1 | -1) {
        const { chosen, rows } = latest.current;
        const next = rows && neighbour(chosen, rows, by);
        if (next) take(next);
      },
      /**
       * From that row on to the next that waits, unless another one was taken while an answer was on its way. Without one no row is chosen
       * until the list was read again.
       */
      nextRow(from: Row | null, waits: (row: Row) => boolean = () => true) {
        const { chosen, rows, readAt } = latest.current;
        if (chosen.row?.id !== from?.id) return;
        const next = rows && nextWaiting(chosen, rows, waits);
        if (next) take(next);
        else keep({ ...chosen, row: null, leftAt: readAt });
      },
    };
  }, []);
  return { row: chosen.row, isGone: isGone(chosen, listing.rows), ...acts };
}
