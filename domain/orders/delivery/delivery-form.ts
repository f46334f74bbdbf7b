import * as z from 'zod';
import { phone } from '../../contact-shapes.ts';
import { common } from '../../copy.ts';
import { COURIER_NOTE_MAX } from '../../fulfilment/receiver.ts';
import { isPostalCode, postalCodeRule } from '../../postal-code.ts';
import { requiredLine, requiredName } from '../../required-fields.ts';
import { plainLine } from '../../shapes.ts';
import { changedDeliveryCopy as copy } from './changed-delivery-copy.ts';

/** Who takes a parcel and where, of an order to that country. */
export const deliveryForm = (country: string) =>
  z.object({
    name: requiredName(copy.name, 160),
    phone: phone(requiredLine(copy.phone, 40)),
    address: requiredLine(copy.address, 160),
    addressNumber: requiredLine(copy.addressNumber, 20),
    city: requiredName(copy.city, 80),
    postalCode: requiredLine(copy.postalCode, 12).refine((code) => code === '' || isPostalCode(code, country), {
      error: postalCodeRule(country) ?? common.badPostalCode,
    }),
    courierNote: plainLine(COURIER_NOTE_MAX, common.tooLong(copy.note, COURIER_NOTE_MAX)),
  });
