import * as z from 'zod';
import { phone } from '../../contact-shapes.ts';
import { common } from '../../copy.ts';
import { isPostalCode, postalCodeRule } from '../../postal-code.ts';
import { plainLine, plainName } from '../../shapes.ts';
import { changedDeliveryCopy as copy } from './changed-delivery-copy.ts';

const line = (label: string, max: number) => plainLine(max, common.tooLong(label, max)).min(1, common.fillField(label));
const name = (label: string, max: number) => plainName(max, common.tooLong(label, max)).min(1, common.fillField(label));

/** Who takes a parcel and where, of an order to that country. */
export const deliveryForm = (country: string) =>
  z.object({
    name: name(copy.name, 160),
    phone: phone(line(copy.phone, 40)),
    address: line(copy.address, 160),
    addressNumber: line(copy.addressNumber, 20),
    city: name(copy.city, 80),
    postalCode: line(copy.postalCode, 12).refine((code) => code === '' || isPostalCode(code, country), {
      error: postalCodeRule(country) ?? common.badPostalCode,
    }),
  });
