import { and, eq, inArray, sql } from 'drizzle-orm';
import type { WantedRefund } from '#domain/refunds/contract.ts';
import { refuse } from '#domain/refuse.ts';
import type { DevicePlace } from '#domain/stock/rules.ts';
import type { Dependencies } from '../../dependencies.ts';
import { shipmentDevices, shipments } from '../../fulfilment/schema.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { orderEvents, orders } from '../../orders/schema.ts';
import { orderPayments } from '../../payments/schema.ts';
import { queueProviderTasks } from '../../payments/tasks.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { returns } from '../../returns/schema.ts';
import { receiveReturnedDevice, restockDevices, writeOff } from '../../stock/move-devices.ts';
import { stockDevices } from '../../stock/schema.ts';
import { openPayout } from '../payouts/open-payout.ts';
import { pauseRun } from '../special/pause-run.ts';
import { changeRefundedMonths } from '../transfers/months-back.ts';
import { type DecidedReturn, planRefund } from './plan.ts';
import { lockBuyerBalances, lockBuyerUnits, takeUnits } from './units-of-terms.ts';

export type RefundRow = typeof orderRefunds.$inferSelect;

/**
 * Staff give money back, in the caller's transaction. The same id again is the same request. What is above the limit or for themselves
 * waits for a second person; everything else goes to the provider after the commit.
 */
export async function askRefund(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { id, version, shown, ...wanted }: WantedRefund & DecidedReturn & { id: string; version: number; shown: number },
): Promise<RefundRow> {
  const [order] = await tx.select().from(orders).where(eq(orders.number, wanted.order)).for('update');
  if (!order) throw refuse('ORDER_GONE');
  const [known] = await tx.select().from(orderRefunds).where(eq(orderRefunds.id, id));
  if (known) {
    if (known.orderId !== order.id || known.askedBy !== actor.id) throw refuse('ORDER_GONE');
    return known;
  }
  await (wanted.scope === 'terms' ? lockBuyerUnits : lockBuyerBalances)(tx, order.profileId);
  const { amount, labelPrice, devices, months, share, serials, payment, preview } = await planRefund(
    tx,
    deps,
    actor,
    order,
    wanted,
  );
  if (order.version !== version || amount !== shown) throw refuse('ORDER_CHANGED');
  if (actor.key && preview.isSecondNeeded) throw refuse('KEY_FORBIDDEN', { why: 'refund' });
  const { currency } = payment;
  const { scope, reason, goods, note } = wanted;
  // What came for an order that is over is the buyer's from now on: money that comes later does not make it whole.
  if (order.status === 'cancelled' && payment.way === 'account')
    await tx.update(orderPayments).set({ isSurplus: true }).where(eq(orderPayments.key, payment.key));
  const [row] = await tx
    .insert(orderRefunds)
    .values({
      id,
      orderId: order.id,
      way: payment.way,
      paymentKey: payment.key,
      scope,
      amount,
      currency,
      devices,
      labelPrice,
      months,
      periodKey: share?.period.paymentKey ?? null,
      periodAmount: share?.periodAmount ?? 0,
      banners: share?.units.banners ?? 0,
      tvSeconds: share?.units.tvSeconds ?? 0,
      statedOn: wanted.statedOn ?? null,
      reason,
      goods,
      serials,
      note,
      state: 'asked',
      askedBy: actor.id,
      askedAt: deps.now(),
    })
    .returning();
  // They wait from now on, so that none of them begins while a second person is waited for.
  if (months > 0) await changeRefundedMonths(tx, order.id, months);
  if (share) await takeUnits(tx, deps, actor, order.profileId, row!);
  await record(tx, actor, {
    action: 'refunds.asked',
    on: { kind: 'order', id: order.id },
    after: { amount, currency, reason, goods, refundedDevices: devices, refundedMonths: months, ...share?.units },
  });
  if (!preview.isSecondNeeded) return beginRefund(tx, deps, actor, order, row!);
  await enterOrderEvent(tx, deps.now(), actor, order.id, {
    kind: 'refund_asked',
    reference: id,
    facts: { amount, currency, devices, months, reason },
  });
  return row!;
}

