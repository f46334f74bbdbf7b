import { mailboxOf } from '#domain/orders/delivery/delivery.ts';
import type { orders } from './schema.ts';

type Order = Pick<typeof orders.$inferSelect, 'id' | 'profileId' | 'email' | 'delivery'>;

/** Of a mail to the buyer of an order: where it goes, and what it is about. */
export const buyerMailFields = (order: Order) => ({
  to: mailboxOf(order),
  profileId: order.profileId,
  orderId: order.id,
});
