import type { UseFormRegisterReturn } from 'react-hook-form';
import { signUp } from '#domain/accounts/copy.ts';
import type { SignUpForm as Form } from '#domain/accounts/person-forms.ts';
import { isCommonPassword } from '#domain/auth/password.ts';
import { common, countries } from '#domain/copy.ts';
import { FieldGroup, PasswordField, SelectField, TextField } from '../ui/form/field.tsx';
import { FieldSection } from '../ui/form/field-section.tsx';
import styles from './auth.module.css';

const COUNTRIES = Object.entries(countries).map(([value, label]) => ({ value, label }));

interface FieldsProps {
  field: (name: keyof Form) => UseFormRegisterReturn & { error: string | undefined };
}

/** Who signs up. */
export function PersonFields({ field }: FieldsProps) {
  return (
    <FieldSection legend={signUp.person}>
      <TextField label={signUp.firstName} autoComplete="given-name" {...field('firstName')} />
      <TextField label={signUp.lastName} autoComplete="family-name" {...field('lastName')} />
      <TextField label={signUp.city} autoComplete="address-level2" {...field('city')} />
      <SelectField
        label={signUp.country}
        autoComplete="country"
        placeholder={signUp.countryPlaceholder}
        options={COUNTRIES}
        {...field('country')}
      />
      <TextField wide label={signUp.phone} type="tel" autoComplete="tel" hint={signUp.phoneHint} {...field('phone')} />
    </FieldSection>
  );
}

/** What they sign in with. */
export function AccountFields({ field, password }: FieldsProps & { password: string }) {
  return (
    <FieldSection legend={signUp.account}>
      <TextField
        label={signUp.username}
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        hint={signUp.usernameHint}
        {...field('username')}
      />
      <TextField
        label={signUp.email}
        type="email"
        inputMode="email"
        autoComplete="username"
        hint={signUp.emailHint}
        {...field('email')}
      />
      <PasswordField
        wide
        label={signUp.password}
        autoComplete="new-password"
        hint={isCommonPassword(password) ? signUp.passwordCommon : signUp.passwordHint}
        {...field('password')}
      />
    </FieldSection>
  );
}

interface CompanyFieldsProps extends FieldsProps {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** The firm of whoever signs up for one. */
export function CompanyFields({ field, isOpen, onToggle }: CompanyFieldsProps) {
  return (
    <details className={styles.company} open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>
        {signUp.company} <span>({common.optional})</span>
      </summary>
      <p className="muted s">{signUp.companyHint}</p>
      <FieldGroup columns={2}>
        <TextField label={signUp.companyName} autoComplete="organization" {...field('companyName')} />
        <TextField label={signUp.companyAddress} {...field('companyAddress')} />
        <TextField label={signUp.taxNumber} inputMode="numeric" {...field('taxNumber')} />
        <TextField label={signUp.registrationNumber} inputMode="numeric" {...field('registrationNumber')} />
      </FieldGroup>
    </details>
  );
}
