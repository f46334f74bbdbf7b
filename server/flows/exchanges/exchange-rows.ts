import { desc, eq } from 'drizzle-orm';
import type { DeskExchange } from '#domain/fulfilment/contract.ts';
import { warrantyUntil } from '#domain/fulfilment/warranty.ts';
import { pages } from '#domain/pages.ts';
import type { Dependencies } from '../../dependencies.ts';
import { exchanges } from '../../fulfilment/schema.ts';
import { buyerMailFields } from '../../orders/buyer-mail-fields.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import type { OrderRow } from '../fulfilment/parcels.ts';

export type ExchangeRow = typeof exchanges.$inferSelect;

/** As staff see it. */
export const shownExchange = ({ orderId: _, shipmentId: __, firstDeliveredOn, ...row }: ExchangeRow): DeskExchange => ({
  ...row,
  until: warrantyUntil(firstDeliveredOn),
});

/** The exchanges of an order, the newest first. */
export const exchangesOf = (db: DatabaseOrTransaction, orderId: string): Promise<ExchangeRow[]> =>
  db.select().from(exchanges).where(eq(exchanges.orderId, orderId)).orderBy(desc(exchanges.askedAt), exchanges.serial);

/** To the buyer, with the page of the order. */
export const exchangeMail = ({ config }: Pick<Dependencies, 'config'>, order: OrderRow) => ({
  ...buyerMailFields(order),
  link: `${config.publicUrl}${pages.accountOrder.path.replace(':number', String(order.number))}`,
});
