import { type FormEvent, useId, useState } from 'react';
import { dialog } from '#domain/events/reservation-copy.ts';
import { PERSONAL_FIELDS, type PersonalField, type PersonalInfo, personalErrors } from '#domain/events/rules.ts';
import { FieldGroup, TextField } from '../../ui/form/field.tsx';

const INPUT: Record<
  PersonalField,
  { type: string; autoComplete: string; inputMode?: 'email' | 'tel'; wide?: boolean }
> = {
  firstName: { type: 'text', autoComplete: 'given-name' },
  lastName: { type: 'text', autoComplete: 'family-name' },
  email: { type: 'email', autoComplete: 'email', inputMode: 'email', wide: true },
  phone: { type: 'tel', autoComplete: 'tel', inputMode: 'tel', wide: true },
};
const HINTS: Partial<Record<PersonalField, string>> = {
  email: dialog.personal.emailHint,
  phone: dialog.personal.phoneHint,
};

interface PersonalStepProps {
  formId: string;
  value: PersonalInfo;
  onChange: (value: PersonalInfo) => void;
  onDone: () => void;
}

/** Mistakes are shown on submit, hidden when the field is edited, and the first one gets the focus. */
export function PersonalStep({ formId, value, onChange, onDone }: PersonalStepProps) {
  const id = useId();
  const [errors, setErrors] = useState<ReturnType<typeof personalErrors>>({});

  function submit(event: FormEvent) {
    event.preventDefault();
    const wrong = personalErrors(value);
    setErrors(wrong);
    const first = PERSONAL_FIELDS.find((field) => wrong[field]);
    if (first) document.getElementById(`${id}-${first}`)?.focus();
    else onDone();
  }

  return (
    <form id={formId} onSubmit={submit} noValidate>
      <FieldGroup columns={2}>
        {PERSONAL_FIELDS.map((field) => (
          <TextField
            key={field}
            {...INPUT[field]}
            id={`${id}-${field}`}
            name={field}
            label={dialog.personal[field]}
            hint={HINTS[field]}
            value={value[field]}
            error={errors[field]}
            required
            onChange={(event) => {
              onChange({ ...value, [field]: event.target.value });
              setErrors({ ...errors, [field]: undefined });
            }}
          />
        ))}
      </FieldGroup>
    </form>
  );
}
