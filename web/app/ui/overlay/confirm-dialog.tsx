import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { confirmCopy as copy } from '#domain/confirm-copy.ts';
import { common } from '#domain/copy.ts';
import { Button } from '../button.tsx';
import { TextField } from '../form/field.tsx';
import type { Problem } from '../form/form-problem.tsx';
import { Dialog } from './dialog.tsx';
import { DialogClose } from './dialog-frame.tsx';
import { type Meanwhile, MeanwhileNotice } from './meanwhile-notice.tsx';
import { isNumberAsked, isNumberTyped } from './typed-number.ts';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  text: ReactNode;
  yes: string;
  no?: string;
  /** Red, for losses and actions that cannot be undone. */
  danger?: boolean;
  busy?: boolean;
  disabled?: boolean;
  /** How many things it changes for good; of many the number is typed. */
  lasting?: number;
  problem?: Problem | null;
  meanwhile?: Meanwhile | null;
  onConfirm: () => void;
  /** `false`: see `Dialog`. */
  asks?: boolean;
  children?: ReactNode;
  initialFocus?: RefObject<HTMLElement | null>;
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  text,
  yes,
  no = common.cancel,
  danger = false,
  busy = false,
  disabled = false,
  lasting = 0,
  problem = null,
  meanwhile = null,
  onConfirm,
  asks = true,
  children,
  initialFocus,
}: ConfirmDialogProps) {
  // What changes while the answer is under way is this person's own doing.
  const changed = busy ? null : meanwhile;
  const [number, setNumber] = useState('');
  useEffect(() => {
    if (!open) setNumber('');
  }, [open]);
  const isAsked = isNumberAsked(lasting);
  return (
    <Dialog
      open={open}
      asks={asks}
      busy={busy}
      onOpenChange={onOpenChange}
      title={title}
      description={text}
      problem={problem}
      {...(initialFocus ? { initialFocus } : {})}
      footer={
        <>
          <DialogClose disabled={busy}>{no}</DialogClose>
          <Button
            variant={danger ? 'danger' : 'primary'}
            loading={busy}
            disabled={disabled || changed !== null || (isAsked && !isNumberTyped(number, lasting))}
            onClick={onConfirm}
          >
            {yes}
          </Button>
        </>
      }
    >
      {changed && <MeanwhileNotice meanwhile={changed} />}
      {children}
      {isAsked && (
        <TextField
          label={copy.type(lasting)}
          hint={copy.typeHint}
          inputMode="numeric"
          autoComplete="off"
          value={number}
          onChange={({ target }) => setNumber(target.value)}
        />
      )}
    </Dialog>
  );
}
