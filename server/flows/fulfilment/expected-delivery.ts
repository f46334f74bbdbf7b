import { and, eq, inArray, max } from 'drizzle-orm';
import { COMING_STATES } from '#domain/fulfilment/shipment.ts';
import { type ExpectedDelivery, expectedOn } from '#domain/orders/own/expected-delivery.ts';
import { deliveryBy } from '#domain/orders/rules.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { shipments } from '../../fulfilment/schema.ts';
import { orderEvents } from '../../orders/schema.ts';
import { announcedDeliveryDay, countFreeDevices, freeDevicesForOrder } from '../../stock/free.ts';
import { isStockCounted } from '../../stock/level.ts';
import { type OrderRow, packingOf } from './parcels.ts';

/**
 * When the devices of an order come: what stock has left after all who wait longer is sent by the next working day; for anything else the
 * day counts that was said to whoever orders (decision 275). Of an order that is not paid only the latter is told, because it has no turn.
 */
export async function expectedDelivery(
  { db, config, now }: Pick<Dependencies, 'db' | 'config' | 'now'>,
  order: OrderRow,
): Promise<ExpectedDelivery | null> {
  if (order.kind !== 'device') return null;
  const today = dayOf(now());
  const { missing, problem } = await packingOf(db, order);
  const counted = await isStockCounted(db);
  if (problem === 'unpaid') {
    const isShort = order.status === 'pending' && counted && (await countFreeDevices(db)) < missing;
    return isShort ? { kind: 'from', day: await announcedDeliveryDay(db, today) } : null;
  }
  const isToBePacked = problem === null || problem === 'call';
  if (!isToBePacked && problem !== 'complete') return null;
  if (isToBePacked && counted && (await freeDevicesForOrder(db, { orderId: order.id, since: null })).free < missing)
    return { kind: 'from', day: await announcedDeliveryDay(db, today) };
  const parcels = await db
    .select({ state: shipments.state })
    .from(shipments)
    .where(
      and(
        eq(shipments.orderId, order.id),
        inArray(shipments.kind, ['outbound', 'resend']),
        inArray(shipments.state, COMING_STATES),
      ),
    );
  if (!isToBePacked && parcels.length === 0) return null;
  const isHere = isToBePacked || parcels.some(({ state }) => state === 'packed');
  const [left] = isHere
    ? []
    : await db
        .select({ at: max(orderEvents.moment) })
        .from(orderEvents)
        .where(and(eq(orderEvents.orderId, order.id), eq(orderEvents.kind, 'handed_over')));
  const known = {
    today,
    sentOn: left?.at ? dayOf(left.at) : null,
    dueOn: deliveryBy(order.paidAt ?? order.createdAt),
  };
  const day = expectedOn(known, config.transfer.holidays);
  return day === null ? null : { kind: 'on', day };
}
