import { type FormEvent, useId, useState } from 'react';
import { common } from '#domain/copy.ts';
import { record as copy } from '#domain/installations/copy.ts';
import { RECORD_LENGTHS } from '#domain/installations/rules.ts';
import { venueNames } from '#domain/places/copy.ts';
import { VENUES } from '#domain/places/rules.ts';
import { dayOf } from '#domain/time.ts';
import { client } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { FieldGroup, SelectField, TextArea, TextField } from '../ui/form/field.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { DialogClose } from '../ui/overlay/dialog-frame.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import type { Installation } from './installation.ts';

const FIELDS = ['doneOn', 'device', 'before', 'after', 'remarks', 'confirmedBy'] as const;
type Field = (typeof FIELDS)[number];
const LONG: readonly Field[] = ['before', 'after', 'remarks'];
const OPTIONAL: readonly Field[] = ['remarks'];
const LONGEST: Record<Field, number> = { ...RECORD_LENGTHS, doneOn: 10 };
const EMPTY: Record<Field, string> = { doneOn: '', device: '', before: '', after: '', remarks: '', confirmedBy: '' };

interface RecordDialogProps {
  installation: Installation;
  onClose: () => void;
  onChanged: () => void;
}

/** The record of an installation, as the terms for installers ask for it. */
export default function RecordDialog({ installation: { id, number }, onClose, onChanged }: RecordDialogProps) {
  const form = useId();
  const [typed, setTyped] = useState({ ...EMPTY, doneOn: dayOf(new Date()) });
  const [venue, setVenue] = useState<(typeof VENUES)[number] | ''>('');
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const missing = (field: Field) => !OPTIONAL.includes(field) && typed[field].trim() === '';

  async function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (busy || venue === '' || FIELDS.some(missing)) return;
    setProblem(null);
    setBusy(true);
    const done = await write(() => client.installations.record({ id, record: { ...typed, venue } }));
    setBusy(false);
    onChanged();
    if (done.outcome !== 'done') return setProblem(done);
    toast.success(copy.sent);
    onClose();
  }

  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={onClose}
      title={copy.title(number)}
      description={copy.text}
      problem={problem}
      footer={
        <>
          <DialogClose disabled={busy}>{common.cancel}</DialogClose>
          <Button type="submit" form={form} loading={busy} loadingLabel={copy.sending}>
            {copy.send}
          </Button>
        </>
      }
    >
      <form id={form} className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <FieldGroup columns={2}>
          {FIELDS.map((field) => {
            const input = {
              label: copy[field],
              autoComplete: 'off',
              maxLength: LONGEST[field],
              optional: OPTIONAL.includes(field),
              wide: field !== 'doneOn' && field !== 'device',
              error: checked && missing(field) ? copy.required : undefined,
              value: typed[field],
              onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [field]: event.target.value }),
            };
            if (LONG.includes(field)) return <TextArea key={field} rows={2} {...input} />;
            const line = <TextField key={field} type={field === 'doneOn' ? 'date' : 'text'} {...input} />;
            if (field !== 'device') return line;
            return [
              line,
              <SelectField
                key="venue"
                label={copy.venue}
                hint={copy.venueHint}
                wide
                error={checked && venue === '' ? copy.required : undefined}
                value={venue}
                onChange={({ target }) => setVenue(target.value as typeof venue)}
                placeholder={copy.chooseVenue}
                options={VENUES.map((one) => ({ value: one, label: venueNames[one] }))}
              />,
            ];
          })}
        </FieldGroup>
      </form>
    </Dialog>
  );
}
