import { eq } from 'drizzle-orm';
import type { Day } from '#domain/day.ts';
import { packages } from '../../advertising/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { applyPaymentToOrder } from '../../orders/apply-payment-to-order.ts';
import { buyerMailFields } from '../../orders/buyer-mail-fields.ts';
import type { orders } from '../../orders/schema.ts';
import { orderPayments } from '../../payments/schema.ts';
import { queueProviderTasks } from '../../payments/tasks.ts';
import { providerActor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';

type OrderRow = typeof orders.$inferSelect;

export interface ReturnedPayment {
  /** The checkout session or the invoice. */
  key: string;
  amount: number;
  currency: string;
  /** The day on which the provider took it. */
  bookedOn: Day;
  invoice?: { number: string | null; periodEnd: Date; subscriptionId: string | null };
}

/**
 * Money came for an account that was closed, blocked or erased meanwhile: it is entered in the books without any units,
 * the whole of it goes back, and staff are notified. The caller has taken the payment's key.
 */
export async function returnPayment(
  tx: Tx,
  deps: Pick<Dependencies, 'queue' | 'now'>,
  order: OrderRow,
  { key, amount, currency, bookedOn, invoice }: ReturnedPayment,
) {
  await tx.update(orderPayments).set({ returned: true }).where(eq(orderPayments.key, key));
  await applyPaymentToOrder(tx, deps.now(), order, { key, amount, currency, bookedOn, isPage: !invoice });
  if (order.kind !== 'device') {
    await tx.insert(packages).values({
      profileId: order.profileId,
      orderId: order.id,
      email: order.delivery?.email || order.email,
      packageName: order.productName,
      companyName: order.delivery?.company_name ?? null,
      bannerCount: 0,
      tvSeconds: 0,
      amount,
      currency,
      paymentKey: key,
      subscriptionId: invoice?.subscriptionId,
      invoiceNumber: invoice?.number,
      periodEnd: invoice?.periodEnd,
    });
  }
  await record(tx, providerActor, {
    action: 'orders.returned',
    on: { kind: 'order', id: order.id },
    before: { status: order.status },
    after: { status: 'paid', payment: key, amount, currency },
  });
  if (amount > 0) await queueProviderTasks(tx, deps, [{ kind: 'refund-payment', objectId: key }]);
  if (amount > 0 && order.email !== '') {
    await queueMail(tx, deps.queue, {
      ...buyerMailFields(order),
      template: 'orders.returned',
      props: { number: order.number, amount, currency },
      idempotencyKey: `orders.returned:${key}`,
    });
  }
  return { status: 'returned' as const, problem: 'ACCOUNT_CLOSED' as const };
}
