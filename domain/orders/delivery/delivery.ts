import { countryName } from '../../copy.ts';
import type { Delivery } from '../../delivery.ts';
import { type ExchangeState, mayCancelExchange } from '../../fulfilment/exchanges.ts';
import { COMING_STATES, type ShipmentState } from '../../fulfilment/shipment.ts';
import type { FulfilmentState } from '../../order-states.ts';
import type { Receiver } from './changed-delivery.ts';

/** Street, place and country of the buyer form on one line. */
export const addressOf = (to: Delivery): string =>
  `${to.address} ${to.addressNumber}, ${to.postalCode} ${to.city}, ${countryName(to.country ?? '')}`;

/** Where mails about an order go: what a company typed as its own address, otherwise the account's. */
export const mailboxOf = ({ email, delivery }: { email: string; delivery: Delivery | null }): string =>
  delivery?.email || email;

const text = (value: string | null | undefined): string => value?.trim() ?? '';
const buyerIn = (form: Delivery): string => `${text(form.firstName)} ${text(form.lastName)}`.trim();

/** What an order's form says of it. */
export const receiverIn = (form: Delivery): Receiver => ({
  name: text(form.recipientName) || buyerIn(form),
  phone: text(form.recipientPhone) || text(form.phone),
  address: text(form.address),
  addressNumber: text(form.addressNumber),
  city: text(form.city),
  postalCode: text(form.postalCode),
  courierNote: text(form.courierNote),
});

/** The same form with another receiver; the buyer's own name and phone stay as they were typed. */
export function withReceiver(form: Delivery, { name, phone: number, courierNote, ...place }: Receiver): Delivery {
  const { recipientName: _, recipientPhone: __, courierNote: ___, ...kept } = form;
  return {
    ...kept,
    ...place,
    ...(name === buyerIn(form) ? {} : { recipientName: name }),
    ...(number === text(form.phone) ? {} : { recipientPhone: number }),
    ...(courierNote ? { courierNote } : {}),
  };
}

const TO_BE_PACKED: readonly FulfilmentState[] = ['new', 'refused', 'returned', 'lost', 'damaged'];

/** Something is still to be packed, of what was bought or in the place of a faulty device, and nothing is on its way to the old address. */
export const canChangeDelivery = (
  { fulfilmentState }: { fulfilmentState: FulfilmentState | null },
  parcels: readonly { state: ShipmentState }[],
  exchanges: readonly { state: ExchangeState }[],
): boolean =>
  fulfilmentState !== null &&
  (TO_BE_PACKED.includes(fulfilmentState) || exchanges.some(({ state }) => mayCancelExchange(state))) &&
  !parcels.some(({ state }) => COMING_STATES.some((one) => one === state));
