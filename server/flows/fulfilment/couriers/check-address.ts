import { and, desc, eq, ne } from 'drizzle-orm';
import type { RequestState } from '#domain/fulfilment/courier-requests.ts';
import { shipmentKey } from '#domain/fulfilment/shipment.ts';
import { canChangeDelivery } from '#domain/orders/delivery/delivery.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { courierRequests, shipments } from '../../../fulfilment/schema.ts';
import { orders } from '../../../orders/schema.ts';
import { consigneeOf } from './consignment.ts';

/** What a courier has said of the address of a parcel that it was asked for; nothing of what is still under way or in doubt. */
const SAID: Partial<Record<RequestState, boolean>> = { made: true, address_unknown: false };

/**
 * Whether a courier knows where the order goes: from what it said of the newest parcel, and asked now while nothing is packed. `null`:
 * nobody said it, or can be asked, and then nothing is shown.
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
  if (!asked || !order.delivery || order.status === 'cancelled') return null;
  try {
    const receiver = consigneeOf(order.delivery);
    const reference = shipmentKey(number, parcels.length + 1);
    return (await asked.checkAddress({ reference, receiver, boxes: [], devices: 1, collect: null })) === 'known';
  } catch (error) {
    log.warn({ error, courier: asked.name, order: number }, 'address not checked');
    return null;
  }
}
