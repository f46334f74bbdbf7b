import type { Told } from '#domain/payments/told.ts';
import { toldTo } from '#domain/payments/told-copy.ts';
import type { OrderRow } from './enter-sale.ts';

/** What the buyer of devices was told on the phone, for the mail that confirms it. */
export const toldIn = ({ productName, createdAt }: OrderRow, of: Omit<Told, 'productName'>) => ({
  sentences: toldTo({ productName, ...of }),
  productName,
  orderedAt: createdAt.toISOString(),
});
