import { and, asc, desc, eq, gt, inArray } from 'drizzle-orm';
import type { OrderPage } from '#domain/orders/order-page.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import { post } from '../../books/post.ts';
import type { Dependencies } from '../../dependencies.ts';
import { currentPaymentRequest } from '../../orders/claims.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { orders } from '../../orders/schema.ts';
import { orderPayments } from '../../payments/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import type { OrderRow } from '../payments/enter-sale.ts';
import { bookTransfers, receiveTransfer, sumOfTransfersReceived } from '../payments/receive-transfer.ts';
import { returnablesOf } from '../refunds/returnables.ts';

/** Payments offered for one order. */
const OFFERED = 5;

const surplusCondition = and(
  eq(orderPayments.isSurplus, true),
  eq(orderPayments.way, 'transfer'),
  eq(orderPayments.currency, 'RSD'),
  gt(orderPayments.amount, 0),
);

/** What is left of it for the buyer, para: nothing while some of it is on its way back. */
async function leftOfSurplus(db: DatabaseOrTransaction, order: OrderRow, key: string): Promise<number> {
  const surplus = (await returnablesOf(db, order)).find((one) => one.key === key && one.isSurplus);
  return surplus && !surplus.isUnderWay ? surplus.kept : 0;
}

/** What transfers brought for an order that it does not ask for, and nobody has decided where it goes; para. */
export const sumOfSurplus = async (db: DatabaseOrTransaction, order: OrderRow): Promise<number> =>
  (await returnablesOf(db, order))
    .filter(({ isSurplus, way, isUnderWay }) => isSurplus && way === 'account' && !isUnderWay)
    .reduce((sum, { kept }) => sum + kept, 0);

/** What may pay for an order that waits for a transfer: of the same buyer, the newest first. */
export async function listUsableSurpluses(
  db: DatabaseOrTransaction,
  { id, profileId }: { id: string; profileId: string | null },
): Promise<OrderPage['surpluses']> {
  const claim = await currentPaymentRequest(db, id);
  if (profileId === null || claim?.way !== 'transfer' || claim.state !== 'live') return [];
  const found = await db
    .select({ key: orderPayments.key, order: orders })
    .from(orders)
    .innerJoin(orderPayments, and(eq(orderPayments.orderId, orders.id), surplusCondition))
    .where(eq(orders.profileId, profileId))
    .orderBy(desc(orderPayments.at))
    .limit(OFFERED);
  const missing = found.length > 0 ? claim.amount - (await sumOfTransfersReceived(db, id)) : 0;
  const offered = await Promise.all(
    found.map(async ({ key, order }) => ({
      key,
      order: order.number,
      amount: Math.min(missing, await leftOfSurplus(db, order, key)),
    })),
  );
  return offered.filter(({ amount }) => amount > 0);
}

/**
 * What came too much for one order pays for another of its buyer, as far as it goes. It becomes a payment of that one, by a key of its own;
 * the first keeps the rest. Asked again it is done.
 */
export const payFromSurplus = (
  deps: Dependencies,
  actor: Actor,
  { number, version, payment: key, shown }: { number: number; version: number; payment: string; shown: number },
): Promise<{ paid: number }> =>
  deps.db.transaction(async (tx) => {
    const [wanted] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.number, number));
    if (!wanted) throw refuse('ORDER_GONE');
    const [seen] = await tx
      .select({ orderId: orderPayments.orderId })
      .from(orderPayments)
      .where(eq(orderPayments.key, key));
    const locked = await tx
      .select()
      .from(orders)
      .where(inArray(orders.id, [wanted.id, ...(seen?.orderId ? [seen.orderId] : [])]))
      .orderBy(asc(orders.id))
      .for('update');
    const order = locked.find(({ id }) => id === wanted.id)!;
    const from = locked.find(({ id }) => id === seen?.orderId);
    const paidKey = `${key}:${number}`;
    const [known] = await tx.select().from(orderPayments).where(eq(orderPayments.key, paidKey));
    if (known) return { paid: known.amount! };

    const claim = await currentPaymentRequest(tx, order.id);
    if (order.status !== 'pending' || claim?.way !== 'transfer' || claim.state !== 'live')
      throw refuse('ORDER_NOT_UNPAID');
    const [surplus] = await tx
      .select()
      .from(orderPayments)
      .where(and(eq(orderPayments.key, key), surplusCondition));
    if (!surplus || !from || from.profileId === null || from.profileId !== order.profileId)
      throw refuse('SURPLUS_GONE');
    const missing = claim.amount - (await sumOfTransfersReceived(tx, order.id));
    const amount = Math.min(missing, await leftOfSurplus(tx, from, key));
    if (amount <= 0) throw refuse('SURPLUS_GONE');
    if (order.version !== version || amount !== shown) throw refuse('ORDER_CHANGED');

    const left = surplus.amount! - amount;
    await tx.update(orderPayments).set({ amount: left }).where(eq(orderPayments.key, key));
    if (left > 0) await bookTransfers(tx, deps, from, 'customer', [{ key, amount: left, currency: 'RSD' }]);
    else await post(tx, deps.now(), [{ kind: 'payment', reference: key, gone: true }]);
    const facts = { amount, currency: 'RSD', order: number };
    await enterOrderEvent(tx, deps.now(), actor, from.id, { kind: 'surplus_used', reference: paidKey, facts });
    await record(tx, actor, {
      action: 'orders.surplus-used',
      on: { kind: 'order', id: order.id },
      after: { amount, currency: 'RSD', fromOrder: from.number },
    });
    const came = await receiveTransfer(tx, deps, actor, {
      claimId: claim.id,
      key: paidKey,
      amount,
      currency: 'RSD',
      bookedOn: dayOf(deps.now()),
    });
    // Nothing counts for a closed or blocked account.
    if (came.counted !== amount) throw refuse('SURPLUS_GONE');
    return { paid: amount };
  });
