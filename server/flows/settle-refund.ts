import { eq, sql } from 'drizzle-orm';
import { unitsTakenBack } from '#domain/advertising/rules.ts';
import type { PaymentProblem } from '#domain/payments/contract.ts';
import { enter, entered, lockBalances } from '../advertising/ledger.ts';
import { packages } from '../advertising/schema.ts';
import type { Edges } from '../app.ts';
import { orders } from '../orders/schema.ts';
import type { CheckoutFacts, InvoiceFacts } from '../payments/ask.ts';
import { refunds } from '../payments/schema.ts';
import { record, stripeActor } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { settleCheckout, settleInvoice } from './settle-payment.ts';

export interface RefundFacts {
  refundId: string;
  amount: number;
  currency: string;
  /** `false`: the bank sent it back, or it was called off. */
  stands: boolean;
}

type Payment = CheckoutFacts | InvoiceFacts;
const keyOf = (payment: Payment) => ('invoiceId' in payment ? payment.invoiceId : payment.sessionId);

/** Money cannot go back before it came: whoever hears of the refund first settles the payment first. */
async function settleFirst(tx: Tx, edges: Edges, payment: Payment): Promise<PaymentProblem | null> {
  const settled =
    'invoiceId' in payment
      ? await settleInvoice(tx, edges, payment, 'webhook')
      : await settleCheckout(tx, edges, payment, 'webhook');
  return settled.problem;
}

/**
 * A refund takes back its share of what the payment credited, as entries of its own; nothing is ever deleted. What was
 * spent already cannot be taken: the balance stops at zero and the admin is told (docs/money.md).
 */
export async function settleRefund(
  tx: Tx,
  edges: Edges,
  refund: RefundFacts,
  payment: Payment,
): Promise<PaymentProblem | null> {
  const problem = await settleFirst(tx, edges, payment);
  if (problem) return problem;
  const stands = await noteRefund(tx, refund, payment);
  const [sold] = await tx
    .select()
    .from(packages)
    .where(eq(packages.paymentKey, keyOf(payment)))
    .for('update');
  if (!sold?.profileId) return null;
  const balances = await lockBalances(tx, sold.profileId);
  if (!balances) return null;
  const taken = await entered(tx, 'refund', refund.refundId);
  const reference = refund.refundId;

  if (!stands) {
    const returned = await entered(tx, 'correction', reference);
    const give = {
      banners: -taken.banners - returned.banners,
      tvSeconds: -taken.tvSeconds - returned.tvSeconds,
    };
    await enter(tx, stripeActor, sold.profileId, { reason: 'correction', reference, ...give });
    return null;
  }
  if (taken.banners !== 0 || taken.tvSeconds !== 0) return null;
  const due = {
    banners: unitsTakenBack(sold.bannerCount, refund.amount, sold.amount),
    tvSeconds: unitsTakenBack(sold.tvSeconds, refund.amount, sold.amount),
  };
  const take = {
    banners: Math.min(due.banners, balances.banners),
    tvSeconds: Math.min(due.tvSeconds, balances.tvSeconds),
  };
  await enter(tx, stripeActor, sold.profileId, {
    reason: 'refund',
    reference,
    banners: -take.banners,
    tvSeconds: -take.tvSeconds,
  });
  await record(tx, stripeActor, {
    action: 'advertising.refunded',
    on: { kind: 'package', id: sold.id },
    after: { refund: refund.refundId, amount: refund.amount, due, take },
  });
  return take.banners < due.banners || take.tvSeconds < due.tvSeconds ? 'REFUND_OF_SPENT' : null;
}

/** Writes the refund down; one that stands no more never stands again, in whatever order its events arrive. */
async function noteRefund(
  tx: Tx,
  { refundId, amount, currency, stands }: RefundFacts,
  payment: Payment,
): Promise<boolean> {
  const paymentKey = keyOf(payment);
  const [row] = await tx
    .insert(refunds)
    .values({ id: refundId, paymentKey, amount, currency, stands })
    .onConflictDoUpdate({ target: refunds.id, set: { stands: sql`${refunds.stands} and excluded.stands` } })
    .returning({ stands: refunds.stands });
  const inAll = sql`(select coalesce(sum(r.amount), 0) from refunds r where r.payment_key = ${paymentKey} and r.stands)`;
  if ('sessionId' in payment && payment.orderId) {
    await tx.update(orders).set({ refunded: inAll }).where(eq(orders.id, payment.orderId));
  }
  await tx.update(packages).set({ refunded: inAll }).where(eq(packages.paymentKey, paymentKey));
  return row!.stands;
}
