import { useState } from 'react';
import { mails as copy } from '#domain/admin/mails-copy.ts';
import type { Count } from '#domain/count.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';

/** Queues every failed mail again, after a confirmation, and says how many. */
export function RetryFailedMails({ count, onDone }: { count: Count; onDone: () => void }) {
  const [isConfirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  function ask() {
    setProblem(null);
    setConfirming(true);
  }

  async function retry() {
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.admin.mails.retryFailed(), { failed: copy.retryFailedError });
    if (outcome.outcome === 'done') {
      toast.success(copy.retriedFailed(outcome.value.queued, outcome.value.left));
      setConfirming(false);
    } else setProblem(outcome);
    setBusy(false);
    onDone();
  }

  return (
    <>
      <Button size="sm" variant="secondary" onClick={ask}>
        {copy.retryFailed}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={copy.retryFailedTitle}
        text={copy.retryFailedText(count)}
        yes={copy.retryFailedYes}
        busy={busy}
        problem={problem}
        onConfirm={() => void retry()}
      />
    </>
  );
}
