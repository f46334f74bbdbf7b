import { and, asc, eq, inArray } from 'drizzle-orm';
import type { DevicePlace } from '#domain/stock/rules.ts';
import { orders } from '../orders/schema.ts';
import type { Tx } from '../platform/db.ts';
import { stockDevices } from './schema.ts';

/**
 * The orders of those devices that are in this place, before the devices: whoever writes down what became of a parcel, or decides a return,
 * holds them in that order.
 */
export async function lockOrdersOfDevices(tx: Tx, serials: readonly string[], place: DevicePlace): Promise<void> {
  const found = await tx
    .selectDistinct({ id: stockDevices.orderId })
    .from(stockDevices)
    .where(and(inArray(stockDevices.serial, [...serials]), eq(stockDevices.place, place)));
  const ids = found.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return;
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.id, ids))
    .orderBy(asc(orders.id))
    .for('key share');
}
