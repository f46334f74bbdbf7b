import * as z from 'zod';
import { phone, withCompanyPostalCode } from '../contact-shapes.ts';
import { COUNTRY_CODES, common } from '../copy.ts';
import { emailShape, plainLine, plainName } from '../shapes.ts';
import { subscribe } from './purchase-copy.ts';
import { hasTaxNumberShape } from './rules.ts';

const field = (label: string, max: number) =>
  plainLine(max, common.tooLong(label, max)).min(1, common.fillField(label));
const name = (label: string, max: number) => plainName(max, common.tooLong(label, max)).min(1, common.fillField(label));

/** The company form: everything is required. Its field names are part of `create-payment`'s public body. */
export const CompanyForm = withCompanyPostalCode(
  z.object({
    email: z.string().trim().min(1, common.fillField(subscribe.email)).pipe(emailShape(subscribe.emailInvalid)),
    company_name: field(subscribe.company, 160),
    company_registration_number: field(subscribe.registrationNumber, 20),
    company_tax_number: field(subscribe.taxNumber, 20),
    company_address: field(subscribe.address, 200),
    company_city: name(subscribe.city, 80),
    company_postal_code: field(subscribe.postalCode, 12),
    company_country: z.enum(COUNTRY_CODES, common.chooseCountry),
    company_contact: phone(name(subscribe.contact, 80)),
    consent: z.literal(true, subscribe.consentError),
  }),
).refine(
  ({ company_tax_number: number, company_country: country }) =>
    typeof number !== 'string' || !number.trim() || hasTaxNumberShape(number, country),
  { path: ['company_tax_number'], error: subscribe.taxNumberWrong, when: () => true },
);
export type CompanyForm = z.infer<typeof CompanyForm>;
