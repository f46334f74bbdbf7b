import type { UseFormRegisterReturn } from 'react-hook-form';
import { signUp } from '#domain/accounts/copy.ts';
import { countries } from '#domain/copy.ts';
import { networkCopy } from '#domain/network/copy.ts';
import type { ReferralForm as Form } from '#domain/network/referral-form.ts';
import { PasswordField, SelectField, TextField } from '../ui/form/field.tsx';
import { FieldSection } from '../ui/form/field-section.tsx';

const copy = networkCopy.register;
const COUNTRIES = Object.entries(countries).map(([value, label]) => ({ value, label }));

interface FieldsProps {
  field: (name: keyof Form) => UseFormRegisterReturn & { error: string | undefined };
}

/** What whoever joins signs in with. */
export function AccountFields({ field }: FieldsProps) {
  return (
    <FieldSection legend={signUp.account}>
      <TextField wide label={copy.email} type="email" inputMode="email" autoComplete="username" {...field('email')} />
      <PasswordField
        wide
        label={copy.password}
        autoComplete="new-password"
        hint={copy.passwordHint}
        {...field('password')}
      />
    </FieldSection>
  );
}

interface PersonFieldsProps extends FieldsProps {
  /** The code is the link's, and is not changed. */
  locked: boolean;
  /** The server is asked whose code it is. */
  isChecking: boolean;
  codeProblem: string | undefined;
}

/** Who joins, and by whose code. */
export function PersonFields({ field, locked, isChecking, codeProblem }: PersonFieldsProps) {
  return (
    <FieldSection legend={signUp.person}>
      <TextField label={copy.firstName} autoComplete="given-name" {...field('firstName')} />
      <TextField label={copy.lastName} autoComplete="family-name" {...field('lastName')} />
      <TextField
        label={copy.username}
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        {...field('username')}
      />
      <TextField label={copy.phone} type="tel" autoComplete="tel" {...field('phone')} />
      <SelectField
        label={copy.country}
        autoComplete="country"
        placeholder={signUp.countryPlaceholder}
        options={COUNTRIES}
        {...field('country')}
      />
      <TextField label={copy.city} autoComplete="address-level2" {...field('city')} />
      <TextField
        wide
        label={copy.code}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        readOnly={locked}
        hint={isChecking ? copy.checkingCode : locked ? copy.codeLocked : copy.codeHint}
        {...field('code')}
        error={codeProblem}
      />
    </FieldSection>
  );
}
