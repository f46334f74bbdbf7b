import { and, eq, inArray } from 'drizzle-orm';
import { LOSSES } from '#domain/fulfilment/lost/lost.ts';
import { isUuid } from '#domain/ids.ts';
import { refuse } from '#domain/refuse.ts';
import { type DevicePlace, type OffReason, parseSerial, WAYS } from '#domain/stock/rules.ts';
import type { Dependencies } from '../dependencies.ts';
import { shipmentDevices, shipments } from '../fulfilment/schema.ts';
import { orders } from '../orders/schema.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { warnWhenStockIsLow } from './level.ts';
import { stockDevices } from './schema.ts';

/** What a move leaves on the device and in its history; what is not given is empty from then on. */
interface Facts {
  orderId?: string | null;
  parcel?: string | null;
  reason?: OffReason;
  note?: string;
  isOpened?: boolean;
}

type Device = typeof stockDevices.$inferSelect;

/** Each once, in the order in which they are held. */
export const serialsIn = (typed: readonly string[]): string[] =>
  [...new Set(typed.map((text) => parseSerial(text).serial ?? text.trim()))].sort();

/**
 * All of them or none: held in the order of their numbers, refused by name when one is unknown or in a place that does not lead there, or
 * not `from`, where two places lead there. Nobody else moves a device.
 */
async function move(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  typed: readonly string[],
  to: DevicePlace,
  factsOf: Facts | ((device: Device) => Facts),
  from?: DevicePlace,
): Promise<Device[]> {
  const serials = serialsIn(typed);
  const held = await tx
    .select()
    .from(stockDevices)
    .where(inArray(stockDevices.serial, serials))
    .orderBy(stockDevices.serial)
    .for('update');
  for (const serial of serials) {
    const device = held.find((one) => one.serial === serial);
    if (!device) throw refuse('DEVICE_UNKNOWN', { serial });
    if (!WAYS[device.place].includes(to) || (from !== undefined && device.place !== from))
      throw refuse('DEVICE_ELSEWHERE', {
        serial,
        place: device.place,
        to,
        order: await orderNumber(tx, device.orderId),
      });
  }
  for (const device of held) {
    const {
      orderId = null,
      parcel = null,
      reason,
      note = '',
      isOpened,
    } = typeof factsOf === 'function' ? factsOf(device) : factsOf;
    await tx
      .update(stockDevices)
      .set({
        place: to,
        orderId,
        parcel,
        reason: reason ?? null,
        note,
        movedAt: deps.now(),
        movedBy: personOf(actor),
        ...(isOpened === undefined ? {} : { isOpened }),
      })
      .where(and(eq(stockDevices.id, device.id), eq(stockDevices.place, device.place)));
  }
  await warnWhenStockIsLow(tx, deps);
  return held;
}

/** `null` for a courier's message or a job. */
const personOf = ({ id }: Actor): string | null => (isUuid(id) ? id : null);

async function orderNumber(tx: Tx, id: string | null): Promise<number | null> {
  if (!id) return null;
  const [order] = await tx.select({ number: orders.number }).from(orders).where(eq(orders.id, id));
  return order?.number ?? null;
}

interface InOrder {
  orderId: string;
  serials: readonly string[];
}
const kept = ({ orderId, parcel }: Device) => ({ orderId, parcel });

/** Into a box of the order. */
export async function packDevices(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { orderId, serials, parcel }: InOrder & { parcel: string | null },
) {
  await move(tx, deps, actor, serials, 'packed', { orderId, parcel });
  await record(tx, actor, { action: 'stock.packed', on: { kind: 'order', id: orderId }, after: { serials, parcel } });
}

/** Out of the box again, before the courier has it. */
export async function unpackDevices(tx: Tx, deps: Dependencies, actor: Actor, { orderId, serials }: InOrder) {
  await move(tx, deps, actor, serials, 'stock', {});
  await record(tx, actor, { action: 'stock.unpacked', on: { kind: 'order', id: orderId }, before: { serials } });
}

/** To the courier. */
export async function shipDevices(tx: Tx, deps: Dependencies, actor: Actor, { orderId, serials }: InOrder) {
  await move(tx, deps, actor, serials, 'courier', kept, 'packed');
  await record(tx, actor, { action: 'stock.shipped', on: { kind: 'order', id: orderId }, after: { serials } });
}

