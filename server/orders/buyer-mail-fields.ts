import { and, eq, gt, sql } from 'drizzle-orm';
import { LIMITS } from '#domain/limits.ts';
import { mailboxOf } from '#domain/orders/delivery/delivery.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Tx } from '../platform/db.ts';
import { mails } from '../platform/mail.schema.ts';
import type { orders } from './schema.ts';

type Order = Pick<typeof orders.$inferSelect, 'id' | 'profileId' | 'email' | 'delivery'>;

/** Of a mail to the buyer of an order: where it goes, and what it is about. */
export const buyerMailFields = (order: Order) => ({
  to: mailboxOf(order),
  profileId: order.profileId,
  orderId: order.id,
});

/**
 * The same of a mail that a buyer can cause by asking. An address that was typed with an order is nobody's proven mailbox and gets so many
 * mails a day; what comes after them goes to the account's address, so that nothing is lost and no stranger is flooded.
 */
export async function requestedMailFields(tx: Tx, { config }: Pick<Dependencies, 'config'>, order: Order) {
  const fields = buyerMailFields(order);
  if (!config.rateLimits || fields.to === order.email) return fields;
  const lately = and(eq(mails.to, fields.to), gt(mails.queuedAt, sql`now() - interval '1 day'`));
  const isFull = (await tx.$count(mails, lately)) >= LIMITS['mails to an address of an order'].number;
  return isFull ? { ...fields, to: order.email } : fields;
}
