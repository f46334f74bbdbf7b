import * as z from 'zod';
import { productNamed } from '../catalogue/catalogue.ts';
import { phone } from '../contact-shapes.ts';
import { plainLine, plainName } from '../shapes.ts';

const required = (longest: number) => plainLine(longest).min(1);
/** These are mailed to the typed address, which need not be the typing person's. */
const name = (longest: number) => plainName(longest).min(1);
const optional = (longest: number) =>
  plainLine(longest)
    .nullish()
    .transform((value) => value || null);

/** Tax and registration numbers: an integer, or null when empty. */
const integerOrNull = z
  .union([
    z
      .string()
      .trim()
      .regex(/^\d{0,13}$/),
    z.int().min(0).max(9_999_999_999_999),
    z.null(),
  ])
  .optional()
  .transform((value) => (value === undefined || value === null || value === '' ? null : Number(value)));

/** What registration sends as metadata. The company's fields are the only optional ones. */
export const Registration = z
  .object({
    first_name: name(100),
    last_name: name(100),
    username: required(100),
    phone: phone(name(40)),
    city: name(100),
    country: name(60),
    company_name: optional(200),
    company_pib: integerOrNull,
    company_registration_number: integerOrNull,
    company_address: optional(200),
    referral_code: optional(40),
    terms_version: optional(40),
    privacy_version: optional(40),
    /** What the person was about to buy; anything that is not in the catalogue is nothing. */
    chosen_product: optional(100),
  })
  .transform((metadata) => ({
    firstName: metadata.first_name,
    lastName: metadata.last_name,
    username: metadata.username,
    phone: metadata.phone,
    city: metadata.city,
    country: metadata.country,
    companyName: metadata.company_name,
    companyTaxNumber: metadata.company_pib,
    companyRegistrationNumber: metadata.company_registration_number,
    companyAddress: metadata.company_address,
    /** The version of each document that the person was shown and accepted. */
    accepted: { memberTerms: metadata.terms_version, personalData: metadata.privacy_version },
    chosenProduct: productNamed(metadata.chosen_product ?? '')?.name ?? null,
    /** As typed on /ref-register, right or wrong; `null` on /auth. */
    referral: metadata.referral_code,
  }));
export type Registration = z.infer<typeof Registration>;
