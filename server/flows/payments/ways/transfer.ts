import { daysLater } from '#domain/day.ts';
import { LIMITS } from '#domain/limits.ts';
import { dinarsAt } from '#domain/prices.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { createTransferPaymentRequest, type OrderClaim } from '../../../orders/claims.ts';
import { placeOrder } from '../../../orders/place-order.ts';
import type { Tx } from '../../../platform/db.ts';
import { orderPageLink, readTransfer, sendProforma } from '../../transfers/send-proforma.ts';
import type { OrderRow } from '../enter-sale.ts';
import { runningSubscription } from './running-subscription.ts';
import type { PaymentWayFlow, StartPayment } from './way.ts';

/** A transfer to the company's account: the order and its pro-forma invoice are one transaction, the PDF and the mail follow. */
const startTransfer: StartPayment = async (deps, { person, actor, told }, wanted) => {
  const { product, months, termsVersion } = wanted;
  const { document, ...words } = wanted.form;
  if (product.kind === 'package' && !wanted.endsSubscription) {
    const running = await runningSubscription(deps.db, person.id, product.name);
    if (running) throw refuse('SUBSCRIPTION_RUNS', { until: running.currentPeriodEnd?.toISOString() ?? null });
  }
  const placed = await placeOrder(deps.db, actor, {
    ...words,
    profileId: person.id,
    email: person.email,
    product,
    acceptance: termsVersion ? { document, version: termsVersion } : null,
    way: 'transfer',
    months,
    told,
    most: deps.config.rateLimits ? LIMITS.checkouts.number : null,
    now: deps.now(),
    async ask(tx, order) {
      if (wanted.rate !== null && wanted.rate !== order.rate) throw refuse('RATE_CHANGED', { rate: order.rate! });
      const claim = await askInDinars(tx, deps, order);
      await sendProforma(tx, deps, order, claim, { gross: claim.amount, months, isPhoneOrder: told !== undefined });
    },
  });
  const transfer = await readTransfer(deps.db, placed.id);
  return { url: orderPageLink(deps, placed), orderId: placed.id, number: placed.number, transfer, isNew: placed.fresh };
};

function askInDinars(tx: Tx, deps: Dependencies, order: OrderRow): Promise<OrderClaim> {
  const today = dayOf(deps.now());
  return createTransferPaymentRequest(tx, {
    orderId: order.id,
    amount: dinarsAt(order.amount, order.rate!).amount,
    today,
    validUntil: daysLater(today, deps.config.transfer.days),
  });
}

export const transferFlow: PaymentWayFlow = {
  start: startTransfer,
  ask: askInDinars,
  offer: (tx, deps, order, { claim, months }) => sendProforma(tx, deps, order, claim, { gross: claim.amount, months }),
};
