import { eq } from 'drizzle-orm';
import { productNamed, specialPackage } from '#domain/catalogue/catalogue.ts';
import { pages } from '#domain/pages.ts';
import type { PaymentProblem } from '#domain/payments/contract.ts';
import { enter } from '../advertising/ledger.ts';
import { packages, subscriptions } from '../advertising/schema.ts';
import type { Edges } from '../app.ts';
import { cancelOrder, closeCheckout } from '../orders/place-order.ts';
import { orders } from '../orders/schema.ts';
import type { CheckoutFacts, InvoiceFacts } from '../payments/ask.ts';
import { fulfilments } from '../payments/schema.ts';
import { record, stripeActor } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { queueMail } from '../platform/mail.ts';
import { writeSubscription } from './follow-subscription.ts';

/**
 * What a payment brings about, read top to bottom: the order is paid, a package is entered and credited, the mails are
 * queued, all in the caller's transaction and all once, whoever comes first and however often. The webhook and the
 * buyer's return both end here.
 */
type Source = (typeof fulfilments.$inferInsert)['source'];
type OrderRow = typeof orders.$inferSelect;
type Mailer = Pick<Edges, 'queue' | 'config' | 'now'>;
const DAY = 24 * 60 * 60 * 1000;

export type Settled = { status: 'paid' | 'processing' | 'unpaid' | 'expired'; problem: PaymentProblem | null };

/** Brings the order to where Stripe says the checkout is. Paid wins over cancelled; nothing undoes paid. */
export async function settleCheckout(tx: Tx, edges: Mailer, facts: CheckoutFacts, source: Source): Promise<Settled> {
  const order = await lockOrder(tx, facts.orderId);
  if (!order) return { status: 'unpaid', problem: 'UNKNOWN_ORDER' };
  if (facts.state === 'open') return { status: 'unpaid', problem: null };
  const isOurs = order.checkoutSessionId === null || order.checkoutSessionId === facts.sessionId;
  if (facts.state === 'expired' || facts.state === 'failed') {
    if (isOurs) await cancelOrder(tx, stripeActor, order.id);
    return { status: facts.state === 'expired' ? 'expired' : 'unpaid', problem: null };
  }
  if (facts.state === 'processing') {
    await closeCheckout(tx, order.id);
    return { status: 'processing', problem: null };
  }
  if (facts.amount !== order.amount || facts.currency !== order.currency) {
    return { status: 'processing', problem: 'AMOUNT_DIFFERS' };
  }
  if (facts.invoice) return settleInvoice(tx, edges, facts.invoice, source);
  if (!(await firstTime(tx, facts.sessionId, order.id, source))) return { status: 'paid', problem: null };
  if (order.status === 'paid') return { status: 'paid', problem: 'PAID_TWICE' };
  await tx.update(orders).set({ checkoutSessionId: facts.sessionId }).where(eq(orders.id, order.id));
  await markPaid(tx, edges, order);
  if (order.kind === 'special') await enterSpecialPackage(tx, edges, order, facts);
  return { status: 'paid', problem: null };
}

/** A paid invoice, first or renewal: one row of sold packages, one credit, one mail. */
export async function settleInvoice(tx: Tx, edges: Mailer, facts: InvoiceFacts, source: Source): Promise<Settled> {
  const order = await lockOrder(tx, facts.orderId);
  const product = order && productNamed(order.productName);
  if (!order || product?.kind !== 'package') return { status: 'unpaid', problem: 'UNKNOWN_ORDER' };
  if (facts.subscription) await writeSubscription(tx, edges, facts.subscription, order);
  if (!facts.paid) return { status: 'unpaid', problem: null };
  if (!(await firstTime(tx, facts.invoiceId, order.id, source))) return { status: 'paid', problem: null };
  await markPaid(tx, edges, order);
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
    await enter(tx, stripeActor, order.profileId, credit);
  }
  await record(tx, stripeActor, {
    action: 'advertising.period-paid',
    on: { kind: 'order', id: order.id },
    after: { invoice: facts.invoiceId, package: product.name, bannerCount, tvSeconds, amount: facts.amount },
  });
  await queueMail(tx, edges.queue, {
    to: order.email,
    template: facts.first ? 'advertising.started' : 'advertising.renewed',
    props: {
      packageName: product.name,
      bannerCount,
      tvSeconds,
      amount: facts.amount,
      currency: facts.currency,
      paidAt: edges.now().toISOString(),
      nextPaymentAt: facts.periodEnd.toISOString(),
      invoiceNumber: facts.number,
      link: accountLink(edges, order),
    },
    onceKey: `advertising.paid:${facts.invoiceId}`,
  });
  return { status: 'paid', problem: null };
}

