import { eq, getTableColumns, sql } from 'drizzle-orm';
import { paymentParts } from '../../../bank/schema.ts';
import { documents } from '../../../documents/schema.ts';
import { exchanges, parcelClaims, shipments } from '../../../fulfilment/schema.ts';
import { installations } from '../../../installations/schema.ts';
import { orderClaims, orderEvents, orderNotes, orders, saleViews, withdrawals } from '../../../orders/schema.ts';
import { payouts } from '../../../payouts/schema.ts';
import type { Tx } from '../../../platform/db.ts';
import { orderRefunds } from '../../../refunds/schema.ts';
import { returns } from '../../../returns/schema.ts';
import { tasks } from '../../../tasks/schema.ts';

/** Orders, with all that became of them. */
export const orderRows = async (tx: Tx, id: string) => ({
  orders: await tx.select().from(orders).where(eq(orders.profileId, id)).orderBy(orders.number),
  orderEvents: await tx
    .select({ ...getTableColumns(orderEvents), number: orders.number })
    .from(orderEvents)
    .innerJoin(orders, eq(orders.id, orderEvents.orderId))
    .where(eq(orders.profileId, id))
    .orderBy(orderEvents.id),
  orderNotes: await tx
    .select({ ...getTableColumns(orderNotes), number: orders.number })
    .from(orderNotes)
    .innerJoin(orders, eq(orders.id, orderNotes.orderId))
    .where(eq(orders.profileId, id))
    .orderBy(orderNotes.createdAt),
  orderRefunds: await tx
    .select({ ...getTableColumns(orderRefunds), number: orders.number })
    .from(orderRefunds)
    .innerJoin(orders, eq(orders.id, orderRefunds.orderId))
    .where(eq(orders.profileId, id))
    .orderBy(orderRefunds.askedAt),
  payouts: await tx
    .select({ ...getTableColumns(payouts), number: orders.number })
    .from(payouts)
    .leftJoin(paymentParts, eq(paymentParts.id, payouts.partId))
    .leftJoin(orderClaims, eq(orderClaims.id, paymentParts.claimId))
    .innerJoin(orders, sql`${orders.id} = coalesce(${payouts.orderId}, ${orderClaims.orderId})`)
    .where(eq(orders.profileId, id))
    .orderBy(payouts.createdAt),
  returns: await tx
    .select({ ...getTableColumns(returns), number: orders.number })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(eq(orders.profileId, id))
    .orderBy(returns.askedAt),
  exchanges: await tx
    .select({ ...getTableColumns(exchanges), number: orders.number })
    .from(exchanges)
    .innerJoin(orders, eq(orders.id, exchanges.orderId))
    .where(eq(orders.profileId, id))
    .orderBy(exchanges.askedAt),
  parcelClaims: await tx
    .select({ ...getTableColumns(parcelClaims), number: orders.number, n: shipments.n })
    .from(parcelClaims)
    .innerJoin(shipments, eq(shipments.id, parcelClaims.shipmentId))
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(eq(orders.profileId, id))
    .orderBy(parcelClaims.openedAt),
  saleViews: await tx.select().from(saleViews).where(eq(saleViews.ownerId, id)).orderBy(saleViews.createdAt),
  withdrawals: await tx
    .select({ ...getTableColumns(withdrawals), number: orders.number })
    .from(withdrawals)
    .innerJoin(orders, eq(orders.id, withdrawals.orderId))
    .where(eq(orders.profileId, id))
    .orderBy(orders.number),
  installations: await tx
    .select()
    .from(installations)
    .where(eq(installations.installerId, id))
    .orderBy(installations.number),
  tasks: await tx
    .select({ ...getTableColumns(tasks), order: orders.number })
    .from(tasks)
    .innerJoin(orders, eq(orders.id, tasks.orderId))
    .where(eq(tasks.profileId, id))
    .orderBy(tasks.number),
  documents: (await tx.select().from(documents).where(eq(documents.profileId, id)).orderBy(documents.nth)).map(
    (row) => ({ ...row, amount: row.price, createdAt: row.issuedAt, buyer: row.data.buyer }),
  ),
});
