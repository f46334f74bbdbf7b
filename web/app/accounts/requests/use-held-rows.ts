import { useEffect, useRef, useState } from 'react';
import { isPointerOnRow, repeatWhileListFree } from '../../pointed.ts';

/**
 * While a list is `held`, rows that come into it wait until somebody asks for them. What `isMine`, the person's own doing, is
 * gone at once; what a colleague settled stays until the mouse rests or leaves the list, so that nothing moves under it.
 * `waiting`: how many wait.
 */
export function useHeldRows<Row extends { id: string }>(
  rows: readonly Row[] | undefined,
  held: boolean,
  isMine: (id: string) => boolean,
) {
  const known = useRef<ReadonlyMap<string, Row> | null>(null);
  const [, redraw] = useState(0);
  const pointed = known.current !== null && isPointerOnRow();
  const now = new Map(rows?.map((row) => [row.id, row]));
  if (rows && !pointed && (!held || !known.current)) known.current = now;
  const visible =
    rows && [...known.current!.entries()].flatMap(([id, last]) => now.get(id) ?? (pointed && !isMine(id) ? last : []));
  const kept = visible ? visible.filter(({ id }) => !now.has(id)).length : 0;
  const waiting = (rows?.length ?? 0) - ((visible?.length ?? 0) - kept);
  const isWaiting = kept > 0 || (waiting > 0 && !held);
  useEffect(() => {
    if (isWaiting) return repeatWhileListFree(isPointerOnRow, () => redraw((n) => n + 1));
  }, [isWaiting]);
  return {
    rows: visible,
    waiting,
    show: () => {
      known.current = null;
      redraw((n) => n + 1);
    },
  };
}
