import { and, asc, eq, inArray } from 'drizzle-orm';
import { productNamed } from '#domain/catalogue/catalogue.ts';
import type { Currency } from '#domain/money.ts';
import { PAYMENT_WAYS, type PaymentWay } from '#domain/order-states.ts';
import { canChangeCompany, firmIn } from '#domain/orders/company/company.ts';
import { addressOf, canChangeDelivery } from '#domain/orders/delivery/delivery.ts';
import type { OwnOrder } from '#domain/orders/own/own-order-page.ts';
import { type PaymentWayOrder, paymentWayProblem } from '#domain/payments/ways.ts';
import { LIVE_PAYOUTS, maskedAccount } from '#domain/payouts/rules.ts';
import { dinarsAt } from '#domain/prices.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { listed } from '../../documents/listed.ts';
import { documents } from '../../documents/schema.ts';
import { exchanges, shipments } from '../../fulfilment/schema.ts';
import { currentPaymentRequest } from '../../orders/claims.ts';
import { monthsOrdered } from '../../orders/months-ordered.ts';
import { exchangeRateOfOrder } from '../../orders/rates.ts';
import { orders } from '../../orders/schema.ts';
import { orderPayments } from '../../payments/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import { expectedDelivery } from '../fulfilment/expected-delivery.ts';
import { readOwnCall } from '../on-delivery/calls.ts';
import { whyNotOnDelivery } from '../on-delivery/request-payment-on-delivery.ts';
import { runningSubscription } from '../payments/ways/running-subscription.ts';
import { paidMonthsOf } from './paid-months.ts';
import { sumOfSurplus } from './pay-from-surplus.ts';
import { readTransfer } from './send-proforma.ts';

/** One of a buyer's own orders: what it still waits for, and its papers. */
export async function readOwnOrder(
  { db, config, now }: Pick<Dependencies, 'db' | 'config' | 'now'>,
  profileId: string,
  number: number,
): Promise<OwnOrder> {
  const mine = and(eq(orders.number, number), eq(orders.profileId, profileId));
  const [order] = await db.select().from(orders).where(mine);
  if (!order) throw refuse('ORDER_GONE');
  const [papers, months, paidMonths, came, transfer, parcels, exchanged] = await Promise.all([
    db.select().from(documents).where(eq(documents.orderId, order.id)).orderBy(asc(documents.nth)),
    monthsOrdered(db, order.id),
    paidMonthsOf(db, [order.id]),
    db.select().from(orderPayments).where(eq(orderPayments.orderId, order.id)),
    readTransfer(db, order.id),
    db.select({ state: shipments.state }).from(shipments).where(eq(shipments.orderId, order.id)),
    db.select({ state: exchanges.state }).from(exchanges).where(eq(exchanges.orderId, order.id)),
  ]);
  const claim = await currentPaymentRequest(db, order.id);
  const expected = await expectedDelivery({ db, config, now }, order);
  const back = await db
    .select()
    .from(payouts)
    .where(and(eq(payouts.orderId, order.id), inArray(payouts.state, LIVE_PAYOUTS)))
    .orderBy(asc(payouts.createdAt), asc(payouts.id));
  const surplus = came.some(({ isSurplus }) => isSurplus) ? await sumOfSurplus(db, order) : 0;
  const isDue = order.paymentState === 'due';
  const { id, kind, productName, amount, way, status, paymentState, fulfilmentState, version, createdAt, delivery } =
    order;
  const isCancellable =
    status === 'pending' &&
    (paymentState === 'unpaid' || isDue) &&
    came.length === 0 &&
    parcels.every(({ state }) => state === 'cancelled');
  const asked = {
    kind,
    months,
    country: delivery?.country ?? delivery?.company_country ?? 'RS',
    price: dinarsAt(amount, await exchangeRateOfOrder(db, order)).amount,
  };
  return {
    id,
    number,
    kind,
    productName,
    amount,
    way,
    status,
    paymentState,
    fulfilmentState,
    version,
    createdAt,
    months,
    currency: order.currency as Currency,
    paidMonths: paidMonths.get(order.id) ?? null,
    address: kind === 'device' && delivery ? addressOf(delivery) : null,
    delivery: kind === 'device' ? delivery : null,
    companyForm: kind === 'device' ? null : delivery,
    isDeliveryOpen: canChangeDelivery(order, parcels, exchanged),
    company: firmIn(delivery),
    isCompanyOpen: canChangeCompany(order, papers, parcels),
    expected,
    isCancellable,
    otherWays: isCancellable ? await possibleWays({ db, config }, order, asked) : [],
    documents: papers.map(listed),
    transfer,
    toCourier: isDue && claim ? claim.amount : null,
    call: isDue ? await readOwnCall(db, order) : null,
    surplus: surplus > 0 ? { amount: surplus, currency: 'RSD' } : null,
    moneyBack: back.map(({ id, amount: sum, currency, state, account }) => ({
      id,
      money: { amount: sum, currency },
      state: state as (typeof LIVE_PAYOUTS)[number],
      account: account && maskedAccount(account),
    })),
  };
}

/**
 * The other ways that an unpaid order can be paid in now. Whether parcels were not taken at a phone or an address is said only to whoever
 * asks for it (docs/decisions/191).
 */
async function possibleWays(
  { db, config }: Pick<Dependencies, 'db' | 'config'>,
  { kind, way, profileId, productName }: typeof orders.$inferSelect,
  asked: PaymentWayOrder,
): Promise<PaymentWay[]> {
  if (kind === 'package' && profileId && (await runningSubscription(db, profileId, productName))) return [];
  const ways = PAYMENT_WAYS.filter((other) => other !== way && paymentWayProblem(other, asked) === null);
  if (!ways.includes('cash_on_delivery')) return ways;
  const product = productNamed(productName);
  const devices = product?.kind === 'device' ? product.deviceCount : 1;
  const why = await whyNotOnDelivery(db, { config }, { delivery: {}, devices });
  return why ? ways.filter((one) => one !== 'cash_on_delivery') : ways;
}
