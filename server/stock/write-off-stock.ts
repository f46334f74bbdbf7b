import { inArray } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import type { OffReason } from '#domain/stock/rules.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Actor } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { unseenOrdersLosingDevices } from './free.ts';
import { lockOrdersOfDevices } from './lock-orders.ts';
import { serialsIn, writeOff } from './move-devices.ts';
import { stockDevices } from './schema.ts';

interface Wanted {
  serials: readonly string[];
  reason: OffReason;
  note: string;
  /** Orders that wait because of it, as they were shown. */
  seen: readonly number[];
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
  await lockOrdersOfDevices(tx, serialsIn(facts.serials), 'courier');
  if (await isWrittenOff(tx, actor, wanted)) return serialsIn(facts.serials).length;
  const devices = await writeOff(tx, deps, actor, facts);
  const gone = devices.filter(({ place }) => place === 'stock').length;
  const orders = await unseenOrdersLosingDevices(tx, deps.now(), { gone, seen });
  if (orders.length > 0) throw refuse('WRITE_OFF_AWAITED', { orders });
  return devices.length;
}
