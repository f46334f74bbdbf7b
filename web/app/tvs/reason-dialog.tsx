import { type FormEvent, type ReactNode, useState } from 'react';
import { common } from '#domain/copy.ts';
import { tvsCopy } from '#domain/tvs/copy.ts';
import { BLOCK_REASON_MOST } from '#domain/tvs/rules.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/form/field.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { DialogClose } from '../ui/overlay/dialog-frame.tsx';
import styles from './tvs.module.css';

interface ReasonDialogProps {
  title: string;
  yes: string;
  busy: boolean;
  problem: Problem | null;
  close: () => void;
  onConfirm: (reason: string) => void;
  children: ReactNode;
}

/** A question whose answer the owner of a TV reads. */
export function ReasonDialog({ title, yes, busy, problem, close, onConfirm, children }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const isMissing = reason.trim() === '';
  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={close}
      title={title}
      problem={problem}
      footer={
        <>
          <DialogClose disabled={busy}>{common.cancel}</DialogClose>
          <Button type="submit" form="reason-dialog" variant="danger" loading={busy}>
            {yes}
          </Button>
        </>
      }
    >
      <form
        id="reason-dialog"
        className={styles.question}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          setTried(true);
          if (!isMissing) onConfirm(reason.trim());
        }}
      >
        {children}
        <TextArea
          label={tvsCopy.blockDialog.reason}
          hint={tvsCopy.blockDialog.hint}
          error={tried && isMissing ? tvsCopy.blockDialog.required : undefined}
          value={reason}
          maxLength={BLOCK_REASON_MOST}
          rows={3}
          onChange={({ target }) => setReason(target.value)}
        />
      </form>
    </Dialog>
  );
}
