import { and, eq, inArray, max } from 'drizzle-orm';
import type { Day } from '#domain/day.ts';
import { dayOf } from '#domain/time.ts';
import { shipments } from '../../fulfilment/schema.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';

/** When the last parcel of an order came that brought what was bought; `null` when no parcel of ours did. */
export async function lastDeliveryOf(db: DatabaseOrTransaction, orderId: string): Promise<Day | null> {
  const [parcels] = await db
    .select({ last: max(shipments.deliveredAt) })
    .from(shipments)
    .where(and(eq(shipments.orderId, orderId), inArray(shipments.kind, ['outbound', 'resend'])));
  return parcels?.last ? dayOf(parcels.last) : null;
}
