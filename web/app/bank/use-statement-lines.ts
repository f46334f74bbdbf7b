import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { LineState, Verdict } from '#domain/bank/statement.ts';
import { api, client, queryClient } from '../api.ts';
import { type LinePage, withPagesReadAgain } from './line-pages.ts';

interface Shown {
  state: LineState | 'all';
  /** Of open lines only. */
  verdict: Verdict | null;
}

/** The lines of a statement that are shown, read page by page, and the sums of all of them. */
export function useStatementLines(importId: string, { state, verdict }: Shown) {
  const sums = useQuery(api.bank.statements.sums.queryOptions({ input: { importId } }));
  const inputOf = (after: number | undefined) => ({
    importId,
    after,
    verdict: state === 'open' && verdict ? verdict : undefined,
    ...(state === 'all' ? { all: true } : { state }),
  });
  const options = api.bank.lines.list.infiniteOptions({
    input: inputOf,
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
  const list = useInfiniteQuery(options);
  const { queryKey } = options;

  /** The first page and the one with the row in hand; all of them when they are read or written meanwhile. */
  async function readLinesAgain(inHand: string | null) {
    const stateNow = () => queryClient.getQueryState<InfiniteData<LinePage, number | undefined>>(queryKey);
    const before = stateNow();
    const { pages, pageParams } = before?.data ?? { pages: [], pageParams: [] };
    const wanted = pages.flatMap(({ rows }, at) => (at === 0 || rows.some(({ id }) => id === inHand) ? [at] : []));
    if (wanted.length < pages.length) {
      const read = await Promise.all(
        wanted.map(async (at) => [at, await client.bank.lines.list(inputOf(pageParams[at]))] as const),
      );
      const now = stateNow();
      if (now?.fetchStatus === 'idle' && now.dataUpdatedAt === before?.dataUpdatedAt) {
        const fresh = withPagesReadAgain(pages, new Map(read));
        return queryClient.setQueryData(queryKey, { pages: fresh, pageParams: pageParams.slice(0, fresh.length) });
      }
    }
    return list.refetch({ throwOnError: true });
  }

  /** Whether its balances are those of its lines: only then is anything confirmed together. */
  const whole = sums.data?.balances.every(({ difference }) => difference === 0) ?? false;
  return {
    sums,
    list,
    /** After a change by somebody else. */
    readAgain: (inHand: string | null) => Promise.all([readLinesAgain(inHand), sums.refetch({ throwOnError: true })]),
    rows: list.data?.pages.flatMap((page) => page.rows),
    whole,
    /** What agrees to the para. */
    exact: whole ? sums.data?.verdicts.exact : undefined,
  };
}
