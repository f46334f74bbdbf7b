import { and, asc, eq, inArray } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../dependencies.ts';
import { shipmentDevices, shipments } from '../fulfilment/schema.ts';
import { orders } from '../orders/schema.ts';
import type { Actor } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { lockOrdersOfDevices } from './lock-orders.ts';
import { restockDevices, serialsIn } from './move-devices.ts';
import { stockDevices } from './schema.ts';

/** By the same person: the answer was lost. They are held in the order in which they are moved. */
async function isRestocked(tx: Tx, actor: Actor, serials: readonly string[]): Promise<boolean> {
  const held = await tx
    .select()
    .from(stockDevices)
    .where(inArray(stockDevices.serial, [...serials]))
    .orderBy(asc(stockDevices.serial))
    .for('update');
  const isBack = ({ place, isOpened, movedBy }: (typeof held)[number]) =>
    place === 'stock' && isOpened && movedBy === actor.id;
  return held.length === serials.length && held.every(isBack);
}

/** While a return is not decided, or an exchange not finished, the device may still be its buyer's. */
async function requireFree(tx: Tx, serials: readonly string[]): Promise<void> {
  const [live] = await tx
    .select({ serial: shipmentDevices.serial, order: orders.number })
    .from(shipmentDevices)
    .innerJoin(shipments, eq(shipments.id, shipmentDevices.shipmentId))
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(and(inArray(shipmentDevices.serial, [...serials]), eq(shipmentDevices.isLive, true)))
    .orderBy(asc(shipmentDevices.serial))
    .limit(1);
  if (live) throw refuse('DEVICE_UNDECIDED', live);
}

/** Devices that came back, were looked at and are sound are sold again: all of them or none. The same again is as good. */
export async function restockInspected(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  typed: readonly string[],
): Promise<number> {
  const serials = serialsIn(typed);
  await lockOrdersOfDevices(tx, serials, 'inspection');
  if (await isRestocked(tx, actor, serials)) return serials.length;
  await restockDevices(tx, deps, actor, serials);
  await requireFree(tx, serials);
  return serials.length;
}
