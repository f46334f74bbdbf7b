import { hashKey, type InfiniteData, type QueryKey, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queryClient } from '../api.ts';
import { isListInUse, repeatWhileListFree } from '../pointed.ts';
import { goneIds, type Id, type Identified, mergeFirstPage, type Page } from './merge-first-page.ts';

interface Reading<Read extends Page<Identified>> {
  list: UseInfiniteQueryResult<InfiniteData<Read>, Error>;
  queryKey: QueryKey;
  /** Reads the first page. */
  read: () => Promise<Read>;
  held: boolean;
  also: readonly QueryKey[];
  isThere: (() => Promise<boolean>) | undefined;
  readAfterWrites: (read: () => Promise<Read>) => Promise<Read>;
}

/** The first page as it is now: read again after a change, with the rows that wait and those that are gone. */
export function useFirstPage<Read extends Page<Identified>>({
  list,
  queryKey,
  read,
  held,
  also,
  isThere,
  readAfterWrites,
}: Reading<Read>) {
  type Row = Read['rows'][number];
  const [waiting, setWaiting] = useState(0);
  const [isStale, setStale] = useState(false);
  const { gone, noteGone, forgetGone } = useGone();
  const latest = useRef({ queryKey, read, held, isThere });
  latest.current = { queryKey, read, held, isThere };
  const hash = hashKey(queryKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has no pending rows
  useEffect(() => {
    setWaiting(0);
    setStale(false);
    forgetGone();
  }, [hash]);

  async function readFirst(asked: boolean): Promise<void> {
    const { queryKey, read, isThere } = latest.current;
    if (isThere && !(await isThere())) return;
    if (!queryClient.getQueryData(queryKey))
      return queryClient.refetchQueries({ queryKey, exact: true }, { throwOnError: true });
    const fresh = await readAfterWrites(read);
    if (hashKey(latest.current.queryKey) !== hashKey(queryKey)) return;
    const now = queryClient.getQueryData<InfiniteData<Read>>(queryKey);
    if (!now) return;
    const next = mergeFirstPage<Row, Read>(
      now.pages,
      fresh,
      ({ id }) => id,
      !asked && (latest.current.held || isListInUse()),
    );
    queryClient.setQueryData<InfiniteData<Read>>(queryKey, {
      pages: next.pages,
      pageParams: now.pageParams.slice(0, next.pages.length),
    });
    setWaiting(next.waiting);
    noteGone(fresh.rows, next.gone);
  }
  const isWaiting = waiting > 0 && !held;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read is the latest
  useEffect(() => {
    if (isWaiting) return repeatWhileListFree(isListInUse, () => void readFirst(false).catch(() => setStale(true)));
  }, [isWaiting, hash]);

  /** The rows first: counting and summing all of them would slow them down. */
  async function refresh(): Promise<void> {
    try {
      await readFirst(false);
      setStale(false);
    } catch (error) {
      setStale(true);
      throw error;
    }
    await Promise.all(also.map((queryKey) => queryClient.refetchQueries({ queryKey, type: 'active' })));
  }

  /** All pages that are there. */
  async function reload() {
    const before = list.data?.pages ?? [];
    const read = await list.refetch();
    setStale(read.error !== null);
    const pages = read.data?.pages;
    if (pages && !read.error) {
      const rows = pages.flatMap((page) => page.rows);
      noteGone(
        rows,
        goneIds(before, { rows, next: pages.at(-1)?.next ?? null }, ({ id }) => id),
      );
    }
    return read;
  }

  return { waiting, isStale, gone, readFirst, refresh, reload };
}

/** Rows that were shown and that the list has no more. */
function useGone() {
  const [gone, setGone] = useState<ReadonlySet<Id>>(new Set());
  return {
    gone,
    noteGone: (there: readonly Identified[], left: readonly Id[]) =>
      setGone((now) => new Set([...now, ...left].filter((id) => !there.some((row) => row.id === id)))),
    forgetGone: () => setGone(new Set()),
  };
}
