import { expect, test } from 'vitest';
import { PersonForm } from './accounts/person-fields.ts';
import { ProfileForm, SignUpForm } from './accounts/person-forms.ts';
import { Registration } from './accounts/registration.ts';
import { CompanyForm } from './advertising/company-form.ts';
import { suspectCompanyNumbers } from './company-numbers.ts';
import { CompanyOnPaper } from './documents/contract.ts';
import { personalErrors } from './events/rules.ts';
import { NewInstallation } from './installations/contract.ts';
import { firstProblem, type ReferralForm } from './network/referral-form.ts';
import { BuyerInfo, CompanyInfo } from './payments/contract.ts';
import { readCountries } from './payments/delivery.ts';
import { BuyerForm } from './payments/rules.ts';

const person = {
  firstName: 'Ana',
  lastName: 'Ilić',
  city: 'Niš',
  country: 'RS',
  phone: '064 123 4567',
  username: 'ana',
};
const buyer = {
  ...person,
  companyName: '',
  companyTaxNumber: '',
  companyRegistrationNumber: '',
  isForOther: false,
  recipientName: '',
  recipientPhone: '',
  courierNote: '',
  address: 'Ulica',
  addressNumber: '1',
  postalCode: '18000',
  consent: true,
};
const profile = { ...buyer, taxNumber: '', registrationNumber: '', companyAddress: '' };
const signUp = { ...profile, email: 'ana@primer.rs', password: 'jedna-duga-lozinka' };
const company = {
  email: 'f@primer.rs',
  company_name: 'Firma',
  company_registration_number: '07726716',
  company_tax_number: '100002887',
  company_address: 'Ulica 1',
  company_city: 'Niš',
  company_postal_code: '18000',
  company_country: 'RS',
  company_contact: '+381 18 123 456',
  consent: true,
};
const metadata = { first_name: 'Ana', last_name: 'Ilić', username: 'ana', phone: '', city: 'Niš', country: 'RS' };
const referral = { ...person, email: 'ana@primer.rs', password: 'jedna-duga', code: 'ABC12345' } as ReferralForm;

