import { type FormEvent, useId, useState } from 'react';
import { fieldErrors } from '#domain/events/reservation-copy.ts';
import { ticketPageCopy } from '#domain/events/ticket/copy.ts';
import { nameErrors, nameOf } from '#domain/events/ticket/places.ts';
import { isEmail } from '#domain/plain-text.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { FieldGroup, TextField } from '../../ui/form/field.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogClose } from '../../ui/overlay/dialog-frame.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import type { ShownPlace } from './page-shape.ts';

const copy = ticketPageCopy.name;
const FIELDS = ['firstName', 'lastName', 'email'] as const;
type Field = (typeof FIELDS)[number];

interface PlaceDialogProps {
  act: 'name' | 'give';
  token: string;
  place: ShownPlace;
  code: string;
  onClose: () => void;
  /** Somebody else changed it meanwhile: the dialog stays and needs the new state. */
  onChanged: () => void;
  onDone: () => void;
}

/** Who comes on a place: another name on the same code, or another person with a code of their own. */
export function PlaceDialog({ act, token, place, code, onClose, onChanged, onDone }: PlaceDialogProps) {
  const giving = act === 'give';
  const [typed, setTyped] = useState({
    firstName: giving ? '' : place.firstName,
    lastName: giving ? '' : place.lastName,
    email: '',
  });
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const id = useId();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const person = { firstName: typed.firstName.trim(), lastName: typed.lastName.trim() };
    const email = typed.email.trim().toLowerCase();
    const wrong: Partial<Record<Field, string>> = nameErrors(person);
    if (giving && email === '') wrong.email = fieldErrors.email;
    else if (giving && !isEmail(email)) wrong.email = fieldErrors.emailShape;
    setErrors(wrong);
    const first = FIELDS.find((field) => wrong[field]);
    if (first) return document.getElementById(`${id}-${first}`)?.focus();

    setBusy(true);
    setProblem(null);
    const { position, firstName, lastName } = place;
    const about = { token, position, shown: { firstName, lastName } };
    const outcome = giving
      ? await write(() => client.events.places.give({ ...about, person: { ...person, email } }), {
          // Whoever was given the place and gives it on has no link to it afterwards.
          arrived: ({ code: refused }) => (refused === 'TICKET_UNKNOWN' ? { ...place, ...person } : undefined),
        })
      : await write(() => client.events.places.name({ ...about, person }));
    setBusy(false);
    if (outcome.outcome === 'refused' && outcome.code === 'PLACE_CHANGED') onChanged();
    if (outcome.outcome !== 'done') return setProblem(outcome);
    toast.success(giving ? copy.given(email) : copy.saved);
    onDone();
  }

  const field = (name: Field, label: string, more: object = {}) => (
    <TextField
      id={`${id}-${name}`}
      name={name}
      label={label}
      value={typed[name]}
      error={errors[name]}
      required
      onChange={(event) => {
        setTyped({ ...typed, [name]: event.target.value });
        setErrors({ ...errors, [name]: undefined });
      }}
      {...more}
    />
  );
  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={(open) => !open && onClose()}
      title={giving ? copy.giveTitle(code) : copy.title(code)}
      description={giving ? copy.giveLead : copy.lead}
      problem={problem}
      footer={
        <>
          <DialogClose disabled={busy}>{copy.cancel}</DialogClose>
          <Button type="submit" form={`${id}-form`} variant={giving ? 'danger' : 'primary'} loading={busy}>
            {giving ? copy.giveYes : copy.save}
          </Button>
        </>
      }
    >
      <form id={`${id}-form`} onSubmit={(event) => void submit(event)} noValidate aria-label={nameOf(place) || code}>
        <FieldGroup>
          {field('firstName', copy.firstName, { autoComplete: 'off' })}
          {field('lastName', copy.lastName, { autoComplete: 'off' })}
          {giving && field('email', copy.email, { type: 'email', hint: copy.emailHint, autoComplete: 'off' })}
        </FieldGroup>
      </form>
    </Dialog>
  );
}
