import { type FormEvent, useId, useState } from 'react';
import { common } from '#domain/copy.ts';
import { adminCopy as copy } from '#domain/events/admin/copy.ts';
import { dialog } from '#domain/events/reservation-copy.ts';
import { PERSONAL_FIELDS, type PersonalField, type PersonalInfo, personalErrors } from '#domain/events/rules.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { FieldGroup, TextField } from '../../ui/form/field.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogClose } from '../../ui/overlay/dialog-frame.tsx';
import { MergeDialog, type OtherEdit } from '../../ui/overlay/merge-dialog.tsx';
import { type Brought, standingNow } from '../../ui/overlay/merge-rows.ts';
import { toast } from '../../ui/overlay/toast.tsx';
import { useMerging } from '../../ui/overlay/use-merging.ts';
import { write } from '../../write.ts';
import type { ReservationRow } from './reservation-row.ts';

const words = copy.guest;
const TYPES: Partial<Record<PersonalField, { type: string; inputMode: 'email' | 'tel' }>> = {
  email: { type: 'email', inputMode: 'email' },
  phone: { type: 'tel', inputMode: 'tel' },
};

const guestOf = ({ firstName, lastName, email, phone }: PersonalInfo): PersonalInfo => ({
  firstName,
  lastName,
  email,
  phone,
});
const { firstName, lastName, email, phone } = dialog.personal;
const LABELS: Record<PersonalField, string> = { firstName, lastName, email, phone };
/** Another one ends the links that were sent. */
const LINKED = ['firstName', 'lastName', 'email'] as const;
const differs = (one: PersonalInfo, other: PersonalInfo, fields: readonly PersonalField[]) =>
  fields.some((field) => one[field].trim() !== other[field]);

/** What a colleague, or the guest, has written since. */
interface OtherGuest extends Brought<PersonalInfo> {
  edit?: OtherEdit | undefined;
}

interface Props {
  /** As it stands in the list now. */
  row: ReservationRow;
  onClose: () => void;
  onChanged: () => void;
}

/** The guest as they are typed: correcting them, and sending the mail again. `form` begins the ids of the fields. */
function useGuest({ row, onClose, onChanged }: Props, form: string) {
  const live = guestOf(row);
  const [other, setOther] = useState<OtherGuest | null>(null);
  const now = other ? standingNow(other, live) : live;
  const [guest, setGuest] = useState(live);
  const [errors, setErrors] = useState<Partial<Record<PersonalField, string>>>({});
  const [busy, setBusy] = useState<'save' | 'send' | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [key] = useState(() => crypto.randomUUID());
  const merging = useMerging<PersonalInfo, PersonalField>(now, {
    labels: LABELS,
    typed: () => guest,
    fill: setGuest,
    save: (chosen) => void save(chosen, now),
  });
  const shown = merging.seen;
  const edit = other && !differs(now, other.now, PERSONAL_FIELDS) ? other.edit : undefined;
  const changed = differs(guest, shown, PERSONAL_FIELDS);
  const endsLinks = differs(guest, shown, LINKED);

  function submit(event: FormEvent) {
    event.preventDefault();
    void save(guest, shown);
  }

  async function save(to: PersonalInfo, over: PersonalInfo) {
    if (!differs(to, over, PERSONAL_FIELDS) || busy) return;
    const wrong = personalErrors(to);
    setErrors(wrong);
    const first = PERSONAL_FIELDS.find((field) => wrong[field]);
    if (first) return document.getElementById(`${form}-${first}`)?.focus();
    setProblem(null);
    setBusy('save');
    const done = await write(() => client.events.admin.correct({ id: row.id, shown: over, guest: to }));
    setBusy(null);
    onChanged();
    if (done.outcome === 'refused' && done.code === 'RESERVATION_CHANGED') {
      const stored = done.data as ReservationRow & Pick<OtherGuest, 'edit'>;
      setOther({ now: guestOf(stored), shown: live, edit: stored.edit });
      return merging.ask();
    }
    if (done.outcome !== 'done') return setProblem(done);
    toast.success(differs(to, over, LINKED) ? words.saved(done.value.email) : words.savedPhone);
    onClose();
  }

  async function sendAgain() {
    setProblem(null);
    setBusy('send');
    const done = await write(() => client.events.admin.sendAgain({ id: row.id, key }));
    setBusy(null);
    if (done.outcome !== 'done') return setProblem(done);
    toast.success(words.sent(done.value.sentTo));
    onClose();
  }

  function type(field: PersonalField, value: string) {
    setGuest({ ...guest, [field]: value });
    setErrors({ ...errors, [field]: undefined });
  }

  return { guest, errors, busy, problem, changed, endsLinks, type, submit, sendAgain, asked: merging.asked, edit };
}

/** A mistyped name or address becomes right, and the mail is sent again: to the address that stands here. */
export function GuestDialog(props: Props) {
  const { row, onClose } = props;
  const form = useId();
  const { guest, errors, busy, problem, changed, endsLinks, type, submit, sendAgain, asked, edit } = useGuest(
    props,
    form,
  );
  return (
    <Dialog
      open
      busy={busy !== null}
      onOpenChange={onClose}
      title={words.title(row.number)}
      description={words.text}
      problem={problem}
      footer={
        <>
          <DialogClose disabled={busy !== null}>{common.cancel}</DialogClose>
          {changed ? (
            <Button type="submit" form={form} loading={busy === 'save'} loadingLabel={words.saving}>
              {endsLinks ? (row.confirmed ? words.save : words.saveWaiting) : words.savePhone}
            </Button>
          ) : (
            <Button loading={busy === 'send'} loadingLabel={words.sending} onClick={() => void sendAgain()}>
              {row.confirmed ? words.again : words.againWaiting}
            </Button>
          )}
        </>
      }
    >
      <form id={form} className="stack" noValidate onSubmit={submit}>
        <FieldGroup columns={2}>
          {PERSONAL_FIELDS.map((field) => (
            <TextField
              key={field}
              id={`${form}-${field}`}
              label={dialog.personal[field]}
              autoComplete="off"
              {...TYPES[field]}
              wide={field === 'email'}
              error={errors[field]}
              value={guest[field]}
              onChange={(event) => type(field, event.target.value)}
            />
          ))}
        </FieldGroup>
      </form>
      {asked && <MergeDialog title={words.merge} where={words.title(row.number)} edit={edit} {...asked} />}
    </Dialog>
  );
}
