import { useState } from 'react';
import { stockCopy } from '#domain/stock/copy.ts';
import { OFF_REASONS, type OffReason } from '#domain/stock/rules.ts';
import { client } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import { FieldGroup, SelectField, TextArea, TextField } from '../ui/form/field.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import styles from './stock.module.css';
import { typedSerials } from './typed-serials.ts';
import { waitingOrderNumbers } from './waiting-order-numbers.ts';

const copy = stockCopy.off;

export interface StockDialogProps {
  /** The number that stands there already; empty: none. */
  first: string;
  onClose: () => void;
  onDone: () => void;
}

/** All the numbers or none; what is out with an order is refused by name. */
export function WriteOffDialog({ first, onClose, onDone }: StockDialogProps) {
  const [typed, setTyped] = useState(first);
  const [reason, setReason] = useState<OffReason>(first ? 'faulty' : 'transport');
  const [note, setNote] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  /** Orders that wait because of these numbers, once the server has told them. */
  const [seen, setSeen] = useState<{ typed: string; orders: number[] } | null>(null);
  const isSeen = seen?.typed === typed;
  const serials = typedSerials(typed);
  const writeOff = useSingleFlight(async () => {
    if (serials.length === 0) return setWrong(copy.serialsMissing);
    setBusy(true);
    setProblem(null);
    const asked = { serials, reason, seen: isSeen ? seen.orders : [] };
    const outcome = await write(() => client.stock.admin.writeOff({ ...asked, note: note.trim() }), {
      failed: copy.failed,
    });
    setBusy(false);
    if (outcome.outcome !== 'done') {
      if (outcome.code === 'WRITE_OFF_AWAITED') setSeen({ typed, orders: waitingOrderNumbers(outcome.data) });
      return setProblem(outcome);
    }
    toast.success(copy.done(outcome.value.written));
    onDone();
    onClose();
  });
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={onClose}
      title={copy.title}
      text={copy.text}
      yes={isSeen ? copy.goAnyway : serials.length > 0 ? copy.go(serials.length) : stockCopy.writeOff}
      no={copy.cancel}
      busy={busy}
      problem={problem}
      onConfirm={() => void writeOff()}
    >
      <div className={styles.form}>
        <TextArea
          label={copy.serials}
          hint={copy.serialsHint}
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
        <FieldGroup columns={2}>
          <SelectField
            label={copy.reason}
            value={reason}
            options={OFF_REASONS.map((value) => ({ value, label: copy.reasons[value] }))}
            onChange={(event) => setReason(event.target.value as OffReason)}
          />
          <TextField
            label={copy.note}
            optional
            maxLength={300}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </FieldGroup>
        {serials.length > 0 && (
          <p className={styles.effect} role="status">
            {copy.effect(serials.length)}
          </p>
        )}
      </div>
    </ConfirmDialog>
  );
}
