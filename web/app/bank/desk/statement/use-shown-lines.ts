import { useState } from 'react';
import { VERDICTS, type Verdict } from '#domain/bank/statement.ts';
import { withQuery } from '../../../admin/list-tools.tsx';
import { useLiveList } from '../../../live.ts';
import { useChosenRow } from '../../../ui/chosen-row/use-chosen-row.ts';
import { useAddressParams } from '../../../ui/use-address-params.ts';
import type { Line } from '../../line-columns.tsx';
import { useStatementLines } from '../../use-statement-lines.ts';

export const LINE_FILTERS = ['open', 'held', 'all'] as const;

/** Whether a person decides about it. */
export const needsDecision = (row: Line) => row.state === 'open' && row.verdict !== 'exact';

export type ShownLines = ReturnType<typeof useShownLines>;

/** The rows of a statement that are shown, the sums of all of them, and the chosen row. */
export function useShownLines(importId: string) {
  const [search, setSearch] = useAddressParams();
  const [state, setState] = useState<(typeof LINE_FILTERS)[number]>('open');
  const verdict = VERDICTS.find((one) => one === search.get('finding')) ?? null;
  const { sums, list, rows, whole, exact, readAgain } = useStatementLines(importId, { state, verdict });
  const refresh = () => Promise.all([list.refetch(), sums.refetch()]);
  const chosen = useChosenRow({
    rows: list.isPlaceholderData ? undefined : rows,
    readAt: list.dataUpdatedAt,
    list: state === 'open' ? `open ${verdict}` : state,
    // Whatever agrees is in the bar below.
    offer: (all) => all.find(needsDecision) ?? all[0],
  });
  const connection = useLiveList('statements', () => readAgain(chosen.row?.id ?? null));
  const choose = (one: Verdict | null) => {
    setState('open');
    setSearch((now) => withQuery(now, 'finding', one === verdict ? '' : (one ?? '')), { preventScrollReset: true });
  };

  return { state, setState, verdict, choose, sums, list, rows, whole, exact, refresh, connection, chosen };
}
