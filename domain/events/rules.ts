import { z } from 'zod';
import { createFailed, fieldErrors } from './copy.ts';
import { Country, PackageId } from './packages.ts';

/** The specification's simple shape of an address: something, @, something, a dot, something. */
const EMAIL_SHAPE = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** `field` missing, then its own shape, then its limit: the first message that applies is the one shown. */
const required = (missing: string, most: number) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, { error: missing, abort: true })
    .max(most, { error: fieldErrors.tooLong(most) });

/** The personal step: specification, section 5, with its texts to the letter. */
export const PersonalInfo = z.object({
  firstName: required(fieldErrors.firstName, 80),
  lastName: required(fieldErrors.lastName, 80),
  email: required(fieldErrors.email, 254).regex(EMAIL_SHAPE, fieldErrors.emailShape).toLowerCase(),
  /** At least eight characters, whatever they are: people write `064/123-4567`. */
  phone: required(fieldErrors.phone, 40).min(8, fieldErrors.phoneShort),
});
export type PersonalInfo = z.infer<typeof PersonalInfo>;

/** What the dialog sends when it reaches the payment step. */
export const NewReservation = z.object({
  /** Made when the dialog opens; the same key never makes a second reservation. */
  key: z.uuid({ error: createFailed }),
  personalInfo: PersonalInfo,
  selectedCountry: z.enum(Country.options, { error: fieldErrors.country }),
  selectedPackage: z.enum(PackageId.options, { error: fieldErrors.package }),
  /** What the buyer was shown, in minor units: compared with the price list, never used. */
  shownAmount: z.int().optional(),
});
export type NewReservation = z.infer<typeof NewReservation>;
