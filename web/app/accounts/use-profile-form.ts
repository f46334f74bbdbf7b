import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type UseFormSetError, useForm } from 'react-hook-form';
import {
  PersonForm as Form,
  PERSON_FIELDS,
  type PersonFields,
  type PersonFormValues as Values,
} from '#domain/accounts/person-fields.ts';
import { companyNumberText } from '#domain/company-numbers.ts';
import { useCompanyNumberCheck } from '../company-numbers.ts';
import type { Problem } from '../ui/form/form-problem.tsx';
import { wrongFields } from '../wrong-fields.ts';
import type { PersonRow } from './people-columns.tsx';
import { fieldsOf } from './profile-conflict.tsx';

export type Field = keyof PersonFields;
/** Why the server did not take it: for the whole form, or for single fields. */
export interface Refused {
  text?: string;
  fields?: Partial<Record<Field, string>>;
}

export interface Profile {
  row: PersonRow;
  /** What the form shows at first and compares with; without it the row's values. */
  base?: PersonFields | undefined;
  /** What was typed into a form that was refused, to go on with. */
  typed?: Values | undefined;
  refused?: Refused | undefined;
  /** Answers with why it was not taken; what was typed stays until it is. */
  onSave: (base: PersonFields, to: Partial<PersonFields>) => Promise<Refused | null>;
}

/** The fields of a profile: what they showed, what is wrong with them, and sending those that were changed. */
export function useProfileForm({ row, base, typed, refused: refusedBefore, onSave }: Profile) {
  // What this form showed: a colleague's later change of the row must not pass for it.
  const [before] = useState(() => base ?? fieldsOf(row));
  const { register, handleSubmit, setError, formState } = useForm<Values, unknown, PersonFields>({
    resolver: zodResolver(Form) as never,
    defaultValues: typed ?? typedOf(before),
  });
  const [refused, setRefused] = useState(refusedBefore ?? null);
  const [problem, setProblem] = useState<Problem | null>(refused?.text ? { text: refused.text } : null);
  const [busy, setBusy] = useState(false);
  const checkNumbers = useProfileNumberCheck(before);
  const { errors, isDirty } = formState;

  const submit = handleSubmit(
    async (fields) => {
      if (busy) return;
      if (checkNumbers(fields, setError)) return;
      const changed = PERSON_FIELDS.filter((name) => (fields[name] ?? '') !== (before[name] ?? ''));
      setBusy(true);
      setRefused(null);
      setProblem(null);
      const to = Object.fromEntries(changed.map((name) => [name, fields[name]]));
      const answer = await onSave(before, to);
      setBusy(false);
      setRefused(answer);
      setProblem(answer?.text ? { text: answer.text } : null);
    },
    (wrong) => setProblem(wrongFields(wrong)),
  );

  return {
    register,
    errorOf: (name: Field) => errors[name]?.message ?? refused?.fields?.[name],
    submit,
    busy,
    problem,
    isChanged: isDirty || typed !== undefined,
    /** What colleagues changed meanwhile; what is shown while it is being saved is this person's own. */
    others: busy ? [] : PERSON_FIELDS.filter((name) => row[name] !== before[name]),
  };
}

/** Points out the company numbers whose control digit is wrong, when one of them was changed; answers with whether there are any. */
function useProfileNumberCheck(before: PersonFields) {
  const checkNumbers = useCompanyNumberCheck();
  return (
    { companyTaxNumber: pib, companyRegistrationNumber: mb, country }: PersonFields,
    say: UseFormSetError<Values>,
  ): boolean => {
    if (pib === before.companyTaxNumber && mb === before.companyRegistrationNumber) return false;
    const numbers = {
      taxNumber: pib === null ? '' : companyNumberText(pib),
      registrationNumber: mb === null ? '' : companyNumberText(mb),
      country: country ?? 'RS',
    };
    return checkNumbers(numbers, (kind, ...said) =>
      say(kind === 'taxNumber' ? 'companyTaxNumber' : 'companyRegistrationNumber', ...said),
    );
  };
}

export const typedOf = (fields: PersonFields) =>
  Object.fromEntries(PERSON_FIELDS.map((name) => [name, textOf(fields[name])])) as unknown as Values;

/** A field as it is written: the only numbers are those of companies. */
const textOf = (value: PersonFields[Field]): string =>
  typeof value === 'number' ? companyNumberText(value) : (value ?? '');
