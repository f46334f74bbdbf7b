import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { common } from '#domain/copy.ts';
import { staffInstallations as copy } from '#domain/installations/copy.ts';
import { CONTACT_LENGTHS, installerLabel } from '#domain/installations/rules.ts';
import { isPhone } from '#domain/phone.ts';
import { momentOf } from '#domain/time.ts';
import { api, client } from '../api.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { Button } from '../ui/button.tsx';
import { FieldGroup, SelectField, TextArea, TextField } from '../ui/form/field.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { DialogClose } from '../ui/overlay/dialog-frame.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import { useWriteKeys } from '../write-keys.ts';

const FIELDS = ['name', 'phone', 'address', 'agreedAt', 'note'] as const;
type Field = (typeof FIELDS)[number];
const LONGEST: Record<Field, number> = { ...CONTACT_LENGTHS, agreedAt: 16 };
const TYPES = { name: 'text', phone: 'tel', address: 'text', agreedAt: 'datetime-local' } as const;

/** Gives an address and a time to somebody with the label. */
export default function AssignDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const form = useId();
  const installers = useQuery(api.installations.admin.installers.queryOptions());
  const [installerId, setInstallerId] = useState('');
  const [typed, setTyped] = useState<Record<Field, string>>({
    name: '',
    phone: '',
    address: '',
    agreedAt: '',
    note: '',
  });
  const keys = useWriteKeys();
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const missing = (field: Field) => field !== 'note' && typed[field].trim() === '';
  const said = (wrong: boolean) => (checked && wrong ? copy.required : undefined);
  const wrongPhone = !missing('phone') && !isPhone(typed.phone);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (busy || installerId === '' || FIELDS.some(missing) || wrongPhone) return;
    setProblem(null);
    setBusy(true);
    const [day, time] = typed.agreedAt.split('T') as [string, string];
    const agreedAt = momentOf(day, time);
    const assignment = { ...typed, key: keys.of(typed, installerId), installerId, agreedAt: agreedAt.toISOString() };
    const done = await write(() => client.installations.admin.assign(assignment));
    setBusy(false);
    onDone();
    if (done.outcome !== 'done') return setProblem(done);
    toast.success(copy.assigned(done.value.number));
    onClose();
  }

  const rows = installers.data ?? [];
  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={onClose}
      title={copy.dialogTitle}
      description={copy.dialogText}
      problem={problem}
      footer={
        <>
          <DialogClose disabled={busy}>{common.cancel}</DialogClose>
          <Button type="submit" form={form} loading={busy} loadingLabel={copy.sending} disabled={rows.length === 0}>
            {copy.send}
          </Button>
        </>
      }
    >
      <form id={form} className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <DataPart name={copy.installer} part={partStateOf(installers)} lines={2}>
          {() => rows.length === 0 && <p>{copy.none}</p>}
        </DataPart>
        <FieldGroup columns={2}>
          <SelectField
            label={copy.installer}
            wide
            error={said(installerId === '')}
            value={installerId}
            onChange={(event) => setInstallerId(event.target.value)}
            placeholder={copy.choose}
            options={rows.map((row) => ({ value: row.id, label: installerLabel(row, rows) }))}
          />
          {FIELDS.map((field) => {
            const input = {
              label: copy[field],
              autoComplete: 'off',
              maxLength: LONGEST[field],
              wide: field === 'address' || field === 'note',
              error: said(missing(field)) ?? (checked && field === 'phone' && wrongPhone ? common.badPhone : undefined),
              value: typed[field],
              onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [field]: event.target.value }),
            };
            return field === 'note' ? (
              <TextArea key={field} rows={3} optional {...input} />
            ) : (
              <TextField key={field} type={TYPES[field]} {...input} />
            );
          })}
        </FieldGroup>
      </form>
    </Dialog>
  );
}
