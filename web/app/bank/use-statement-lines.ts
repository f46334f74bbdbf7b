import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { LineState, Verdict } from '#domain/bank/statement.ts';
import { api } from '../api.ts';

interface Shown {
  state: LineState | 'all';
  /** Of open lines only. */
  verdict: Verdict | null;
}

/** The lines of a statement that are shown, read page by page, and the sums of all of them. */
export function useStatementLines(importId: string, { state, verdict }: Shown) {
  const sums = useQuery(api.bank.statements.sums.queryOptions({ input: { importId } }));
  const list = useInfiniteQuery(
    api.bank.lines.list.infiniteOptions({
      input: (after: number | undefined) => ({
        importId,
        after,
        verdict: state === 'open' && verdict ? verdict : undefined,
        ...(state === 'all' ? { all: true } : { state }),
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
  /** Whether its balances are those of its lines: only then is anything confirmed together. */
  const whole = sums.data?.balances.every(({ difference }) => difference === 0) ?? false;
  return {
    sums,
    list,
    rows: list.data?.pages.flatMap((page) => page.rows),
    whole,
    /** What agrees to the para. */
    exact: whole ? sums.data?.verdicts.exact : undefined,
  };
}
