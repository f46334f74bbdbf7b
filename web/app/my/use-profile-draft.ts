import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { ProfileForm as Form } from '#domain/accounts/person-forms.ts';
import type { Account } from '../session.ts';
import { useKeptText } from '../typed/kept-text.ts';
import { changedIn, type Field, type Fields, fieldsOf, nameOf, type Own, pick } from './profile-fields.ts';

/** What was typed and not saved, and what those fields held before. */
interface Unfinished {
  from: Partial<Own>;
  to: Partial<Fields>;
}

/** The person's own fields as they are typed, kept on this device until they are saved or discarded. */
export function useProfileDraft(account: Account) {
  /** The initial values; the server compares them with the stored ones, to notice another change meanwhile. */
  const [base, setBase] = useState(account);
  const form = useForm<Fields, unknown, Form>({
    resolver: zodResolver(Form) as never,
    defaultValues: fieldsOf(account),
  });
  const { control, reset, setValue, getValues, formState } = form;
  const { errors, isSubmitting, isDirty, dirtyFields } = formState;
  const country = useWatch({ control, name: 'country' });

  const typed = useKeptText<Unfinished>('profile');

  /** `since`: the fields that were typed in while the others were saved. */
  const start = (from: Account, since: readonly Field[] = []) => {
    const fields = fieldsOf(from);
    setBase(from);
    for (const name of Object.keys(fields) as Field[]) if (!since.includes(name)) setValue(name, fields[name]);
    // Without its fields the form would lose a letter typed before it is rendered again.
    reset(fields, { keepValues: true, keepFieldsRef: true });
    typed.forget();
    keep(from);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    if (!typed.kept) return;
    const { from, to } = typed.kept.typed;
    // Compared with what it was then, so that a change made meanwhile is noticed.
    setBase({ ...account, ...from });
    for (const [name, value] of Object.entries(to) as [Field, string][]) setValue(name, value, { shouldDirty: true });
  }, []);
  const keep = (from: Account) => {
    const [before, now] = [fieldsOf(from), getValues()];
    const names = changedIn(before, now);
    if (names.length === 0) return typed.forget();
    const to = Object.fromEntries(names.map((name) => [name, now[name]]));
    typed.keep({ from: pick(from, names.map(nameOf)), to });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change made elsewhere is shown while nothing is typed
  useEffect(() => {
    if (!isDirty && !isSubmitting && account !== base) start(account);
  }, [account, isDirty, isSubmitting]);

  return { form, base, setBase, errors, isSubmitting, isDirty, dirtyFields, country, typed, start, keep };
}

export type ProfileDraft = ReturnType<typeof useProfileDraft>;
