import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import type { MoneyDocument } from '#domain/documents/data.ts';
import { documents } from '../../documents/schema.ts';
import { orderLines, orders } from '../../orders/schema.ts';
import { orderPayments, refunds } from '../../payments/schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { balancesOf, faultsOf } from '../../test/books.ts';
import { call, person } from '../../test/people.ts';
import { buyer as form, pay, press, testShop } from '../../test/shop.ts';
import { syncWithProvider } from '../payments/handle-payment-event.ts';
import { runProviderTasks } from '../payments/provider-tasks.ts';

/** A page for the card that was opened before the order was to be paid at the door. */

const shop = await testShop();
const { db, deps } = shop;
const admin = call(shop, await person(shop, 'admin'));
const sales = admin.orders.admin;
const warehouse = admin.fulfilment.admin;

/** 219 € at 117,17 in whole dinars, and the fee. */
const SUM = 2_566_000 + 39_000;

afterAll(async () => {
  expect(await faultsOf(db)).toEqual([]);
  expect(await db.ask('select * from order_differences')).toEqual([]);
});

let last = 0;
/** To be paid at the door since its page was opened. */
async function changed() {
  last += 1;
  const buyerInfo = { ...form, phone: `+381 63 777 ${1000 + last}`, address: `Ulica ${last}` };
  const { url, orderId, number } = await call(shop, await person(shop)).payments.createPayment({
    productName: 'Vidik – 1 uređaj',
    productPrice: 219,
    buyerInfo,
  });
  await sales.changeWay({ number, version: await versionOf(number), way: 'cash_on_delivery' });
  return { url, id: orderId, number, key: url.split('/').at(-1)! };
}
const versionOf = async (number: number) => (await sales.read({ number })).version;
const orderOf = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0]!;
async function packed({ id: order, number }: { id: string; number: number }) {
  await sales.call({ number, version: await versionOf(number), id: randomUUID(), outcome: 'confirmed', next: null });
  const id = randomUUID();
  const boxes = [{ grams: 350, serials: [`VDK-26-${String(last).padStart(6, '0')}`] }];
  const { key } = await warehouse.pack({ order, id, version: await versionOf(number), courier: 'own', boxes });
  return { id, key };
}
const problemsOf = async (objectId: string) =>
  (await admin.payments.admin.problems({})).rows
    .filter((row) => row.objectId === objectId)
    .map(({ problem }) => problem);

test('the old page is expired once the order is to be paid at the door', async () => {
  const { key, id } = await changed();
  await runProviderTasks(deps);
  expect((await shop.stripe.checkout.sessions.retrieve(key)).status).toBe('expired');
  expect(await orderOf(id)).toMatchObject({ way: 'cash_on_delivery', status: 'pending', paymentState: 'due' });
});

test('paid before anything is packed, it pays the order, and nothing is collected at the door', async () => {
  const order = await changed();
  await pay(shop, order.url);
  expect(await orderOf(order.id)).toMatchObject({ way: 'card', status: 'paid', paymentState: 'paid' });
  expect(await db.$count(orderLines, eq(orderLines.orderId, order.id)), 'no fee').toBe(1);
  expect(await problemsOf(order.key)).toEqual([]);
});

test('paid once the parcel is packed, the card’s money goes back, staff and buyer are told, and the courier collects', async () => {
  const order = await changed();
  const parcel = await packed(order);
  await pay(shop, order.url);
  expect(await orderOf(order.id)).toMatchObject({ way: 'cash_on_delivery', status: 'pending', paymentState: 'due' });
  expect(await problemsOf(order.key)).toEqual(['PAID_BESIDE_PARCEL']);
  expect(await call(shop).payments.verifyPayment({ sessionId: order.key })).toEqual({ status: 'returned' });
  const paid = await db.select().from(orderPayments).where(eq(orderPayments.orderId, order.id));
  expect(paid).toMatchObject([{ way: 'card', amount: 21_900, isSurplus: true, returned: true }]);
  const sent = await db.select().from(mails).where(eq(mails.orderId, order.id));
  expect(sent.filter(({ template }) => template === 'orders.returned')).toMatchObject([
    { props: { number: order.number, amount: 21_900, isCollected: true } },
  ]);

  await runProviderTasks(deps);
  await shop.sandbox.control.advance(0);
  expect(await db.select().from(refunds).where(eq(refunds.paymentKey, order.key))).toMatchObject([{ amount: 21_900 }]);
  expect(await orderOf(order.id), 'of the order nothing went back').toMatchObject({ refunded: 0, paymentState: 'due' });

  await warehouse.enterReceipt({ order: order.id, kind: 'receipt', number: 'AB12CD34-AB12CD34-1' });
  await warehouse.handOver({ id: parcel.id, labels: [`${parcel.key}-1`] });
  await warehouse.move({ id: parcel.id, from: 'handed_over', to: 'delivered' });
  expect(await orderOf(order.id)).toMatchObject({ way: 'cash_on_delivery', status: 'paid', paymentState: 'settled' });
  const papers = await db.select().from(documents).where(eq(documents.orderId, order.id)).orderBy(documents.nth);
  const [invoice, ...others] = papers.filter(({ kind }) => kind !== 'warranty');
  expect(invoice).toMatchObject({ kind: 'invoice', gross: SUM });
  expect((invoice!.data as MoneyDocument).lines).toHaveLength(2);
  expect(others).toEqual([]);
  expect(await balancesOf(db, order.id)).toEqual({ in_transit: SUM, sales: -SUM });
});

