import { countryName } from '../copy.ts';
import type { Delivery } from '../delivery.ts';

/** Letters of the buyer's note for whoever delivers: with what every courier is told they are the 150 that one takes. */
export const COURIER_NOTE_MAX = 120;

/** Who receives a parcel and where, as it stands on its label; somebody else than the buyer where the form named one. */
export function receiverOf(to: Delivery | null) {
  const buyer = [to?.firstName, to?.lastName].filter(Boolean).join(' ');
  const person = to?.recipientName || buyer;
  const lines = [
    to?.companyName ? person : '',
    [to?.address, to?.addressNumber].filter(Boolean).join(' '),
    [to?.postalCode, to?.city].filter(Boolean).join(' '),
    to?.country && to.country !== 'RS' ? countryName(to.country) : '',
  ];
  return {
    name: to?.companyName || person,
    address: lines.filter((line): line is string => Boolean(line)),
    phone: to?.recipientPhone || to?.phone || '',
    note: to?.courierNote ?? '',
  };
}
