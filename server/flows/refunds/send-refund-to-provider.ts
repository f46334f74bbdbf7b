import { eq } from 'drizzle-orm';
import type { Dependencies } from '../../dependencies.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { orders } from '../../orders/schema.ts';
import { isProviderError, isRefusal } from '../../payments/provider.ts';
import { providerActor, record } from '../../platform/audit.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { syncWithProvider } from '../payments/handle-payment-event.ts';
import { giveUnitsBack } from './units-of-terms.ts';

/**
 * Sends a refund to the provider and settles what the provider says of it. Whatever cannot be reached is asked again; a refusal ends the
 * request, and a person decides anew.
 */
export async function sendRefundToProvider(deps: Dependencies, id: string): Promise<void> {
  const [asked] = await deps.db.select().from(orderRefunds).where(eq(orderRefunds.id, id));
  if (asked?.state !== 'sending') return;
  const { paymentKey, amount } = asked;
  try {
    const refundId = await deps.payments.refundPart({ paymentKey, amount, requestId: id });
    await syncWithProvider(deps, { type: 'refund.created', objectId: refundId });
  } catch (error) {
    if (!isProviderError(error) || !isRefusal(error)) throw error;
    await failRefund(deps, id, error.code);
  }
}

async function failRefund(deps: Dependencies, id: string, problem: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [seen] = await tx.select().from(orderRefunds).where(eq(orderRefunds.id, id));
    const [order] = await tx.select().from(orders).where(eq(orders.id, seen!.orderId)).for('update');
    const [failed] = await tx
      .update(orderRefunds)
      .set({ state: 'failed', problem })
      .where(eq(orderRefunds.id, id))
      .returning();
    const { orderId, amount, currency } = failed!;
    await giveUnitsBack(tx, providerActor, order!, failed!);
    await enterOrderEvent(tx, deps.now(), providerActor, orderId, {
      kind: 'refund_refused',
      reference: id,
      facts: { amount, currency, problem },
    });
    await record(tx, providerActor, {
      action: 'refunds.failed',
      on: { kind: 'order', id: orderId },
      after: { amount, currency, problem },
    });
  });
}
