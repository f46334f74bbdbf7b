import fc from 'fast-check';
import { expect, test } from 'vitest';
import { common } from '../copy.ts';
import { LIMITS } from '../limits.ts';
import { digitsToNumber, registrationMetadata, SignUpForm } from './person-forms.ts';
import { CodeForm, ForgotForm, MAIL_AGAIN_SECONDS, NewPasswordForm, SignInForm } from './rules.ts';

const filled = {
  firstName: 'Milica',
  lastName: 'Živković',
  phone: '+381 64 123 4567',
  city: 'Čačak',
  country: 'RS',
  username: 'milica.z',
  email: 'milica@primer.rs',
  password: 'lozinka-za-probu',
  companyName: '',
  taxNumber: '',
  registrationNumber: '',
  companyAddress: '',
  consent: true,
};

/** Each wrong field with what is said about it. */
function said(
  schema: {
    safeParse(value: unknown): { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } };
  },
  value: unknown,
) {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}

test('signing in names each missing field in its fixed sentence', () => {
  expect(said(SignInForm, { email: '  ', password: '' })).toEqual({
    email: 'Email je obavezan.',
    password: 'Lozinka je obavezna.',
  });
  expect(SignInForm.parse({ email: ' Milica@Primer.RS ', password: ' x ' })).toEqual({
    email: 'milica@primer.rs',
    password: ' x ',
  });
});

test('registration names every empty field and asks only the company fields for nothing', () => {
  const empty = Object.fromEntries(Object.keys(filled).map((name) => [name, '']));
  expect(said(SignUpForm, { ...empty, consent: false })).toEqual({
    firstName: 'Popunite polje: Ime.',
    lastName: 'Popunite polje: Prezime.',
    phone: 'Popunite polje: Telefon.',
    city: 'Popunite polje: Grad.',
    country: 'Izaberite zemlju.',
    username: 'Popunite polje: Korisničko ime.',
    email: 'Popunite polje: Email adresa.',
    password: 'Lozinka mora imati najmanje 6 karaktera',
    consent: 'Za registraciju prihvatite uslove.',
  });
  expect(said(SignUpForm, filled)).toEqual({});
});

test('registration refuses what is not an address, a short password and letters in the company numbers', () => {
  expect(
    said(SignUpForm, {
      ...filled,
      email: 'milica@primer',
      password: '12345',
      taxNumber: '10 12',
      registrationNumber: 'RS1',
    }),
  ).toEqual({
    email: 'Unesite ispravnu email adresu.',
    password: 'Lozinka mora imati najmanje 6 karaktera',
    taxNumber: 'Upišite samo cifre.',
    registrationNumber: 'Upišite samo cifre.',
  });
});

test('a username may be an address only if it is the person’s own', () => {
  expect(said(SignUpForm, { ...filled, username: 'Ana@Primer.rs' })).toEqual({
    username: common.badUsername,
  });
  expect(said(SignUpForm, { ...filled, username: 'Milica@primer.rs' })).toEqual({});
});

test('company numbers travel as integers, or null when empty', () => {
  const versions = { terms: '1', privacy: '2' };
  const person = registrationMetadata(SignUpForm.parse(filled), versions);
  expect(person).toEqual({
    first_name: 'Milica',
    last_name: 'Živković',
    username: 'milica.z',
    phone: '+381 64 123 4567',
    city: 'Čačak',
    country: 'RS',
    company_name: null,
    company_pib: null,
    company_registration_number: null,
    company_address: null,
    terms_version: '1',
    privacy_version: '2',
  });
  const firm = { ...filled, companyName: ' Pekara ', taxNumber: '100002887', registrationNumber: ' 17162543 ' };
  expect(registrationMetadata(SignUpForm.parse(firm), versions)).toMatchObject({
    company_name: 'Pekara',
    company_pib: 100_002_887,
    company_registration_number: 17_162_543,
  });
});

test('no text of digits becomes an inexact number', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,13}$/), (text) => {
      const number = digitsToNumber(text);
      expect(Number.isSafeInteger(number)).toBe(true);
      expect(BigInt(number!)).toBe(BigInt(text));
    }),
  );
});

test('a forgotten password needs an address, a new one must be repeated', () => {
  expect(said(ForgotForm, { email: '' })).toEqual({ email: 'Email je obavezan.' });
  expect(said(ForgotForm, { email: 'a@b' })).toEqual({ email: 'Unesite ispravnu email adresu.' });
  expect(said(NewPasswordForm, { password: '12345', repeat: '12345' })).toEqual({
    password: 'Lozinka mora imati najmanje 6 karaktera',
  });
  expect(said(NewPasswordForm, { password: '123456', repeat: '1234567' })).toEqual({
    repeat: 'Lozinke se ne poklapaju.',
  });
});

test('a code may be typed with spaces, as phones show it', () => {
  expect(CodeForm.parse({ code: '123 456' })).toEqual({ code: '123456' });
  expect(said(CodeForm, { code: '12345' })).toEqual({ code: 'Kod ima šest cifara.' });
});

test('whoever waits for another link is told to wait as long as the server does', () => {
  expect(LIMITS['mails to an account']).toMatchObject({ number: 1, seconds: MAIL_AGAIN_SECONDS });
});
