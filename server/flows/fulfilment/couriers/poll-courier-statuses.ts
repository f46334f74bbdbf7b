import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Dependencies } from '../../../dependencies.ts';
import { courierRequests, shipments } from '../../../fulfilment/schema.ts';
import { takeMessage } from './take-message.ts';

const AT_ONCE = 50;

/**
 * Asks how parcels are that nobody told of for a quarter of an hour, of couriers that can be asked; in vain, the pause doubles up to
 * sixteen hours.
 */
export async function pollCourierStatuses(deps: Dependencies): Promise<void> {
  const { db, now, log } = deps;
  const at = now();
  const open = db
    .select({ id: shipments.id })
    .from(shipments)
    .where(inArray(shipments.state, ['packed', 'handed_over', 'in_transit', 'refused', 'lost', 'damaged']));
  const due = db
    .select({ id: courierRequests.shipmentId })
    .from(courierRequests)
    .where(
      and(eq(courierRequests.state, 'made'), lte(courierRequests.askAt, at), inArray(courierRequests.shipmentId, open)),
    )
    .orderBy(courierRequests.askAt)
    .limit(AT_ONCE)
    .for('update', { skipLocked: true });
  const asked = await db
    .update(courierRequests)
    .set({
      asked: sql`${courierRequests.asked} + 1`,
      askAt: sql`${at.toISOString()}::timestamptz + interval '15 minutes' * power(2, least(${courierRequests.asked}, 6))`,
    })
    .where(inArray(courierRequests.shipmentId, due))
    .returning();
  for (const { courier, key } of asked) {
    const port = deps.couriers.get(courier);
    if (!port?.capabilities.status) continue;
    try {
      for (const message of await port.status(key)) await takeMessage(deps, courier, message);
    } catch (error) {
      log.warn({ error, courier, parcel: key }, 'courier not asked how a parcel is');
    }
  }
}
