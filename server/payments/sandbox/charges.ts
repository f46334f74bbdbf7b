import { badRequest, declined, missing } from './fault.ts';
import { draw, drawCharge } from './objects.ts';
import type { Params } from './params.ts';
import type { Card, IntentRecord, Metadata, RefundRecord } from './records.ts';
import { newId, type World } from './world.ts';

interface Payment {
  amount: number;
  currency: string;
  customer: string | null;
  email: string | null;
  metadata: Metadata;
  invoice: string | null;
}

/** Throws as Stripe does when the card, or the knob, says no. */
export function refuseBadCard(world: World, card: Card, { renewal = false } = {}): void {
  if (world.knobs.failNextCharges > 0) {
    world.knobs.failNextCharges -= 1;
    throw declined('generic_decline');
  }
  if (card.behaviour === 'lacks funds') throw declined('insufficient_funds');
  if (card.behaviour === 'declines' || (renewal && card.behaviour === 'declines renewals'))
    throw declined('generic_decline');
}

export function charge(world: World, payment: Payment & { last4: string }): IntentRecord {
  return world.store.put('intents', {
    ...intentOf(world, payment),
    status: 'succeeded',
    method: 'card',
    charge: { id: newId('ch'), created: world.now(), refunded: 0, last4: payment.last4 },
  });
}

export function promiseTransfer(world: World, payment: Payment): IntentRecord {
  return world.store.put('intents', {
    ...intentOf(world, payment),
    status: 'processing',
    method: 'sepa_debit',
    charge: null,
  });
}

export function completeTransfer(world: World, intent: IntentRecord, arrived: boolean): IntentRecord {
  return world.store.put('intents', {
    ...intent,
    status: arrived ? 'succeeded' : 'requires_payment_method',
    charge: arrived ? { id: newId('py'), created: world.now(), refunded: 0, last4: '3000' } : null,
  });
}

function intentOf(world: World, { amount, currency, customer, email, metadata, invoice }: Payment) {
  return { id: newId('pi'), created: world.now(), amount, currency, customer, metadata, invoice, receiptEmail: email };
}

/** `POST /v1/refunds`: whole or in part, never more than is left of the charge. */
export function createRefund(world: World, p: Params): RefundRecord {
  const id = (p.payment_intent ?? p.charge) as string | undefined;
  if (!id) {
    throw badRequest('One of the following params should be provided: payment_intent or charge.', 'payment_intent');
  }
  const intent = [...world.store.all('intents')].find((one) => one.id === id || one.charge?.id === id);
  if (!intent) throw missing(p.payment_intent ? 'payment_intent' : 'charge', id, 'payment_intent');
  if (!intent.charge) throw badRequest('This PaymentIntent does not have a successful charge to refund.');
  const left = intent.amount - intent.charge.refunded;
  if (left === 0) {
    throw badRequest(`Charge ${intent.charge.id} has already been refunded.`, undefined, 'charge_already_refunded');
  }
  const amount = (p.amount as number | undefined) ?? left;
  if (amount <= 0) throw badRequest('Invalid positive integer', 'amount', 'parameter_invalid_integer');
  if (amount > left)
    throw badRequest(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, 'amount');

  const refund = world.store.put('refunds', {
    id: newId('re'),
    created: world.now(),
    amount,
    currency: intent.currency,
    intent: intent.id,
    charge: intent.charge.id,
    customer: intent.customer,
    status: 'succeeded',
    reason: (p.reason as string | undefined) ?? null,
    metadata: (p.metadata as Metadata | undefined) || {},
  });
  const refunded = refundedBy(world, intent, amount);
  world.emit('refund.created', draw(world, 'refunds', refund));
  world.emit('charge.refunded', drawCharge(refunded));
  return refund;
}

/** The bank sends a refund back: the money is the shop's again. */
export function failRefund(world: World, refund: RefundRecord): RefundRecord {
  if (refund.status === 'failed') return refund;
  const failed = world.store.put('refunds', { ...refund, status: 'failed' });
  refundedBy(world, world.store.get('intents', refund.intent)!, -refund.amount);
  world.emit('refund.updated', draw(world, 'refunds', failed));
  world.emit('refund.failed', draw(world, 'refunds', failed));
  return failed;
}

function refundedBy(world: World, intent: IntentRecord, amount: number): IntentRecord {
  const changed = { ...intent.charge!, refunded: intent.charge!.refunded + amount };
  return world.store.put('intents', { ...intent, charge: changed });
}
