import { and, eq, isNull, TransactionRollbackError } from 'drizzle-orm';
import { productNamed, specialPackage } from '#domain/catalogue/catalogue.ts';
import { DAY_MS } from '#domain/day.ts';
import { mailboxOf } from '#domain/orders/delivery.ts';
import { ownOrderPath } from '#domain/orders/own-order.ts';
import { pages } from '#domain/pages.ts';
import type { PaymentProblem } from '#domain/payments/problem.ts';
import { addEntries } from '../../advertising/ledger.ts';
import { packages, subscriptions } from '../../advertising/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { cancelOrder, closeCheckout } from '../../orders/place-order.ts';
import { orders } from '../../orders/schema.ts';
import { noteCheckout } from '../../payments/checkouts.ts';
import type { CheckoutFacts, InvoiceFacts } from '../../payments/gateway.ts';
import { fulfilments } from '../../payments/schema.ts';
import { providerActor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { type NewMail, queueMail, queueMails } from '../../platform/mail/mail.ts';
import { openTask } from '../../tasks/open-task.ts';
import { returnPayment } from '../event/return-payment.ts';
import { writeSubscription } from './follow-subscription.ts';
import { lockPaymentAccess } from './payment-access.ts';

/**
 * What a payment brings about, read top to bottom: the order is paid, a package is entered and credited, the mails are
 * queued, all in the caller's transaction and all once, whoever comes first and however often. The webhook and the
 * buyer's return both end here.
 */
type Source = (typeof fulfilments.$inferInsert)['source'];
type OrderRow = typeof orders.$inferSelect;
type QueueDeps = Pick<Dependencies, 'queue' | 'config' | 'now'>;

/** `returned`: the account was closed or blocked, so nothing was credited and the money goes back. */
export type Settled = {
  status: 'paid' | 'processing' | 'unpaid' | 'expired' | 'returned';
  problem: PaymentProblem | null;
};

/** Brings the order to where the provider says the checkout is. Paid wins over cancelled; nothing undoes paid. */
export async function settleCheckout(tx: Tx, deps: QueueDeps, facts: CheckoutFacts, source: Source): Promise<Settled> {
  const settled = await bringOrder(tx, deps, facts, source);
  const state = settled.status === 'unpaid' ? (facts.state === 'failed' ? 'failed' : 'open') : settled.status;
  if (!settled.problem || settled.status === 'returned') await noteCheckout(tx, facts.sessionId, state);
  return settled;
}

/**
 * Settles what was asked without an event. With a problem nothing is written: the event, which always comes, keeps the
 * problem for a person.
 */
export async function settleWithoutEvent(deps: Dependencies, facts: CheckoutFacts): Promise<Settled> {
  let settled: Settled | undefined;
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

async function bringOrder(tx: Tx, deps: QueueDeps, facts: CheckoutFacts, source: Source): Promise<Settled> {
  const order = await lockOrder(tx, facts.orderId);
  if (!order) return { status: 'unpaid', problem: 'UNKNOWN_ORDER' };
  if (facts.state === 'open') return { status: 'unpaid', problem: null };
  const isOurs = order.checkoutSessionId === null || order.checkoutSessionId === facts.sessionId;
  if (facts.state === 'expired' || facts.state === 'failed') {
    if (isOurs) await cancelOrder(tx, providerActor, order.id);
    return { status: facts.state === 'expired' ? 'expired' : 'unpaid', problem: null };
  }
  if (facts.state === 'processing') {
    await closeCheckout(tx, order.id);
    return { status: 'processing', problem: null };
  }
  if (facts.invoice) return settleInvoice(tx, deps, facts.invoice, source);
  const mayPay = (await lockPaymentAccess(tx, order.profileId)) === 'open';
  if (mayPay && !isAgreed(order, facts)) return { status: 'processing', problem: 'AMOUNT_DIFFERS' };
  const taken = await takeKey(tx, facts.sessionId, order.id, source);
  if (taken) return { status: taken.returned ? 'returned' : 'paid', problem: null };
  const { amount, currency } = facts;
  if (!mayPay) return returnPayment(tx, deps, order, { key: facts.sessionId, amount, currency });
  if (order.status === 'paid') return { status: 'paid', problem: 'PAID_TWICE' };
  await markPaid(tx, deps, order, facts.sessionId);
  if (order.kind === 'special') await enterSpecialPackage(tx, deps, order, facts);
  return { status: 'paid', problem: null };
}

const isAgreed = (order: OrderRow, { amount, currency }: { amount: number; currency: string }) =>
  amount === order.amount && currency === order.currency;

/** A paid invoice, first or renewal, of the agreed amount: one row of sold packages, one credit, one mail. */
export async function settleInvoice(tx: Tx, deps: QueueDeps, facts: InvoiceFacts, source: Source): Promise<Settled> {
  const order = await lockOrder(tx, facts.orderId);
  if (order && facts.ofPage) return nameInvoice(tx, order, facts);
  const product = order && productNamed(order.productName);
  if (!order || product?.kind !== 'package') return { status: 'unpaid', problem: 'UNKNOWN_ORDER' };
  if (facts.subscription) await writeSubscription(tx, deps, facts.subscription, order);
  if (!facts.paid) return { status: 'unpaid', problem: null };
  const mayPay = (await lockPaymentAccess(tx, order.profileId)) === 'open';
  if (mayPay && !facts.agreed) return { status: 'processing', problem: 'UNEXPECTED_INVOICE' };
  if (mayPay && !isAgreed(order, facts)) return { status: 'processing', problem: 'AMOUNT_DIFFERS' };
  const taken = await takeKey(tx, facts.invoiceId, order.id, source);
  if (taken) return { status: taken.returned ? 'returned' : 'paid', problem: null };
  if (!mayPay) {
    const { invoiceId: key, amount, currency, number, periodEnd } = facts;
    const invoice = { number, periodEnd, subscriptionId: facts.subscription?.subscriptionId ?? null };
    return returnPayment(tx, deps, order, { key, amount, currency, invoice });
  }
  await markPaid(tx, deps, order, order.checkoutSessionId);
  const { bannerCount, tvSeconds } = product;
  await tx.insert(packages).values({
    ...describePackage(order),
    bannerCount,
    tvSeconds,
    amount: facts.amount,
    currency: facts.currency,
    subscriptionId: facts.subscription?.subscriptionId,
    paymentKey: facts.invoiceId,
    invoiceNumber: facts.number,
    periodEnd: facts.periodEnd,
  });
  if (order.profileId) {
    const credit = { reason: 'package' as const, reference: facts.invoiceId, banners: bannerCount, tvSeconds };
    await addEntries(tx, providerActor, order.profileId, credit);
  }
  await record(tx, providerActor, {
    action: 'advertising.period-paid',
    on: { kind: 'order', id: order.id },
    after: { invoice: facts.invoiceId, package: product.name, bannerCount, tvSeconds, amount: facts.amount },
  });
  await queueMail(tx, deps.queue, {
    to: mailboxOf(order),
    profileId: order.profileId,
    template: facts.first ? 'advertising.started' : 'advertising.renewed',
    props: {
      packageName: product.name,
      bannerCount,
      tvSeconds,
      amount: facts.amount,
      currency: facts.currency,
      paidAt: deps.now().toISOString(),
      nextPaymentAt: facts.periodEnd.toISOString(),
      invoiceNumber: facts.number,
      link: accountLink(deps, order),
    },
    idempotencyKey: `advertising.paid:${facts.invoiceId}`,
  });
  return { status: 'paid', problem: null };
}

/** The order itself, or the part of the account page that a package belongs to. */
const accountLink = (deps: QueueDeps, { kind, number }: Pick<OrderRow, 'kind' | 'number'>) =>
  deps.config.publicUrl + (kind === 'device' ? ownOrderPath(number) : `${pages.account.path}#reklame`);
const adminPageOf = ({ kind }: OrderRow) => (kind === 'device' ? pages.adminSales : pages.adminSubscriptions).path;

async function lockOrder(tx: Tx, id: string | null): Promise<OrderRow | null> {
  if (!id) return null;
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
  return row ?? null;
}

/** Takes the payment's key; whoever comes second gets what the first one wrote and has nothing left to do. */
async function takeKey(tx: Tx, key: string, orderId: string, source: Source): Promise<{ returned: boolean } | null> {
  const taken = await tx
    .insert(fulfilments)
    .values({ key, orderId, source })
    .onConflictDoNothing()
    .returning({ key: fulfilments.key });
  if (taken.length === 1) return null;
  const [first] = await tx.select({ returned: fulfilments.returned }).from(fulfilments).where(eq(fulfilments.key, key));
  return first!;
}

async function markPaid(tx: Tx, deps: QueueDeps, order: OrderRow, checkoutSessionId: string | null): Promise<void> {
  if (order.status === 'paid') return;
  const paidAt = deps.now();
  await tx
    .update(orders)
    .set({ status: 'paid', paidAt, checkoutKey: null, checkoutSessionId })
    .where(eq(orders.id, order.id));
  await record(tx, providerActor, {
    action: 'orders.paid',
    on: { kind: 'order', id: order.id },
    before: { status: order.status },
    after: { status: 'paid', amount: order.amount, currency: order.currency },
  });
  const sale = {
    orderId: order.id,
    number: order.number,
    productName: order.productName,
    amount: order.amount,
    currency: order.currency,
    paidAt: paidAt.toISOString(),
    delivery: order.delivery,
    link: accountLink(deps, order),
  };
  const toBuyer: NewMail<'orders.paid' | 'advertising.special-started'> = {
    to: mailboxOf(order),
    profileId: order.profileId,
    template: order.kind === 'device' ? 'orders.paid' : 'advertising.special-started',
    props: sale,
    idempotencyKey: `orders.paid:${order.id}`,
  };
  const toStaff: NewMail<'orders.new-sale'> = {
    to: deps.config.superAdmin.email,
    profileId: null,
    template: 'orders.new-sale',
    props: { ...sale, email: order.email, link: `${deps.config.publicUrl}${adminPageOf(order)}` },
    idempotencyKey: `orders.new-sale:${order.id}`,
  };
  await queueMails(tx, deps.queue, order.kind === 'package' ? [toStaff] : [toBuyer, toStaff]);
  await openTask(tx, deps, order);
}

/** A single payment is settled by its page; here its invoice's number joins what was sold. */
async function nameInvoice(tx: Tx, order: OrderRow, { number }: InvoiceFacts): Promise<Settled> {
  await tx
    .update(packages)
    .set({ invoiceNumber: number })
    .where(and(eq(packages.orderId, order.id), isNull(packages.invoiceNumber)));
  return { status: order.status === 'paid' ? 'paid' : 'unpaid', problem: null };
}

async function enterSpecialPackage(tx: Tx, deps: QueueDeps, order: OrderRow, facts: CheckoutFacts): Promise<void> {
  await tx.insert(packages).values({
    ...describePackage(order),
    bannerCount: 0,
    tvSeconds: 0,
    amount: facts.amount,
    currency: facts.currency,
    paymentKey: facts.sessionId,
    invoiceNumber: facts.invoiceNumber,
    periodEnd: new Date(deps.now().getTime() + specialPackage.days * DAY_MS),
  });
}

/** The company as its form named it; the account's own address when the form had none. */
const describePackage = (order: OrderRow) => ({
  profileId: order.profileId,
  orderId: order.id,
  email: order.delivery?.email || order.email,
  packageName: order.productName,
  companyName: order.delivery?.company_name ?? null,
});

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
    to: mailboxOf(order),
    profileId: order.profileId,
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
