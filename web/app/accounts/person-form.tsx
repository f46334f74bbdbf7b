import type { ReactNode } from 'react';
import { people as copy } from '#domain/accounts/people-copy.ts';
import { common, countries } from '#domain/copy.ts';
import { formatNumber } from '#domain/money.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/form/field.tsx';
import { FieldSection } from '../ui/form/field-section.tsx';
import { FormProblem } from '../ui/form/form-problem.tsx';
import { UnsavedTextGuard } from '../ui/form/unsaved-text-guard.tsx';
import { questionBeforeLeaving } from '../ui/leaving.ts';
import styles from './people.module.css';
import type { PersonRow } from './people-columns.tsx';
import { type Field, type Profile, useProfileForm } from './use-profile-form.ts';

interface Props extends Profile {
  onCancel: () => void;
  /** Why whoever sees it may not change it. */
  locked: string | false;
  /** Rights, block and deletion. */
  children: ReactNode;
}

/** A profile's fields, unfolded under its row. Only fields that were changed are sent, with what they were. */
export function PersonForm({ onCancel, locked, children, ...profile }: Props) {
  const { row } = profile;
  const { register, errorOf, submit, busy, problem, isChanged, others } = useProfileForm(profile);
  const cancel = async () => {
    if ((await questionBeforeLeaving()?.()) ?? true) onCancel();
  };
  const field = (name: Field) => ({
    label: copy.fields[name],
    readOnly: locked !== false,
    ...register(name),
    error: errorOf(name),
  });

  return (
    <form
      className={styles.form}
      aria-label={copy.editTitle(row.email)}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && !busy && void cancel()}
    >
      <UnsavedTextGuard when={!locked && isChanged} what={copy.editTitle(row.email)} />
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
          <SelectField
            {...field('country')}
            disabled={locked !== false}
            options={countriesWith(row.country)}
            placeholder=""
          />
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
          <AccountFacts row={row} />
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

/** What the account has. */
function AccountFacts({ row }: { row: PersonRow }) {
  return (
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
  );
}

/** All countries, and before them what stands in the profile and is none of them. */
const countriesWith = (country: string | null) => [
  ...(country === null || country in countries ? [] : [{ value: country, label: country }]),
  ...Object.entries(countries).map(([value, label]) => ({ value, label })),
];
