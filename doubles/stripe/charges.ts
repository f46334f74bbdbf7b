import type { Params } from './api/params.ts';
import { badRequest, declined, missing } from './api/stripe-api-error.ts';
import { serialize, serializeCharge } from './objects.ts';
import type { Card, DisputeRecord, IntentRecord, Metadata, RefundRecord } from './records.ts';
import { newId, type SandboxState } from './state.ts';

/** Payments by Stripe's test card with this ending are disputed at once. */
const DISPUTED_CARD = '0259';

interface Payment {
  amount: number;
  currency: string;
  customer: string | null;
  email: string | null;
  metadata: Metadata;
  invoice: string | null;
}

/** Throws as Stripe does when the card, or a configured fault, declines. */
export function refuseBadCard(state: SandboxState, card: Card, { renewal = false } = {}): void {
  if (state.faults.failNextCharges > 0) {
    state.faults.failNextCharges -= 1;
    throw declined('generic_decline');
  }
  if (card.behaviour === 'lacks funds') throw declined('insufficient_funds');
  if (card.behaviour === 'declines' || (renewal && card.behaviour === 'declines renewals'))
    throw declined('generic_decline');
}

export function charge(state: SandboxState, payment: Payment & { last4: string }): IntentRecord {
  const intent = state.store.put('intents', {
    ...intentOf(state, payment),
    status: 'succeeded',
    method: 'card',
    charge: { id: newId('ch'), created: state.now(), refunded: 0, last4: payment.last4 },
  });
  if (payment.last4 === DISPUTED_CARD) openDispute(state, intent);
  return intent;
}

export function startSepaPayment(state: SandboxState, payment: Payment): IntentRecord {
  return state.store.put('intents', {
    ...intentOf(state, payment),
    status: 'processing',
    method: 'sepa_debit',
    charge: null,
  });
}

export function completeTransfer(state: SandboxState, intent: IntentRecord, arrived: boolean): IntentRecord {
  return state.store.put('intents', {
    ...intent,
    status: arrived ? 'succeeded' : 'requires_payment_method',
    charge: arrived ? { id: newId('py'), created: state.now(), refunded: 0, last4: '3000' } : null,
  });
}

function intentOf(state: SandboxState, { amount, currency, customer, email, metadata, invoice }: Payment) {
  return { id: newId('pi'), created: state.now(), amount, currency, customer, metadata, invoice, receiptEmail: email };
}

/** `POST /v1/refunds`: whole or in part, never more than is left of the charge. */
export function createRefund(state: SandboxState, p: Params): RefundRecord {
  const id = (p.payment_intent ?? p.charge) as string | undefined;
  if (!id) {
    throw badRequest('One of the following params should be provided: payment_intent or charge.', 'payment_intent');
  }
  const intent = [...state.store.all('intents')].find((one) => one.id === id || one.charge?.id === id);
  if (!intent) throw missing(p.payment_intent ? 'payment_intent' : 'charge', id, 'payment_intent');
  if (!intent.charge) throw badRequest('This PaymentIntent does not have a successful charge to refund.');
  if (disputesOf(state, intent).some(({ status }) => status !== 'won')) {
    throw badRequest(`Charge ${intent.charge.id} has been charged back.`, undefined, 'charge_disputed');
  }
  const left = intent.amount - intent.charge.refunded;
  if (left === 0) {
    throw badRequest(`Charge ${intent.charge.id} has already been refunded.`, undefined, 'charge_already_refunded');
  }
  const amount = (p.amount as number | undefined) ?? left;
  if (amount <= 0) throw badRequest('Invalid positive integer', 'amount', 'parameter_invalid_integer');
  if (amount > left)
    throw badRequest(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, 'amount');

  const refund = state.store.put('refunds', {
    id: newId('re'),
    created: state.now(),
    amount,
    currency: intent.currency,
    intent: intent.id,
    charge: intent.charge.id,
    customer: intent.customer,
    status: 'succeeded',
    reason: (p.reason as string | undefined) ?? null,
    metadata: (p.metadata as Metadata | undefined) || {},
  });
  const refunded = refundedBy(state, intent, amount);
  state.emit('refund.created', serialize(state, 'refunds', refund));
  state.emit('charge.refunded', serializeCharge(refunded));
  return refund;
}

/** The bank sends a refund back: the money is the shop's again. */
export function failRefund(state: SandboxState, refund: RefundRecord): RefundRecord {
  if (refund.status === 'failed') return refund;
  const failed = state.store.put('refunds', { ...refund, status: 'failed' });
  refundedBy(state, state.store.get('intents', refund.intent)!, -refund.amount);
  state.emit('refund.updated', serialize(state, 'refunds', failed));
  state.emit('refund.failed', serialize(state, 'refunds', failed));
  return failed;
}

const disputesOf = (state: SandboxState, intent: IntentRecord) =>
  [...state.store.all('disputes')].filter((dispute) => dispute.intent === intent.id);

/** The buyer's bank takes back what is left of a payment, and asks the shop for its side. */
export function openDispute(state: SandboxState, intent: IntentRecord): DisputeRecord {
  if (!intent.charge) throw badRequest('This PaymentIntent does not have a successful charge to dispute.');
  if (disputesOf(state, intent).length > 0) throw badRequest('This charge has been disputed already.');
  const amount = intent.amount - intent.charge.refunded;
  if (amount === 0) throw badRequest('Nothing is left of this charge.');
  const dispute = state.store.put('disputes', {
    id: newId('dp'),
    created: state.now(),
    amount,
    currency: intent.currency,
    intent: intent.id,
    charge: intent.charge.id,
    status: 'needs_response',
  });
  state.emit('charge.dispute.created', serialize(state, 'disputes', dispute));
  state.emit('charge.dispute.funds_withdrawn', serialize(state, 'disputes', dispute));
  return dispute;
}

/** The shop has sent its evidence; the bank thinks about it. */
export function answerDispute(state: SandboxState, dispute: DisputeRecord): DisputeRecord {
  if (dispute.status !== 'needs_response') return dispute;
  const answered = state.store.put('disputes', { ...dispute, status: 'under_review' });
  state.emit('charge.dispute.updated', serialize(state, 'disputes', answered));
  return answered;
}

/** The bank's decision. */
export function closeDispute(state: SandboxState, dispute: DisputeRecord, won: boolean): DisputeRecord {
  if (dispute.status === 'won' || dispute.status === 'lost') return dispute;
  const closed = state.store.put('disputes', { ...dispute, status: won ? 'won' : 'lost' });
  if (won) state.emit('charge.dispute.funds_reinstated', serialize(state, 'disputes', closed));
  state.emit('charge.dispute.closed', serialize(state, 'disputes', closed));
  return closed;
}

function refundedBy(state: SandboxState, intent: IntentRecord, amount: number): IntentRecord {
  const changed = { ...intent.charge!, refunded: intent.charge!.refunded + amount };
  return state.store.put('intents', { ...intent, charge: changed });
}
