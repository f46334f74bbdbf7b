import type { ReactNode, RefObject } from 'react';
import { common } from '#domain/copy.ts';
import { Button } from '../button.tsx';
import type { Problem } from '../form/form-problem.tsx';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { DialogClose } from './dialog-frame.tsx';

/** What the dialog asks about is not as it was: nothing is done before that was `seen`, and nothing at all without it. */
export interface Meanwhile {
  text: string;
  seen?: { label: string; onSeen: () => void };
}

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
      onOpenChange={onOpenChange}
      title={title}
      description={text}
      problem={problem}
      {...(initialFocus ? { initialFocus } : {})}
      footer={
        <>
          <DialogClose>{no}</DialogClose>
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
      {changed && (
        <div className={styles.meanwhile} role="alert">
          <p>{changed.text}</p>
          {changed.seen && (
            <Button size="sm" variant="secondary" onClick={changed.seen.onSeen}>
              {changed.seen.label}
            </Button>
          )}
        </div>
      )}
      {children}
    </Dialog>
  );
}
