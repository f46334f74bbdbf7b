import { hashKey, type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { LiveScreen } from '#domain/live/rules.ts';
import { queryClient } from '../api.ts';
import { useLiveList } from '../live.ts';
import { isListInUse, repeatWhileListFree } from '../pointed.ts';
import { type Loaded, type PartState, partStateOf } from '../ui/part/part-state.ts';
import type { Outcome } from '../write.ts';
import type { ListFreshness } from './freshness.tsx';
import { goneOf, type Page, renewed } from './renew-pages.ts';

type Id = string | number;
interface Identified {
  id: Id;
}

/** A list of the contract that is read page by page: `after` is the `next` of the page before. */
interface ListProcedure<Query, Read> {
  call(input: Query & { after?: never }, options?: { signal?: AbortSignal }): Promise<Read>;
  key(options: { type: 'infinite' }): QueryKey;
}

interface Options<Query> {
  /** After a change of what it shows the first page is read again. */
  screen: LiveScreen;
  /** A dialog or an entry is open. */
  held?: boolean;
  /** Whether the rows before may stand there until these have come; without it they always may. */
  keeps?: (before: Query) => boolean;
  /** Queries that change with the rows, like their sums. */
  also?: readonly QueryKey[];
  /** Whether what the rows belong to is still there: asked before they are read again. */
  isThere?: () => Promise<boolean>;
}

/** What `<AdminList>` shows of a list. */
export interface Listed<Row> extends ListFreshness {
  rows: readonly Row[] | undefined;
  failed: boolean;
  reload: () => Promise<unknown>;
  /** Reads the next page; `null` when there is none. */
  more: (() => Promise<unknown>) | null;
  isReadingMore: boolean;
  moreFailed: boolean;
  /** New rows that wait until somebody asks for them. */
  waiting: number;
  show: () => void;
}

/**
 * A list of the back office, read page by page and kept up to date: after a change only its first page is read. New rows
 * wait while the list is held, while the mouse moves over a row, one of its fields has the focus or its text is selected;
 * they come in when that is over, or when `show` is called.
 */
export function useAdminList<Query extends object, Read extends Page<Identified>>(
  procedure: ListProcedure<Query, Read>,
  asked: Query,
  { screen, held = false, keeps = () => true, also = [], isThere }: Options<Query>,
) {
  type Row = Read['rows'][number];
  const every = procedure.key({ type: 'infinite' });
  const queryKey = [...every, asked];
  const read = (after?: unknown, signal?: AbortSignal) =>
    procedure.call({ ...asked, after: after as never }, signal ? { signal } : {});
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as unknown,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: (before, query) => (query && keeps(query.queryKey.at(-1) as Query) ? before : undefined),
    // The stream that opens again says so, and then it is asked first whether it still is there.
    ...(isThere && { refetchOnWindowFocus: false, refetchOnReconnect: false }),
  });

  const [waiting, setWaiting] = useState(0);
  const [isStale, setStale] = useState(false);
  const [gone, setGone] = useState<ReadonlySet<Id>>(new Set());
  const latest = useRef({ queryKey, read, held, isThere });
  latest.current = { queryKey, read, held, isThere };
  const hash = hashKey(queryKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has no pending rows
  useEffect(() => {
    setWaiting(0);
    setStale(false);
    setGone(new Set());
  }, [hash]);

  const writes = useRef(0);
  /** What was read while a write ended may be older than its answer: it is read once more. */
  async function readAfterWrites(read: () => Promise<Read>): Promise<Read> {
    const before = writes.current;
    const fresh = await read();
    return writes.current === before ? fresh : readAfterWrites(read);
  }
  async function readFirst(asked: boolean): Promise<void> {
    const { queryKey, read, isThere } = latest.current;
    if (isThere && !(await isThere())) return;
    if (!queryClient.getQueryData(queryKey))
      return queryClient.refetchQueries({ queryKey, exact: true }, { throwOnError: true });
    const fresh = await readAfterWrites(read);
    if (hashKey(latest.current.queryKey) !== hashKey(queryKey)) return;
    const now = queryClient.getQueryData<InfiniteData<Read>>(queryKey);
    if (!now) return;
    const next = renewed<Row, Read>(now.pages, fresh, ({ id }) => id, !asked && (latest.current.held || isListInUse()));
    queryClient.setQueryData<InfiniteData<Read>>(queryKey, {
      pages: next.pages,
      pageParams: now.pageParams.slice(0, next.pages.length),
    });
    setWaiting(next.waiting);
    noteGone(fresh.rows, next.gone);
  }
  const noteGone = (there: readonly Identified[], left: readonly Id[]) =>
    setGone((now) => new Set([...now, ...left].filter((id) => !there.some((row) => row.id === id))));
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
  const connection = useLiveList(screen, refresh);

  /** The next page while it is read: it was asked for, and is not given up. */
  const nextPage = useRef<Promise<unknown> | null>(null);
  function readMore() {
    const reading = list.fetchNextPage().finally(() => {
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

  async function reload() {
    const before = list.data?.pages ?? [];
    const read = await list.refetch();
    setStale(read.error !== null);
    const pages = read.data?.pages;
    if (pages && !read.error) {
      const rows = pages.flatMap((page) => page.rows);
      noteGone(
        rows,
        goneOf(before, { rows, next: pages.at(-1)?.next ?? null }, ({ id }) => id),
      );
    }
    return read;
  }

  const data = list.data && [...saving].reduce((now, [id, change]) => withChange(now, id, change), list.data);
  const rows = data?.pages.flatMap((page) => page.rows as Row[]);
  return {
    rows,
    failed: list.error !== null && !rows,
    reload,
    more: list.hasNextPage ? readMore : null,
    isReadingMore: list.isFetchingNextPage,
    moreFailed: list.isFetchNextPageError,
    waiting,
    /** Rows that were shown and that the list has no more. */
    gone,
    show: () => void readFirst(true),
    connection,
    isStale: isStale || (list.error !== null && !list.isFetchNextPageError),
    isHeld: held,
    readAt: rows ? list.dataUpdatedAt : 0,
    first: list.data?.pages[0],
    /** The rows of this filter have come, not only those of the one before. */
    isRead: list.isSuccess && !list.isPlaceholderData,
    refresh,
    save,
    /** Of a sum that is asked for once the rows are there: without them it is not there either. */
    partAfter: (query: Loaded): PartState =>
      list.error !== null && !rows
        ? { state: 'failed', at: 0, busy: list.isFetching, retry: () => void reload() }
        : partStateOf(query),
  };
}

/** In every order and filter that was read; the time of reading stays what it was. */
function changeAll<Data>(queryKey: QueryKey, change: (data: Data) => Data): void {
  for (const [key, data] of queryClient.getQueriesData<Data>({ queryKey })) {
    const updatedAt = queryClient.getQueryState(key)?.dataUpdatedAt;
    if (data !== undefined) queryClient.setQueryData(key, change(data), { updatedAt: updatedAt ?? 0 });
  }
}

type Change<Row> = Partial<Row> | null;

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