interface Schema {
  safeParse(value: unknown): { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined };
}
const said = (schema: Schema, value: object) =>
  Object.fromEntries(
    (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  );
const PHONE = 'Upišite ispravan broj telefona, npr. +381\u00a064\u00a0123\u00a04567.';

test('every form takes the same phones, and says the same of what nobody can call', () => {
  for (const phone of ['064 123 4567', '064/123-45-67', '+381 (0)64 1234567', '00382 67 123 456', '+49 30 1234567']) {
    for (const [schema, form] of [
      [BuyerForm, buyer],
      [BuyerInfo, buyer],
      [ProfileForm, profile],
      [SignUpForm, signUp],
    ] as const)
      expect(said(schema, { ...form, phone }), phone).toEqual({});
    for (const schema of [CompanyForm, CompanyInfo])
      expect(said(schema, { ...company, company_contact: phone }), phone).toEqual({});
    expect(said(Registration, { ...metadata, phone }), phone).toEqual({});
    expect(personalErrors({ ...person, email: 'ana@primer.rs', phone }), phone).toEqual({});
    expect(firstProblem({ ...referral, phone }), phone).toBeNull();
  }
  for (const phone of ['1', 'x', '--------', '064 12', '06412345678901234', 'zovi me 0641234567']) {
    for (const [schema, form] of [
      [BuyerForm, buyer],
      [BuyerInfo, buyer],
      [ProfileForm, profile],
      [SignUpForm, signUp],
    ] as const)
      expect(said(schema, { ...form, phone }), phone).toEqual({ phone: PHONE });
    for (const schema of [CompanyForm, CompanyInfo])
      expect(said(schema, { ...company, company_contact: phone }), phone).toEqual({ company_contact: PHONE });
    expect(said(Registration, { ...metadata, phone }), phone).toEqual({ phone: PHONE });
    expect(firstProblem({ ...referral, phone }), phone).toEqual({ field: 'phone', message: PHONE });
  }
});

test('the fixed sentences about phones stay, and come first', () => {
  const errors = (phone: string) => personalErrors({ ...person, email: 'ana@primer.rs', phone }).phone;
  expect(errors('')).toBe('Telefon je obavezan');
  expect(errors('1')).toBe('Telefon mora imati najmanje 8 cifara');
  expect(errors('--------')).toBe('Upišite ispravan broj telefona');
  expect(firstProblem({ ...referral, phone: '', country: '' })?.message).toBe('Telefon je obavezan.');
  expect(firstProblem({ ...referral, country: '' })?.message).toBe('Zemlja je obavezna.');
  expect(said(BuyerForm, { ...buyer, phone: '' })).toEqual({ phone: 'Popunite polje: Telefon.' });
});

test('postal codes are those of the country, and are said to be wrong together with other mistakes', () => {
  expect(said(BuyerForm, { ...buyer, postalCode: 'x', city: '' })).toEqual({
    city: 'Popunite polje: Grad.',
    postalCode: 'Pet cifara, npr. 21000.',
  });
  expect(said(BuyerForm, { ...buyer, postalCode: '' })).toEqual({ postalCode: 'Popunite polje: Poštanski broj.' });
  expect(said(BuyerInfo, { ...buyer, postalCode: '1800' })).toEqual({ postalCode: 'Pet cifara, npr. 21000.' });
  expect(said(CompanyInfo, { ...company, company_postal_code: '1' })).toEqual({
    company_postal_code: 'Pet cifara, npr. 21000.',
  });
  const abroad = {
    ...company,
    company_country: 'HR',
    company_postal_code: '10000',
    company_tax_number: 'HR12345678901',
  };
  expect(said(CompanyForm, abroad)).toEqual({});
  expect(said(CompanyInfo, abroad)).toEqual({});
  expect(said(CompanyForm, { ...abroad, company_country: 'RS' })).toEqual({
    company_tax_number: 'PIB nije ispravan. Proverite cifre.',
  });
  expect(said(CompanyForm, { ...abroad, company_country: '' })).toHaveProperty('company_country');
  const codes = { RS: '21 000', ME: '85000', MK: '1000', SI: '1000', HR: '10000', other: 'SW1A 1AA' };
  for (const [country, postalCode] of Object.entries(codes)) {
    expect(said(ProfileForm, { ...profile, country, postalCode }), country).toEqual({});
    expect(said(ProfileForm, { ...profile, country, postalCode: 'x' }), country).toHaveProperty('postalCode');
  }
  expect(said(ProfileForm, { ...profile, postalCode: '' })).toEqual({});
});

test('parcels go to the countries of the setting only; other forms take every country', () => {
  for (const country of ['ME', 'other', 'XX', ''])
    for (const schema of [BuyerForm, BuyerInfo])
      expect(said(schema, { ...buyer, country }), country).toHaveProperty('country');
  expect(said(BuyerInfo, { ...buyer, country: 'other', postalCode: '85000' })).toEqual({
    country: 'Za sada dostavljamo samo u Srbiju.',
  });
  expect(said(SignUpForm, { ...signUp, country: 'other' })).toEqual({});
  expect(readCountries(' rs, me,RS ')).toEqual(['RS', 'ME']);
  for (const setting of ['', ',', 'XX', 'RS,other', 'toString'])
    expect(() => readCountries(setting), setting).toThrow('COMPANY_DELIVERY_COUNTRIES');
});

test('wrong control digits are pointed out at once and kept by whoever insists', () => {
  const odd = { taxNumber: '100002888', registrationNumber: '07726717' };
  expect(suspectCompanyNumbers(odd, new Set())).toEqual(['taxNumber', 'registrationNumber']);
  expect(suspectCompanyNumbers(odd, new Set(['100002888']))).toEqual(['registrationNumber']);
  expect(suspectCompanyNumbers(odd, new Set(['100002888', '07726717']))).toEqual([]);
  expect(suspectCompanyNumbers({ ...odd, country: 'HR' }, new Set())).toEqual([]);
  expect(suspectCompanyNumbers({ taxNumber: '', registrationNumber: ' ' }, new Set())).toEqual([]);
  expect(said(CompanyForm, { ...company, company_tax_number: '100002888' })).toEqual({});
  expect(said(CompanyForm, { ...company, company_tax_number: '10000288' })).toEqual({});
  expect(said(CompanyForm, { ...company, company_tax_number: '1000' })).toEqual({
    company_tax_number: 'PIB nije ispravan. Proverite cifre.',
  });
});

test('an invoice is issued again to a company whose numbers and code have the form of its country', () => {
  const paper = {
    name: 'Firma',
    address: 'Ulica 1',
    postalCode: '18000',
    city: 'Niš',
    country: 'RS',
    taxNumber: '100002887',
    registrationNumber: '07726716',
  };
  expect(said(CompanyOnPaper, paper)).toEqual({});
  expect(said(CompanyOnPaper, { ...paper, postalCode: '1800', taxNumber: 'nema', registrationNumber: '77' })).toEqual({
    postalCode: 'Pet cifara, npr. 21000.',
    taxNumber: 'PIB nije ispravan. Proverite cifre.',
    registrationNumber: 'Matični broj ima 8 cifara.',
  });
  for (const nothing of [undefined, null, {}, 'firma'])
    expect(CompanyOnPaper.safeParse(nothing).success, 'refused, whatever it is').toBe(false);
  expect(said(CompanyOnPaper, { ...paper, taxNumber: '', registrationNumber: ' ' }), 'said once').toEqual({
    taxNumber: 'Popunite polje: PIB.',
    registrationNumber: 'Popunite polje: Matični broj.',
  });
  const abroad = {
    ...paper,
    country: 'HR',
    postalCode: '10000',
    taxNumber: 'HR12345678901',
    registrationNumber: '12/3',
  };
  expect(said(CompanyOnPaper, abroad)).toEqual({});
  expect(said(CompanyOnPaper, { ...abroad, country: 'ME' })).toHaveProperty('taxNumber');
});

test('staff write a postal code of the country of the person, and an installer is given a phone that can be called', () => {
  const empty = { companyName: '', companyAddress: '', companyTaxNumber: '', companyRegistrationNumber: '' };
  const row = { ...person, ...empty, address: 'Ulica', addressNumber: '1', postalCode: '18000' };
  expect(said(PersonForm, row)).toEqual({});
  expect(said(PersonForm, { ...row, postalCode: '1000' })).toEqual({ postalCode: 'Pet cifara, npr. 21000.' });
  expect(said(PersonForm, { ...row, country: 'SI', postalCode: '1000' })).toEqual({});
  expect(said(PersonForm, { ...row, country: '', postalCode: 'SW1A 1AA' })).toEqual({});
  expect(said(PersonForm, { ...row, country: 'Austrija', postalCode: 'x' })).toEqual({
    postalCode: 'Upišite ispravan poštanski broj.',
  });
  expect(said(PersonForm, { ...row, postalCode: '' })).toEqual({});

  const work = {
    installerId: '0b9d1f0e-6d0c-4f3e-9a39-3c1f2f4ad0aa',
    name: 'Mara',
    phone: '064 123 4567',
    address: 'Glavna 1',
    agreedAt: '2027-01-01T10:00:00Z',
  };
  expect(said(NewInstallation, work)).toEqual({});
  for (const phone of ['nema', '064', '--------'])
    expect(said(NewInstallation, { ...work, phone })).toEqual({ phone: PHONE });
});
