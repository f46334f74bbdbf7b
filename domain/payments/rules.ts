import * as z from 'zod';
import { phone, withPostalCode } from '../contact-shapes.ts';
import { common } from '../copy.ts';
import { deliveryCountries } from '../delivery.ts';
import { plainLine, plainName } from '../shapes.ts';
import { purchase } from './copy.ts';

const field = (label: string, max: number) =>
  plainLine(max, common.tooLong(label, max)).min(1, common.fillField(label));
const name = (label: string, max: number) => plainName(max, common.tooLong(label, max)).min(1, common.fillField(label));

/** The buyer form: everything is required except the company's name. */
export const BuyerForm = withPostalCode(
  z.object({
    firstName: name(purchase.firstName, 80),
    lastName: name(purchase.lastName, 80),
    companyName: plainLine(160, common.tooLong(purchase.company, 160)),
    country: z.enum(deliveryCountries, common.chooseCountry),
    address: field(purchase.address, 160),
    addressNumber: field(purchase.addressNumber, 20),
    city: name(purchase.city, 80),
    postalCode: field(purchase.postalCode, 12),
    phone: phone(field(purchase.phone, 40)),
    consent: z.literal(true, purchase.consentError),
  }),
);
export type BuyerForm = z.infer<typeof BuyerForm>;
