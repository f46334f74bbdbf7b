import { and, eq } from 'drizzle-orm';
import { isUuid } from '#domain/ids.ts';
import { mailboxOf } from '#domain/orders/delivery/delivery.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { IssuedDocument } from '../../documents/issue.ts';
import { buyerMailFields } from '../../orders/buyer-mail-fields.ts';
import { refreshOrder } from '../../orders/events.ts';
import { orders } from '../../orders/schema.ts';
import type { Payment, RefundFacts } from '../../payments/gateway.ts';
import { providerActor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { accountLink } from '../payments/enter-sale.ts';
import { endReturn, reopenReturn } from '../returns/end-return.ts';
import { paidMonthsOf } from '../transfers/paid-months.ts';
import { giveUnitsBack } from './units-of-terms.ts';

/**
 * The provider says what became of a refund that staff asked for: its request ends, and the buyer is mailed once with the credit note, and
 * once more when the bank sends the money back. Called after the refund is booked and credited, in the same transaction; `papers` were
 * issued for it.
 */
export async function closeRefund(
  tx: Tx,
  deps: Dependencies,
  { refundId, requestId, succeeded }: RefundFacts,
  payment: Payment,
  papers: readonly IssuedDocument[],
): Promise<void> {
  if (!requestId || !isUuid(requestId)) return;
  const key = 'invoiceId' in payment ? payment.invoiceId : payment.sessionId;
  const [asked] = await tx
    .select()
    .from(orderRefunds)
    .where(and(eq(orderRefunds.id, requestId), eq(orderRefunds.paymentKey, key)))
    .for('update');
  if (!asked || asked.state === 'failed') return;
  await tx
    .update(orderRefunds)
    .set(succeeded ? { state: 'done', refundId } : { state: 'failed', refundId, problem: 'returned_by_bank' })
    .where(eq(orderRefunds.id, requestId));
  if (!succeeded) {
    const [order] = await tx.select().from(orders).where(eq(orders.id, asked.orderId));
    await giveUnitsBack(tx, providerActor, order!, asked);
    await reopenReturn(tx, requestId);
    // The bank's no is entered already, and its devices are owed again.
    await refreshOrder(tx, deps.now(), asked.orderId);
    if (asked.state === 'done') await notifySentBack(tx, deps, order!, asked);
    return;
  }
  if (asked.state === 'done') return;
  // The money was entered already; a loss that it answers is over only now.
  if (asked.scope === 'amount') await refreshOrder(tx, deps.now(), asked.orderId);
  await endReturnAndNotifyPaid(tx, deps, asked, papers);
}

/** The money is on its way for good: its return ends, and the buyer is mailed once with the credit note. */
export async function endReturnAndNotifyPaid(
  tx: Tx,
  deps: Dependencies,
  asked: typeof orderRefunds.$inferSelect,
  papers: readonly IssuedDocument[],
): Promise<void> {
  const { id, way, amount, currency } = asked;
  await endReturn(tx, deps, id);
  const [order] = await tx.select().from(orders).where(eq(orders.id, asked.orderId));
  // A credit note of anything else may be drawn already: whatever waited for it would never be sent.
  const credit = papers.findLast(({ kind }) => kind === 'creditNote');
  await queueMail(tx, deps.queue, {
    to: mailboxOf(order!),
    profileId: order!.profileId,
    orderId: order!.id,
    template: 'refunds.paid-back',
    props: {
      number: order!.number,
      amount,
      currency,
      way,
      note: asked.note,
      months: asked.months,
      unspent: asked.periodAmount > 0 ? asked.periodAmount : null,
      endsOn: asked.months > 0 ? ((await paidMonthsOf(tx, [asked.orderId])).get(asked.orderId)?.endsOn ?? null) : null,
      credit: credit?.number ?? null,
      link: accountLink(deps, order!),
    },
    ...(credit ? { awaits: credit.id } : {}),
    idempotencyKey: `refunds.paid-back:${id}`,
  });
}

/** The buyer was told that the money is on its way, and the bank has sent it back to us. */
async function notifySentBack(
  tx: Tx,
  deps: Dependencies,
  order: typeof orders.$inferSelect,
  { id, amount, currency }: typeof orderRefunds.$inferSelect,
): Promise<void> {
  await queueMail(tx, deps.queue, {
    ...buyerMailFields(order),
    template: 'refunds.sent-back',
    props: { number: order.number, amount, currency, link: accountLink(deps, order) },
    idempotencyKey: `refunds.sent-back:${id}`,
  });
}
