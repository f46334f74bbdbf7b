import { and, desc, eq, ne } from 'drizzle-orm';
import type { RequestState } from '#domain/fulfilment/courier-requests.ts';
import { shipmentKey } from '#domain/fulfilment/shipment.ts';
import { canChangeDelivery } from '#domain/orders/delivery/delivery.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { courierRequests, shipments } from '../../../fulfilment/schema.ts';
import { orders } from '../../../orders/schema.ts';
import type { Database } from '../../../platform/db.ts';
import { type OrderRow, packingOf } from '../parcels.ts';
import { consigneeOf } from './consignment.ts';

/** Also while whoever pays the courier has not been called. */
async function isToBePacked(db: Database, order: OrderRow): Promise<boolean> {
  const { problem } = await packingOf(db, order);
  return problem === null || problem === 'call';
}

/** What a courier has said of the address of a parcel that it was asked for; nothing of what is still under way or in doubt. */
const SAID: Partial<Record<RequestState, boolean>> = { made: true, address_unknown: false };

/**
 * Whether a courier knows where the order goes: from what it said of the newest parcel, and asked now while it is to be packed and nothing
 * is. `null`: nobody said it, or can be asked. Of an order that is not sent, or not yet, no courier is told name and address.
 */
export async function isAddressKnown(deps: Dependencies, number: number): Promise<boolean | null> {
  const { db, couriers, log } = deps;
  const [order] = await db.select().from(orders).where(eq(orders.number, number));
  if (!order) throw refuse('ORDER_GONE');
  const parcels = await db
    .select({ state: shipments.state, request: courierRequests.state })
    .from(shipments)
    .leftJoin(courierRequests, eq(courierRequests.shipmentId, shipments.id))
    .where(and(eq(shipments.orderId, order.id), ne(shipments.state, 'cancelled')))
    .orderBy(desc(shipments.n));
  if (!canChangeDelivery(order, parcels, [])) return (parcels[0]?.request && SAID[parcels[0].request]) ?? null;
  const asked = couriers.offered.map((name) => couriers.get(name)).find((port) => port?.capabilities.asks);
  if (!asked || !order.delivery || !(await isToBePacked(db, order))) return null;
  try {
    const receiver = consigneeOf(order.delivery);
    const reference = shipmentKey(number, parcels.length + 1);
    return (await asked.checkAddress({ reference, receiver, boxes: [], devices: 1, collect: null })) === 'known';
  } catch (error) {
    log.warn({ error, courier: asked.name, order: number }, 'address not checked');
    return null;
  }
}
