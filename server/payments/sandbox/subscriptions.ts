import { charge, completeTransfer, promiseTransfer, refuseBadCard } from './charges.ts';
import { badRequest, Fault } from './fault.ts';
import { draw } from './objects.ts';
import type { Params } from './params.ts';
import type { Card, InvoiceRecord, SessionRecord, SubscriptionRecord } from './records.ts';
import { newId, type World } from './world.ts';

const DAY = 24 * 60 * 60;
/** Days from one failed attempt to the next; after the last one the subscription ends. */
const RETRY_AFTER_DAYS = [3, 5, 7];

/** The same day of a later month, or its last day when the month is shorter. Seconds since 1970, UTC. */
export function monthsAfter(anchor: number, months: number): number {
  const from = new Date(anchor * 1000);
  const first = new Date(from);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return Math.floor(first.getTime() / 1000);
}

/**
 * A subscription begins with its first invoice: paid by `card`, or promised by bank transfer. `activate` tells the rest of
 * the story in Stripe's order, with the checkout's own event in the middle.
 */
export function startSubscription(
  world: World,
  session: SessionRecord,
  { email, card }: { email: string; card: Card | null },
) {
  const now = world.now();
  const customer = session.customer ?? newCustomer(world, email);
  const record = world.store.get('customers', customer)!;
  world.store.put('customers', { ...record, card: card ?? record.card });

  const id = newId('sub');
  const line = session.lines.find((one) => one.everyMonths !== null)!;
  const subscription = world.store.put('subscriptions', {
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
  world.emit('customer.subscription.created', draw(world, 'subscriptions', subscription));
  const invoice = writeInvoice(world, subscription, 'subscription_create');
  if (!card) {
    const intent = promiseTransfer(world, paymentFor(invoice, record.email));
    world.store.put('invoices', { ...invoice, intent: intent.id });
  }
  return {
    customer,
    subscription: id,
    invoice: invoice.id,
    activate(meanwhile: () => void) {
      payInvoice(world, invoice, card!.last4);
      meanwhile();
      changeSubscription(world, id, { status: 'active' });
    },
  };
}

function newCustomer(world: World, email: string): string {
  const id = newId('cus', 14);
  const blank = { name: null, phone: null, description: null, address: null, metadata: {}, card: null };
  world.store.put('customers', { id, created: world.now(), email, ...blank });
  return id;
}

/** The first invoice's bank transfer has arrived, or will not. */
export function decideFirstInvoice(world: World, invoiceId: string, arrived: boolean): void {
  const invoice = world.store.get('invoices', invoiceId)!;
  completeTransfer(world, world.store.get('intents', invoice.intent!)!, arrived);
  if (arrived) {
    markPaid(world, invoice, invoice.intent!);
    changeSubscription(world, invoice.subscription, { status: 'active' });
  } else {
    const failed = world.store.put('invoices', { ...invoice, attempts: invoice.attempts + 1, nextAttemptAt: null });
    world.emit('invoice.payment_failed', draw(world, 'invoices', failed));
    endSubscription(world, world.store.get('subscriptions', invoice.subscription)!);
  }
}

function writeInvoice(world: World, s: SubscriptionRecord, reason: InvoiceRecord['reason']): InvoiceRecord {
  const { invoiceCount } = world.settings();
  world.changeSettings({ invoiceCount: invoiceCount + 1 });
  const invoice = world.store.put('invoices', {
    id: newId('in'),
    number: `VIDIK-${String(invoiceCount + 1).padStart(5, '0')}`,
    created: world.now(),
    customer: s.customer,
    subscription: s.id,
    reason,
    status: 'open',
    amount: s.line.unitAmount * s.line.quantity,
    currency: s.currency,
    line: { ...s.line, id: newId('il') },
    metadata: s.metadata,
    periodStart: s.periodStart,
    periodEnd: s.periodEnd,
    intent: null,
    attempts: 0,
    nextAttemptAt: null,
    paidAt: null,
    voidedAt: null,
  });
  world.store.put('subscriptions', { ...world.store.get('subscriptions', s.id)!, latestInvoice: invoice.id });
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

function payInvoice(world: World, invoice: InvoiceRecord, last4: string): void {
  const email = world.store.get('customers', invoice.customer)?.email ?? null;
  markPaid(world, invoice, charge(world, { ...paymentFor(invoice, email), last4 }).id);
}

function markPaid(world: World, invoice: InvoiceRecord, intent: string): void {
  const paid = world.store.put('invoices', {
    ...invoice,
    status: 'paid',
    intent,
    attempts: invoice.attempts + 1,
    nextAttemptAt: null,
    paidAt: world.now(),
  });
  world.emit('invoice.paid', draw(world, 'invoices', paid));
}

export function changeSubscription(world: World, id: string, change: Partial<SubscriptionRecord>): SubscriptionRecord {
  const changed = world.store.put('subscriptions', { ...world.store.get('subscriptions', id)!, ...change });
  world.emit('customer.subscription.updated', draw(world, 'subscriptions', changed));
  return changed;
}

/** `POST /v1/subscriptions/{id}`: what the shop may change here is when it ends, and its metadata. */
export function updateSubscription(world: World, s: SubscriptionRecord, p: Params): SubscriptionRecord {
  if (isOver(s)) throw badRequest('A canceled subscription can only update its cancellation_details and metadata.');
  const known = ['cancel_at_period_end', 'cancel_at', 'metadata', 'cancellation_details', 'expand'];
  const other = Object.keys(p).find((key) => !known.includes(key));
  if (other) throw badRequest(`The sandbox cannot change ${other} of a subscription.`, other);
  const ending = p.cancel_at_period_end as boolean | undefined;
  const cancelAt = p.cancel_at === '' ? null : typeof p.cancel_at === 'number' ? p.cancel_at : s.cancelAt;
  const cancelAtPeriodEnd = ending ?? s.cancelAtPeriodEnd;
  const leaves = cancelAtPeriodEnd || cancelAt !== null;
  return changeSubscription(world, s.id, {
    cancelAtPeriodEnd,
    cancelAt: ending === true ? s.periodEnd : ending === false ? null : cancelAt,
    canceledAt: leaves ? (s.canceledAt ?? world.now()) : null,
    metadata: { ...s.metadata, ...((p.metadata as Record<string, string> | undefined) || {}) },
  });
}

export const isOver = (s: SubscriptionRecord) => s.status === 'canceled';

/** Ends it now. */
export function endSubscription(world: World, s: SubscriptionRecord): SubscriptionRecord {
  if (isOver(s)) throw badRequest('This subscription is already canceled.');
  const now = world.now();
  const ended = world.store.put('subscriptions', {
    ...s,
    status: 'canceled',
    canceledAt: s.canceledAt ?? now,
    endedAt: now,
  });
  for (const invoice of [...world.store.all('invoices')]) {
    if (invoice.subscription === s.id && invoice.nextAttemptAt !== null)
      world.store.put('invoices', { ...invoice, nextAttemptAt: null });
  }
  world.emit('customer.subscription.deleted', draw(world, 'subscriptions', ended));
  return ended;
}

/** The period is over: the subscription ends if that was asked, else the next period begins and is charged. */
export function renew(world: World, s: SubscriptionRecord): void {
  if (s.cancelAtPeriodEnd || (s.cancelAt !== null && s.cancelAt <= world.now())) {
    endSubscription(world, s);
    return;
  }
  const renewed = world.store.put('subscriptions', {
    ...s,
    periods: s.periods + 1,
    periodStart: s.periodEnd,
    periodEnd: monthsAfter(s.anchor, (s.periods + 1) * s.line.everyMonths!),
  });
  const invoice = writeInvoice(world, renewed, 'subscription_cycle');
  collect(world, invoice);
}

/** Charges the card on file for an open invoice, at renewal, on a retry, or when the customer asks. */
export function collect(world: World, invoice: InvoiceRecord): void {
  const customer = world.store.get('customers', invoice.customer)!;
  try {
    if (!customer.card) throw badRequest('The customer has no payment method.');
    refuseBadCard(world, customer.card, { renewal: true });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const wait = RETRY_AFTER_DAYS[invoice.attempts];
    const failed = world.store.put('invoices', {
      ...invoice,
      attempts: invoice.attempts + 1,
      nextAttemptAt: wait === undefined ? null : world.now() + wait * DAY,
    });
    world.emit('invoice.payment_failed', draw(world, 'invoices', failed));
    const subscription = changeSubscription(world, invoice.subscription, { status: 'past_due' });
    if (wait === undefined) endSubscription(world, subscription);
    return;
  }
  payInvoice(world, invoice, customer.card.last4);
  const subscription = world.store.get('subscriptions', invoice.subscription)!;
  if (!isOver(subscription)) changeSubscription(world, subscription.id, { status: 'active' });
}
