import { phoneOrderScript } from '#domain/payments/phone-order-copy.ts';
import type { PhoneOrderFacts } from '#domain/payments/phone-order-facts.ts';
import type { OrderRow } from './enter-sale.ts';

/** What the buyer of devices was told on the phone, for the mail that confirms it. */
export const phoneOrderMailProps = (
  { productName, createdAt }: OrderRow,
  of: Omit<PhoneOrderFacts, 'productName'>,
) => ({
  sentences: phoneOrderScript({ productName, ...of }),
  productName,
  orderedAt: createdAt.toISOString(),
});
