import { useRef, useState } from 'react';

/**
 * While a list is `held`, rows that come into it wait until somebody asks for them, so that nothing moves under the pointer;
 * those that leave it are gone at once. `waiting`: how many wait.
 */
export function useHeldRows<Row extends { id: string }>(rows: readonly Row[] | undefined, held: boolean) {
  const known = useRef<ReadonlySet<string> | null>(null);
  const [, redraw] = useState(0);
  if (rows && (!held || !known.current)) known.current = new Set(rows.map(({ id }) => id));
  const visible = rows?.filter(({ id }) => known.current!.has(id));
  return {
    rows: visible,
    waiting: (rows?.length ?? 0) - (visible?.length ?? 0),
    show: () => {
      known.current = null;
      redraw((n) => n + 1);
    },
  };
}
