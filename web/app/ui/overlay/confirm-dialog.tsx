import type { ReactNode } from 'react';
import { common } from '#domain/copy.ts';
import { Button } from '../button.tsx';
import type { Problem } from '../form/form-problem.tsx';
import { Dialog } from './dialog.tsx';
import { DialogClose } from './dialog-frame.tsx';

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
  onConfirm: () => void;
  /** `false`: see `Dialog`. */
  asks?: boolean;
  children?: ReactNode;
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
  onConfirm,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={text}
      problem={problem}
      footer={
        <>
          <DialogClose>{no}</DialogClose>
          <Button variant={danger ? 'danger' : 'primary'} loading={busy} disabled={disabled} onClick={onConfirm}>
            {yes}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