/**
 * The devices come back at once. The money goes to the provider after the commit; of what did not come by card the buyer is asked for an
 * account. The caller holds the order.
 */
export async function beginRefund(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  order: typeof orders.$inferSelect,
  row: RefundRow,
): Promise<RefundRow> {
  const { id, orderId, way, amount, currency, devices, months, reason, goods } = row;
  const [begun] = await tx
    .update(orderRefunds)
    .set({ state: 'sending', decidedBy: actor.id, decidedAt: deps.now() })
    .where(eq(orderRefunds.id, id))
    .returning();
  await takeBackDevices(tx, deps, actor, row);
  await enterOrderEvent(tx, deps.now(), actor, orderId, {
    kind: 'refund_started',
    reference: id,
    facts: { amount, currency, devices, months, reason, goods, way },
  });
  if (way === 'account') {
    await openPayout(tx, deps, order, row);
    await pauseRun(tx, deps, orderId);
  } else await queueProviderTasks(tx, deps, [{ kind: 'pay-back', objectId: id }]);
  return begun!;
}

const COMES_BACK_FROM: readonly DevicePlace[] = ['customer', 'inspection'];

/** Looked at already, says whoever gives the money back: sellable again, or written off. */
export async function takeBackDevices(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { orderId, goods, serials, note }: Pick<RefundRow, 'orderId' | 'goods' | 'serials' | 'note'>,
): Promise<void> {
  if (goods === 'none') return;
  // Meanwhile it may have been packed for somebody else.
  const inTheirParcels = inArray(
    shipmentDevices.shipmentId,
    tx.select({ id: shipments.id }).from(shipments).where(eq(shipments.orderId, orderId)),
  );
  for (const serial of serials) {
    const isLive = and(eq(shipmentDevices.serial, serial), eq(shipmentDevices.isLive, true));
    await tx.update(shipmentDevices).set({ isLive: false }).where(and(isLive, inTheirParcels));
    const [device] = await tx.select().from(stockDevices).where(eq(stockDevices.serial, serial));
    // While a second person was waited for, the warehouse may have dealt with it.
    if (device?.orderId !== orderId || !COMES_BACK_FROM.includes(device.place)) continue;
    if (device.place === 'customer') await receiveReturnedDevice(tx, deps, actor, { serial, parcel: device.parcel });
    if (goods === 'stock') await restockDevices(tx, deps, actor, [serial]);
  }
  const counted = await countedOf(tx, orderId, serials);
  if (goods !== 'off' || counted.length === 0) return;
  const reason = (await wereLostOnWayBack(tx, orderId, serials)) ? 'lost' : 'faulty';
  await writeOff(tx, deps, actor, { serials: counted, reason, note: note.slice(0, 200) });
}

/** They are of a return with our label whose money is decided, or is just being decided, although it has not come. */
async function wereLostOnWayBack(tx: Tx, orderId: string, serials: string[]): Promise<boolean> {
  const hasNotCome = sql`not exists (select from ${orderEvents} where ${orderEvents.orderId} = ${returns.orderId}
    and ${orderEvents.kind} = 'return_received' and ${orderEvents.reference} = ${returns.id}::text)`;
  const theirs = sql`${returns.serials} && ${sql.param(serials)}::text[]`;
  const decided = inArray(returns.state, ['label_sent', 'decided']);
  return (await tx.$count(returns, and(eq(returns.orderId, orderId), theirs, decided, hasNotCome))) > 0;
}

async function countedOf(tx: Tx, orderId: string, serials: string[]): Promise<string[]> {
  const held = await tx.select().from(stockDevices).where(eq(stockDevices.orderId, orderId));
  return held
    .filter(({ serial, place }) => serials.includes(serial) && place === 'inspection')
    .map((one) => one.serial);
}
