import { requests } from '#domain/accounts/copy.ts';
import { meanwhileOf } from '../../admin/use-dialog-row.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import type { Request } from './request-name.ts';
import type { useRequestChoice } from './use-request-choice.ts';

interface Props {
  choice: ReturnType<typeof useRequestChoice>;
  /** Those that wait, by their id. */
  waiting: ReadonlyMap<string, Request>;
}

/** The questions before many requests are approved, and before any are rejected. */
export function RequestDecisionDialogs({ choice, waiting }: Props) {
  const { approving, setApproving, approveNow, rejecting, setRejecting, rejectNow } = choice;
  const still = (some: readonly Request[] | null) => some?.filter(({ id }) => waiting.has(id)) ?? null;
  /** Colleagues settled some of those that the question is about. */
  const settledOf = (some: readonly Request[] | null, ask: (left: readonly Request[]) => void) => {
    const left = still(some);
    return some && left && meanwhileOf(some.length, left.length, left.length > 0, () => ask(left));
  };
  return (
    <>
      <ConfirmDialog
        open={approving !== null}
        onOpenChange={() => setApproving(null)}
        title={requests.approveMany.title(still(approving)?.length ?? 0)}
        text={requests.approveMany.text}
        yes={requests.approveMany.yes(still(approving)?.length ?? 0)}
        meanwhile={settledOf(approving, setApproving)}
        onConfirm={() => approveNow(still(approving)!)}
      />
      <RejectDialog
        rows={still(rejecting)}
        meanwhile={settledOf(rejecting, setRejecting)}
        close={() => setRejecting(null)}
        reject={rejectNow}
      />
    </>
  );
}
