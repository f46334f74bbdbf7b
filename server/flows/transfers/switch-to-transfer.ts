import { eq } from 'drizzle-orm';
import type { Day } from '#domain/day.ts';
import { dayOf } from '#domain/time.ts';
import {
  createTransferPaymentRequest,
  currentPaymentRequest,
  dropFee,
  markPaymentRequestReplaced,
  type OrderClaim,
} from '../../orders/claims.ts';
import { orders } from '../../orders/schema.ts';
import type { Tx } from '../../platform/db.ts';
import type { OrderRow, QueueDeps } from '../payments/enter-sale.ts';
import { queueCheckoutExpiry } from './unpaid.ts';

/**
 * Money by an old reference pays an order that is to be paid another way by now: whatever was asked for instead, its fee and its pages go,
 * and so many para are asked for by transfer. The caller holds the order and has seen that no parcel collects its money.
 */
export async function switchToTransfer(
  tx: Tx,
  deps: QueueDeps,
  { id: orderId }: OrderRow,
  { amount, validUntil }: { amount: number; validUntil: Day },
): Promise<OrderClaim> {
  const other = await currentPaymentRequest(tx, orderId);
  if (other) await markPaymentRequestReplaced(tx, other.id);
  await tx.update(orders).set({ way: 'transfer', checkoutKey: null }).where(eq(orders.id, orderId));
  await dropFee(tx, orderId);
  await queueCheckoutExpiry(tx, deps, orderId);
  return createTransferPaymentRequest(tx, { orderId, amount, today: dayOf(deps.now()), validUntil });
}
