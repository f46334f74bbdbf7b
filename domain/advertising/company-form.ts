import * as z from 'zod';
import { common } from '../copy.ts';
import { isTaxNumber } from './rules.ts';
import { subscribe } from './shop-copy.ts';

const field = (label: string, max: number) =>
  z.string().trim().min(1, common.fillField(label)).max(max, common.tooLong(label, max));

/** The company form: everything is required (specification, section 5). Its names are the specification's. */
export const CompanyForm = z.object({
  email: field(subscribe.email, 254).pipe(z.email(subscribe.emailInvalid)),
  company_name: field(subscribe.company, 160),
  company_registration_number: field(subscribe.registrationNumber, 20),
  company_tax_number: field(subscribe.taxNumber, 20).refine(isTaxNumber, subscribe.taxNumberWrong),
  company_address: field(subscribe.address, 200),
  company_city: field(subscribe.city, 80),
  company_postal_code: field(subscribe.postalCode, 12),
  company_contact: field(subscribe.contact, 80),
  consent: z.literal(true, subscribe.consentError),
});
export type CompanyForm = z.infer<typeof CompanyForm>;
