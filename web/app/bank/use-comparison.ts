import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { decisionCopy as copy } from '#domain/bank/copy.ts';
import { meanwhileOf } from '../admin/use-dialog-row.ts';
import { api } from '../api.ts';
import { useLiveList } from '../live.ts';
import type { Comparison } from './comparison.tsx';

/** What a decision is about. */
const mattersOf = ({ expected, missing, together, decisions, reservation, order, earlier }: Comparison) => [
  [expected, missing, together, decisions],
  [reservation?.number, reservation?.status, order?.number, order?.status],
  earlier.map(({ lineId, amount }) => `${lineId} ${amount}`).sort(),
];

/**
 * A payment beside what it names, or beside what has that number, as somebody sees it: what comes meanwhile changes neither the figures nor
 * the decision under their hands, but is asked about (`meanwhile`).
 */
export function useComparison(id: string, number: number | undefined, isPossible: boolean) {
  // An earlier look at the same payment would pass for what was seen.
  const compared = useQuery({ ...api.bank.lines.compare.queryOptions({ input: { id, number } }), gcTime: 0 });
  useLiveList('statements', () => compared.refetch({ throwOnError: true }));
  const [seen, setSeen] = useState<{ number: number | undefined; shown: Comparison } | null>(null);
  const now = compared.data;
  if (now && (!seen || seen.number !== number)) setSeen({ number, shown: now });
  const shown = seen && seen.number === number ? seen.shown : undefined;
  const see = () => now && setSeen({ number, shown: now });
  const meanwhile = shown && now ? meanwhileOf(mattersOf(shown), mattersOf(now), isPossible, see) : null;
  return {
    shown,
    isPending: compared.isPending,
    error: compared.error,
    // The new state is not shown before it was asked for.
    meanwhile: meanwhile?.seen ? { text: copy.changed, seen: { ...meanwhile.seen, label: copy.seeNew } } : meanwhile,
    refetch: () => compared.refetch(),
    /** Reads it again after a change of one's own, which nobody is asked about. */
    async renew() {
      const { data } = await compared.refetch();
      if (data) setSeen({ number, shown: data });
    },
  };
}
