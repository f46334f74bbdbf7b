import * as z from 'zod';
import { PASSWORD_MAX, PASSWORD_MIN, passwordLength } from '../auth/password.ts';
import type { Proof } from '../auth/proof.ts';
import { proofWords } from '../auth/security-copy.ts';
import { common, countries } from '../copy.ts';
import { normaliseEmail } from '../ids.ts';
import { emailShape, plainLine, plainName } from '../shapes.ts';
import { closing, myPassword, myProfile } from './account-copy.ts';
import { forgot, mfa, reset, signIn, signUp } from './copy.ts';
import { isUsernameAllowed } from './registration.ts';

/** What the forms of /auth accept, and what they say otherwise. */

/** How long a recovery link is valid; the server uses the same figure. */
export const RECOVERY_LINK_MINUTES = 30;

const email = (required: string, invalid: string) => z.string().trim().min(1, required).pipe(emailShape(invalid));

const field = (label: string, max: number) =>
  plainLine(max, common.tooLong(label, max)).min(1, common.fillField(label));
const name = (label: string, max: number) => plainName(max, common.tooLong(label, max)).min(1, common.fillField(label));

const optional = (label: string, max: number) => plainLine(max, common.tooLong(label, max));

/** Counted as the server counts: characters, not the pieces a computer stores them in. */
const newPassword = (label: string, short: string) =>
  z
    .string()
    .refine((text) => passwordLength(text) >= PASSWORD_MIN, short)
    .refine((text) => passwordLength(text) <= PASSWORD_MAX, common.tooLong(label, PASSWORD_MAX));

/** Digits only, or empty; as a number it still fits a JavaScript integer exactly. */
const digits = z
  .string()
  .trim()
  .regex(/^\d{0,13}$/, signUp.digitsOnly);

export const SignInForm = z.object({
  email: z.string().transform(normaliseEmail).pipe(z.string().min(1, signIn.emailRequired)),
  password: z.string().min(1, signIn.passwordRequired),
});
export type SignInForm = z.infer<typeof SignInForm>;

const person = {
  firstName: name(signUp.firstName, 80),
  lastName: name(signUp.lastName, 80),
  phone: name(signUp.phone, 40),
  city: name(signUp.city, 80),
  country: z.enum(Object.keys(countries) as [keyof typeof countries], common.chooseCountry),
  username: field(signUp.username, 40),
};
const company = {
  companyName: optional(signUp.companyName, 160),
  taxNumber: digits,
  registrationNumber: digits,
  companyAddress: optional(signUp.companyAddress, 200),
};

export const SignUpForm = z
  .object({
    ...person,
    email: email(common.fillField(signUp.email), signUp.emailInvalid),
    password: newPassword(signUp.password, signUp.short),
    ...company,
    consent: z.literal(true, signUp.consentError),
  })
  .refine((form) => isUsernameAllowed(form.username, form.email), {
    path: ['username'],
    message: signUp.usernameIsAddress,
  });
export type SignUpForm = z.infer<typeof SignUpForm>;

/** Tax and registration numbers travel as integers, or null when the field is empty. */
export const digitsToNumber = (text: string): number | null => (text.trim() === '' ? null : Number.parseInt(text, 10));

/** The profile as its owner edits it. */
export const ProfileForm = z.object({
  ...person,
  address: optional(myProfile.address, 160),
  addressNumber: optional(myProfile.addressNumber, 20),
  postalCode: optional(myProfile.postalCode, 12),
  ...company,
});
export type ProfileForm = z.infer<typeof ProfileForm>;

/** What the form says, by the profile's names. */
export const profileOf = ({ taxNumber, registrationNumber, ...form }: ProfileForm) => ({
  ...form,
  address: form.address || null,
  addressNumber: form.addressNumber || null,
  postalCode: form.postalCode || null,
  companyName: form.companyName || null,
  companyAddress: form.companyAddress || null,
  companyTaxNumber: digitsToNumber(taxNumber),
  companyRegistrationNumber: digitsToNumber(registrationNumber),
});

/** The registration's metadata as `/auth/v1/signup` takes it, with what the person agreed to. */
export function registrationMetadata(form: SignUpForm, versions: { terms: string; privacy: string }) {
  return {
    first_name: form.firstName,
    last_name: form.lastName,
    username: form.username,
    phone: form.phone,
    city: form.city,
    country: form.country,
    company_name: form.companyName || null,
    company_pib: digitsToNumber(form.taxNumber),
    company_registration_number: digitsToNumber(form.registrationNumber),
    company_address: form.companyAddress || null,
    terms_version: versions.terms,
    privacy_version: versions.privacy,
  };
}

export const ForgotForm = z.object({ email: email(forgot.emailRequired, forgot.emailInvalid) });
export type ForgotForm = z.infer<typeof ForgotForm>;

export const NewPasswordForm = z
  .object({
    password: newPassword(reset.password, reset.short),
    repeat: z.string(),
  })
  .refine((form) => form.password === form.repeat, { path: ['repeat'], message: reset.mismatch });
export type NewPasswordForm = z.infer<typeof NewPasswordForm>;

export const NewEmailForm = z.object({ email: email(forgot.emailRequired, forgot.emailInvalid) });

export const ChangePasswordForm = ({ knowsCurrent }: { knowsCurrent: boolean }) =>
  z
    .object({
      current: knowsCurrent ? z.string().min(1, myPassword.currentRequired) : z.string(),
      password: newPassword(reset.password, reset.short),
      repeat: z.string(),
    })
    .refine((form) => form.password === form.repeat, { path: ['repeat'], message: reset.mismatch });

export const ClosingForm = z.object({ password: z.string().min(1, closing.passwordRequired) });

/** What „confirm it is you“ takes; a recovery code has letters, so only emptiness can be checked here. */
export const ProofForm = (way: Proof) =>
  z.object({
    proof:
      way === 'password'
        ? z.string().min(1, proofWords.passwordRequired)
        : z.string().trim().min(1, proofWords.codeRequired),
  });

const sixDigits = (required: string) =>
  z
    .string()
    .transform((code) => code.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, required));

export const CodeForm = z.object({ code: sixDigits(mfa.codeRequired) });

export const BackupCodeForm = z.object({ code: z.string().trim().min(1, mfa.backupRequired).max(40, mfa.backupWrong) });

export interface AccountAddress {
  email: string;
  /** When the person last used a mailed link or code. */
  mailboxProvenAt: Date | null;
}

/**
 * What belongs to an address belongs to whoever has proven it. Until then an account sees, takes away and erases only what
 * it caused itself: anybody can register with somebody else's address. `null` for an address that is not proven.
 */
export const provenAddress = ({ email, mailboxProvenAt }: AccountAddress): string | null =>
  mailboxProvenAt === null ? null : email;
