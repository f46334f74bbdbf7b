import type { ProfileForm, profileOf } from '#domain/accounts/person-forms.ts';
import { companyNumberText } from '#domain/company-numbers.ts';
import { countries } from '#domain/copy.ts';
import type { Account } from '../session.ts';

/** A field of the form, and a property of the account that is kept in it; most have one name. */
export type Field = keyof ProfileForm;
export type Fields = Record<Field, string>;
export type Own = ReturnType<typeof profileOf>;
export type Name = keyof Own;

export const FIELD_OF: Partial<Record<Name, Field>> = {
  companyTaxNumber: 'taxNumber',
  companyRegistrationNumber: 'registrationNumber',
};

export const nameOf = (field: Field) =>
  (Object.keys(FIELD_OF) as Name[]).find((name) => FIELD_OF[name] === field) ?? (field as Name);
export const pick = (from: Pick<Account, Name>, names: readonly Name[]): Partial<Own> =>
  Object.fromEntries(names.map((name) => [name, from[name]]));

export const changedIn = (before: Fields, now: Fields): Field[] =>
  (Object.keys(before) as Field[]).filter((name) => now[name] !== before[name]);

/** The account as its form shows it. */
export function fieldsOf(account: Account): Fields {
  const number = (stored: number | null) => (stored === null ? '' : companyNumberText(stored));
  const country = account.country ?? '';
  return {
    firstName: account.firstName ?? '',
    lastName: account.lastName ?? '',
    username: account.username,
    phone: account.phone ?? '',
    city: account.city ?? '',
    country: country in countries ? country : '',
    address: account.address ?? '',
    addressNumber: account.addressNumber ?? '',
    postalCode: account.postalCode ?? '',
    companyName: account.companyName ?? '',
    taxNumber: number(account.companyTaxNumber),
    registrationNumber: number(account.companyRegistrationNumber),
    companyAddress: account.companyAddress ?? '',
  };
}