/** The part of the account page that what was paid for belongs to. */
const accountLink = (edges: Mailer, { kind }: Pick<OrderRow, 'kind'>) =>
  `${edges.config.publicUrl}${pages.account.path}#${kind === 'device' ? 'narudzbine' : 'reklame'}`;
const adminPageOf = ({ kind }: OrderRow) => (kind === 'device' ? pages.adminSales : pages.adminSubscriptions).path;

async function lockOrder(tx: Tx, id: string | null): Promise<OrderRow | null> {
  if (!id) return null;
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
  return row ?? null;
}

/** Takes the payment's key; whoever comes second gets `false` and has nothing left to do. */
async function firstTime(tx: Tx, key: string, orderId: string, source: Source): Promise<boolean> {
  const taken = await tx
    .insert(fulfilments)
    .values({ key, orderId, source })
    .onConflictDoNothing()
    .returning({ key: fulfilments.key });
  return taken.length === 1;
}

async function markPaid(tx: Tx, edges: Mailer, order: OrderRow): Promise<void> {
  if (order.status === 'paid') return;
  const paidAt = edges.now();
  await tx.update(orders).set({ status: 'paid', paidAt, checkoutKey: null }).where(eq(orders.id, order.id));
  await record(tx, stripeActor, {
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
    link: accountLink(edges, order),
  };
  if (order.kind !== 'package') {
    await queueMail(tx, edges.queue, {
      to: order.email,
      template: order.kind === 'device' ? 'orders.paid' : 'advertising.special-started',
      props: sale,
      onceKey: `orders.paid:${order.id}`,
    });
  }
  await queueMail(tx, edges.queue, {
    to: edges.config.superAdmin.email,
    template: 'orders.new-sale',
    props: { ...sale, email: order.email, link: `${edges.config.publicUrl}${adminPageOf(order)}` },
    onceKey: `orders.new-sale:${order.id}`,
  });
}

async function enterSpecialPackage(tx: Tx, edges: Mailer, order: OrderRow, facts: CheckoutFacts): Promise<void> {
  await tx.insert(packages).values({
    ...describePackage(order),
    bannerCount: 0,
    tvSeconds: 0,
    amount: facts.amount,
    currency: facts.currency,
    paymentKey: facts.sessionId,
    periodEnd: new Date(edges.now().getTime() + specialPackage.days * DAY),
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

/** A failed or unpaid renewal changes no balance; it is told once per attempt. */
export async function tellFailedPayment(tx: Tx, edges: Mailer, facts: InvoiceFacts): Promise<PaymentProblem | null> {
  const order = await lockOrder(tx, facts.orderId);
  if (!order) return 'UNKNOWN_ORDER';
  if (facts.subscription) await writeSubscription(tx, edges, facts.subscription, order);
  if (facts.paid || facts.first) return null;
  if (facts.subscription) {
    await tx
      .update(subscriptions)
      .set({ retryAt: facts.nextAttemptAt })
      .where(eq(subscriptions.id, facts.subscription.subscriptionId));
  }
  await record(tx, stripeActor, {
    action: 'advertising.payment-failed',
    on: { kind: 'order', id: order.id },
    after: { invoice: facts.invoiceId, attempt: facts.attempts },
  });
  await queueMail(tx, edges.queue, {
    to: order.email,
    template: 'advertising.payment-failed',
    props: {
      packageName: order.productName,
      amount: order.amount,
      currency: order.currency,
      nextAttemptAt: facts.nextAttemptAt?.toISOString() ?? null,
      link: accountLink(edges, order),
    },
    onceKey: `advertising.payment-failed:${facts.invoiceId}:${facts.attempts}`,
  });
  return null;
}
