import { monthsAfter } from '#domain/payments/billing-month.ts';
import type { Params } from './api/params.ts';
import { badRequest, StripeApiError } from './api/stripe-api-error.ts';
import { charge, completeTransfer, refuseBadCard, startSepaPayment } from './charges.ts';
import { newCustomer, newInvoice } from './invoices.ts';
import { serialize } from './objects.ts';
import type { Card, InvoiceRecord, SessionRecord, SubscriptionRecord } from './records.ts';
import { newId, type SandboxState } from './state.ts';

const DAY = 24 * 60 * 60;
/** Days from one failed attempt to the next; after the last one the subscription ends. */
const RETRY_AFTER_DAYS = [3, 5, 7];

/**
 * A subscription begins with its first invoice: paid by `card`, or promised by bank transfer. `activate` does the rest of
 * the story in Stripe's order, with the checkout's own event in the middle.
 */
export function startSubscription(
  state: SandboxState,
  session: SessionRecord,
  { email, card }: { email: string; card: Card | null },
) {
  const now = state.now();
  const customer = session.customer ?? newCustomer(state, email);
  const record = state.store.get('customers', customer)!;
  state.store.put('customers', { ...record, card: card ?? record.card });

  const id = newId('sub');
  const line = session.lines.find((one) => one.everyMonths !== null)!;
  const subscription = state.store.put('subscriptions', {
    id,
    created: now,
    customer,
    metadata: session.subscriptionMetadata,
    status: 'incomplete',
    line,
    itemId: `si_${id.slice(4)}`,
    currency: session.currency,
    anchor: now,
    periods: 1,
    periodStart: now,
    periodEnd: monthsAfter(now, line.everyMonths!),
    cancelAtPeriodEnd: false,
    cancelAt: null,
    canceledAt: null,
    endedAt: null,
    latestInvoice: null,
  });
  state.emit('customer.subscription.created', serialize(state, 'subscriptions', subscription));
  const invoice = writeInvoice(state, subscription, 'subscription_create');
  if (!card) {
    const intent = startSepaPayment(state, paymentFor(invoice, record.email));
    state.store.put('invoices', { ...invoice, intent: intent.id });
  }
  return {
    customer,
    subscription: id,
    invoice: invoice.id,
    activate(meanwhile: () => void) {
      payInvoice(state, invoice, card!.last4);
      meanwhile();
      changeSubscription(state, id, { status: 'active' });
    },
  };
}

/** The first invoice's bank transfer has arrived, or will not. */
export function decideFirstInvoice(state: SandboxState, invoiceId: string, arrived: boolean): void {
  const invoice = state.store.get('invoices', invoiceId)!;
  completeTransfer(state, state.store.get('intents', invoice.intent!)!, arrived);
  if (arrived) {
    markPaid(state, invoice, invoice.intent!);
    // Money that arrives for a subscription that was ended meanwhile does not revive it.
    if (!isOver(state.store.get('subscriptions', invoice.subscription!)!))
      changeSubscription(state, invoice.subscription!, { status: 'active' });
  } else {
    const failed = state.store.put('invoices', { ...invoice, attempts: invoice.attempts + 1, nextAttemptAt: null });
    state.emit('invoice.payment_failed', serialize(state, 'invoices', failed));
    const subscription = state.store.get('subscriptions', invoice.subscription!)!;
    if (!isOver(subscription)) endSubscription(state, subscription);
  }
}

function writeInvoice(state: SandboxState, s: SubscriptionRecord, reason: InvoiceRecord['reason']): InvoiceRecord {
  const invoice = newInvoice(state, {
    customer: s.customer,
    subscription: s.id,
    reason,
    amount: s.line.unitAmount * s.line.quantity,
    currency: s.currency,
    line: s.line,
    metadata: s.metadata,
    periodStart: s.periodStart,
    periodEnd: s.periodEnd,
  });
  state.store.put('subscriptions', { ...state.store.get('subscriptions', s.id)!, latestInvoice: invoice.id });
  return invoice;
}

const paymentFor = (invoice: InvoiceRecord, email: string | null) => ({
  amount: invoice.amount,
  currency: invoice.currency,
  customer: invoice.customer,
  email,
  metadata: {},
  invoice: invoice.id,
});

function payInvoice(state: SandboxState, invoice: InvoiceRecord, last4: string): void {
  const email = state.store.get('customers', invoice.customer)?.email ?? null;
  markPaid(state, invoice, charge(state, { ...paymentFor(invoice, email), last4 }).id);
}

function markPaid(state: SandboxState, invoice: InvoiceRecord, intent: string | null): void {
  const paid = state.store.put('invoices', {
    ...invoice,
    status: 'paid',
    intent,
    attempts: invoice.attempts + 1,
    nextAttemptAt: null,
    paidAt: state.now(),
  });
  state.emit('invoice.paid', serialize(state, 'invoices', paid));
}

export function changeSubscription(
  state: SandboxState,
  id: string,
  change: Partial<SubscriptionRecord>,
): SubscriptionRecord {
  const changed = state.store.put('subscriptions', { ...state.store.get('subscriptions', id)!, ...change });
  state.emit('customer.subscription.updated', serialize(state, 'subscriptions', changed));
  return changed;
}

