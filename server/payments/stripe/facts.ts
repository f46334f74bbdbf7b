import type Stripe from 'stripe';
import type { CardPayoutState } from '#domain/bank/card-payouts.ts';
import { isUuid } from '#domain/ids.ts';
import type {
  CheckoutFacts,
  DisputeFacts,
  GatewayEvent,
  InvoiceFacts,
  NextQuestionNumber,
  Payment,
  PaymentNews,
  PayoutFacts,
  RefundFacts,
  SubscriptionFacts,
} from '../gateway.ts';

/** What Stripe says, in the shop's terms. */
interface StripeReader {
  client: Stripe;
  nextQuestion: NextQuestionNumber;
}

/** Only these invoices were agreed to. */
const AGREED_REASONS: (string | null)[] = ['subscription_create', 'subscription_cycle'];

const orderIdIn = (metadata: Stripe.Metadata | null | undefined): string | null => {
  const id = metadata?.order_id;
  return id && isUuid(id) ? id : null;
};
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);
const fromUnixSeconds = (seconds: number): Date => new Date(seconds * 1000);

export async function fetchCheckout(reader: StripeReader, sessionId: string): Promise<CheckoutFacts> {
  const session = await reader.client.checkout.sessions.retrieve(sessionId, {
    expand: ['payment_intent.latest_charge', 'subscription'],
  });
  const state = stateOf(session);
  const invoiceId = idOf(session.invoice);
  const monthly = session.mode === 'subscription';
  return {
    sessionId: session.id,
    orderId: orderIdIn(session.metadata),
    state,
    amount: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    paidAt: state === 'paid' ? chargedAt(session.payment_intent) : null,
    invoice: state === 'paid' && invoiceId && monthly ? await fetchInvoice(reader, invoiceId) : null,
    invoiceNumber: invoiceId && !monthly ? (await reader.client.invoices.retrieve(invoiceId)).number : null,
  };
}

/** Methods of which the money is there when the charge is made; a bank transfer is charged days before it comes. */
const IMMEDIATE_METHODS = ['card', 'link'];

function chargedAt(intent: Stripe.Checkout.Session['payment_intent']): Date | null {
  const charge = intent && typeof intent === 'object' ? intent.latest_charge : null;
  if (!charge || typeof charge === 'string') return null;
  return IMMEDIATE_METHODS.includes(charge.payment_method_details?.type ?? '') ? fromUnixSeconds(charge.created) : null;
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

async function fetchInvoice({ client, nextQuestion }: StripeReader, invoiceId: string): Promise<InvoiceFacts> {
  const question = await nextQuestion();
  const invoice = await client.invoices.retrieve(invoiceId, {
    expand: ['parent.subscription_details.subscription'],
  });
  const about = invoice.parent?.subscription_details;
  const subscription = about?.subscription;
  // The invoice's own period looks back on the one before; that of its newest line is what is charged.
  const charged = invoice.lines.data.toSorted((a, b) => b.period.end - a.period.end)[0]?.period;
  return {
    invoiceId,
    number: invoice.number,
    orderId: orderIdIn(about ? about.metadata : invoice.metadata),
    ofPage: !about && orderIdIn(invoice.metadata) !== null,
    customerId: idOf(invoice.customer),
    subscription: subscription && typeof subscription === 'object' ? factsOf(question, subscription) : null,
    paid: invoice.status === 'paid',
    paidAt: invoice.status_transitions.paid_at ? fromUnixSeconds(invoice.status_transitions.paid_at) : null,
    amount: invoice.amount_paid,
    currency: invoice.currency.toUpperCase(),
    agreed: AGREED_REASONS.includes(invoice.billing_reason),
    first: invoice.billing_reason === 'subscription_create',
    periodStart: fromUnixSeconds(charged?.start ?? invoice.period_start),
    periodEnd: fromUnixSeconds(Math.max(invoice.period_end, ...invoice.lines.data.map((line) => line.period.end))),
    attempts: invoice.attempt_count,
    nextAttemptAt: invoice.next_payment_attempt ? fromUnixSeconds(invoice.next_payment_attempt) : null,
  };
}

async function fetchSubscription(
  { client, nextQuestion }: StripeReader,
  subscriptionId: string,
): Promise<SubscriptionFacts> {
  const question = await nextQuestion();
  return factsOf(question, await client.subscriptions.retrieve(subscriptionId));
}

function factsOf(question: number, subscription: Stripe.Subscription): SubscriptionFacts {
  const items = subscription.items.data;
  return {
    question,
    subscriptionId: subscription.id,
    orderId: orderIdIn(subscription.metadata),
    customerId: idOf(subscription.customer),
    status: subscription.status,
    currentPeriodEnd: fromUnixSeconds(Math.max(...items.map((item) => item.current_period_end))),
    cancelAt: subscription.cancel_at ? fromUnixSeconds(subscription.cancel_at) : null,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    paused: subscription.pause_collection !== null,
    endedAt: subscription.ended_at ? fromUnixSeconds(subscription.ended_at) : null,
    amount: items.reduce((sum, item) => sum + (item.price.unit_amount ?? 0) * (item.quantity ?? 1), 0),
    currency: subscription.currency.toUpperCase(),
    createdAt: fromUnixSeconds(subscription.created),
  };
}

async function fetchDispute(
  reader: StripeReader,
  disputeId: string,
): Promise<{ dispute: DisputeFacts; payment: Payment | null }> {
  const question = await reader.nextQuestion();
  const { amount, currency, status, payment_intent } = await reader.client.disputes.retrieve(disputeId);
  const over = ['won', 'warning_closed', 'prevented'].includes(status);
  const state = over ? 'won' : status === 'lost' ? 'lost' : 'open';
  return {
    dispute: { question, disputeId, amount, currency: currency.toUpperCase(), state },
    payment: await fetchPaymentOfIntent(reader, idOf(payment_intent)),
  };
}

/** Where a refund keeps the id of the shop's request. */
export const REFUND_REQUEST_METADATA_KEY = 'vidik_refund';

async function fetchRefund(
  reader: StripeReader,
  refundId: string,
): Promise<{ refund: RefundFacts; payment: Payment | null }> {
  const { id, amount, currency, status, payment_intent, metadata } = await reader.client.refunds.retrieve(refundId);
  const succeeded = status !== 'failed' && status !== 'canceled';
  return {
    refund: {
      refundId: id,
      amount,
      currency: currency.toUpperCase(),
      succeeded,
      requestId: metadata?.[REFUND_REQUEST_METADATA_KEY] ?? null,
    },
    payment: await fetchPaymentOfIntent(reader, idOf(payment_intent)),
  };
}

/** The payment behind an intent: a subscription's invoice, or a checkout of ours. `null`: neither. */
async function fetchPaymentOfIntent(reader: StripeReader, intentId: string | null): Promise<Payment | null> {
  if (!intentId) return null;
  const { client } = reader;
  const payments = await client.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intentId },
    limit: 1,
  });
  const invoiceId = idOf(payments.data[0]?.invoice);
  const invoice = invoiceId && (await fetchInvoice(reader, invoiceId));
  if (invoice && !invoice.ofPage) return invoice;
  const sessions = await client.checkout.sessions.list({ payment_intent: intentId, limit: 1 });
  const session = sessions.data[0];
  return session ? fetchCheckout(reader, session.id) : null;
}

