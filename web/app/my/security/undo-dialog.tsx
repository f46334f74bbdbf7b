import { useState } from 'react';
import { changeWords, securityWords } from '#domain/auth/security-copy.ts';
import { client, errorCode, errorMessage } from '../../api.ts';
import { withProof } from '../../proof.tsx';
import { signOutAfterUndo } from '../../shell/sign-out.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

export type AccountChange = Awaited<ReturnType<typeof client.accounts.own.changes.list>>[number];

const copy = securityWords.bar;

/** Undoes a change after saying what that means; this browser is signed out with all the others. */
export function UndoDialog({ change, close }: { change: AccountChange; close: () => void }) {
  const [busy, setBusy] = useState(false);
  const undo = useSingleFlight(async () => {
    setBusy(true);
    try {
      await withProof(() => client.accounts.own.changes.undo({ id: change.id }));
    } catch (error) {
      if (errorCode(error) === null) console.error(error);
      toast.error(errorCode(error) === null ? copy.failed : errorMessage(error));
      setBusy(false);
      return;
    }
    await signOutAfterUndo();
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
      onConfirm={() => void undo()}
    />
  );
}