test('the parcel is not taken: what the provider says of the refund later invoices nothing again', async () => {
  const order = await changed();
  const parcel = await packed(order);
  await pay(shop, order.url);
  await runProviderTasks(deps);
  await shop.sandbox.control.advance(0);
  await warehouse.enterReceipt({ order: order.id, kind: 'receipt', number: 'AB12CD34-AB12CD34-2' });
  await warehouse.handOver({ id: parcel.id, labels: [`${parcel.key}-1`] });
  await warehouse.move({ id: parcel.id, from: 'handed_over', to: 'refused' });
  const kinds = async () =>
    (await db.select().from(documents).where(eq(documents.orderId, order.id)).orderBy(documents.nth)).map(
      ({ kind }) => kind,
    );
  expect(await kinds()).toEqual(['invoice', 'creditNote']);
  const [refund] = await db.select().from(refunds).where(eq(refunds.paymentKey, order.key));
  await syncWithProvider(deps, { type: 'refund.updated', objectId: refund!.id });
  expect(await kinds()).toEqual(['invoice', 'creditNote']);
  expect(await orderOf(order.id)).toMatchObject({ status: 'cancelled', refunded: 0 });
  expect(await balancesOf(db, order.id)).toEqual({});
});

test('promised on the old page, and paid days later: the order is due again as soon as that money goes back', async () => {
  const order = await changed();
  await packed(order);
  await press(shop, order.url, { do: 'later' });
  expect(await call(shop).payments.verifyPayment({ sessionId: order.key })).toEqual({ status: 'processing' });
  expect(await orderOf(order.id)).toMatchObject({ paymentState: 'processing' });
  await shop.sandbox.control.transfer(order.key, true);
  expect(await problemsOf(order.key)).toEqual(['PAID_BESIDE_PARCEL']);
  expect(await orderOf(order.id), 'before the provider has sent it back').toMatchObject({ paymentState: 'due' });
  await runProviderTasks(deps);
  await shop.sandbox.control.advance(0);
  expect(await orderOf(order.id)).toMatchObject({ status: 'pending', paymentState: 'due', refunded: 0 });
});

test('not taken while the old page is under way, the order is over, and what its bank sends later goes back', async () => {
  const order = await changed();
  const parcel = await packed(order);
  await warehouse.enterReceipt({ order: order.id, kind: 'receipt', number: 'AB12CD34-AB12CD34-3' });
  await warehouse.handOver({ id: parcel.id, labels: [`${parcel.key}-1`] });
  await press(shop, order.url, { do: 'later' });
  expect(await call(shop).payments.verifyPayment({ sessionId: order.key })).toEqual({ status: 'processing' });
  expect(await orderOf(order.id)).toMatchObject({ paymentState: 'processing' });
  await warehouse.move({ id: parcel.id, from: 'handed_over', to: 'refused' });
  expect(await orderOf(order.id)).toMatchObject({ status: 'cancelled', paymentState: 'cancelled' });
  const papers = await db.select().from(documents).where(eq(documents.orderId, order.id)).orderBy(documents.nth);
  expect(papers.map(({ kind }) => kind)).toEqual(['invoice', 'creditNote']);
  await shop.sandbox.control.transfer(order.key, true);
  expect(await problemsOf(order.key)).toEqual(['PAID_BESIDE_PARCEL']);
  expect(await orderOf(order.id)).toMatchObject({ status: 'cancelled', refunded: 0 });
  await runProviderTasks(deps);
  await shop.sandbox.control.advance(0);
  expect(await balancesOf(db, order.id)).toEqual({});
});

test('whoever hears of it first, the refund or the payment, it is entered once and goes back once', async () => {
  const order = await changed();
  await packed(order);
  shop.sandbox.control.setFaults({ hold: true });
  await pay(shop, order.url);
  expect(await call(shop).payments.verifyPayment({ sessionId: order.key })).toEqual({ status: 'returned' });
  const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(order.key);
  await shop.stripe.refunds.create({ payment_intent: payment_intent as string });
  shop.sandbox.control.setFaults({ hold: false, duplicate: 2, shuffle: true });
  await shop.sandbox.control.advance(0);
  await runProviderTasks(deps);
  shop.sandbox.control.setFaults(null);
  await shop.sandbox.control.advance(0);
  expect(await db.select().from(refunds).where(eq(refunds.paymentKey, order.key))).toMatchObject([{ amount: 21_900 }]);
  expect([...new Set(await problemsOf(order.key))].filter((problem) => problem !== 'PAID_BESIDE_PARCEL')).toEqual([]);
  expect(await orderOf(order.id)).toMatchObject({ paymentState: 'due', refunded: 0 });
  expect(await balancesOf(db, order.id)).toEqual({});
});
