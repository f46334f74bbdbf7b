import { expect, test } from 'vitest';
import { isCommonPassword, passwordLength } from '../auth/password.ts';
import { isUsernameAllowed } from '../auth/username.ts';
import { Registration } from './registration.ts';

const form = {
  first_name: 'Ana',
  last_name: 'Lukić',
  username: 'ana',
  phone: '064 123 4567',
  city: 'Niš',
  country: 'RS',
};
const company = (fields: object) => Registration.parse({ ...form, ...fields });

test('tax and registration numbers are integers, or null when empty', () => {
  expect(company({ company_pib: '100002887', company_registration_number: 17162543 })).toMatchObject({
    companyTaxNumber: 100002887,
    companyRegistrationNumber: 17162543,
  });
  for (const empty of ['', '  ', null, undefined]) expect(company({ company_pib: empty }).companyTaxNumber).toBeNull();
  expect(company({ company_pib: ' 01234 ' }).companyTaxNumber).toBe(1234);
  for (const wrong of ['12a', '-5', '1.5', 1.5, -1, '12345678901234', {}, true, Number.NaN])
    expect(Registration.safeParse({ ...form, company_pib: wrong }).success, String(wrong)).toBe(false);
});

test('names are trimmed, and hold no invisible characters', () => {
  expect(Registration.parse({ ...form, first_name: '  Ana ' }).firstName).toBe('Ana');
  for (const name of ['An\u200ba', 'Ana\u202e', 'A\nna', '\u0007'])
    expect(Registration.safeParse({ ...form, first_name: name }).success).toBe(false);
});

test('a company is called what it is called, and may be left out', () => {
  for (const name of ['Mlekara Sava d.o.o.', 'D.O.O. „Šćepanović & sinovi“', 'Polovni-auti.rs'])
    expect(Registration.parse({ ...form, company_name: name }).companyName).toBe(name);
  for (const name of ['', '  ', null, undefined])
    expect(Registration.parse({ ...form, company_name: name }).companyName).toBeNull();
});

test('rights among the metadata are not read', () => {
  expect(Registration.parse({ ...form, is_admin: true, toberegistered: false })).not.toHaveProperty('is_admin');
});

test('a username that looks like an e-mail address is one’s own', () => {
  for (const username of ['ana', 'milica.simic']) expect(isUsernameAllowed(username, 'ana@primer.rs')).toBe(true);
  expect(isUsernameAllowed('Ana@primer.rs', 'ana@primer.rs')).toBe(true);
  expect(isUsernameAllowed('drugi@primer.rs', 'ana@primer.rs')).toBe(false);
});

test('a password is counted in characters people see, and the common ones are known', () => {
  expect(passwordLength('šššššš')).toBe(6);
  expect(passwordLength('s\u030cs\u030cs\u030c')).toBe(3);
  expect(passwordLength('🦁🦁🦁')).toBe(3);
  for (const common of ['123456', 'Lozinka123', 'partizan1945', 'QWERTZ']) expect(isCommonPassword(common)).toBe(true);
  expect(isCommonPassword('tri mala lava')).toBe(false);
});
