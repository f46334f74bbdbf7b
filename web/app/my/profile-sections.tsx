import type { UseFormRegisterReturn } from 'react-hook-form';
import { myProfile as copy } from '#domain/accounts/account-copy.ts';
import { signUp } from '#domain/accounts/copy.ts';
import { countries } from '#domain/copy.ts';
import { postalCodeRule } from '#domain/postal-code.ts';
import { SelectField, TextField } from '../ui/form/field.tsx';
import { FieldSection } from '../ui/form/field-section.tsx';
import type { Field } from './profile-fields.ts';

const COUNTRIES = Object.entries(countries).map(([value, label]) => ({ value, label }));

interface Props {
  /** What connects a field with the form, and what is wrong with it. */
  field: (name: Field) => UseFormRegisterReturn<Field> & { error: string | undefined };
  country: string;
}

/** The person, where things are sent, and the company. */
export function ProfileSections({ field, country }: Props) {
  return (
    <>
      <FieldSection legend={copy.person}>
        <TextField label={signUp.firstName} autoComplete="given-name" {...field('firstName')} />
        <TextField label={signUp.lastName} autoComplete="family-name" {...field('lastName')} />
        <TextField
          label={signUp.username}
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          hint={signUp.usernameHint}
          {...field('username')}
        />
        <TextField label={signUp.phone} type="tel" autoComplete="tel" hint={signUp.phoneHint} {...field('phone')} />
      </FieldSection>
      <FieldSection legend={copy.delivery}>
        <SelectField
          label={signUp.country}
          autoComplete="country"
          placeholder={signUp.countryPlaceholder}
          options={COUNTRIES}
          {...field('country')}
        />
        <TextField label={signUp.city} autoComplete="address-level2" {...field('city')} />
        <TextField label={copy.address} autoComplete="address-line1" optional {...field('address')} />
        <TextField label={copy.addressNumber} optional {...field('addressNumber')} />
        <TextField
          label={copy.postalCode}
          autoComplete="postal-code"
          inputMode="numeric"
          optional
          hint={postalCodeRule(country)}
          {...field('postalCode')}
        />
      </FieldSection>
      <FieldSection legend={copy.company} hint={copy.companyHint}>
        <TextField label={signUp.companyName} autoComplete="organization" optional {...field('companyName')} />
        <TextField label={signUp.companyAddress} optional {...field('companyAddress')} />
        <TextField label={signUp.taxNumber} inputMode="numeric" optional {...field('taxNumber')} />
        <TextField label={signUp.registrationNumber} inputMode="numeric" optional {...field('registrationNumber')} />
      </FieldSection>
    </>
  );
}
