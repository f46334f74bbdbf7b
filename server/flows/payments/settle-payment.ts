import { and, eq, isNull, TransactionRollbackError } from 'drizzle-orm';
import { productNamed } from '#domain/catalogue/catalogue.ts';
import type { Day } from '#domain/day.ts';
import type { Currency } from '#domain/money.ts';
import type { PaymentProblem } from '#domain/payments/problem.ts';
import { dayOf, startOfDay } from '#domain/time.ts';
import { packages, subscriptions } from '../../advertising/schema.ts';
import { isCollectedByParcel } from '../../bank/of-orders.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { IssuedDocument } from '../../documents/issue.ts';
import { applyPaymentToOrder } from '../../orders/apply-payment-to-order.ts';
import { buyerMailFields } from '../../orders/buyer-mail-fields.ts';
import { enterOrderEvent, refreshOrder } from '../../orders/events.ts';
import { cancelOrder, clearCheckoutKey } from '../../orders/place-order.ts';
import { orders } from '../../orders/schema.ts';
import { isReplacedPage, noteCheckout } from '../../payments/checkouts.ts';
import type { CheckoutFacts, InvoiceFacts } from '../../payments/gateway.ts';
import { orderPayments } from '../../payments/schema.ts';
import { providerActor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { cardPeriodTerms, issuePeriodInvoice } from '../documents/period-documents.ts';
import { postPaymentEntry } from './book-payments.ts';
import { bookReturnedPayment, returnCardPaymentBesideParcel } from './book-returned-payment.ts';
import {
  accountLink,
  enterPeriod,
  enterSpecialPackage,
  notifyOfSale,
  type OrderRow,
  type QueueDeps,
} from './enter-sale.ts';
import { writeSubscription } from './follow-subscription.ts';
import { lockPaymentAccess } from './payment-access.ts';

/**
 * What a payment brings about, read top to bottom: the order is paid, a package is entered and credited, the mails are
 * queued, all in the caller's transaction and all once, whoever comes first and however often. The webhook and the
 * buyer's return both end here.
 */
type Source = (typeof orderPayments.$inferInsert)['source'];

/** `returned`: the account was closed or blocked, or a courier collects, so nothing was credited and the money goes back. */
export type SettlementResult = {
  status: 'paid' | 'processing' | 'unpaid' | 'expired' | 'returned';
  problem: PaymentProblem | null;
};

/** Brings the order to where the provider says the checkout is. Paid wins over cancelled; nothing undoes paid. */
export async function settleCheckout(
  tx: Tx,
  deps: QueueDeps,
  facts: CheckoutFacts,
  source: Source,
): Promise<SettlementResult> {
  const settled = await bringOrder(tx, deps, facts, source);
  const state = settled.status === 'unpaid' ? (facts.state === 'failed' ? 'failed' : 'open') : settled.status;
  if (!settled.problem || settled.status === 'returned') await noteCheckout(tx, facts.sessionId, state);
  const isPageOver = !settled.problem && (state === 'expired' || state === 'failed');
  // A page whose money goes back is under way no more either.
  if (facts.orderId && (isPageOver || state === 'returned')) await refreshOrder(tx, deps.now(), facts.orderId);
  if (facts.orderId && settled.status === 'processing' && !settled.problem)
    await enterOrderEvent(tx, deps.now(), providerActor, facts.orderId, {
      kind: 'payment_processing',
      reference: facts.sessionId,
    });
  return settled;
}

/**
 * Settles what was asked without an event. With a problem nothing is written: the event, which always comes, keeps the
 * problem for a person.
 */
export async function settleWithoutEvent(deps: Dependencies, facts: CheckoutFacts): Promise<SettlementResult> {
  let settled: SettlementResult | undefined;
  try {
    await deps.db.transaction(async (tx) => {
      settled = await settleCheckout(tx, deps, facts, 'return');
      if (settled.problem) tx.rollback();
    });
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
  return settled!;
}

async function bringOrder(tx: Tx, deps: QueueDeps, facts: CheckoutFacts, source: Source): Promise<SettlementResult> {
  const order = await lockOrder(tx, facts.orderId);
  if (!order) return { status: 'unpaid', problem: 'UNKNOWN_ORDER' };
  if (facts.state === 'open') return { status: 'unpaid', problem: null };
  const isOurs = order.checkoutSessionId === null || order.checkoutSessionId === facts.sessionId;
  if (facts.state === 'expired' || facts.state === 'failed') {
    if (isOurs && !(await isReplacedPage(tx, order, facts.sessionId)))
      await cancelOrder(tx, deps.now(), providerActor, order.id);
    return { status: facts.state === 'expired' ? 'expired' : 'unpaid', problem: null };
  }
  if (facts.state === 'processing') {
    await clearCheckoutKey(tx, order.id);
    return { status: 'processing', problem: null };
  }
  if (facts.invoice) return settleInvoice(tx, deps, facts.invoice, source);
  const mayPay = (await lockPaymentAccess(tx, order.profileId)) === 'open';
  if (mayPay && !isAgreed(order, facts)) return { status: 'processing', problem: 'AMOUNT_DIFFERS' };
  const payment = { key: facts.sessionId, amount: facts.amount, currency: facts.currency };
  const bookedOn = cameOn(deps, facts);
  const came = { ...payment, bookedOn, isPage: true };
  // What a parcel collects is not paid for a second time.
  const isCollected = order.status !== 'paid' && (await isCollectedByParcel(tx, order.id));
  const isSurplus = order.status === 'paid' || isCollected;
  const taken = await takeKey(tx, order, { ...payment, source, isSurplus });
  if (taken) return { status: taken.returned ? 'returned' : 'paid', problem: null };
  if (isCollected) return returnCardPaymentBesideParcel(tx, deps, order, { ...payment, bookedOn });
  if (!mayPay) return bookReturnedPayment(tx, deps, order, { ...payment, bookedOn });
  if (order.status === 'paid') {
    await applyPaymentToOrder(tx, deps.now(), order, came);
    await postPaymentEntry(tx, deps.now(), order, payment, 'customer');
    return { status: 'paid', problem: 'PAID_TWICE' };
  }
  const invoice = order.kind === 'special' ? await sellSpecialPackage(tx, deps, order, facts) : null;
  await markPaid(tx, deps, order, came, invoice);
  await postPaymentEntry(tx, deps.now(), order, payment);
  return { status: 'paid', problem: null };
}

/**
 * The calendar day on which the provider took the money: it may tell of it days later. What has been told has come, whatever the
 * provider's clock says.
 */
function cameOn({ now }: QueueDeps, { paidAt }: Pick<CheckoutFacts, 'paidAt'>): Day {
  const known = now();
  return dayOf(paidAt && paidAt < known ? paidAt : known);
}

const isAgreed = (order: OrderRow, { amount, currency }: { amount: number; currency: string }) =>
  amount === order.amount && currency === order.currency;

/** A paid invoice, first or renewal, of the agreed amount: one row of sold packages, one credit, one mail. */
export async function settleInvoice(
  tx: Tx,
  deps: QueueDeps,
  facts: InvoiceFacts,
  source: Source,
): Promise<SettlementResult> {
  const order = await lockOrder(tx, facts.orderId);
  if (order && facts.ofPage) return nameInvoice(tx, order, facts);
  const product = order && productNamed(order.productName);
  if (!order || product?.kind !== 'package') return { status: 'unpaid', problem: 'UNKNOWN_ORDER' };
  if (facts.subscription) await writeSubscription(tx, deps, facts.subscription, order);
  if (!facts.paid) return { status: 'unpaid', problem: null };
  const mayPay = (await lockPaymentAccess(tx, order.profileId)) === 'open';
  if (mayPay && !facts.agreed) return { status: 'processing', problem: 'UNEXPECTED_INVOICE' };
  if (mayPay && !isAgreed(order, facts)) return { status: 'processing', problem: 'AMOUNT_DIFFERS' };
  const { invoiceId: key, amount, currency, number, periodStart, periodEnd } = facts;
  const bookedOn = cameOn(deps, facts);
  const taken = await takeKey(tx, order, { key, amount, currency, source, isSurplus: false });
  if (taken) return { status: taken.returned ? 'returned' : 'paid', problem: null };
  if (!mayPay) {
    const invoice = { number, periodEnd, subscriptionId: facts.subscription?.subscriptionId ?? null };
    return bookReturnedPayment(tx, deps, order, { key, amount, currency, bookedOn, invoice });
  }
  await markPaid(tx, deps, order, { key, amount, currency, bookedOn, isPage: false });
  const period = await enterPeriod(tx, providerActor, order, {
    paymentKey: key,
    amount,
    currency,
    subscriptionId: facts.subscription?.subscriptionId,
    invoiceNumber: number,
    periodEnd,
  });
  await postPaymentEntry(tx, deps.now(), order, { key, amount, currency });
  const terms = await cardPeriodTerms(tx, period, bookedOn, dayOf(periodStart));
  const invoice = await issuePeriodInvoice(tx, deps, order, period, terms);
  await queueMail(tx, deps.queue, {
    ...buyerMailFields(order),
    template: facts.first ? 'advertising.started' : 'advertising.renewed',
    props: {
      packageName: product.name,
      bannerCount: product.bannerCount,
      tvSeconds: product.tvSeconds,
      amount,
      currency,
      paidAt: startOfDay(bookedOn).toISOString(),
      nextPaymentAt: isEnding(facts.subscription) ? null : periodEnd.toISOString(),
      invoiceNumber: invoice.number,
      attached: true,
      link: accountLink(deps, order),
    },
    awaits: invoice.id,
    idempotencyKey: `advertising.paid:${key}`,
  });
  return { status: 'paid', problem: null };
}

/** Cancelled while its charge was tried again: what is paid now is its last month. */
const isEnding = (subscription: InvoiceFacts['subscription']): boolean =>
  subscription !== null && (subscription.cancelAtPeriodEnd || subscription.cancelAt !== null);

async function lockOrder(tx: Tx, id: string | null): Promise<OrderRow | null> {
  if (!id) return null;
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
  return row ?? null;
}

/** Writes the payment down; whoever comes second gets what the first one wrote and has nothing left to do. */
async function takeKey(
  tx: Tx,
  { id: orderId }: OrderRow,
  { currency, ...payment }: Came & { source: Source; isSurplus: boolean },
): Promise<{ returned: boolean } | null> {
  const taken = await tx
    .insert(orderPayments)
    .values({ orderId, ...payment, currency: currency as Currency })
    .onConflictDoNothing()
    .returning({ key: orderPayments.key });
  if (taken.length === 1) return null;
  const [first] = await tx
    .select({ returned: orderPayments.returned })
    .from(orderPayments)
    .where(eq(orderPayments.key, payment.key));
  return first!;
}

interface Came {
  key: string;
  amount: number;
  currency: string;
}

async function markPaid(
  tx: Tx,
  deps: QueueDeps,
  order: OrderRow,
  came: Came & { bookedOn: Day; isPage: boolean },
  paper: IssuedDocument | null = null,
): Promise<void> {
  await applyPaymentToOrder(tx, deps.now(), order, came);
  if (order.status === 'paid') return;
  await notifyOfSale(tx, deps, providerActor, order, { amount: order.amount, currency: order.currency, paper });
}

/** A single payment is settled by its page; here its invoice's number joins what was sold. */
async function nameInvoice(tx: Tx, order: OrderRow, { number }: InvoiceFacts): Promise<SettlementResult> {
  await tx
    .update(packages)
    .set({ invoiceNumber: number })
    .where(and(eq(packages.orderId, order.id), isNull(packages.invoiceNumber)));
  return { status: order.status === 'paid' ? 'paid' : 'unpaid', problem: null };
}

async function sellSpecialPackage(
  tx: Tx,
  deps: QueueDeps,
  order: OrderRow,
  { sessionId: paymentKey, amount, currency, invoiceNumber, paidAt }: CheckoutFacts,
): Promise<IssuedDocument> {
  const period = await enterSpecialPackage(tx, deps, order, { paymentKey, amount, currency, invoiceNumber });
  const terms = await cardPeriodTerms(tx, period, cameOn(deps, { paidAt }));
  return issuePeriodInvoice(tx, deps, order, period, terms);
}

/** A failed or unpaid renewal changes no balance; it is announced once per attempt. */
export async function recordFailedPayment(
  tx: Tx,
  deps: QueueDeps,
  facts: InvoiceFacts,
): Promise<PaymentProblem | null> {
  const order = await lockOrder(tx, facts.orderId);
  if (!order) return 'UNKNOWN_ORDER';
  if (facts.subscription) await writeSubscription(tx, deps, facts.subscription, order);
  if (facts.paid || facts.first) return null;
  if (facts.subscription) {
    await tx
      .update(subscriptions)
      .set({ retryAt: facts.nextAttemptAt, attempts: facts.attempts })
      .where(eq(subscriptions.id, facts.subscription.subscriptionId));
  }
  await record(tx, providerActor, {
    action: 'advertising.payment-failed',
    on: { kind: 'order', id: order.id },
    after: { invoice: facts.invoiceId, attempt: facts.attempts },
  });
  await queueMail(tx, deps.queue, {
    ...buyerMailFields(order),
    template: 'advertising.payment-failed',
    props: {
      packageName: order.productName,
      amount: order.amount,
      currency: order.currency,
      nextAttemptAt: facts.nextAttemptAt?.toISOString() ?? null,
      link: accountLink(deps, order),
    },
    idempotencyKey: `advertising.payment-failed:${facts.invoiceId}:${facts.attempts}`,
  });
  return null;
}
