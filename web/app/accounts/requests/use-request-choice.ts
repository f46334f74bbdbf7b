import { useState } from 'react';
import type { Request } from './request-name.ts';
import { useRequestDecisions } from './use-request-decisions.ts';

/** Which requests are chosen, about which is asked before they are approved or rejected, and deciding about them. */
export function useRequestChoice(chosenFirst: string | null, reload: () => Promise<unknown>) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(chosenFirst ? [chosenFirst] : []));
  const [approving, setApproving] = useState<readonly Request[] | null>(null);
  const [rejecting, setRejecting] = useState<readonly Request[] | null>(null);
  const { settling, isMine, approve, reject } = useRequestDecisions(reload);

  const unchoose = (some: readonly Request[]) =>
    setChosen((now) => new Set([...now].filter((id) => !some.some((row) => row.id === id))));
  const approveNow = (some: readonly Request[]) => {
    unchoose(some);
    setApproving(null);
    void approve(some);
  };
  async function rejectNow(some: readonly Request[], reason: string) {
    const problem = await reject(some, reason);
    if (problem) return problem;
    unchoose(some);
    setRejecting(null);
    return null;
  }

  return {
    chosen,
    setChosen,
    approving,
    setApproving,
    rejecting,
    setRejecting,
    isAsking: approving !== null || rejecting !== null,
    settling,
    isMine,
    approveNow,
    rejectNow,
  };
}
