import { eq } from 'drizzle-orm';
import { mailboxOf } from '#domain/orders/delivery/delivery.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { orderPayments } from '../../payments/schema.ts';
import { queueProviderTasks } from '../../payments/tasks.ts';
import { providerActor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { type ReturnedPayment, returnPayment } from '../event/return-payment.ts';
import { postPaymentEntry, postRefundAndDisputeEntries } from './book-payments.ts';
import type { OrderRow, QueueDeps } from './enter-sale.ts';

/** Money may have gone back already, when the payment differed from the order and the account was closed afterwards. */
export async function bookReturnedPayment(tx: Tx, deps: QueueDeps, order: OrderRow, payment: ReturnedPayment) {
  await postPaymentEntry(tx, deps.now(), order, payment, 'customer');
  await postRefundAndDisputeEntries(tx, deps.now(), payment.key);
  return returnPayment(tx, deps, order, payment);
}

/**
 * An old page was paid once a parcel was packed for which a courier collects: the order stays one that is paid at the door, with its fee,
 * and the whole payment goes back. The caller has taken the payment's key, as a surplus.
 */
export async function returnCardPaymentBesideParcel(
  tx: Tx,
  deps: QueueDeps,
  order: OrderRow,
  { key, amount, currency, bookedOn }: ReturnedPayment,
) {
  await tx.update(orderPayments).set({ returned: true }).where(eq(orderPayments.key, key));
  const facts = { amount, currency, bookedOn };
  await enterOrderEvent(tx, deps.now(), providerActor, order.id, { kind: 'overpaid', reference: key, facts });
  await record(tx, providerActor, {
    action: 'orders.overpaid',
    on: { kind: 'order', id: order.id },
    after: { amount, currency },
  });
  await postPaymentEntry(tx, deps.now(), order, { key, amount, currency }, 'customer');
  await postRefundAndDisputeEntries(tx, deps.now(), key);
  await queueProviderTasks(tx, deps, [{ kind: 'refund-payment', objectId: key }]);
  if (order.email !== '')
    await queueMail(tx, deps.queue, {
      to: mailboxOf(order),
      profileId: order.profileId,
      orderId: order.id,
      template: 'orders.returned',
      props: { number: order.number, amount, currency, isCollected: true },
      idempotencyKey: `orders.returned:${key}`,
    });
  return { status: 'returned' as const, problem: 'PAID_BESIDE_PARCEL' as const };
}
