import { eq } from 'drizzle-orm';
import { mayCancelExchange } from '#domain/fulfilment/exchanges.ts';
import { refuse } from '#domain/refuse.ts';
import { parseSerial } from '#domain/stock/rules.ts';
import type { Dependencies } from '../../dependencies.ts';
import { exchanges } from '../../fulfilment/schema.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { giveBackDevice, receiveReturnedDevice, requireNotWrittenOff } from '../../stock/move-devices.ts';
import { stockDevices } from '../../stock/schema.ts';
import { lockOrder, type OrderRow } from '../fulfilment/parcels.ts';
import { listDevicesAtBuyer } from '../returns/devices.ts';
import { type ExchangeRow, exchangeMail } from './exchange-rows.ts';
import { listSurplusDevices, receiveSurplusDevice } from './surplus-devices.ts';

interface LockedExchange {
  order: OrderRow;
  row: ExchangeRow;
}

/** The exchange with its order, both held. */
async function lockExchange(tx: Tx, id: string): Promise<LockedExchange> {
  const [found] = await tx.select({ orderId: exchanges.orderId }).from(exchanges).where(eq(exchanges.id, id));
  if (!found) throw refuse('EXCHANGE_GONE');
  const order = await lockOrder(tx, found.orderId);
  const [row] = await tx.select().from(exchanges).where(eq(exchanges.id, id)).for('update');
  return { order, row: row! };
}

/** The faulty device came, or one that its buyer got beside the one of an exchange. Scanned again is done. */
export async function receiveExchanged(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { id, serial: typed }: { id: string; serial: string },
): Promise<ExchangeRow> {
  const held = await lockExchange(tx, id);
  const { order, row } = held;
  const serial = parseSerial(typed).serial ?? typed;
  const spare = (await listSurplusDevices(tx, order.id)).find((one) => one.serial === serial);
  if (spare?.isLive) await receiveSurplusDevice(tx, deps, actor, order, { ...spare, reference: row.id });
  if (spare) return row;
  if (row.state === 'cancelled') throw refuse('EXCHANGE_MOVED');
  if (serial !== row.serial) throw refuse('EXCHANGE_SERIAL_WRONG', { serial: row.serial });
  return row.state === 'waiting' ? recordFaultyDeviceReceived(tx, deps, actor, held) : row;
}

/** The device goes to inspection. It stays the licence of its buyer until the other one is delivered. */
export async function recordFaultyDeviceReceived(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { order, row: { id, serial }, isMailed = true }: LockedExchange & { isMailed?: boolean },
): Promise<ExchangeRow> {
  const now = deps.now();
  const [received] = await tx
    .update(exchanges)
    .set({ state: 'ready', receivedAt: now })
    .where(eq(exchanges.id, id))
    .returning();
  const device = await deviceOf(tx, order, serial);
  if (device?.place === 'customer') await receiveReturnedDevice(tx, deps, actor, { serial, parcel: device.parcel });
  await enterOrderEvent(tx, now, actor, order.id, { kind: 'exchange_received', reference: id, facts: { serial } });
  await record(tx, actor, {
    action: 'fulfilment.exchange-received',
    on: { kind: 'order', id: order.id },
    after: { serial },
  });
  const { link, ...mail } = exchangeMail(deps, order);
  if (isMailed)
    await queueMail(tx, deps.queue, {
      ...mail,
      template: 'fulfilment.exchange-received',
      props: { number: order.number, serial, link },
      idempotencyKey: `fulfilment.exchange-received:${id}`,
    });
  return received!;
}

/** The device stays its buyer's, and goes back to them when it came; unless its money went back since. */
export async function cancelExchange(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { id, resolution }: { id: string; resolution: string },
): Promise<ExchangeRow> {
  const { order, row } = await lockExchange(tx, id);
  if (row.state === 'cancelled') return row;
  if (!mayCancelExchange(row.state)) throw refuse('EXCHANGE_MOVED');
  const { serial } = row;
  const device = await deviceOf(tx, order, serial);
  const isTheirs = (await listDevicesAtBuyer(tx, order.id)).some((held) => held.serial === serial);
  if (isTheirs) await requireNotWrittenOff(tx, [serial]);
  if (device && device.place !== 'customer' && isTheirs) {
    if (device.place !== 'inspection') throw refuse('EXCHANGE_MOVED');
    await giveBackDevice(tx, deps, actor, serial);
  }
  const [cancelled] = await tx
    .update(exchanges)
    .set({ state: 'cancelled', resolution })
    .where(eq(exchanges.id, id))
    .returning();
  await enterOrderEvent(tx, deps.now(), actor, order.id, {
    kind: 'exchange_cancelled',
    reference: id,
    facts: { serial },
  });
  await record(tx, actor, {
    action: 'fulfilment.exchange-cancelled',
    on: { kind: 'order', id: order.id },
    before: { serial },
  });
  const { link, ...mail } = exchangeMail(deps, order);
  await queueMail(tx, deps.queue, {
    ...mail,
    template: 'fulfilment.exchange-cancelled',
    props: { number: order.number, serial, resolution, link },
    idempotencyKey: `fulfilment.exchange-cancelled:${id}`,
  });
  return cancelled!;
}

/** Of this order, where the stock knows it. */
async function deviceOf(tx: Tx, order: OrderRow, serial: string) {
  const [device] = await tx.select().from(stockDevices).where(eq(stockDevices.serial, serial));
  return device?.orderId === order.id ? device : undefined;
}