/** The customer has them. */
export async function deliverDevices(tx: Tx, deps: Dependencies, actor: Actor, { orderId, serials }: InOrder) {
  await move(tx, deps, actor, serials, 'customer', kept);
  await record(tx, actor, { action: 'stock.delivered', on: { kind: 'order', id: orderId }, after: { serials } });
}

/** Back from a customer, or refused at the courier: looked at before it is anything else. `parcel` is the one it came in. */
export async function receiveReturnedDevice(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { serial, parcel }: { serial: string; parcel: string | null },
) {
  const [device] = await move(tx, deps, actor, [serial], 'inspection', ({ orderId }) => ({ orderId, parcel }));
  await record(tx, actor, {
    action: 'stock.returned',
    on: { kind: 'stock device', id: device!.id },
    after: { serial, parcel },
  });
}

/** The customer's own, given back as it is. */
export async function giveBackDevice(tx: Tx, deps: Dependencies, actor: Actor, serial: string) {
  const [device] = await move(tx, deps, actor, [serial], 'customer', kept);
  await record(tx, actor, {
    action: 'stock.given-back',
    on: { kind: 'stock device', id: device!.id },
    after: { serial },
  });
}

/** What was written off is given back to nobody. They are held, so that nobody writes one off meanwhile. */
export async function requireNotWrittenOff(tx: Tx, serials: readonly string[]): Promise<void> {
  const held = await tx
    .select({ serial: stockDevices.serial, place: stockDevices.place })
    .from(stockDevices)
    .where(inArray(stockDevices.serial, serialsIn(serials)))
    .orderBy(stockDevices.serial)
    .for('update');
  const off = held.find(({ place }) => place === 'off');
  if (off) throw refuse('DEVICE_WRITTEN_OFF', { serial: off.serial });
}

/** Looked at and found sellable; their boxes were open, so they go first. */
export async function restockDevices(tx: Tx, deps: Dependencies, actor: Actor, serials: readonly string[]) {
  const facts = (one: Device) => ({ ...kept(one), isOpened: true });
  const devices = await move(tx, deps, actor, serials, 'stock', facts, 'inspection');
  await record(
    tx,
    actor,
    devices.map(({ id, serial }) => ({
      action: 'stock.restocked' as const,
      on: { kind: 'stock device' as const, id },
      after: { serial },
    })),
  );
  return devices;
}

/** Written off because the courier lost them, and found: it has them again. */
export async function recoverLostDevices(tx: Tx, deps: Dependencies, actor: Actor, { orderId, serials }: InOrder) {
  await move(tx, deps, actor, serials, 'courier', kept, 'off');
  await record(tx, actor, { action: 'stock.found', on: { kind: 'order', id: orderId }, after: { serials } });
}

/**
 * For good, unless a courier lost them and finds them; the numbers stay known. Answers with what they were. With the courier only those are
 * written off whose parcel was lost or damaged, and they keep it.
 */
export async function writeOff(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { serials, reason, note }: { serials: readonly string[]; reason: OffReason; note: string },
): Promise<Device[]> {
  const devices = await move(tx, deps, actor, serials, 'off', (device) => ({
    ...(device.place === 'courier' ? kept(device) : {}),
    reason,
    note,
  }));
  await requireLost(
    tx,
    devices.filter(({ place }) => place === 'courier'),
  );
  await record(
    tx,
    actor,
    devices.map(({ id, serial, place }) => ({
      action: 'stock.written-off' as const,
      on: { kind: 'stock device' as const, id },
      before: { place },
      after: { place: 'off', serial, reason, note },
    })),
  );
  return devices;
}

/** Looked at once the devices are held: whoever writes down that a parcel was found, takes them back afterwards. */
async function requireLost(tx: Tx, devices: readonly Device[]): Promise<void> {
  if (devices.length === 0) return;
  const lost = await tx
    .select({ serial: shipmentDevices.serial })
    .from(shipmentDevices)
    .innerJoin(shipments, eq(shipments.id, shipmentDevices.shipmentId))
    .where(
      and(
        inArray(
          shipmentDevices.serial,
          devices.map(({ serial }) => serial),
        ),
        eq(shipmentDevices.isLive, true),
        inArray(shipments.state, LOSSES),
      ),
    );
  const other = devices.find(({ serial }) => !lost.some((one) => one.serial === serial));
  if (other)
    throw refuse('DEVICE_ELSEWHERE', {
      serial: other.serial,
      place: other.place,
      to: 'off',
      order: await orderNumber(tx, other.orderId),
    });
}
