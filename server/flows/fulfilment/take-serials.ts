import { and, eq, inArray, sql } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { parseSerial } from '#domain/stock/rules.ts';
import type { Dependencies } from '../../dependencies.ts';
import { shipmentDevices, shipments } from '../../fulfilment/schema.ts';
import { orders } from '../../orders/schema.ts';
import type { Actor } from '../../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { freeDevicesForOrder, type WaitingOrder } from '../../stock/free.ts';
import { isStockCounted } from '../../stock/level.ts';
import { packDevices } from '../../stock/move-devices.ts';
import { stockDevices, stockIntakes } from '../../stock/schema.ts';

/** The numbers as they are kept; refused by name when one is none, or stands there twice. */
export function readSerials(typed: readonly string[]): string[] {
  const serials = typed.map((text) => {
    const { serial } = parseSerial(text);
    if (serial === null) throw refuse('SERIAL_WRONG', { serial: text });
    return serial;
  });
  const twice = serials.find((serial, index) => serials.indexOf(serial) !== index);
  if (twice) throw refuse('SERIAL_TWICE', { serial: twice });
  return serials;
}

/** How many devices are left after all who have waited longer, and who is first among them; `null`: enough are, or nothing is counted. */
export async function findTurnConflict(
  db: DatabaseOrTransaction,
  waiting: WaitingOrder,
  devices: number,
): Promise<{ free: number; first: number } | null> {
  if (devices === 0 || !(await isStockCounted(db))) return null;
  const { free, first } = await freeDevicesForOrder(db, waiting);
  return free >= devices || first === null ? null : { free, first };
}

export type PackingTurn = Pick<WaitingOrder, 'since'> & { outOfTurn: string | undefined };

interface Wanted {
  orderId: string;
  shipmentId: string;
  key: string;
  devices: { serial: string; box: number; position: number }[];
  /** Of a parcel that is made: since when it has been waited for, and why it does not wait for its turn. */
  turn?: PackingTurn;
}

/**
 * Puts devices into a parcel, all or none: out of stock once there was an intake, before that by their numbers alone. One that is in an
 * order already is refused with the order, also when somebody else packs it at the same moment. What is in stock belongs to whoever has
 * waited longest; answers with the reason where somebody was served before their turn.
 */
export async function takeSerials(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  wanted: Wanted,
): Promise<{ outOfTurn?: string }> {
  const { orderId, shipmentId, key, turn } = wanted;
  const serials = wanted.devices.map(({ serial }) => serial);
  // The first intake waits for whoever packs without stock, or is seen here.
  if (!(await isStockCounted(tx))) await tx.execute(sql`lock table ${stockIntakes} in share mode`);
  const isFromStock = await isStockCounted(tx);
  await refuseUsed(tx, serials, isFromStock);
  const before = turn && (await findTurnConflict(tx, { orderId, since: turn.since }, serials.length));
  if (before && turn.outOfTurn === undefined) throw refuse('DEVICES_AWAITED', before);
  // In the order of their numbers, as everybody who takes devices does: two who want the same ones wait, and never for each other.
  const rows = wanted.devices
    .map((device) => ({ ...device, shipmentId, isCounted: isFromStock }))
    .sort((a, b) => (a.serial < b.serial ? -1 : 1));
  const taken = await tx.insert(shipmentDevices).values(rows).onConflictDoNothing().returning();
  if (taken.length < rows.length) {
    await refuseUsed(tx, serials, isFromStock, shipmentId);
    throw new Error(`${key}: a device is in another parcel that cannot be found`);
  }
  if (isFromStock) await packDevices(tx, deps, actor, { orderId, serials, parcel: key });
  return before && turn.outOfTurn !== undefined ? { outOfTurn: turn.outOfTurn } : {};
}

async function refuseUsed(tx: Tx, serials: string[], isFromStock: boolean, except?: string): Promise<void> {
  const live = await tx
    .select({ serial: shipmentDevices.serial, order: orders.number, shipmentId: shipments.id })
    .from(shipmentDevices)
    .innerJoin(shipments, eq(shipments.id, shipmentDevices.shipmentId))
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(and(inArray(shipmentDevices.serial, serials), eq(shipmentDevices.isLive, true)));
  const used = live.find(({ shipmentId }) => shipmentId !== except);
  if (used) throw refuse('SERIAL_USED', { serial: used.serial, order: used.order });
  if (!isFromStock) return;
  const known = await tx
    .select({ serial: stockDevices.serial, place: stockDevices.place, order: orders.number })
    .from(stockDevices)
    .leftJoin(orders, eq(orders.id, stockDevices.orderId))
    .where(inArray(stockDevices.serial, serials))
    .orderBy(stockDevices.serial)
    .for('update', { of: stockDevices });
  for (const serial of serials) {
    const device = known.find((one) => one.serial === serial);
    if (device && ['packed', 'courier', 'customer'].includes(device.place) && device.order !== null)
      throw refuse('SERIAL_USED', { serial, order: device.order });
    if (device?.place !== 'stock') throw refuse('SERIAL_UNKNOWN', { serial });
  }
}
