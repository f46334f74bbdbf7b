import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import { api, type client, queryClient } from '../api.ts';
import type { ReservationRow } from './reservation-columns.tsx';

type Pages = InfiniteData<Awaited<ReturnType<typeof client.events.admin.list>>>;
/** The lists as they were, to put back. */
export type Before = [QueryKey, Pages | undefined][];

function changeRows(change: (rows: ReservationRow[]) => ReservationRow[]): Before {
  const filters = { queryKey: api.events.admin.list.key() };
  const before = queryClient.getQueriesData<Pages>(filters);
  queryClient.setQueriesData<Pages>(
    filters,
    (pages) => pages && { ...pages, pages: pages.pages.map((page) => ({ ...page, rows: change(page.rows) })) },
  );
  return before;
}

export const changeRow = (id: string, change: Partial<ReservationRow>): Before =>
  changeRows((rows) => rows.map((row) => (row.id === id ? { ...row, ...change } : row)));

export const dropRow = (id: string): Before => changeRows((rows) => rows.filter((row) => row.id !== id));

export function restoreRows(before: Before): void {
  for (const [key, pages] of before) queryClient.setQueryData(key, pages);
}
