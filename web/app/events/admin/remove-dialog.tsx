import { type FormEvent, useId, useState } from 'react';
import { adminCopy } from '#domain/events/admin/copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { REASON_MIN } from '#domain/reason-length.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, SelectField, TextArea } from '../../ui/form/field.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogClose } from '../../ui/overlay/dialog-frame.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import { nameOf } from './reservation-columns.tsx';
import { type ReservationRow, removalOf } from './reservation-row.ts';

const copy = adminCopy.remove;
const OTHER = 'other';

/**
 * Deletes an unpaid reservation, cancels one that money came for. What is asked is about the row as it was when the dialog
 * opened: when it changed since, the server refuses and the new state is shown.
 */
export function RemoveDialog({
  row: opened,
  onClose,
  onRemoved,
}: {
  row: ReservationRow;
  onClose: () => void;
  onRemoved: () => void;
}) {
  const form = useId();
  const [row, setRow] = useState(opened);
  const [notify, setNotify] = useState(true);
  const [choice, setChoice] = useState('');
  const [own, setOwn] = useState('');
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const removal = removalOf(row);
  const reason = choice === OTHER ? own.trim() : choice;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (reason.length < REASON_MIN) return setMissing(true);
    setProblem(null);
    setBusy(true);
    const shown = { status: row.status, arrived: row.arrived };
    const done = await write(() => client.events.admin.remove({ id: row.id, shown, notify, reason }), {
      arrived: ({ code }) => (code === 'RESERVATION_GONE' ? { deleted: true, reservation: null } : undefined),
    });
    setBusy(false);
    onRemoved();
    if (done.outcome === 'done') {
      toast.success(done.value.deleted ? copy.ok : copy.cancelled);
      return onClose();
    }
    if (done.outcome === 'refused' && done.code === 'RESERVATION_CHANGED')
      setRow({ ...row, ...(done.data as Omit<ReservationRow, 'hadMoney'>) });
    setProblem(done);
  }

  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={onClose}
      title={removal === 'delete' ? copy.title : removal === 'cancel' ? copy.cancelUnpaidTitle : copy.cancelTitle}
      description={
        removal === 'cancelPaid'
          ? copy.paid(row.number, nameOf(row), formatMoneyExact({ amount: row.arrived, currency: row.currency }))
          : copy[removal === 'cancel' ? 'unpaid' : 'text']({ number: row.number, name: nameOf(row) })
      }
      problem={problem}
      footer={
        <>
          <DialogClose disabled={busy}>{copy.keep}</DialogClose>
          {row.status !== 'otkazano' && (
            <Button type="submit" form={form} variant="danger" loading={busy}>
              {removal === 'delete' ? copy.yes : copy.cancelYes}
            </Button>
          )}
        </>
      }
    >
      <form id={form} className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <SelectField
          label={copy.reason}
          placeholder={copy.reasonChoice}
          value={choice}
          error={missing && choice === '' ? copy.reasonNeeded : undefined}
          options={[
            ...copy.reasons.map((text) => ({ value: text, label: text })),
            { value: OTHER, label: copy.otherReason },
          ]}
          onChange={(event) => setChoice(event.target.value)}
        />
        {choice === OTHER && (
          <TextArea
            label={copy.otherReason}
            value={own}
            maxLength={1000}
            error={missing && reason.length < REASON_MIN ? copy.reasonNeeded : undefined}
            onChange={(event) => setOwn(event.target.value)}
          />
        )}
        <Checkbox label={copy.notify} checked={notify} onChange={(event) => setNotify(event.target.checked)} />
      </form>
    </Dialog>
  );
}
