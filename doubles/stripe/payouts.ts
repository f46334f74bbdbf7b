import { badRequest } from './api/stripe-api-error.ts';
import { serialize } from './objects.ts';
import type { PayoutRecord, TransactionRecord } from './records.ts';
import { newId, type SandboxState } from './state.ts';

const DAY = 24 * 60 * 60;
/** What is kept of a payment, in hundredths of a percent and minor units, and for a dispute. */
const SHARE = 150;
const EACH = 25;
const DISPUTE_FEE = 2_000;

const feeOf = (amount: number): number => Math.round((amount * SHARE) / 10_000) + EACH;

type Movement = Omit<TransactionRecord, 'id' | 'created' | 'payout'>;

/** What has moved the balance in that currency so far, each once: a payment with its fee, what went back, what is disputed. */
function movements(state: SandboxState, currency: string): Movement[] {
  const of = (type: TransactionRecord['type'], source: string, amount: number, fee = 0): Movement => ({
    type,
    source,
    amount,
    fee,
    currency,
  });
  const own = <R extends { currency: string }>(records: Iterable<R>) =>
    [...records].filter((record) => record.currency === currency);
  return [
    ...own(state.store.all('intents')).flatMap(({ charge, amount }) =>
      charge ? [of('charge', charge.id, amount, feeOf(amount))] : [],
    ),
    ...own(state.store.all('refunds')).flatMap(({ id, amount, status }) => [
      of('refund', id, -amount),
      ...(status === 'failed' ? [of('refund_failure', id, amount)] : []),
    ]),
    ...own(state.store.all('disputes')).flatMap(({ id, amount, status }) => [
      of('adjustment', id, -amount, DISPUTE_FEE),
      ...(status === 'won' ? [of('adjustment', `${id}:won`, amount)] : []),
    ]),
    ...own(state.store.all('payouts')).flatMap(({ id, amount, status }) =>
      status === 'failed' ? [of('payout_failure', id, amount)] : [],
    ),
  ];
}

/** Sends whatever is in the balance and in no payout yet to the shop's bank; it arrives in two days, and is told of at once. */
export function payOut(state: SandboxState, currency: string): PayoutRecord {
  const known = new Set([...state.store.all('transactions')].map(({ type, source }) => `${type} ${source}`));
  const fresh = movements(state, currency).filter(({ type, source }) => !known.has(`${type} ${source}`));
  const amount = fresh.reduce((sum, one) => sum + one.amount - one.fee, 0);
  if (amount <= 0) throw badRequest('You have insufficient funds in your Stripe account for this transfer.');
  const created = state.now();
  const payout = state.store.put('payouts', {
    id: newId('po'),
    created,
    amount,
    currency,
    arrivesAt: Math.ceil((created + 2 * DAY) / DAY) * DAY,
    status: 'in_transit',
    isReconciled: false,
  });
  for (const one of fresh) state.store.put('transactions', { ...one, id: newId('txn'), created, payout: payout.id });
  state.store.put('transactions', {
    id: newId('txn'),
    created,
    payout: payout.id,
    type: 'payout',
    source: payout.id,
    amount: -amount,
    fee: 0,
    currency,
  });
  state.emit('payout.created', serialize(state, 'payouts', payout));
  return payout;
}

/** It is on the shop's account, and what it consists of can be asked for. */
export function completePayout(state: SandboxState, payout: PayoutRecord): PayoutRecord {
  if (payout.status !== 'in_transit') throw badRequest(`The payout is ${payout.status}.`);
  const paid = state.store.put('payouts', { ...payout, status: 'paid', isReconciled: true });
  state.emit('payout.reconciliation_completed', serialize(state, 'payouts', paid));
  state.emit('payout.paid', serialize(state, 'payouts', paid));
  return paid;
}

/** The shop's bank did not take it: the money is in the balance again, also after it was said to be paid. */
export function failPayout(state: SandboxState, payout: PayoutRecord): PayoutRecord {
  if (payout.status === 'failed') return payout;
  const failed = state.store.put('payouts', { ...payout, status: 'failed', isReconciled: true });
  state.emit('payout.failed', serialize(state, 'payouts', failed));
  return failed;
}

/** What a payout consists of, once the provider has sorted it. */
export function transactionsOf(state: SandboxState, payout: PayoutRecord): TransactionRecord[] {
  if (!payout.isReconciled)
    throw badRequest(`The payout ${payout.id} is not reconciled yet.`, 'payout', 'payout_reconciliation_not_ready');
  return [...state.store.all('transactions')].filter((one) => one.payout === payout.id);
}
