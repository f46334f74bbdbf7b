import { and, asc, eq, inArray } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import type { OffReason } from '#domain/stock/rules.ts';
import type { Dependencies } from '../dependencies.ts';
import { orders as orderTable } from '../orders/schema.ts';
import type { Actor } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { unseenWaiting } from './free.ts';
import { serialsIn, writeOff } from './move-devices.ts';
import { stockDevices } from './schema.ts';

interface Wanted {
  serials: readonly string[];
  reason: OffReason;
  note: string;
  /** Orders that wait because of it, as they were shown. */
  seen: readonly number[];
}

/** The orders of what a courier has, before the devices: whoever writes down what became of a parcel holds them in that order. */
async function holdOrders(tx: Tx, serials: readonly string[]): Promise<void> {
  const found = await tx
    .selectDistinct({ id: stockDevices.orderId })
    .from(stockDevices)
    .where(and(inArray(stockDevices.serial, serialsIn(serials)), eq(stockDevices.place, 'courier')));
  const ids = found.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return;
  await tx
    .select({ id: orderTable.id })
    .from(orderTable)
    .where(inArray(orderTable.id, ids))
    .orderBy(asc(orderTable.id))
    .for('key share');
}

/** By the same person for the same reason: the answer was lost. They are held in the order in which they are moved. */
async function isWrittenOff(tx: Tx, actor: Actor, { serials, reason, note }: Wanted): Promise<boolean> {
  const wanted = serialsIn(serials);
  const held = await tx
    .select()
    .from(stockDevices)
    .where(inArray(stockDevices.serial, wanted))
    .orderBy(stockDevices.serial)
    .for('update');
  const isSame = (device: (typeof held)[number]) =>
    device.place === 'off' && device.movedBy === actor.id && device.reason === reason && device.note === note;
  return held.length === wanted.length && held.every(isSame);
}

/**
 * Devices in stock, looked at, or of a parcel that was lost or damaged; the same again is as good. An order whose turn it was and
 * that waits from then on is told by refusing, until whoever writes off has seen it.
 */
export async function writeOffStock(tx: Tx, deps: Dependencies, actor: Actor, wanted: Wanted): Promise<number> {
  const { seen, ...facts } = wanted;
  await holdOrders(tx, facts.serials);
  if (await isWrittenOff(tx, actor, wanted)) return serialsIn(facts.serials).length;
  const devices = await writeOff(tx, deps, actor, facts);
  const gone = devices.filter(({ place }) => place === 'stock').length;
  const orders = await unseenWaiting(tx, deps.now(), { gone, seen });
  if (orders.length > 0) throw refuse('WRITE_OFF_AWAITED', { orders });
  return devices.length;
}
