import { type FormEvent, useRef, useState } from 'react';
import { common } from '#domain/copy.ts';
import { doorCopy as copy } from '#domain/events/door/copy.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogClose } from '../../ui/overlay/dialog-frame.tsx';
import styles from './check-in.module.css';

interface ReasonDialogProps {
  title: string;
  text: string;
  label: string;
  /** One press is enough for these. */
  ready: readonly string[];
  yes: string;
  danger?: boolean;
  onReason: (reason: string) => void;
  onClose: () => void;
}

/** Asks why; nothing is done without a reason. */
export function ReasonDialog({ title, text, label, ready, yes, danger, onReason, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    const text = reason.trim();
    if (text !== '') return onReason(text);
    setMissing(true);
    field.current?.focus();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={text}
      footer={
        <>
          <DialogClose>{common.cancel}</DialogClose>
          <Button type="submit" form="door-reason" variant={danger ? 'danger' : 'primary'}>
            {yes}
          </Button>
        </>
      }
    >
      <form id="door-reason" className={styles.reason} onSubmit={submit} noValidate>
        <div className={styles.ready}>
          {ready.map((one) => (
            <Button key={one} size="sm" variant="secondary" onClick={() => onReason(one)}>
              {one}
            </Button>
          ))}
        </div>
        <TextField
          ref={field}
          label={label}
          value={reason}
          maxLength={200}
          autoComplete="off"
          error={missing && reason.trim() === '' ? copy.reasonMissing : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
