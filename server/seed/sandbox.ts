import { productNamed } from '#domain/catalogue/catalogue.ts';
import { pages } from '#domain/pages.ts';
import { monthsAfter } from '#domain/payments/billing-month.ts';
import { lineName } from '#domain/payments/copy.ts';
import { purchasePath } from '#domain/payments/purchase-path.ts';
import { firstSettings } from '#doubles/stripe/open-state.ts';
import type {
  Card,
  IntentRecord,
  InvoiceRecord,
  Line,
  SessionRecord,
  SubscriptionRecord,
} from '#doubles/stripe/records.ts';
import { openStore, type Store } from '#doubles/stripe/store.ts';
import type { Order } from './orders/sales.ts';
import { invoiceOf, numberInvoices, retryAt, type Subscription } from './seeded-advertising.ts';
import { tokenOf } from './seeded-random.ts';
import type { SeededYear } from './year.ts';

/**
 * The payment provider's own memory of the year, so that what the shop says can be looked at there: who has a card on
 * file, which invoices were paid, which page is still open, and when the next renewal is due.
 */
export function writeSandbox(directory: string, publicUrl: string, { sales, campaigns }: SeededYear): void {
  const store = openStore(directory);
  const invoices = new Map(
    numberInvoices(campaigns.periods).map((period) => [period.paymentKey, period.invoiceNumber!]),
  );
  const subscribed = new Map(campaigns.subscriptions.map((one) => [one.order.id, one]));
  store.put('settings', { ...firstSettings(), invoiceCount: invoices.size + 1 });
  for (const subscription of campaigns.subscriptions) putSubscription(store, subscription, invoices);
  for (const order of [...sales.orders, ...campaigns.orders]) {
    const subscription = subscribed.get(order.id);
    const intent = order.paidAt && !subscription ? putIntent(store, order.id, order, order.paidAt) : null;
    putSession(store, publicUrl, order, intent, subscription ?? null);
  }
  for (const refund of [...sales.refunds, campaigns.refund]) {
    const of = [...store.all('intents')].find(
      ({ id, invoice }) => invoice === refund.paymentKey || id === store.get('sessions', refund.paymentKey)?.intent,
    )!;
    store.put('intents', { ...of, charge: { ...of.charge!, refunded: refund.amount } });
    store.put('refunds', {
      id: refund.id,
      created: seconds(refund.createdAt),
      amount: refund.amount,
      currency: 'eur',
      intent: of.id,
      charge: of.charge!.id,
      customer: of.customer,
      status: 'succeeded',
      reason: 'requested_by_customer',
      metadata: {},
    });
  }
  store.commit();
  store.close();
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

function lineOf(name: string, order: Order): Line {
  const product = productNamed(order.productName)!;
  return {
    id: `li_${tokenOf(`line ${name}`, 24)}`,
    priceId: `price_${tokenOf(`price ${order.productName}`, 24)}`,
    productId: `prod_${tokenOf(`product ${order.productName}`, 14)}`,
    name: lineName(product),
    quantity: 1,
    unitAmount: order.amount,
    taxBehavior: null,
    everyMonths: product.kind === 'package' ? 1 : null,
  };
}

interface Paid {
  email: string;
  amount: number;
}

function putIntent(
  store: Store,
  name: string,
  { email, amount }: Paid,
  paidAt: Date,
  {
    customer = null,
    invoice = null,
    metadata = { order_id: name } as Record<string, string>,
  }: Partial<Pick<IntentRecord, 'customer' | 'invoice' | 'metadata'>> = {},
): IntentRecord {
  const created = seconds(paidAt);
  return store.put('intents', {
    id: `pi_${tokenOf(`intent ${name}`, 24)}`,
    created,
    amount,
    currency: 'eur',
    customer,
    metadata,
    status: 'succeeded',
    invoice,
    receiptEmail: email,
    method: 'card',
    charge: { id: `ch_${tokenOf(`charge ${name}`, 24)}`, created, refunded: 0, last4: '4242' },
  });
}

function putSession(
  store: Store,
  publicUrl: string,
  order: Order,
  intent: IntentRecord | null,
  subscription: Subscription | null,
): SessionRecord {
  const created = seconds(order.createdAt);
  const metadata = { order_id: order.id };
  const monthly = order.kind === 'package';
  return store.put('sessions', {
    id: order.checkoutSessionId,
    created,
    expiresAt: created + 86_400,
    mode: monthly ? 'subscription' : 'payment',
    status: order.paidAt ? 'complete' : order.status === 'pending' ? 'open' : 'expired',
    paymentStatus: order.paidAt ? 'paid' : 'unpaid',
    currency: 'eur',
    amount: order.amount,
    customer: subscription?.customerId ?? null,
    customerEmail: subscription ? null : order.email,
    payerEmail: order.paidAt ? order.email : null,
    clientReference: order.id,
    metadata,
    intentMetadata: monthly ? {} : metadata,
    subscriptionMetadata: monthly ? metadata : {},
    successUrl: `${publicUrl}${pages.paymentSuccess.path}?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${publicUrl}${purchasePath(productNamed(order.productName)!)}`,
    locale: null,
    lines: [lineOf(order.id, order)],
    intent: intent?.id ?? null,
    subscription: subscription?.id ?? null,
    invoice: subscription ? invoiceOf(subscription, 0) : null,
    transferDueAt: null,
  });
}

function putSubscription(store: Store, subscription: Subscription, numbers: Map<string, string>): SubscriptionRecord {
  const { id, customerId, company, order, anchor, paid, fate, paidUntil, turnedAt } = subscription;
  const line = lineOf(id, order);
  const metadata = { order_id: order.id };
  const card: Card =
    fate === 'past due' ? { last4: '0341', behaviour: 'declines renewals' } : { last4: '4242', behaviour: 'pays' };
  store.put('customers', {
    id: customerId,
    created: anchor - 180,
    email: company.email,
    name: company.companyName ?? null,
    phone: null,
    description: null,
    address: null,
    metadata: { profile_id: company.id },
    card,
  });
  const periods = fate === 'past due' ? paid + 1 : paid;
  for (let month = 0; month < periods; month += 1) {
    const isPaid = month < paid;
    const invoice = invoiceOf(subscription, month);
    const created = monthsAfter(anchor, month);
    const intent = isPaid
      ? putIntent(store, invoice, order, new Date(created * 1000), { customer: customerId, invoice, metadata: {} })
      : null;
    store.put('invoices', {
      id: invoice,
      number: numbers.get(invoice) ?? `VIDIK-${String(numbers.size + 1).padStart(5, '0')}`,
      created,
      customer: customerId,
      subscription: id,
      reason: month === 0 ? 'subscription_create' : 'subscription_cycle',
      status: isPaid ? 'paid' : 'open',
      amount: order.amount,
      currency: 'eur',
      line: { ...line, id: `il_${tokenOf(`invoice line ${invoice}`, 24)}` },
      metadata,
      periodStart: created,
      periodEnd: monthsAfter(anchor, month + 1),
      intent: intent?.id ?? null,
      attempts: 1,
      nextAttemptAt: isPaid ? null : retryAt(paidUntil),
      paidAt: isPaid ? created : null,
      voidedAt: null,
    } satisfies InvoiceRecord);
  }
  return store.put('subscriptions', {
    id,
    created: anchor,
    customer: customerId,
    metadata,
    status: ({ runs: 'active', ends: 'active', 'past due': 'past_due', over: 'canceled' } as const)[fate],
    line,
    itemId: `si_${id.slice(4)}`,
    currency: 'eur',
    anchor,
    periods,
    periodStart: monthsAfter(anchor, periods - 1),
    periodEnd: monthsAfter(anchor, periods),
    cancelAtPeriodEnd: fate === 'ends',
    cancelAt: fate === 'ends' ? paidUntil : null,
    canceledAt: turnedAt && fate !== 'past due' ? seconds(turnedAt) : null,
    endedAt: fate === 'over' ? paidUntil : null,
    latestInvoice: invoiceOf(subscription, periods - 1),
  });
}
