import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { shipments } from '../../fulfilment/schema.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { orderEvents, orders } from '../../orders/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { mails } from '../../platform/mail.schema.ts';
import { exactly } from '../../test/counts.ts';
import { eventually } from '../../test/eventually.ts';
import { call, codeOfCall, giveDuties, person } from '../../test/people.ts';
import { buyer, pay, testShop } from '../../test/shop.ts';

const shop = await testShop({ quick: true, env: { FISCAL: 'off' } });
const { db, deps } = shop;
const owner = call(shop, await person(shop, 'superAdmin'));
const { fulfilment } = owner;

/** Paid by card, and counted as delivered before parcels were recorded. */
async function old({ days = 1 } = {}) {
  const who = await person(shop, 'member');
  const { url, orderId } = await call(shop, who).payments.createPayment({
    productName: 'Vidik – 1 uređaj',
    productPrice: 219,
    buyerInfo: buyer,
  });
  await pay(shop, url);
  const paidAt = new Date(deps.now().getTime() - days * DAY_MS);
  const parcel = randomUUID();
  await db.transaction(async (tx) => {
    await tx.update(orders).set({ paidAt }).where(eq(orders.id, orderId));
    await tx.insert(shipments).values({
      id: parcel,
      orderId,
      n: 1,
      courier: 'before_records',
      state: 'delivered',
      devices: 1,
      createdAt: paidAt,
      isToSort: true,
    });
    await enterOrderEvent(tx, paidAt, systemActor, orderId, { kind: 'delivered_before_records' });
  });
  const order = await orderOf(orderId);
  return { who, id: orderId, number: order.number, parcel };
}
const orderOf = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0]!;
const listed = async () => (await owner.admin.today()).unsorted!;
const said = (id: string) =>
  db
    .select({ kind: orderEvents.kind })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, id), inArray(orderEvents.kind, ['delivery_confirmed', 'delivery_denied'])));
const isToPack = async (number: number) =>
  (await owner.orders.admin.list({ view: 'to_pack' })).rows.some((row) => row.number === number);
const mailed = (id: string) => db.$count(mails, eq(mails.orderId, id));

test('they stand in Danas, the oldest first, until each is sorted; then there is nothing', async () => {
  const [newer, older] = [await old({ days: 3 }), await old({ days: 20 })];
  const { total, rows } = await listed();
  expect(total).toEqual(exactly(2));
  expect(rows.map(({ number }) => number)).toEqual([older.number, newer.number]);
  expect(rows[0]).toMatchObject({ id: older.parcel, name: 'Milica Živković', devices: 1 });
  await fulfilment.admin.sort({ id: older.parcel, delivered: true });
  expect((await listed()).rows.map(({ number }) => number)).toEqual([newer.number]);
  await fulfilment.admin.sort({ id: newer.parcel, delivered: false });
  expect(await listed()).toEqual({ total: exactly(0), rows: [] });
});

test('confirmed, it stays delivered; the event says so, and nobody is mailed', async () => {
  const order = await old();
  const before = await mailed(order.id);
  await fulfilment.admin.sort({ id: order.parcel, delivered: true });
  expect(await orderOf(order.id)).toMatchObject({ fulfilmentState: 'delivered', parcels: 1 });
  expect(await said(order.id)).toEqual([{ kind: 'delivery_confirmed' }]);
  expect(await isToPack(order.number)).toBe(false);
  expect(await mailed(order.id)).toBe(before);
  const entries = and(eq(auditLog.subjectId, order.id), eq(auditLog.action, 'fulfilment.sorted'));
  expect(await db.$count(auditLog, entries)).toBe(1);
});

test('not delivered, it waits to be packed, and leaves like any other, as parcel 2', async () => {
  const order = await old();
  const before = await mailed(order.id);
  await fulfilment.admin.sort({ id: order.parcel, delivered: false });
  expect(await orderOf(order.id)).toMatchObject({ status: 'paid', fulfilmentState: 'new', parcels: 0 });
  expect(await said(order.id)).toEqual([{ kind: 'delivery_denied' }]);
  expect(await isToPack(order.number)).toBe(true);
  expect(await mailed(order.id)).toBe(before);
  const { version } = await fulfilment.admin.read({ number: order.number });
  const id = randomUUID();
  const boxes = [{ grams: 350, serials: ['VDK-21-000001'] }];
  const { key } = await fulfilment.admin.pack({ order: order.id, id, version, courier: 'own', boxes });
  expect(key).toBe(`${order.number}-2`);
  await fulfilment.admin.handOver({ id, labels: [`${key}-1`] });
  await fulfilment.admin.move({ id, from: 'handed_over', to: 'delivered' });
  expect(await orderOf(order.id)).toMatchObject({ fulfilmentState: 'delivered', parcels: 1, deliveredParcels: 1 });
  expect(await db.ask('select * from order_differences')).toEqual([]);
});

test('said twice it is said once; of two opposite answers at once one counts, and the other hears of it', async () => {
  const order = await old();
  const sort = (delivered: boolean) => codeOfCall(fulfilment.admin.sort({ id: order.parcel, delivered }));
  expect((await Promise.all([sort(true), sort(false)])).sort()).toEqual(['PARCEL_CHANGED', 'ok']);
  const [{ kind } = { kind: '' }, ...more] = await said(order.id);
  expect(more).toEqual([]);
  expect(await sort(kind === 'delivery_confirmed')).toBe('ok');
  expect(await sort(kind !== 'delivery_confirmed')).toBe('PARCEL_CHANGED');
  expect(await said(order.id)).toHaveLength(1);
});

test('whose money went back is not asked about', async () => {
  const order = await old();
  const { checkoutSessionId } = await orderOf(order.id);
  const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(checkoutSessionId!);
  await shop.stripe.refunds.create({ payment_intent: payment_intent as string });
  await eventually(async () => expect((await orderOf(order.id)).paymentState).toBe('refunded'));
  expect((await listed()).rows.map(({ number }) => number)).not.toContain(order.number);
});

test('only the super-admin sees and sorts them, and nothing but them', async () => {
  const order = await old();
  const admin = await person(shop, 'admin');
  await giveDuties(shop, admin, null);
  expect((await call(shop, admin).admin.today()).unsorted).toBeNull();
  const sort = { id: order.parcel, delivered: false };
  expect(await codeOfCall(call(shop, admin).fulfilment.admin.sort(sort))).toBe('FORBIDDEN');
  expect(await codeOfCall(call(shop, order.who).fulfilment.admin.sort(sort))).toBe('FORBIDDEN');
  await fulfilment.admin.sort(sort);
  const { version } = await fulfilment.admin.read({ number: order.number });
  const id = randomUUID();
  const boxes = [{ grams: 350, serials: ['VDK-21-000002'] }];
  await fulfilment.admin.pack({ order: order.id, id, version, courier: 'own', boxes });
  expect(await codeOfCall(fulfilment.admin.sort({ id, delivered: false })), 'a parcel that was recorded').toBe(
    'PARCEL_GONE',
  );
  expect(await codeOfCall(fulfilment.admin.sort({ id: randomUUID(), delivered: true }))).toBe('PARCEL_GONE');
});
