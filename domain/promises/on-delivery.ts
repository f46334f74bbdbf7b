import type { PromiseRow } from './promise.ts';

const FILE = 'server/flows/on-delivery/on-delivery.test.ts';
const CALL = `${FILE} › it is packed only once the buyer has confirmed it on the phone, and only sales writes that down`;
const INVOICE = `${FILE} › delivered by us, the money is ours at once: the sale is given, and the books say where the money is`;

/** Said where an order is paid on delivery. */
export const onDeliveryPromises: PromiseRow[] = [
  { said: 'orders/on-delivery-copy.ts onDeliveryMail.placed.text', by: 'mail fulfilment.sent', test: INVOICE },
  {
    said: 'orders/on-delivery-copy.ts onDeliveryMail.missed.text',
    says: 'Paket šaljemo kad potvrdite',
    by: 'code server/flows/fulfilment/pack-order.ts packOrder',
    test: CALL,
  },
  {
    said: 'orders/on-delivery-copy.ts onDeliveryCopy.text',
    says: 'Račun dobijate uz paket i na email adresu',
    by: 'mail fulfilment.sent',
    test: INVOICE,
  },
  {
    said: 'payments/ways-copy.ts waysCopy.not.countryOnDelivery',
    by: 'code domain/payments/ways.ts paymentWayProblem',
    test: `${FILE} › another country and more than 100.000 RSD are refused by name, and nothing is written`,
  },
  {
    said: 'payments/ways-copy.ts waysCopy.afterOnDelivery',
    says: 'Račun dobijate uz paket i na email adresu',
    by: 'mail fulfilment.sent',
    test: INVOICE,
  },
];
