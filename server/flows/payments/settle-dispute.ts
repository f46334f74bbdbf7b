import { and, eq, isNull, sql } from 'drizzle-orm';
import { unitsTakenBack } from '#domain/advertising/rules.ts';
import type { PaymentProblem } from '#domain/payments/problem.ts';
import { addEntries, lockBalances, sumEntries } from '../../advertising/ledger.ts';
import { packages } from '../../advertising/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import type { DisputeFacts, Payment } from '../../payments/gateway.ts';
import { disputes, paymentEvents, refunds } from '../../payments/schema.ts';
import { providerActor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { freeUnits } from '../campaigns/campaign-states.ts';
import { lockCampaigns, takeFromCampaigns } from '../campaigns/take-back.ts';
import { pauseRun } from '../special/pause-run.ts';
import { postRefundAndDisputeEntries } from './book-payments.ts';
import { ensureSettled, paymentKeyOf, updateRefundedTotals } from './settle-refund.ts';
import { unitsLeft } from './units-left.ts';

const ACTIONS = {
  open: 'payments.disputed',
  won: 'payments.dispute-won',
  lost: 'payments.dispute-lost',
} as const;
const EVENTS = { open: 'disputed', won: 'dispute_won', lost: 'dispute_lost' } as const;
const PROBLEMS = { open: 'DISPUTED', won: null, lost: 'DISPUTE_LOST' } as const;

/**
 * A dispute holds its share of what the payment credited, as ledger entries, so that it cannot be spent; won, it is given
 * back; lost, it stays taken and the money counts as refunded. Staff are notified once when it begins and once when it is
 * lost. An answer to an earlier question changes nothing.
 */
export async function settleDispute(
  tx: Tx,
  deps: Dependencies,
  { disputeId, question, amount, currency, state }: DisputeFacts,
  payment: Payment,
): Promise<PaymentProblem | null> {
  const { known, problem } = await ensureSettled(tx, deps, payment);
  if (!known) return problem;
  // The order is locked since the payment was settled, so that events of one dispute come one after another.
  const [before] = await tx.select().from(disputes).where(eq(disputes.id, disputeId));
  if (before && before.question >= question) return problem;
  const paymentKey = paymentKeyOf(payment);
  const columns = { amount, currency, state, question };
  await tx
    .insert(disputes)
    .values({ id: disputeId, paymentKey, ...columns })
    .onConflictDoUpdate({ target: disputes.id, set: columns });
  await tx
    .insert(refunds)
    .values({ id: disputeId, paymentKey, amount, currency, succeeded: state === 'lost' })
    .onConflictDoUpdate({ target: refunds.id, set: { amount, succeeded: sql`excluded.stands` } });
  await updateRefundedTotals(tx, payment);
  await postRefundAndDisputeEntries(tx, deps.now(), paymentKey);
  const held = await holdUnits(tx, deps, { disputeId, amount, state }, paymentKey);
  if (payment.orderId)
    await enterOrderEvent(tx, deps.now(), providerActor, payment.orderId, {
      kind: EVENTS[state],
      reference: disputeId,
      facts: { amount, currency },
    });
  await pauseRun(tx, deps, payment.orderId);
  if (before?.state === state) return problem;

  await record(tx, providerActor, {
    action: ACTIONS[state],
    on: payment.orderId ? { kind: 'order', id: payment.orderId } : { kind: 'payment event', id: disputeId },
    before: before ? { state: before.state } : null,
    after: { state, dispute: disputeId, amount, currency, held },
  });
  if (state !== 'open') {
    const begun = and(eq(paymentEvents.objectId, disputeId), eq(paymentEvents.problem, 'DISPUTED'));
    await tx
      .update(paymentEvents)
      .set({ resolvedAt: deps.now() })
      .where(and(begun, isNull(paymentEvents.resolvedAt)));
  }
  return PROBLEMS[state] ?? problem;
}

/** Brings the units held for the dispute to what its state asks for; answers with what is held now. */
async function holdUnits(
  tx: Tx,
  deps: Dependencies,
  { disputeId, amount, state }: Pick<DisputeFacts, 'disputeId' | 'amount' | 'state'>,
  paymentKey: string,
): Promise<{ banners: number; tvSeconds: number }> {
  const nothing = { banners: 0, tvSeconds: 0 };
  const [sold] = await tx.select().from(packages).where(eq(packages.paymentKey, paymentKey)).for('update');
  if (sold?.profileId) await lockCampaigns(tx, sold.profileId);
  const balances = sold?.profileId ? await lockBalances(tx, sold.profileId) : null;
  if (!sold?.profileId || !balances) return nothing;
  const entries = await sumEntries(tx, 'dispute', disputeId);
  const held = { banners: -entries.banners, tvSeconds: -entries.tvSeconds };
  const left = await unitsLeft(tx, sold);
  const free = await freeUnits(tx, sold.profileId, balances);
  const wanted = (unit: 'banners' | 'tvSeconds', credited: number) =>
    state === 'won'
      ? 0
      : Math.max(Math.min(unitsTakenBack(credited, amount, sold.amount), left[unit] + held[unit]), held[unit]);
  const due = { banners: wanted('banners', sold.bannerCount), tvSeconds: wanted('tvSeconds', sold.tvSeconds) };
  const missing = (unit: 'banners' | 'tvSeconds') => Math.max(0, due[unit] - held[unit] - free[unit]);
  const short = { banners: missing('banners'), tvSeconds: missing('tvSeconds') };
  const fromCampaigns = await takeFromCampaigns(tx, deps, sold.profileId, short, 'dispute');
  const now = {
    banners: due.banners - short.banners + fromCampaigns.banners,
    tvSeconds: due.tvSeconds - short.tvSeconds + fromCampaigns.tvSeconds,
  };
  await addEntries(tx, providerActor, sold.profileId, {
    reason: 'dispute',
    reference: disputeId,
    banners: held.banners - now.banners,
    tvSeconds: held.tvSeconds - now.tvSeconds,
  });
  return now;
}
