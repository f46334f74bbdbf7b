import * as z from 'zod';
import { hasTaxNumberShape } from '../company-numbers.ts';
import { phone, withPostalCode } from '../contact-shapes.ts';
import { common } from '../copy.ts';
import { COURIER_NOTE_MAX } from '../fulfilment/receiver.ts';
import { changedDeliveryCopy as delivery } from '../orders/delivery/changed-delivery-copy.ts';
import { requiredLine, requiredName } from '../required-fields.ts';
import { plainLine, plainName } from '../shapes.ts';
import { purchase } from './copy.ts';
import { deliveryCountries } from './delivery.ts';
import { buyerMore as more } from './ways-copy.ts';

type Typed = Partial<
  Record<'companyName' | 'companyTaxNumber' | 'companyRegistrationNumber' | 'recipientName' | 'recipientPhone', unknown>
> & {
  isForOther?: boolean;
};
const isFilled = (value: unknown) => typeof value === 'string' && value.trim() !== '';
const isFirm = ({ companyName }: Typed) => isFilled(companyName);
const isForOther = ({ isForOther: wanted }: Typed) => wanted === true;
const missing = (field: keyof Typed, asked: (form: Typed) => boolean) => (form: Typed) =>
  !asked(form) || isFilled(form[field]);
const when = () => true;

/** The buyer form. A firm's name asks for its numbers, another recipient for a name and a phone; everything else is required. */
export const BuyerForm = withPostalCode(
  z.object({
    firstName: requiredName(purchase.firstName, 80),
    lastName: requiredName(purchase.lastName, 80),
    companyName: plainLine(160, common.tooLong(purchase.company, 160)),
    companyTaxNumber: plainLine(20, common.tooLong(more.taxNumber, 20)),
    companyRegistrationNumber: plainLine(20, common.tooLong(more.registrationNumber, 20)),
    country: z.enum(deliveryCountries, common.chooseCountry),
    address: requiredLine(purchase.address, 160),
    addressNumber: requiredLine(purchase.addressNumber, 20),
    city: requiredName(purchase.city, 80),
    postalCode: requiredLine(purchase.postalCode, 12),
    phone: phone(requiredLine(purchase.phone, 40)),
    isForOther: z.boolean(),
    recipientName: plainName(160, common.tooLong(more.recipientName, 160)),
    recipientPhone: phone(plainLine(40, common.tooLong(more.recipientPhone, 40))),
    courierNote: plainLine(COURIER_NOTE_MAX, common.tooLong(delivery.note, COURIER_NOTE_MAX)),
    consent: z.literal(true, purchase.consentError),
  }),
)
  .refine(missing('companyTaxNumber', isFirm), {
    path: ['companyTaxNumber'],
    error: common.fillField(more.taxNumber),
    when,
  })
  .refine((form) => !isFirm(form) || !form.companyTaxNumber || hasTaxNumberShape(form.companyTaxNumber, form.country), {
    path: ['companyTaxNumber'],
    error: more.taxNumberWrong,
    when,
  })
  .refine(missing('companyRegistrationNumber', isFirm), {
    path: ['companyRegistrationNumber'],
    error: common.fillField(more.registrationNumber),
    when,
  })
  .refine(missing('recipientName', isForOther), {
    path: ['recipientName'],
    error: common.fillField(more.recipientName),
    when,
  })
  .refine(missing('recipientPhone', isForOther), {
    path: ['recipientPhone'],
    error: common.fillField(more.recipientPhone),
    when,
  });
export type BuyerForm = z.infer<typeof BuyerForm>;
