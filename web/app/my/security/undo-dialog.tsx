import { useState } from 'react';
import { changeWords, securityWords } from '#domain/auth/security-copy.ts';
import { client } from '../../api.ts';
import { withProof } from '../../proof.tsx';
import { signOutAfterUndo } from '../../shell/sign-out.ts';
import { useSingleFlight } from '../../single-flight.ts';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { write } from '../../write.ts';

export type AccountChange = Awaited<ReturnType<typeof client.accounts.own.changes.list>>[number];

const copy = securityWords.bar;

/** Undoes a change after saying what that means; this browser is signed out with all the others. */
export function UndoDialog({ change, close }: { change: AccountChange; close: () => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const undo = useSingleFlight(async () => {
    setBusy(true);
    setProblem(null);
    // Undoing ends every session, also the one that asks again.
    const outcome = await withProof(() =>
      write<unknown>(() => client.accounts.own.changes.undo({ id: change.id }), {
        arrived: ({ code }) => (code === 'UNAUTHORIZED' ? true : undefined),
      }),
    );
    if (outcome.outcome === 'done') return signOutAfterUndo();
    setProblem(outcome);
    setBusy(false);
  });
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={close}
      title={copy.undo(change.kind)}
      text={copy.undoText(changeWords[change.kind].back(change.about))}
      yes={copy.undo(change.kind)}
      busy={busy}
      problem={problem}
      onConfirm={() => void undo()}
    />
  );
}
