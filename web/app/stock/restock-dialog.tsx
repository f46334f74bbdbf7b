import { useState } from 'react';
import { stockCopy } from '#domain/stock/copy.ts';
import { client } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import { TextArea } from '../ui/form/field.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import styles from './stock.module.css';
import { typedSerials } from './typed-serials.ts';
import type { StockDialogProps } from './write-off-dialog.tsx';

const { off, restock: copy } = stockCopy;

/** What came back and is sound is sold again: all the numbers or none. */
export function RestockDialog({ first, onClose, onDone }: StockDialogProps) {
  const [typed, setTyped] = useState(first);
  const [wrong, setWrong] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const serials = typedSerials(typed);
  const restock = useSingleFlight(async () => {
    if (serials.length === 0) return setWrong(copy.serialsMissing);
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.stock.admin.restock({ serials }), { failed: copy.failed });
    setBusy(false);
    if (outcome.outcome !== 'done') return setProblem(outcome);
    toast.success(copy.done(outcome.value.restocked));
    onDone();
    onClose();
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={copy.title}
      text={copy.text}
      yes={serials.length > 0 ? copy.go(serials.length) : copy.action}
      no={off.cancel}
      busy={busy}
      problem={problem}
      onConfirm={() => void restock()}
    >
      <div className={styles.form}>
        <TextArea
          label={off.serials}
          hint={off.serialsHint}
          rows={4}
          maxLength={20_000}
          spellCheck={false}
          value={typed}
          error={wrong}
          onChange={(event) => {
            setTyped(event.target.value);
            setWrong(undefined);
          }}
        />
      </div>
    </ConfirmDialog>
  );
}
