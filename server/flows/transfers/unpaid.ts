import { and, eq, notInArray } from 'drizzle-orm';
import { NOT_ARRIVING_STATES, type ShipmentState } from '#domain/fulfilment/shipment.ts';
import { refuse } from '#domain/refuse.ts';
import { shipments } from '../../fulfilment/schema.ts';
import { orders } from '../../orders/schema.ts';
import { checkouts, orderPayments } from '../../payments/schema.ts';
import { queueProviderTasks } from '../../payments/tasks.ts';
import type { Tx } from '../../platform/db.ts';
import type { OrderRow, QueueDeps } from '../payments/enter-sale.ts';

/** Which order, and as it was seen. */
export interface SeenOrder {
  number: number;
  version: number;
  /** Whose it must be; `null`: staff may touch every order. */
  profileId: string | null;
}

/** The order, held. Somebody else's does not exist. */
export async function lockOrderByNumber(tx: Tx, { number, profileId }: Omit<SeenOrder, 'version'>): Promise<OrderRow> {
  const [order] = await tx.select().from(orders).where(eq(orders.number, number)).for('update');
  if (!order || (profileId !== null && order.profileId !== profileId)) throw refuse('ORDER_GONE');
  return order;
}

/**
 * Nothing has come for it, nothing was packed, and nobody changed it since it was looked at. With `ending` a part may have come, and what
 * was packed may be lost or damaged, or back.
 */
export async function refuseUnlessUnpaid(
  tx: Tx,
  order: OrderRow,
  version: number,
  { ending = false }: { ending?: boolean } = {},
): Promise<void> {
  const gone: readonly ShipmentState[] = ending ? NOT_ARRIVING_STATES : ['cancelled'];
  const packed = and(eq(shipments.orderId, order.id), notInArray(shipments.state, [...gone]));
  const isTouched =
    order.status !== 'pending' ||
    (order.paymentState !== 'unpaid' && order.paymentState !== 'due') ||
    (!ending && (await tx.$count(orderPayments, eq(orderPayments.orderId, order.id))) > 0) ||
    (await tx.$count(shipments, packed)) > 0;
  if (isTouched) throw refuse('ORDER_NOT_UNPAID');
  if (order.version !== version) throw refuse('ORDER_CHANGED');
}

/** Its payment pages are called off after the commit. A page that is paid all the same wins. */
export async function queueCheckoutExpiry(tx: Tx, deps: QueueDeps, orderId: string): Promise<void> {
  const open = await tx
    .select({ objectId: checkouts.id })
    .from(checkouts)
    .where(and(eq(checkouts.orderId, orderId), eq(checkouts.state, 'open')));
  await queueProviderTasks(
    tx,
    deps,
    open.map((page) => ({ kind: 'expire-checkout' as const, ...page })),
  );
}
