import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { ExchangeWay } from '#domain/fulfilment/exchanges.ts';
import { leavingProblem, type PackingProblem } from '#domain/fulfilment/rules.ts';
import { warrantyUntil } from '#domain/fulfilment/warranty.ts';
import { refuse } from '#domain/refuse.ts';
import { parseSerial } from '#domain/stock/rules.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { exchanges } from '../../fulfilment/schema.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { lockOrder, type OrderRow, packingOf } from '../fulfilment/parcels.ts';
import { comingBackOf, type HeldDevice, listDevicesAtBuyer } from '../returns/devices.ts';
import { type ExchangeRow, exchangeMail } from './exchange-rows.ts';
import { recordFaultyDeviceReceived } from './step-exchange.ts';

interface ExchangeRequest {
  order: string;
  id: string;
  serial: string;
  way: ExchangeWay;
  reason: string;
  label: string;
  goodwill: boolean;
}

/** Staff begin an exchange. The same id again is the same one, also when it would be refused by now. */
export async function askExchange(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  asked: ExchangeRequest,
): Promise<ExchangeRow> {
  const order = await lockOrder(tx, asked.order);
  const [known] = await tx.select().from(exchanges).where(eq(exchanges.id, asked.id));
  if (known && known.orderId !== order.id) throw refuse('ORDER_GONE');
  if (known) return known;
  const problem = await exchangeProblem(tx, order);
  if (problem) throw refuse('NOT_TO_BE_PACKED', { order: order.number, problem });
  const serial = parseSerial(asked.serial).serial ?? asked.serial;
  if ((await comingBackOf(tx, order.id)).has(serial)) throw refuse('EXCHANGE_UNDER_WAY', { serial });
  const device = await heldDevice(tx, order, serial);
  const until = warrantyUntil(device.deliveredOn);
  const isGoodwill = dayOf(deps.now()) > until;
  if (isGoodwill && !asked.goodwill) throw refuse('WARRANTY_OVER', { until });
  const { id, way, reason } = asked;
  const label = way === 'sends' && asked.label !== '' ? asked.label : null;
  const row = await startExchange(tx, deps, actor, order, { ...device, id, reason, label, isGoodwill });
  if (way === 'here') return recordFaultyDeviceReceived(tx, deps, actor, { order, row });
  const { link, ...mail } = exchangeMail(deps, order);
  await queueMail(tx, deps.queue, {
    ...mail,
    template: 'fulfilment.exchange-asked',
    props: { number: order.number, serial, label, link },
    idempotencyKey: `fulfilment.exchange-asked:${id}`,
  });
  return row;
}

/** A complaint is decided: each of its devices, which are here, is exchanged. The decision itself tells the buyer. */
export async function exchangeReturnedDevices(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  order: OrderRow,
  { serials, reason }: { serials: readonly string[]; reason: string },
): Promise<void> {
  const problem = await exchangeProblem(tx, order);
  if (problem) throw refuse('NOT_TO_BE_PACKED', { order: order.number, problem });
  for (const serial of serials) {
    const device = await heldDevice(tx, order, serial);
    const row = await startExchange(tx, deps, actor, order, {
      ...device,
      id: randomUUID(),
      reason,
      label: null,
      isGoodwill: false,
    });
    await recordFaultyDeviceReceived(tx, deps, actor, { order, row, isMailed: false });
  }
}

/** Why nothing more is sent for an order: its money has not come, or goes back. What is withdrawn from is a device, not all of them. */
export const exchangeProblem = async (db: DatabaseOrTransaction, order: OrderRow): Promise<PackingProblem | null> =>
  leavingProblem({ ...(await packingOf(db, order)), paymentState: order.paymentState }, true);

async function heldDevice(tx: Tx, order: OrderRow, serial: string): Promise<HeldDevice> {
  const device = (await listDevicesAtBuyer(tx, order.id)).find((one) => one.serial === serial);
  if (!device) throw refuse('EXCHANGE_NOT_POSSIBLE', { serial });
  return device;
}

interface Begun extends HeldDevice {
  id: string;
  reason: string;
  label: string | null;
  isGoodwill: boolean;
}

async function startExchange(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  order: OrderRow,
  { deliveredOn: firstDeliveredOn, ...begun }: Begun,
): Promise<ExchangeRow> {
  const now = deps.now();
  const [row] = await tx
    .insert(exchanges)
    .values({ ...begun, firstDeliveredOn, orderId: order.id, state: 'waiting', askedAt: now })
    .returning();
  const { id, serial, isGoodwill } = row!;
  await enterOrderEvent(tx, now, actor, order.id, { kind: 'exchange_asked', reference: id, facts: { serial } });
  await record(tx, actor, {
    action: 'fulfilment.exchange-asked',
    on: { kind: 'order', id: order.id },
    after: { serial, ...(isGoodwill && { goodwill: true }) },
  });
  return row!;
}
