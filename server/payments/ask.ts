import { sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Edges } from '../app.ts';

/**
 * What Stripe says, in our words. Everything that is settled is settled from these answers, fetched a moment ago; an event
 * or a browser only says which question to ask.
 */
export interface CheckoutFacts {
  sessionId: string;
  orderId: string | null;
  /** `processing`: a bank transfer is under way; `failed`: it will not come. */
  state: 'open' | 'expired' | 'processing' | 'failed' | 'paid';
  amount: number;
  currency: string;
  /** The first invoice, when the checkout began a subscription. */
  invoice: InvoiceFacts | null;
}

export interface InvoiceFacts {
  invoiceId: string;
  number: string | null;
  orderId: string | null;
  customerId: string | null;
  subscription: SubscriptionFacts | null;
  paid: boolean;
  amount: number;
  currency: string;
  first: boolean;
  periodEnd: Date;
  attempts: number;
  nextAttemptAt: Date | null;
}

export interface SubscriptionFacts {
  /** Questions are numbered before they are asked: an answer to an earlier one never overwrites a later one. */
  question: number;
  subscriptionId: string;
  orderId: string | null;
  customerId: string | null;
  status: Stripe.Subscription.Status;
  currentPeriodEnd: Date;
  cancelAt: Date | null;
  cancelAtPeriodEnd: boolean;
  endedAt: Date | null;
  amount: number;
  currency: string;
  createdAt: Date;
}

type Asker = Pick<Edges, 'stripe' | 'db'>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const orderIdIn = (metadata: Stripe.Metadata | null | undefined): string | null => {
  const id = metadata?.order_id;
  return id && UUID.test(id) ? id : null;
};
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);
const when = (seconds: number): Date => new Date(seconds * 1000);

export async function askCheckout(asker: Asker, sessionId: string): Promise<CheckoutFacts> {
  const session = await asker.stripe.client.checkout.sessions.retrieve(sessionId, {
    expand: ['payment_intent', 'subscription'],
  });
  const state = stateOf(session);
  const invoiceId = idOf(session.invoice);
  return {
    sessionId: session.id,
    orderId: orderIdIn(session.metadata),
    state,
    amount: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    invoice: state === 'paid' && invoiceId ? await askInvoice(asker, invoiceId) : null,
  };
}

function stateOf(session: Stripe.Checkout.Session): CheckoutFacts['state'] {
  if (session.status === 'open') return 'open';
  if (session.status === 'expired') return 'expired';
  if (session.payment_status !== 'unpaid') return 'paid';
  const { payment_intent: intent, subscription } = session;
  if (intent && typeof intent === 'object') {
    return ['requires_payment_method', 'canceled'].includes(intent.status) ? 'failed' : 'processing';
  }
  if (subscription && typeof subscription === 'object') {
    return ['canceled', 'incomplete_expired'].includes(subscription.status) ? 'failed' : 'processing';
  }
  return 'processing';
}

export async function askInvoice({ stripe, db }: Asker, invoiceId: string): Promise<InvoiceFacts> {
  const question = await nextQuestion(db);
  const invoice = await stripe.client.invoices.retrieve(invoiceId, {
    expand: ['parent.subscription_details.subscription'],
  });
  const about = invoice.parent?.subscription_details;
  const subscription = about?.subscription;
  return {
    invoiceId,
    number: invoice.number,
    orderId: orderIdIn(about?.metadata),
    customerId: idOf(invoice.customer),
    subscription: subscription && typeof subscription === 'object' ? factsOf(question, subscription) : null,
    paid: invoice.status === 'paid',
    amount: invoice.amount_paid,
    currency: invoice.currency.toUpperCase(),
    first: invoice.billing_reason === 'subscription_create',
    periodEnd: when(Math.max(invoice.period_end, ...invoice.lines.data.map((line) => line.period.end))),
    attempts: invoice.attempt_count,
    nextAttemptAt: invoice.next_payment_attempt ? when(invoice.next_payment_attempt) : null,
  };
}

export async function askSubscription({ stripe, db }: Asker, subscriptionId: string): Promise<SubscriptionFacts> {
  const question = await nextQuestion(db);
  return factsOf(question, await stripe.client.subscriptions.retrieve(subscriptionId));
}

async function nextQuestion(db: Asker['db']): Promise<number> {
  const [row] = await db.execute<{ question: string }>(sql`select nextval('stripe_questions') as question`);
  return Number(row!.question);
}

function factsOf(question: number, subscription: Stripe.Subscription): SubscriptionFacts {
  const items = subscription.items.data;
  return {
    question,
    subscriptionId: subscription.id,
    orderId: orderIdIn(subscription.metadata),
    customerId: idOf(subscription.customer),
    status: subscription.status,
    currentPeriodEnd: when(Math.max(...items.map((item) => item.current_period_end))),
    cancelAt: subscription.cancel_at ? when(subscription.cancel_at) : null,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    endedAt: subscription.ended_at ? when(subscription.ended_at) : null,
    amount: items.reduce((sum, item) => sum + (item.price.unit_amount ?? 0) * (item.quantity ?? 1), 0),
    currency: subscription.currency.toUpperCase(),
    createdAt: when(subscription.created),
  };
}

/** The payment behind an intent: a subscription's invoice, or a checkout of ours. `null`: neither. */
export async function askPaymentOf(asker: Asker, intentId: string): Promise<CheckoutFacts | InvoiceFacts | null> {
  const { client } = asker.stripe;
  const payments = await client.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intentId },
    limit: 1,
  });
  const invoiceId = idOf(payments.data[0]?.invoice);
  if (invoiceId) return askInvoice(asker, invoiceId);
  const sessions = await client.checkout.sessions.list({ payment_intent: intentId, limit: 1 });
  const session = sessions.data[0];
  return session ? askCheckout(asker, session.id) : null;
}
