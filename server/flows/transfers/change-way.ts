import { and, eq, ne } from 'drizzle-orm';
import { productNamed } from '#domain/catalogue/catalogue.ts';
import type { PaymentWay } from '#domain/order-states.ts';
import { paymentWayProblem, WAYS } from '#domain/payments/ways.ts';
import { dinarsAt } from '#domain/prices.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { currentPaymentRequest, dropFee, markPaymentRequestReplaced } from '../../orders/claims.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { monthsOrdered } from '../../orders/months-ordered.ts';
import { checkoutKeyOf } from '../../orders/place-order.ts';
import { exchangeRateOfOrder } from '../../orders/rates.ts';
import { orders } from '../../orders/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import type { OrderRow } from '../payments/enter-sale.ts';
import { WAY_FLOWS } from '../payments/ways/flows.ts';
import { runningSubscription } from '../payments/ways/running-subscription.ts';
import { lockOrderByNumber, queueCheckoutExpiry, refuseUnlessUnpaid, type SeenOrder } from './unpaid.ts';

/**
 * Another way of paying while nothing was paid: another claim takes the place of the open one, whose reference is still recognised. The way
 * that it has already is done.
 */
export const changeWay = (
  deps: Dependencies,
  actor: Actor,
  { way, ...seen }: SeenOrder & { way: PaymentWay },
): Promise<{ way: PaymentWay }> =>
  deps.db.transaction(async (tx) => {
    const found = await lockOrderByNumber(tx, seen);
    const order = { ...found, rate: await exchangeRateOfOrder(tx, found) };
    if (order.way === way && order.status === 'pending') return { way };
    await refuseUnlessUnpaid(tx, order, seen.version);
    const months = await monthsOrdered(tx, order.id);
    const country = order.delivery?.country ?? order.delivery?.company_country ?? 'RS';
    const price = dinarsAt(order.amount, order.rate).amount;
    const why = paymentWayProblem(way, { kind: order.kind, months, country, price });
    if (why) throw refuse('WAY_NOT_POSSIBLE', { way, why });
    if (
      order.kind === 'package' &&
      order.profileId &&
      (await runningSubscription(tx, order.profileId, order.productName))
    )
      throw refuse('WAY_NOT_POSSIBLE', { way, why: 'runs' });
    const before = await currentPaymentRequest(tx, order.id);
    if (before) await markPaymentRequestReplaced(tx, before.id);
    await rekey(tx, order, way, months);
    await queueCheckoutExpiry(tx, deps, order.id);
    if (WAYS[order.way].fee > 0) await dropFee(tx, order.id);
    const claim = await WAY_FLOWS[way].ask(tx, deps, order);
    const facts = { way, amount: claim.amount, currency: claim.currency };
    await enterOrderEvent(tx, deps.now(), actor, order.id, { kind: 'way_changed', reference: claim.id, facts });
    await record(tx, actor, {
      action: 'orders.way-changed',
      on: { kind: 'order', id: order.id },
      before: { way: order.way },
      after: facts,
    });
    await WAY_FLOWS[way].offer(tx, deps, order, { claim, months });
    return { way };
  });

/** Asked for once more with the same words, it is still this order. */
async function rekey(tx: Tx, order: OrderRow, way: PaymentWay, months: number): Promise<void> {
  const product = productNamed(order.productName);
  const key = product && order.delivery ? checkoutKeyOf({ product, delivery: order.delivery, way, months }) : null;
  const same = key
    ? and(eq(orders.profileId, order.profileId!), eq(orders.checkoutKey, key), ne(orders.id, order.id))
    : undefined;
  if (same && (await tx.$count(orders, same)) > 0) throw refuse('WAY_NOT_POSSIBLE', { way, why: 'kind' });
  await tx
    .update(orders)
    .set({ way, checkoutKey: order.profileId ? key : null, checkoutAttempt: order.checkoutAttempt + 1 })
    .where(eq(orders.id, order.id));
}
