import { useState } from 'react';
import { mails as copy } from '#domain/admin/mails-copy.ts';
import type { Count } from '#domain/count.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

/** Queues every failed mail again, after a confirmation, and says how many. */
export function RetryFailedMails({ count, onDone }: { count: Count; onDone: () => void }) {
  const [isConfirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);

  async function retry() {
    setBusy(true);
    try {
      const { queued, left } = await client.admin.mails.retryFailed();
      toast.success(copy.retriedFailed(queued, left));
      setConfirming(false);
    } catch (error) {
      console.warn(error);
      toast.error(copy.retryFailedError);
    }
    setBusy(false);
    onDone();
  }

  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setConfirming(true)}>
        {copy.retryFailed}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={copy.retryFailedTitle}
        text={copy.retryFailedText(count)}
        yes={copy.retryFailedYes}
        busy={busy}
        onConfirm={() => void retry()}
      />
    </>
  );
}
