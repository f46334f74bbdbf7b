import * as z from 'zod';
import { common, countries } from '../copy.ts';
import { purchase } from './copy.ts';

const field = (label: string, max: number) =>
  z.string().trim().min(1, common.fillField(label)).max(max, common.tooLong(label, max));

/** The buyer form: everything is required except the company's name (specification, section 5). */
export const BuyerForm = z.object({
  firstName: field(purchase.firstName, 80),
  lastName: field(purchase.lastName, 80),
  companyName: z.string().trim().max(160, common.tooLong(purchase.company, 160)),
  country: z.enum(Object.keys(countries) as [keyof typeof countries], common.fillField(purchase.country)),
  address: field(purchase.address, 160),
  addressNumber: field(purchase.addressNumber, 20),
  city: field(purchase.city, 80),
  postalCode: field(purchase.postalCode, 12),
  phone: field(purchase.phone, 40),
  consent: z.literal(true, purchase.consentError),
});
export type BuyerForm = z.infer<typeof BuyerForm>;