const PAYOUT_STATES: Record<string, CardPayoutState> = {
  pending: 'pending',
  in_transit: 'in_transit',
  paid: 'paid',
  canceled: 'failed',
  failed: 'failed',
};

async function fetchPayout({ client, nextQuestion }: StripeReader, payoutId: string): Promise<PayoutFacts> {
  const question = await nextQuestion();
  const payout = await client.payouts.retrieve(payoutId);
  const { amount, currency, arrival_date, status } = payout;
  return {
    question,
    payoutId,
    amount,
    fee: await feeOf(client, payout),
    currency: currency.toUpperCase(),
    arrivesOn: fromUnixSeconds(arrival_date).toISOString().slice(0, 10),
    state: PAYOUT_STATES[status] ?? 'pending',
  };
}

/** Charged for themselves and not with a payment. */
const FEE_TYPES = ['stripe_fee', 'stripe_fx_fee', 'tax_fee'];

/** What is in a payout that failed comes with the next one, which says so with the sum alone. */
async function feeOf(client: Stripe, payout: Stripe.Payout): Promise<number | null> {
  if (payout.reconciliation_status === 'in_progress') return null;
  if (payout.reconciliation_status !== 'completed') return 0;
  let sum = 0;
  for await (const one of client.balanceTransactions.list({ payout: payout.id, limit: 100 })) {
    sum += one.fee - (FEE_TYPES.includes(one.type) ? one.amount : 0);
    const failed = one.type === 'payout_failure' ? idOf(one.source as string | { id: string } | null) : null;
    if (failed) {
      const earlier = await feeOf(client, await client.payouts.retrieve(failed));
      if (earlier === null) return null;
      sum += earlier;
    }
  }
  return sum;
}

/** The events that `fetchNews` asks about. */
const NEWS_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
  'payout.updated',
  'payout.paid',
  'payout.failed',
  'payout.canceled',
  'payout.reconciliation_completed',
] as const satisfies Stripe.Event['type'][];

/** Stripe takes twenty kinds in one question. */
const MOST_TYPES = 20;
/** The same in as many questions as it takes. */
export const NEWS_TYPES_IN_PARTS: readonly string[][] = Array.from(
  { length: Math.ceil(NEWS_TYPES.length / MOST_TYPES) },
  (_, part) => NEWS_TYPES.slice(part * MOST_TYPES, (part + 1) * MOST_TYPES),
);

/** Asks Stripe what the event is about. `null`: an event that changes nothing here. */
export async function fetchNews(
  reader: StripeReader,
  { type, objectId }: Pick<GatewayEvent, 'type' | 'objectId'>,
): Promise<PaymentNews | null> {
  const id = objectId ?? '';
  switch (type as (typeof NEWS_TYPES)[number]) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return { kind: 'checkout', checkout: await fetchCheckout(reader, id) };
    case 'invoice.paid':
      return { kind: 'invoice paid', invoice: await fetchInvoice(reader, id) };
    case 'invoice.payment_failed':
      return { kind: 'invoice failed', invoice: await fetchInvoice(reader, id) };
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return { kind: 'subscription', subscription: await fetchSubscription(reader, id) };
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return { kind: 'refund', ...(await fetchRefund(reader, id)) };
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return { kind: 'dispute', ...(await fetchDispute(reader, id)) };
    case 'payout.updated':
    case 'payout.paid':
    case 'payout.failed':
    case 'payout.canceled':
    case 'payout.reconciliation_completed':
      return { kind: 'payout', payout: await fetchPayout(reader, id) };
    default:
      return null;
  }
}
