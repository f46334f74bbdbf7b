import * as z from 'zod';
import { isUsernameAllowed } from '../auth/username.ts';
import { phone, withPostalCode } from '../contact-shapes.ts';
import { common, countries } from '../copy.ts';
import { requiredLine, requiredName } from '../required-fields.ts';
import { plainLine } from '../shapes.ts';
import { myProfile } from './account-copy.ts';
import { signUp } from './copy.ts';
import { email, newPassword } from './rules.ts';

/** The forms of registering and of one's own profile, apart from rules.ts for the weight of the rules of phones. */

const optional = (label: string, max: number) => plainLine(max, common.tooLong(label, max));

/** Digits only, or empty; as a number it still fits a JavaScript integer exactly. */
const digits = z
  .string()
  .trim()
  .regex(/^\d{0,13}$/, signUp.digitsOnly);

const person = {
  firstName: requiredName(signUp.firstName, 80),
  lastName: requiredName(signUp.lastName, 80),
  phone: phone(requiredName(signUp.phone, 40)),
  city: requiredName(signUp.city, 80),
  country: z.enum(Object.keys(countries) as [keyof typeof countries], common.chooseCountry),
  username: requiredLine(signUp.username, 40),
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
    message: common.badUsername,
  });
export type SignUpForm = z.infer<typeof SignUpForm>;

/** Tax and registration numbers travel as integers, or null when the field is empty. */
export const digitsToNumber = (text: string): number | null => (text.trim() === '' ? null : Number.parseInt(text, 10));

/** The profile as its owner edits it. */
export const ProfileForm = withPostalCode(
  z.object({
    ...person,
    address: optional(myProfile.address, 160),
    addressNumber: optional(myProfile.addressNumber, 20),
    postalCode: optional(myProfile.postalCode, 12),
    ...company,
  }),
);
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
export function registrationMetadata(
  form: SignUpForm,
  versions: { terms: string; privacy: string },
  chosenProduct: string | null = null,
) {
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
    ...(chosenProduct === null ? {} : { chosen_product: chosenProduct }),
  };
}
