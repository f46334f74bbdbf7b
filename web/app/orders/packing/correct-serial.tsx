import { useState } from 'react';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { CORRECTION_REASONS, type CorrectionReason } from '#domain/fulfilment/rules.ts';
import { client } from '../../api.ts';
import { SelectField, TextField } from '../../ui/form/field.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import { useWriteKeys } from '../../write-keys.ts';
import type { ParcelRow } from './packing-row.ts';

const copy = packingCopy.correct;

/** Another device in the place of one, with the reason. */
export function CorrectSerial({
  open,
  onOpenChange,
  parcel,
  reload,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  parcel: ParcelRow;
  reload: () => Promise<unknown>;
}) {
  const serials = parcel.boxes.flatMap((box) => box.serials);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [reason, setReason] = useState<CorrectionReason>('misread');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const keys = useWriteKeys();
  const chosen = serials.includes(from) ? from : serials[0]!;

  async function correct() {
    setBusy(true);
    const correction = { id: parcel.id, key: keys.of(parcel.id, from, to, reason), from: chosen, to, reason };
    const sent = await write(() => client.fulfilment.admin.correct(correction), { failed: copy.failed });
    setBusy(false);
    if (sent.outcome !== 'done') return setProblem({ text: sent.text });
    keys.renew();
    setTo('');
    onOpenChange(false);
    toast.success(copy.done);
    await reload();
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(now) => {
        setProblem(null);
        if (!now) setTo('');
        onOpenChange(now);
      }}
      title={copy.title}
      text={copy.text}
      yes={copy.go}
      no={copy.cancel}
      busy={busy}
      disabled={to.trim() === ''}
      problem={problem}
      onConfirm={() => void correct()}
    >
      <SelectField
        label={copy.from}
        value={chosen}
        options={serials.map((serial) => ({ value: serial, label: serial }))}
        onChange={(event) => setFrom(event.target.value)}
      />
      <TextField
        label={copy.to}
        value={to}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        placeholder={packingCopy.pack.placeholder}
        onChange={(event) => setTo(event.target.value)}
      />
      <SelectField
        label={copy.reason}
        value={reason}
        options={CORRECTION_REASONS.map((one) => ({ value: one, label: copy.reasons[one] }))}
        onChange={(event) => setReason(event.target.value as CorrectionReason)}
      />
    </ConfirmDialog>
  );
}
