import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import type { Day } from '#domain/day.ts';
import { orderPayments } from '../payments/schema.ts';
import { providerActor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { currentPaymentRequest, dropFee, markPaymentRequestReplaced } from './claims.ts';
import { enterOrderEvent } from './events.ts';
import { createCardPaymentRequest } from './place-order.ts';
import { orderClaims, orders } from './schema.ts';

interface ReceivedPayment {
  key: string;
  amount: number;
  currency: string;
  /** The day on which the provider took it. */
  bookedOn: Day;
  /** Paid on the page with this key, not by an invoice. */
  isPage: boolean;
}

/**
 * What an order becomes by a payment whose row is written (`order_payments`). A cancelled one is open again, because paid wins; one
 * that was paid already stays as it is. The caller holds the order's lock.
 */
export async function applyPaymentToOrder(
  tx: Tx,
  moment: Date,
  order: typeof orders.$inferSelect,
  { key, amount, currency, bookedOn, isPage }: ReceivedPayment,
): Promise<void> {
  if (order.way !== 'card') await switchToCard(tx, order);
  else if (order.status === 'cancelled') await reviveClaim(tx, order.id);
  if (isPage && order.status !== 'paid' && order.checkoutSessionId !== key)
    await tx.update(orders).set({ checkoutSessionId: key }).where(eq(orders.id, order.id));
  const kind = order.status === 'paid' && isPage ? 'overpaid' : 'paid';
  const facts = { amount, currency, bookedOn };
  await enterOrderEvent(tx, moment, providerActor, order.id, { kind, reference: key, facts });
}

/** A page was paid that was called off when the order was to be paid another way: paid wins, and nothing in dinars is asked for. */
async function switchToCard(tx: Tx, order: typeof orders.$inferSelect): Promise<void> {
  if (order.status === 'paid') return;
  const asked = await currentPaymentRequest(tx, order.id);
  if (asked) await markPaymentRequestReplaced(tx, asked.id);
  await dropFee(tx, order.id);
  await tx.update(orders).set({ way: 'card' }).where(eq(orders.id, order.id));
  await createCardPaymentRequest(tx, order);
  await keepDinarsForBuyer(tx, order.id);
}

/** What transfers had brought in part pays nothing of an order that a card has paid: it is the buyer's. */
async function keepDinarsForBuyer(tx: Tx, orderId: string): Promise<void> {
  const counted = and(
    eq(orderPayments.orderId, orderId),
    ne(orderPayments.way, 'card'),
    eq(orderPayments.isSurplus, false),
  );
  const kept = await tx.update(orderPayments).set({ isSurplus: true }).where(counted).returning();
  await record(
    tx,
    providerActor,
    kept.map(({ amount, currency }) => ({
      action: 'orders.overpaid' as const,
      on: { kind: 'order' as const, id: orderId },
      after: { amount, currency },
    })),
  );
}

async function reviveClaim(tx: Tx, orderId: string): Promise<void> {
  const over = and(eq(orderClaims.orderId, orderId), inArray(orderClaims.state, ['cancelled', 'lapsed']));
  const [last] = await tx
    .select({ id: orderClaims.id })
    .from(orderClaims)
    .where(over)
    .orderBy(desc(orderClaims.createdAt))
    .limit(1);
  if (last) await tx.update(orderClaims).set({ state: 'live' }).where(eq(orderClaims.id, last.id));
}