/** `POST /v1/subscriptions/{id}`: what the shop may change here is when it ends, whether it is charged, and its metadata. */
export function updateSubscription(state: SandboxState, s: SubscriptionRecord, p: Params): SubscriptionRecord {
  if (isOver(s)) throw badRequest('A canceled subscription can only update its cancellation_details and metadata.');
  const known = ['cancel_at_period_end', 'cancel_at', 'pause_collection', 'metadata', 'cancellation_details', 'expand'];
  const other = Object.keys(p).find((key) => !known.includes(key));
  if (other) throw badRequest(`The sandbox cannot change ${other} of a subscription.`, other);
  const pause = p.pause_collection as { behavior: string } | '' | undefined;
  if (pause && pause.behavior !== 'void')
    throw badRequest('The sandbox knows the behavior void only.', 'pause_collection[behavior]');
  const ending = p.cancel_at_period_end as boolean | undefined;
  const cancelAt = p.cancel_at === '' ? null : typeof p.cancel_at === 'number' ? p.cancel_at : s.cancelAt;
  const cancelAtPeriodEnd = ending ?? s.cancelAtPeriodEnd;
  const leaves = cancelAtPeriodEnd || cancelAt !== null;
  return changeSubscription(state, s.id, {
    cancelAtPeriodEnd,
    cancelAt: ending === true ? s.periodEnd : ending === false ? null : cancelAt,
    canceledAt: leaves ? (s.canceledAt ?? state.now()) : null,
    paused: pause === undefined ? (s.paused ?? false) : pause !== '',
    metadata: { ...s.metadata, ...((p.metadata as Record<string, string> | undefined) || {}) },
  });
}

export const isOver = (s: SubscriptionRecord) => s.status === 'canceled';

/** Ends it now. */
export function endSubscription(state: SandboxState, s: SubscriptionRecord): SubscriptionRecord {
  if (isOver(s)) throw badRequest('This subscription is already canceled.');
  const now = state.now();
  const ended = state.store.put('subscriptions', {
    ...s,
    status: 'canceled',
    canceledAt: s.canceledAt ?? now,
    endedAt: now,
  });
  for (const invoice of [...state.store.all('invoices')]) {
    if (invoice.subscription === s.id && invoice.nextAttemptAt !== null)
      state.store.put('invoices', { ...invoice, nextAttemptAt: null });
  }
  state.emit('customer.subscription.deleted', serialize(state, 'subscriptions', ended));
  return ended;
}

/** The period is over: the subscription ends if that was asked, else the next period begins and is charged. */
export function renew(state: SandboxState, s: SubscriptionRecord): void {
  if (s.cancelAtPeriodEnd || (s.cancelAt !== null && s.cancelAt <= state.now())) {
    endSubscription(state, s);
    return;
  }
  const renewed = state.store.put('subscriptions', {
    ...s,
    periods: s.periods + 1,
    periodStart: s.periodEnd,
    periodEnd: monthsAfter(s.anchor, (s.periods + 1) * s.line.everyMonths!),
  });
  const invoice = writeInvoice(state, renewed, 'subscription_cycle');
  if (renewed.paused) {
    state.store.put('invoices', { ...invoice, status: 'void', voidedAt: state.now() });
    changeSubscription(state, s.id, {});
  } else collect(state, invoice);
}

/** An invoice that the dashboard can bring about: another amount, another reason, paid at once by the card on file. */
export function chargeExtra(
  state: SandboxState,
  s: SubscriptionRecord,
  { amount, reason }: { amount: number; reason: InvoiceRecord['reason'] },
): InvoiceRecord {
  const written = writeInvoice(state, s, reason);
  const invoice = state.store.put('invoices', { ...written, amount });
  const customer = state.store.get('customers', s.customer)!;
  if (amount === 0) markPaid(state, invoice, null);
  else payInvoice(state, invoice, customer.card!.last4);
  return state.store.get('invoices', invoice.id)!;
}

/** Charges the card on file for an open invoice, at renewal, on a retry, or when the customer asks. */
export function collect(state: SandboxState, invoice: InvoiceRecord): void {
  const customer = state.store.get('customers', invoice.customer)!;
  try {
    if (!customer.card) throw badRequest('The customer has no payment method.');
    refuseBadCard(state, customer.card, { renewal: true });
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error;
    const wait = RETRY_AFTER_DAYS[invoice.attempts];
    const failed = state.store.put('invoices', {
      ...invoice,
      attempts: invoice.attempts + 1,
      nextAttemptAt: wait === undefined ? null : state.now() + wait * DAY,
    });
    state.emit('invoice.payment_failed', serialize(state, 'invoices', failed));
    const subscription = changeSubscription(state, invoice.subscription!, { status: 'past_due' });
    if (wait === undefined) endSubscription(state, subscription);
    return;
  }
  payInvoice(state, invoice, customer.card.last4);
  const subscription = state.store.get('subscriptions', invoice.subscription!)!;
  if (!isOver(subscription)) changeSubscription(state, subscription.id, { status: 'active' });
}
