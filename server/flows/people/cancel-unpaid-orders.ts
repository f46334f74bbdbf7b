import { and, asc, eq, inArray } from 'drizzle-orm';
import { closingStageOfUnpaid, isCancelledByClosing } from '#domain/orders/closing.ts';
import type { Dependencies } from '../../dependencies.ts';
import { courierRequests, shipments } from '../../fulfilment/schema.ts';
import { cancelOrder } from '../../orders/place-order.ts';
import { orders } from '../../orders/schema.ts';
import type { Actor } from '../../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { cancelParcel } from '../fulfilment/change-parcel.ts';
import { isRecallable } from '../fulfilment/couriers/enter-request.ts';
import { mailCancelled } from '../transfers/cancel-unpaid.ts';

const unpaidOf = (profileId: string) => and(eq(orders.profileId, profileId), eq(orders.status, 'pending'));

/** Holds a person's orders that are not paid; before the person, as whoever books a payment does. */
export async function lockUnpaidOrders(tx: Tx, profileId: string): Promise<void> {
  await tx.select({ id: orders.id }).from(orders).where(unpaidOf(profileId)).orderBy(asc(orders.id)).for('update');
}

/** A person's orders that are not paid, the oldest first, each with what becomes of it when the account is closed. */
export async function unpaidOrders(db: DatabaseOrTransaction, profileId: string) {
  const unpaid = await db.select().from(orders).where(unpaidOf(profileId)).orderBy(asc(orders.number));
  if (unpaid.length === 0) return [];
  const parcels = await db
    .select({ parcel: shipments, request: courierRequests })
    .from(shipments)
    .leftJoin(courierRequests, eq(courierRequests.shipmentId, shipments.id))
    .where(
      inArray(
        shipments.orderId,
        unpaid.map(({ id }) => id),
      ),
    );
  return unpaid.map((order) => {
    const own = parcels.filter(({ parcel }) => parcel.orderId === order.id);
    const stage = closingStageOfUnpaid({
      ...order,
      parcels: own.map(({ parcel, request }) => ({ state: parcel.state, isRecallable: isRecallable(request) })),
    });
    return { order, stage, packed: own.flatMap(({ parcel }) => (parcel.state === 'packed' ? [parcel.id] : [])) };
  });
}

/**
 * The account is being closed: what waits for a transfer, or is to be paid at the door and has not left, is called off, and its parcels are
 * taken apart. Money that came for a part of it is given back by staff. The caller holds the orders and the person.
 */
export async function cancelUnpaidOrders(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  profileId: string,
): Promise<number[]> {
  const off = (await unpaidOrders(tx, profileId)).filter(({ stage }) => isCancelledByClosing(stage));
  for (const { order, packed } of off) {
    for (const parcel of packed) await cancelParcel(tx, deps, actor, parcel);
    await cancelOrder(tx, deps.now(), actor, order.id);
    await mailCancelled(tx, deps, order, { account: 'closed' });
  }
  return off.map(({ order }) => order.number);
}
