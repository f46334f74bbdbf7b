import { useState } from 'react';
import { TextArea } from '../../ui/form/field.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import type { Outcome } from '../../write.ts';
import { type StepProps, useDialogSubmission } from './use-dialog-submission.ts';

interface CancelProps extends Omit<StepProps, 'row'> {
  words: { title: string; text: string; yes: string; reason: string; done?: string };
  cancel: (reason: string) => Promise<Outcome<unknown>>;
}

/** Something is given up, with the reason that staff read later. */
export function CancelDialog({ words, cancel, close, reload }: CancelProps) {
  const [reason, setReason] = useState('');
  const { busy, problem, go } = useDialogSubmission({ close, reload, done: words.done });
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={words.title}
      text={words.text}
      yes={words.yes}
      danger
      busy={busy}
      disabled={reason.trim() === ''}
      problem={problem}
      onConfirm={() => void go(() => cancel(reason))}
    >
      <TextArea
        label={words.reason}
        rows={3}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  );
}
