import * as z from 'zod';
import { hasTaxNumberShape } from '../company-numbers.ts';
import { phone, withCompanyPostalCode } from '../contact-shapes.ts';
import { COUNTRY_CODES, common } from '../copy.ts';
import { requiredLine, requiredName } from '../required-fields.ts';
import { emailShape } from '../shapes.ts';
import { subscribe } from './purchase-copy.ts';

/** The company form: everything is required. Its field names are part of `create-payment`'s public body. */
export const CompanyForm = withCompanyPostalCode(
  z.object({
    email: z.string().trim().min(1, common.fillField(subscribe.email)).pipe(emailShape(subscribe.emailInvalid)),
    company_name: requiredLine(subscribe.company, 160),
    company_registration_number: requiredLine(subscribe.registrationNumber, 20),
    company_tax_number: requiredLine(subscribe.taxNumber, 20),
    company_address: requiredLine(subscribe.address, 200),
    company_city: requiredName(subscribe.city, 80),
    company_postal_code: requiredLine(subscribe.postalCode, 12),
    company_country: z.enum(COUNTRY_CODES, common.chooseCountry),
    company_contact: phone(requiredName(subscribe.contact, 80)),
    consent: z.literal(true, subscribe.consentError),
  }),
).refine(
  ({ company_tax_number: number, company_country: country }) =>
    typeof number !== 'string' || !number.trim() || hasTaxNumberShape(number, country),
  { path: ['company_tax_number'], error: subscribe.taxNumberWrong, when: () => true },
);
export type CompanyForm = z.infer<typeof CompanyForm>;
