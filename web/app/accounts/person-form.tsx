import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { people as copy } from '#domain/accounts/people-copy.ts';
import {
  PersonForm as Form,
  PERSON_FIELDS,
  type PersonFields,
  type PersonFormValues as Values,
} from '#domain/accounts/person-fields.ts';
import { companyNumberText } from '#domain/advertising/rules.ts';
import { common, countries } from '#domain/copy.ts';
import { formatNumber } from '#domain/money.ts';
import { useCompanyNumberCheck } from '../company-numbers.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/form/field.tsx';
import { FieldSection } from '../ui/form/field-section.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { Unsaved } from '../ui/form/unsaved.tsx';
import { questionBeforeLeaving } from '../ui/leaving.ts';
import { wrongFields } from '../wrong-fields.ts';
import styles from './people.module.css';
import type { PersonRow } from './people-columns.tsx';

type Field = keyof PersonFields;
/** Why the server did not take it: for the whole form, or for single fields. */
export interface Refused {
  text?: string;
  fields?: Partial<Record<Field, string>>;
}

interface Props {
  row: PersonRow;
  /** What the form shows at first and compares with; without it the row's values. */
  base?: PersonFields | undefined;
  /** What was typed into a form that was refused, to go on with. */
  typed?: Values | undefined;
  refused?: Refused | undefined;
  /** Answers with why it was not taken; what was typed stays until it is. */
  onSave: (base: PersonFields, to: Partial<PersonFields>) => Promise<Refused | null>;
  onCancel: () => void;
  /** Why whoever sees it may not change it. */
  locked: string | false;
  /** Rights, block and deletion. */
  children: ReactNode;
}

/** A profile's fields, unfolded under its row. Only fields that were changed are sent, with what they were. */
export function PersonForm({ row, base, typed, refused: refusedBefore, onSave, onCancel, locked, children }: Props) {
  // What this form showed: a colleague's later change of the row must not pass for it.
  const [before] = useState(() => base ?? fieldsOf(row));
  const { register, handleSubmit, setError, formState } = useForm<Values, unknown, PersonFields>({
    resolver: zodResolver(Form) as never,
    defaultValues: typed ?? typedOf(before),
  });
  const [refused, setRefused] = useState(refusedBefore ?? null);
  const [problem, setProblem] = useState<Problem | null>(refused?.text ? { text: refused.text } : null);
  const [busy, setBusy] = useState(false);
  const checkNumbers = useCompanyNumberCheck();
  const { errors, isDirty } = formState;
  const cancel = async () => {
    if ((await questionBeforeLeaving()?.()) ?? true) onCancel();
  };
  const field = (name: Field) => ({
    label: copy.fields[name],
    readOnly: locked !== false,
    ...register(name),
    error: errors[name]?.message ?? refused?.fields?.[name],
  });

  const submit = handleSubmit(
    async (fields) => {
      if (busy) return;
      const { companyTaxNumber: pib, companyRegistrationNumber: mb, country } = fields;
      const isSame = pib === before.companyTaxNumber && mb === before.companyRegistrationNumber;
      const numbers = {
        taxNumber: pib === null ? '' : companyNumberText(pib),
        registrationNumber: mb === null ? '' : companyNumberText(mb),
        country: country ?? 'RS',
      };
      const isOdd = checkNumbers(isSame ? {} : numbers, (kind, ...said) =>
        setError(kind === 'taxNumber' ? 'companyTaxNumber' : 'companyRegistrationNumber', ...said),
      );
      if (isOdd) return;
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

  // What is shown while it is being saved is this person's own.
  const others = busy ? [] : PERSON_FIELDS.filter((name) => row[name] !== before[name]);
  const known = row.country === null || row.country in countries;
  const options = [
    ...(known ? [] : [{ value: row.country!, label: row.country! }]),
    ...Object.entries(countries).map(([value, label]) => ({ value, label })),
  ];
  return (
    <form
      className={styles.form}
      aria-label={copy.editTitle(row.email)}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && !busy && void cancel()}
    >
      <Unsaved when={!locked && (isDirty || typed !== undefined)} what={copy.editTitle(row.email)} />
      {locked && <p className={styles.locked}>{locked}</p>}
      <div className={styles.sections}>
        <FieldSection legend={copy.sections.person}>
          <TextField {...field('firstName')} autoFocus />
          <TextField {...field('lastName')} />
          <TextField {...field('username')} />
          <TextField {...field('phone')} type="tel" />
          <TextField label={copy.columns.email} value={row.email} readOnly wide hint={copy.emailFixed} />
        </FieldSection>
        <FieldSection legend={copy.sections.address}>
          <SelectField {...field('country')} disabled={locked !== false} options={options} placeholder="" />
          <TextField {...field('city')} />
          <TextField {...field('address')} />
          <TextField {...field('addressNumber')} />
          <TextField {...field('postalCode')} />
        </FieldSection>
        <FieldSection legend={copy.sections.company}>
          <TextField {...field('companyName')} wide />
          <TextField {...field('companyTaxNumber')} inputMode="numeric" />
          <TextField {...field('companyRegistrationNumber')} inputMode="numeric" />
          <TextField {...field('companyAddress')} wide />
        </FieldSection>
        <div className={styles.access}>
          <h2 className="d h4">{copy.sections.access}</h2>
          <dl>
            <div>
              <dt>{copy.balance}</dt>
              <dd>{formatNumber(row.bannerBalance)}</dd>
            </div>
            {row.referralCode && (
              <div>
                <dt>{copy.referralCode}</dt>
                <dd>{row.referralCode}</dd>
              </div>
            )}
          </dl>
          {children}
        </div>
      </div>
      <FormProblem problem={problem} />
      <div className={styles.save}>
        {!locked && (
          <Button type="submit" size="sm" loading={busy}>
            {copy.save}
          </Button>
        )}
        <Button size="sm" variant="secondary" disabled={busy} onClick={() => void cancel()}>
          {locked ? common.close : copy.cancel}
        </Button>
      </div>
      <p className="s" role="status">
        {others.length > 0 && copy.meanwhile(others.map((name) => copy.fields[name]))}
      </p>
    </form>
  );
}

const fieldsOf = (row: PersonRow) =>
  Object.fromEntries(PERSON_FIELDS.map((name) => [name, row[name]])) as unknown as PersonFields;
export const typedOf = (fields: PersonFields) =>
  Object.fromEntries(PERSON_FIELDS.map((name) => [name, String(fields[name] ?? '')])) as unknown as Values;
