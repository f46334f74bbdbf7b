import { and, eq, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import * as z from 'zod';
import type { PaymentProblem } from '#domain/payments/problem.ts';
import { addEntries, lockBalances, sumEntries } from '../../advertising/ledger.ts';
import { packages } from '../../advertising/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { orders } from '../../orders/schema.ts';
import type { Payment, RefundFacts } from '../../payments/gateway.ts';
import { refunds } from '../../payments/schema.ts';
import { providerActor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { freeUnits } from '../campaigns/campaign-states.ts';
import { lockCampaigns, takeFromCampaigns } from '../campaigns/take-back.ts';
import { pauseRun } from '../special/pause-run.ts';
import { postRefundAndDisputeEntries } from './book-payments.ts';
import { settleCheckout, settleInvoice } from './settle-payment.ts';
import { unitsToTake } from './units-left.ts';

export const paymentKeyOf = (payment: Payment) => ('invoiceId' in payment ? payment.invoiceId : payment.sessionId);

/** Nothing was credited for these: that the money goes back is how a person settles them. */
const UNCREDITED: readonly (PaymentProblem | null)[] = ['AMOUNT_DIFFERS', 'UNEXPECTED_INVOICE'];

/** These are entered, and go back by themselves. */
const GIVEN_BACK: readonly (PaymentProblem | null)[] = [null, 'ACCOUNT_CLOSED', 'PAID_BESIDE_PARCEL'];

/**
 * Money cannot go back before it came: whoever receives a refund or a dispute first settles the payment first. `known`:
 * what goes back can be entered; `problem` is what a person must still see.
 */
export async function ensureSettled(
  tx: Tx,
  deps: Dependencies,
  payment: Payment,
): Promise<{ known: boolean; problem: PaymentProblem | null }> {
  const { problem } =
    'invoiceId' in payment
      ? await settleInvoice(tx, deps, payment, 'webhook')
      : await settleCheckout(tx, deps, payment, 'webhook');
  if (UNCREDITED.includes(problem)) return { known: true, problem: null };
  return { known: GIVEN_BACK.includes(problem), problem };
}

/**
 * A refund takes back its share of what the payment credited, as entries of its own; nothing is ever deleted. What was
 * spent already cannot be taken: the balance stops at zero and staff are notified (docs/money.md).
 */
export async function settleRefund(
  tx: Tx,
  deps: Dependencies,
  refund: RefundFacts,
  payment: Payment,
): Promise<PaymentProblem | null> {
  const { known, problem } = await ensureSettled(tx, deps, payment);
  if (!known) return problem;
  const hasSucceeded = await upsertRefund(tx, refund, payment);
  if (payment.orderId)
    await enterOrderEvent(tx, deps.now(), providerActor, payment.orderId, {
      kind: hasSucceeded ? 'refunded' : 'refund_failed',
      reference: refund.refundId,
      facts: { amount: refund.amount, currency: refund.currency },
    });
  await postRefundAndDisputeEntries(tx, deps.now(), paymentKeyOf(payment));
  await pauseRun(tx, deps, payment.orderId);
  if (await tookUnits(tx, refund.requestId)) return problem;
  const [sold] = await tx
    .select()
    .from(packages)
    .where(eq(packages.paymentKey, paymentKeyOf(payment)))
    .for('update');
  if (!sold?.profileId) return problem;
  await lockCampaigns(tx, sold.profileId);
  const balances = await lockBalances(tx, sold.profileId);
  if (!balances) return problem;
  const taken = await sumEntries(tx, 'refund', refund.refundId);
  const reference = refund.refundId;

  if (!hasSucceeded) {
    const returned = await sumEntries(tx, 'correction', reference);
    const give = {
      banners: -taken.banners - returned.banners,
      tvSeconds: -taken.tvSeconds - returned.tvSeconds,
    };
    await addEntries(tx, providerActor, sold.profileId, { reason: 'correction', reference, ...give });
    return null;
  }
  if (taken.banners !== 0 || taken.tvSeconds !== 0) return null;
  const {
    due,
    held,
    taking: free,
  } = await unitsToTake(tx, sold, {
    amount: refund.amount,
    free: await freeUnits(tx, sold.profileId, balances),
  });
  const fromCampaigns = await takeFromCampaigns(tx, deps, sold.profileId, held, 'refund');
  const taking = {
    banners: free.banners + fromCampaigns.banners,
    tvSeconds: free.tvSeconds + fromCampaigns.tvSeconds,
  };
  await addEntries(tx, providerActor, sold.profileId, {
    reason: 'refund',
    reference,
    banners: -taking.banners,
    tvSeconds: -taking.tvSeconds,
  });
  await record(tx, providerActor, {
    action: 'advertising.refunded',
    on: { kind: 'package', id: sold.id },
    after: { refund: refund.refundId, amount: refund.amount, due, take: taking },
  });
  return taking.banners < due.banners || taking.tvSeconds < due.tvSeconds ? 'REFUND_OF_SPENT' : problem;
}

/** Whether the request that it carries out took units when it was asked for: what the terms give back of a package. */
async function tookUnits(tx: Tx, requestId: string | null): Promise<boolean> {
  if (requestId === null || !z.uuid().safeParse(requestId).success) return false;
  const asked = and(eq(orderRefunds.id, requestId), eq(orderRefunds.scope, 'terms'));
  return (await tx.$count(orderRefunds, asked)) > 0;
}

/** Writes the refund down; one that stands no more never stands again, in whatever order its events arrive. */
async function upsertRefund(
  tx: Tx,
  { refundId, amount, currency, succeeded }: RefundFacts,
  payment: Payment,
): Promise<boolean> {
  const paymentKey = paymentKeyOf(payment);
  const [row] = await tx
    .insert(refunds)
    .values({ id: refundId, paymentKey, amount, currency, succeeded })
    .onConflictDoUpdate({ target: refunds.id, set: { succeeded: sql`${refunds.succeeded} and excluded.stands` } })
    .returning({ succeeded: refunds.succeeded });
  await updateRefundedTotals(tx, payment);
  return row!.succeeded;
}

/** How much of a payment went back, in all, on what was paid by it. */
export async function updateRefundedTotals(tx: Tx, payment: Payment): Promise<void> {
  const paymentKey = paymentKeyOf(payment);
  // A part refunded by us and the whole taken by the bank can be more than was paid.
  const inAll = (paid: AnyPgColumn) =>
    sql`least((select coalesce(sum(r.amount), 0) from refunds r where r.payment_key = ${paymentKey} and r.stands), ${paid})`;
  if ('sessionId' in payment && payment.orderId) {
    const paidBy = and(eq(orders.id, payment.orderId), eq(orders.checkoutSessionId, payment.sessionId));
    await tx
      .update(orders)
      .set({ refunded: inAll(orders.amount) })
      .where(paidBy);
  }
  await tx
    .update(packages)
    .set({ refunded: inAll(packages.amount) })
    .where(eq(packages.paymentKey, paymentKey));
}
