import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { LiveScreen } from '#domain/live/rules.ts';
import { useLiveList } from '../live.ts';
import { type Loaded, type PartState, partStateOf } from '../part/part-state.ts';
import type { ListFreshness } from './freshness.tsx';
import type { Identified, Page } from './merge-first-page.ts';
import { useFirstPage } from './use-first-page.ts';
import { useRowChanges } from './use-row-changes.ts';

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
  /** It is read only while this holds. */
  enabled?: boolean;
  /** Of rows with buttons that act at once: `useLiveRows`. */
  useLive?: typeof useLiveList;
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
  {
    screen,
    held = false,
    keeps = () => true,
    enabled = true,
    useLive = useLiveList,
    also = [],
    isThere,
  }: Options<Query>,
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
    enabled,
    placeholderData: (before, query) => (query && keeps(query.queryKey.at(-1) as Query) ? before : undefined),
    // The stream that opens again says so, and then it is asked first whether it still is there.
    ...(isThere && { refetchOnWindowFocus: false, refetchOnReconnect: false }),
  });

  const { readAfterWrites, readMore, save, changed } = useRowChanges<Read>(every, list.fetchNextPage);
  const { waiting, isStale, gone, readFirst, refresh, reload } = useFirstPage<Read>({
    list,
    queryKey,
    read,
    held,
    also,
    isThere,
    readAfterWrites,
  });
  const connection = useLive(screen, async () => enabled && refresh());

  const data = list.data && changed(list.data);
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
    /** As a part of a screen. */
    part(): PartState {
      const part = partStateOf(list);
      return isStale && part.state === 'ready' ? { ...part, state: 'stale', retry: () => void reload() } : part;
    },
    /** Of a sum that is asked for once the rows are there: without them it is not there either. */
    partAfter: (query: Loaded): PartState =>
      list.error !== null && !rows
        ? { state: 'failed', at: 0, busy: list.isFetching, retry: () => void reload() }
        : partStateOf(query),
  };
}
