import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { queryClient } from '../api.ts';
import type { Outcome } from '../write.ts';
import type { Id, Identified, Page } from './merge-first-page.ts';

type Change<Row> = Partial<Row> | null;

/** Rows that are changed or removed here: shown so at once, and in what is read while the server is asked. */
export function useRowChanges<Read extends Page<Identified>>(every: QueryKey, fetchNextPage: () => Promise<unknown>) {
  type Row = Read['rows'][number];
  const writes = useRef(0);
  /** What was read while a write ended may be older than its answer: it is read once more. */
  async function readAfterWrites(read: () => Promise<Read>): Promise<Read> {
    const before = writes.current;
    const fresh = await read();
    return writes.current === before ? fresh : readAfterWrites(read);
  }

  /** The next page while it is read: it was asked for, and is not given up. */
  const nextPage = useRef<Promise<unknown> | null>(null);
  function readMore() {
    const reading = fetchNextPage().finally(() => {
      if (nextPage.current === reading) nextPage.current = null;
    });
    nextPage.current = reading;
    return reading;
  }

  const [saving, setSaving] = useState<ReadonlyMap<Id, Change<Row>>>(new Map());
  /** Shows a row changed, or gone (`null`), while the server is asked; then as it answered, or as it was when it refused. */
  async function save<Answer>(id: Id, change: Change<Row>, ask: () => Promise<Answer>): Promise<Answer> {
    setSaving((now) => new Map(now).set(id, change));
    try {
      const answer = await ask();
      const outcome = answer as Partial<Outcome<unknown>> | undefined;
      if (outcome?.outcome === 'refused' || outcome?.outcome === 'unknown') return answer;
      const row = (outcome?.outcome === 'done' ? outcome.value : answer) as Partial<Row> | undefined;
      const result = change && { ...change, ...(row?.id === id ? row : {}) };
      const show = () => changeAll(every, (now: InfiniteData<Read>) => withChange(now, id, result));
      const readAgain = () => queryClient.invalidateQueries({ queryKey: every });
      show();
      writes.current += 1;
      // A next page brings the rows before it as they were when it was asked for.
      if (nextPage.current) void nextPage.current.then(show).then(readAgain);
      else if (queryClient.isFetching({ queryKey: every }) > 0) void readAgain();
      return answer;
    } finally {
      setSaving((now) => new Map([...now].filter(([one]) => one !== id)));
    }
  }

  /** With the changes that are being saved. */
  const changed = (data: InfiniteData<Read>): InfiniteData<Read> =>
    [...saving].reduce((now, [id, change]) => withChange(now, id, change), data);

  return { readAfterWrites, readMore, save, changed };
}

/** In every order and filter that was read; the time of reading stays what it was. */
function changeAll<Data>(queryKey: QueryKey, change: (data: Data) => Data): void {
  for (const [key, data] of queryClient.getQueriesData<Data>({ queryKey })) {
    const updatedAt = queryClient.getQueryState(key)?.dataUpdatedAt;
    if (data !== undefined) queryClient.setQueryData(key, change(data), { updatedAt: updatedAt ?? 0 });
  }
}

function withChange<Read extends Page<Identified>, Data extends { pages: Read[] }>(
  data: Data,
  id: Id,
  change: Change<Read['rows'][number]>,
): Data {
  const changed = (rows: Read['rows']) =>
    change === null
      ? rows.filter((row) => row.id !== id)
      : rows.map((row) => (row.id === id ? { ...row, ...change } : row));
  return { ...data, pages: data.pages.map((page) => ({ ...page, rows: changed(page.rows) })) };
}
