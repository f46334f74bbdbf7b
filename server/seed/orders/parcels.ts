import { sql } from 'drizzle-orm';
import { isLoss, worthOf } from '#domain/fulfilment/lost/lost.ts';
import { DEVICE_GRAMS, isCompany } from '#domain/fulfilment/rules.ts';
import { type ShipmentState, shipmentKey } from '#domain/fulfilment/shipment.ts';
import { fiscalReceipts, parcelClaims, shipmentBoxes, shipmentDevices, shipments } from '../../fulfilment/schema.ts';
import { orderEvents } from '../../orders/schema.ts';
import type { Tx } from '../../platform/db.ts';
import { type Calendar, minutesAfter } from '../calendar.ts';
import { insertAll } from '../insert-all.ts';
import { idOf, tokenOf } from '../seeded-random.ts';
import type { NumberedOrder } from './sales.ts';

/** Each step of a parcel, and how many hours after the payment it comes at the earliest and at the latest. */
type Way = readonly (readonly [ShipmentState, number, number])[];
const STEPS = [
  ['packed', 14, 30],
  ['handed_over', 31, 36],
  ['in_transit', 37, 44],
  ['delivered', 60, 90],
] as const satisfies Way;

/** What became of the newest parcels that are long enough under way: one of each that did not go well. */
const FAILURES: readonly Way[] = [
  [['refused', 60, 70]],
  [
    ['refused', 60, 70],
    ['returned', 100, 110],
  ],
  [['lost', 90, 100]],
  [['damaged', 60, 70]],
].map((end) => [...STEPS.slice(0, 3), ...(end as unknown as Way)]);
const LONG_ENOUGH_HOURS = 112;

/** How far the newest ones have come at most, so that every state is there to be seen: two of them are not packed. */
const NEWEST = [0, 0, 1, 2, 3] as const;

/** So many devices are in a box. */
const IN_A_BOX = 20;

/**
 * The parcels of the year, as far as each has come, with their boxes, serial numbers and receipts, and then what every order's rows are
 * written from: lines, claims, events and states, which the database derives as it does for orders of an earlier version.
 */
export async function writeParcels(tx: Tx, calendar: Calendar, orders: NumberedOrder[], packer: string): Promise<void> {
  const parcels: (typeof shipments.$inferInsert)[] = [];
  const boxes: (typeof shipmentBoxes.$inferInsert)[] = [];
  const devices: (typeof shipmentDevices.$inferInsert)[] = [];
  const receipts: (typeof fiscalReceipts.$inferInsert)[] = [];
  const claims: (typeof parcelClaims.$inferInsert)[] = [];
  const events: (typeof orderEvents.$inferInsert)[] = [];
  const sold = orders.filter(({ kind, paidAt }) => kind === 'device' && paidAt);
  const newest = sold
    .filter(({ refunded }) => !refunded)
    .toSorted((one, other) => other.paidAt!.getTime() - one.paidAt!.getTime());
  const failed = newest
    .slice(NEWEST.length)
    .filter(({ paidAt }) => minutesAfter(paidAt!, LONG_ENOUGH_HOURS * 60) < calendar.now)
    .slice(0, FAILURES.length);
  for (const order of sold) {
    const { id: orderId, number, productName } = order;
    const paidAt = order.paidAt!;
    const steps = (FAILURES[failed.indexOf(order)] ?? STEPS)
      .slice(0, NEWEST[newest.indexOf(order)])
      .map(([state, least, most]) => ({ state, moment: calendar.after(paidAt, least * 60, most * 60), least }))
      .filter(({ least }) => minutesAfter(paidAt, least * 60) < calendar.now)
      .toSorted((one, other) => one.moment.getTime() - other.moment.getTime());
    const last = steps.at(-1);
    if (!last) continue;
    const count = Number(/\d+/.exec(productName)![0]);
    const id = idOf(`parcel ${orderId}`);
    const [packedAt, leftAt] = [steps[0]!.moment, steps[1]?.moment];
    parcels.push({
      id,
      orderId,
      n: 1,
      courier: 'own',
      state: last.state,
      devices: count,
      token: tokenOf(`parcel ${orderId}`, 22),
      packedBy: packer,
      deliveredAt: last.state === 'delivered' ? last.moment : null,
      labelsPrinted: 1,
      createdAt: packedAt,
    });
    if (isLoss(last.state))
      claims.push({
        shipmentId: id,
        kind: last.state,
        // Own delivery claims nothing from anybody.
        state: 'none',
        ...worthOf({ amount: order.amount, currency: 'EUR', quantity: count }, count, order.rate ?? null),
        openedAt: last.moment,
        askedAt: last.moment,
        ...(last.state === 'damaged' ? { choice: 'again', chosenAt: calendar.after(last.moment, 60, 600) } : {}),
      });
    for (let from = 0; from < count; from += IN_A_BOX)
      boxes.push({ shipmentId: id, n: from / IN_A_BOX + 1, grams: Math.min(IN_A_BOX, count - from) * DEVICE_GRAMS });
    for (let position = 1; position <= count; position += 1)
      devices.push({
        shipmentId: id,
        box: Math.ceil(position / IN_A_BOX),
        position,
        serial: `VDK-25-${String(devices.length + 1).padStart(6, '0')}`,
        isCounted: false,
        isLive: last.state !== 'returned',
      });
    if (leftAt)
      receipts.push({
        orderId,
        ...(isCompany(order.delivery)
          ? { kind: 'sef' as const, number: `2026/${receipts.length + 1}` }
          : { kind: 'receipt' as const, number: `VDKP7A2C-VDKP7A2C-${receipts.length + 1}` }),
        enteredBy: packer,
        enteredAt: packedAt,
      });
    for (const { state, moment } of steps)
      events.push({ orderId, kind: state, moment, actor: packer, reference: shipmentKey(number, 1) });
  }
  await insertAll(tx, shipments, parcels);
  await insertAll(tx, shipmentBoxes, boxes);
  await insertAll(tx, shipmentDevices, devices);
  await insertAll(tx, parcelClaims, claims);
  await insertAll(tx, fiscalReceipts, receipts);
  await tx.execute(sql`select catch_up_orders((select array_agg(id) from orders))`);
  await insertAll(tx, orderEvents, events);
}
