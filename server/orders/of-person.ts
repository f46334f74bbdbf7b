import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { Currency } from '#domain/money.ts';
import type { Database } from '../platform/db.ts';
import { orders } from './schema.ts';

/** An order as staff's pages tell it. */
export const describeOrder = (order: typeof orders.$inferSelect) => ({
  id: order.id,
  number: order.number,
  kind: order.kind,
  email: order.email,
  productName: order.productName,
  amount: order.amount,
  currency: order.currency as Currency,
  status: order.status,
  refunded: order.refunded,
  createdAt: order.createdAt,
  paidAt: order.paidAt,
  paymentState: order.paymentState,
  fulfilmentState: order.fulfilmentState,
  deliveredParcels: order.deliveredParcels,
  parcels: order.parcels,
  isDisputed: order.isDisputed,
});

/** A person's newest orders, at most `size`, without one; `count` and what was `paid` less what went back, in cents, are of all. */
export async function ordersOfPerson(db: Database, profileId: string, size: number, without?: string) {
  const paid = sql<number>`coalesce(sum(${orders.amount} - ${orders.refunded}) filter (where ${orders.status} = 'paid'), 0)`;
  const [[sum], rows] = await Promise.all([
    db
      .select({ count: sql<number>`count(*)`.mapWith(Number), paid: paid.mapWith(Number) })
      .from(orders)
      .where(eq(orders.profileId, profileId)),
    db
      .select()
      .from(orders)
      .where(and(eq(orders.profileId, profileId), without ? ne(orders.id, without) : undefined))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(size),
  ]);
  return { ...sum!, rows: rows.map(describeOrder) };
}
