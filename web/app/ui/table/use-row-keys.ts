import type { RefObject } from 'react';
import { useSingleKeys } from '../single-keys.ts';

/** What single keys do to the row that has the focus, by letter in lower case; J and K lead from row to row. */
export type RowKeys<T> = Partial<Record<string, (row: T) => void>>;

export function useRowKeys<T>(
  table: RefObject<HTMLTableElement | null>,
  rows: readonly T[] | undefined,
  keys: RowKeys<T> | undefined,
): void {
  const lines = () => [...(table.current?.querySelectorAll<HTMLElement>('tr[data-line]') ?? [])];
  const place = () => lines().findIndex((line) => line.contains(document.activeElement));
  const unlessMenu = (act: () => void) => () => {
    // Letters belong to an open menu.
    if (!document.querySelector('[role="menu"]')) act();
  };
  const go = (by: 1 | -1) =>
    unlessMenu(() => {
      const all = lines();
      const to = all[Math.max(0, Math.min(all.length - 1, place() + by))];
      to?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    });
  const acts = Object.entries(keys ?? {}).map(([key, act]): [string, () => void] => [
    key,
    unlessMenu(() => {
      const row = rows?.[place()];
      if (row && act) act(row);
    }),
  ]);
  useSingleKeys(keys ? { j: go(1), k: go(-1), ...Object.fromEntries(acts) } : {});
}
