import type { ReactNode, RefObject } from 'react';
import { common } from '#domain/copy.ts';
import { Button } from '../button.tsx';
import type { Problem } from '../form/form-problem.tsx';
import { Dialog } from './dialog.tsx';
import { DialogClose } from './dialog-frame.tsx';
import { type Meanwhile, MeanwhileNotice } from './meanwhile-notice.tsx';

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
  problem = null,
  meanwhile = null,
  onConfirm,
  asks = true,
  children,
  initialFocus,
}: ConfirmDialogProps) {
  // What changes while the answer is under way is this person's own doing.
  const changed = busy ? null : meanwhile;
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
            disabled={disabled || changed !== null}
            onClick={onConfirm}
          >
            {yes}
          </Button>
        </>
      }
    >
      {changed && <MeanwhileNotice meanwhile={changed} />}
      {children}
    </Dialog>
  );
}
