import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { PeopleGroup, PeopleSort } from '#domain/accounts/person-fields.ts';
import { api, client, queryClient } from '../api.ts';
import { useFollow } from '../live.ts';
import { coalesce } from '../stream.ts';

type Page = Awaited<ReturnType<typeof client.accounts.admin.people.list>>;
export type PersonRow = Page['rows'][number];
export interface Choice {
  search: string | undefined;
  show: PeopleGroup | undefined;
  sort: PeopleSort;
  direction: 'asc' | 'desc';
}

/** Rows before the end of what has come at which more is fetched. */
const AHEAD = 60;
/** The numbers beside the filters need a look at everybody: that much after a change, or up to twice that, in milliseconds. */
const COUNT_PAUSE = 1_000;

/**
 * The people list for a screen that scrolls through a hundred thousand: fifty at a time. What changes on the first page comes
 * by itself; other pages on the screen are read again, each between the same two places as before, and those out of view
 * when they come into it. What is being saved lies over the rows until the server has spoken.
 */
export function usePeople(choice: Choice) {
  const options = api.accounts.admin.people.list.infiniteOptions({
    input: (after: string | undefined) => ({ ...choice, after }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const list = useInfiniteQuery(options);
  const count = useQuery(
    api.accounts.admin.people.count.queryOptions({
      input: { search: choice.search, show: choice.show },
      placeholderData: keepPreviousData,
      // The rows first: counting everybody would slow them down.
      enabled: list.isSuccess && !list.isPlaceholderData,
    }),
  );
  const [saving, setSaving] = useState<ReadonlyMap<string, Partial<PersonRow>>>(new Map());
  const view = useRef({ first: 0, last: 0, version: 0, read: new Map<string, number>() });

  const key = options.queryKey;
  const pages = () => queryClient.getQueryData<InfiniteData<Page, string | undefined>>(key);

  async function readAgain(): Promise<void> {
    const data = pages();
    if (!data) return;
    const { version, read } = view.current;
    const wanted = pagesBetween(data, view.current).filter(({ id }) => (read.get(id) ?? 0) !== version);
    await Promise.all(
      wanted.map(async ({ id, after, until, page: old }) => {
        read.set(id, version);
        const ask = { ...choice, after, until };
        const news = await client.accounts.admin.people.list({ ...ask, since: new Date(old.readAt).toISOString() });
        if (until !== undefined && news.next !== until) return queryClient.resetQueries({ queryKey: key });
        put(after, merged(old, news) ?? (await client.accounts.admin.people.list(ask)));
      }),
    );
  }

  const put = (after: string | undefined, page: Page) =>
    queryClient.setQueryData<InfiniteData<Page, string | undefined>>(
      key,
      (now) => now && { ...now, pages: now.pages.map((one, index) => (now.pageParams[index] === after ? page : one)) },
    );

  /** What came with the word, unless it does not fit what is there; then the page is read again with the others. */
  function take(news: Page): void {
    const old = pages()?.pages[0];
    const page = old && merged(old, news);
    if (!page || (old.next !== null && news.next !== old.next)) return;
    view.current.read.set(FIRST, view.current.version);
    put(undefined, page);
  }

  const latest = useRef({ readAgain, count });
  latest.current = { readAgain, count };
  const [soon] = useState(() => ({
    read: coalesce(0, () => latest.current.readAgain()),
    count: coalesce(COUNT_PAUSE * (1 + Math.random()), () => latest.current.count.refetch()),
  }));
  const until = list.data?.pages[0]?.next ?? undefined;
  const connection = useFollow<Page>(
    list.isSuccess && !list.isPlaceholderData ? JSON.stringify({ ...choice, until }) : null,
    (signal) => client.accounts.admin.people.follow({ ...choice, until }, { signal }),
    (word) => {
      view.current.version++;
      if (word !== 'ready') take(word);
      soon.read.ask();
      soon.count.ask();
    },
  );

  const rows = useMemo(() => {
    const found = list.data?.pages.flatMap((page) => page.rows);
    return saving.size === 0
      ? found
      : found?.map((row) => (saving.has(row.id) ? { ...row, ...saving.get(row.id) } : row));
  }, [list.data, saving]);

  function onRange(first: number, last: number) {
    Object.assign(view.current, { first, last });
    void readAgain().catch(() => {});
    const loaded = rows?.length ?? 0;
    if (last >= loaded - AHEAD && list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
  }

  /** Shows `change` at once, and the server's row when it has answered; throws what the server refused, as it was. */
  const save = useCallback(
    async (id: string, change: Partial<PersonRow>, ask: () => Promise<PersonRow>): Promise<void> => {
      setSaving((now) => new Map(now).set(id, { ...now.get(id), ...change }));
      try {
        const row = await ask();
        queryClient.setQueriesData<InfiniteData<Page>>(
          { queryKey: api.accounts.admin.people.list.key() },
          (now) => now && { ...now, pages: now.pages.map((page) => withRow(page, row)) },
        );
      } finally {
        setSaving((now) => new Map([...now].filter(([one]) => one !== id)));
      }
    },
    [],
  );

  return { list, rows, count: count.data, connection, onRange, save, reload: () => list.refetch() };
}

/** The first page begins after nobody. */
const FIRST = '';

/** What has changed put into what was there; `null` when somebody is there of whom nothing is known. */
function merged(old: Page, news: Page): Page | null {
  const known = new Map([...old.rows, ...news.rows].map((row) => [row.id, row]));
  const rows = news.ids.map((id) => known.get(id)).filter((row) => row !== undefined);
  return rows.length === news.ids.length ? { ...news, rows } : null;
}

const withRow = (page: Page, row: PersonRow): Page => ({
  ...page,
  rows: page.rows.map((old) => (old.id === row.id ? row : old)),
});

/** The pages that hold rows `first` to `last`. */
function pagesBetween(data: InfiniteData<Page, string | undefined>, { first, last }: { first: number; last: number }) {
  let start = 0;
  return data.pages.flatMap((page, index) => {
    const from = start;
    start += page.rows.length;
    const shown = from <= last && start > first;
    const after = data.pageParams[index];
    return shown || (index === 0 && first === 0)
      ? [{ id: after ?? FIRST, after, until: page.next ?? undefined, page }]
      : [];
  });
}
