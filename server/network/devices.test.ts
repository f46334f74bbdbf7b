import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS, daysLater } from '#domain/day.ts';
import { dayOf, startOfDay } from '#domain/time.ts';
import { runProviderTasks } from '../flows/payments/provider-tasks.ts';
import { orders } from '../orders/schema.ts';
import { eventually } from '../test/eventually.ts';
import { networkMember } from '../test/network.ts';
import { call, giveDuties, person, type TestPerson } from '../test/people.ts';
import { buyer as form, pay, testShop } from '../test/shop.ts';

const shop = await testShop({ quick: true });
const { clock } = shop;
const begun = clock.now;
const accountant = await person(shop, 'admin');
await giveDuties(shop, accountant, ['sales', 'accounting', 'warehouse', 'network']);
const staff = call(shop, accountant);

/** Who invited, and whom they invited. */
async function branch() {
  const top = await networkMember(shop);
  const upline = await networkMember(shop, top);
  return { top, upline, who: await networkMember(shop, upline) };
}
const devicesOf = async (who: TestPerson) => (await call(shop, who).network.mine())!.devices;
const orderOf = async (id: string) => (await shop.db.select().from(orders).where(eq(orders.id, id)))[0]!;

const PRODUCTS = { 1: ['Vidik – 1 uređaj', 219], 10: ['Vidik – 10 uređaja', 1999] } as const;
async function byCard(who: TestPerson, count: 1 | 10 = 1) {
  const [productName, productPrice] = PRODUCTS[count];
  const { url, orderId } = await call(shop, who).payments.createPayment({
    productName,
    productPrice,
    buyerInfo: form,
  });
  const session = await pay(shop, url);
  return { order: await orderOf(orderId), session };
}
/** Noon, so many days after the test began. */
const onDay = (days: number) => {
  clock.now = new Date(startOfDay(daysLater(dayOf(begun), days)).getTime() + DAY_MS / 2);
};

async function refund(number: number, more: object) {
  const desk = staff.refunds.admin;
  const { payments } = await desk.read({ order: number });
  const wanted = { order: number, payment: payments[0]!.key, reason: 'agreement' as const, goods: 'none' as const };
  const asked = { ...wanted, ...more } as Parameters<typeof desk.preview>[0];
  const { version, money, referral } = await desk.preview(asked);
  await desk.ask({ ...asked, id: randomUUID(), version, shown: money.amount });
  return referral;
}

test('a refund says before it is done who invited the buyer, and what becomes of that network', async () => {
  onDay(0);
  const { upline, who } = await branch();
  const { order } = await byCard(who, 10);
  const { referral } = await staff.orders.admin.read({ number: order.number });
  const said = { name: referral!.name, isCounted: false };
  expect(await refund(order.number, { scope: 'devices', devices: 2 })).toEqual({ ...said, before: 10, after: 8 });
  await runProviderTasks(shop.deps);
  expect(await devicesOf(upline)).toEqual({ counted: 0, waiting: 8 });
  expect(await refund(order.number, { scope: 'amount', amount: 1_000 })).toEqual({ ...said, before: 8, after: 8 });
  await runProviderTasks(shop.deps);
  expect(await devicesOf(upline)).toEqual({ counted: 0, waiting: 8 });
  onDay(20);
  expect(await refund(order.number, { scope: 'whole' })).toEqual({ ...said, isCounted: true, before: 8, after: 0 });
});

test('a device counts in the inviter’s network from the fourteenth day, and a return takes it away', async () => {
  onDay(0);
  const { top, upline, who } = await branch();
  const { order } = await byCard(who, 10);
  expect(await devicesOf(upline)).toEqual({ counted: 0, waiting: 10 });
  const fourteenth = startOfDay(daysLater(dayOf(order.paidAt!), 14));
  clock.now = new Date(fourteenth.getTime() - 1);
  expect(await devicesOf(upline), 'the last moment of the thirteenth day').toEqual({ counted: 0, waiting: 10 });
  clock.now = fourteenth;
  expect(await devicesOf(upline)).toEqual({ counted: 10, waiting: 0 });
  expect(await devicesOf(top), 'up the line').toEqual({ counted: 10, waiting: 0 });
  expect(await devicesOf(who), 'nobody counts their own').toEqual({ counted: 0, waiting: 0 });

  await refund(order.number, { scope: 'devices', devices: 2, reason: 'withdrawal' });
  expect(await devicesOf(upline), 'asked for, and not back yet').toEqual({ counted: 10, waiting: 0 });
  await runProviderTasks(shop.deps);
  expect(await devicesOf(upline)).toEqual({ counted: 8, waiting: 0 });
  expect(await devicesOf(top)).toEqual({ counted: 8, waiting: 0 });
  await refund(order.number, { scope: 'amount', amount: 5_000 });
  await runProviderTasks(shop.deps);
  expect(await devicesOf(upline), 'an amount is for no device').toEqual({ counted: 8, waiting: 0 });
});

test('a lost dispute takes all of its devices away, an open one none', async () => {
  onDay(40);
  const { upline, who } = await branch();
  const { session } = await byCard(who);
  onDay(54);
  expect(await devicesOf(upline)).toEqual({ counted: 1, waiting: 0 });
  const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(session);
  const dispute = await shop.sandbox.control.dispute(payment_intent as string);
  expect(await devicesOf(upline)).toEqual({ counted: 1, waiting: 0 });
  await shop.sandbox.control.decideDispute(dispute, 'lost');
  expect(await devicesOf(upline)).toEqual({ counted: 0, waiting: 0 });
});

test('what is given back at the provider takes the whole devices of its share', async () => {
  onDay(60);
  const { upline, who } = await branch();
  const { session } = await byCard(who, 10);
  onDay(74);
  const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(session);
  await shop.stripe.refunds.create({ payment_intent: payment_intent as string, amount: 45_000 });
  await eventually(async () => expect(await devicesOf(upline)).toEqual({ counted: 8, waiting: 0 }));
});

test('on delivery it counts from the courier’s payout, not from the delivery', async () => {
  onDay(80);
  const { upline, who } = await branch();
  const [productName, productPrice] = PRODUCTS[1];
  const { orderId, number } = await call(shop, who).payments.createPayment({
    productName,
    productPrice,
    way: 'cash_on_delivery',
    buyerInfo: form,
  });
  const sales = staff.orders.admin;
  const { version } = await sales.read({ number });
  await sales.call({ number, version, id: randomUUID(), outcome: 'confirmed', next: null });
  const packing = staff.fulfilment.admin;
  const id = randomUUID();
  const boxes = [{ grams: 350, serials: ['VDK-27-000001'] }];
  const read = await packing.read({ number });
  const { key } = await packing.pack({ order: orderId, id, version: read.version, courier: 'own', boxes });
  await packing.enterReceipt({ order: orderId, kind: 'receipt', number: 'AB12CD34-AB12CD34-1' });
  await packing.handOver({ id, labels: [`${key}-1`] });
  // As if a courier, and not our own people, had delivered it.
  await shop.db.ask(`update shipments set courier = 'd-express' where id = '${id}'`);
  await packing.move({ id, from: 'handed_over', to: 'delivered' });
  onDay(96);
  expect(await devicesOf(upline)).toEqual({ counted: 0, waiting: 0 });
  await sales.settle({ number, version: (await sales.read({ number })).version });
  expect(await devicesOf(upline)).toEqual({ counted: 0, waiting: 1 });
  onDay(110);
  expect(await devicesOf(upline)).toEqual({ counted: 1, waiting: 0 });
});

test('it follows its buyer when staff move them, and staff see it on the member’s card', async () => {
  onDay(120);
  const { top, upline, who } = await branch();
  await byCard(who);
  onDay(134);
  const other = await networkMember(shop);
  await staff.network.admin.move({ id: who.id, uplineId: other.id, shown: upline.id });
  expect([await devicesOf(top), await devicesOf(upline)].map(({ counted }) => counted)).toEqual([0, 0]);
  expect((await staff.network.admin.member({ id: other.id })).devices).toEqual({ counted: 1, waiting: 0 });
});

test('somebody beside the line sees none of it, whoever is outside the network has no number, staff without the duty no card', async () => {
  onDay(140);
  const { top, who } = await branch();
  const beside = await networkMember(shop, top);
  await byCard(who);
  onDay(154);
  expect(await devicesOf(beside)).toEqual({ counted: 0, waiting: 0 });
  expect(await call(shop, await person(shop)).network.mine()).toBeNull();
  const seller = await person(shop, 'admin');
  await giveDuties(shop, seller, ['sales']);
  await expect(call(shop, seller).network.admin.member({ id: who.id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('the page of an order names whose referral it is and from which day it counts, once the money is there and until it is back', async () => {
  onDay(0);
  const { upline, who } = await branch();
  const read = async (number: number) => (await staff.orders.admin.read({ number })).referral;
  const asked = { productName: PRODUCTS[1][0], productPrice: PRODUCTS[1][1], buyerInfo: form };
  const { url, number } = await call(shop, who).payments.createPayment(asked);
  expect(await read(number), 'not paid').toBeNull();
  await pay(shop, url);
  const counts = daysLater(dayOf(clock.now), 14);
  const referral = { name: 'Milica Živković', countsFrom: counts, isCounted: false };
  expect(await read(number)).toEqual(referral);
  clock.now = new Date(startOfDay(counts).getTime() - 1);
  expect(await read(number)).toEqual(referral);
  expect(await devicesOf(upline)).toEqual({ counted: 0, waiting: 1 });
  clock.now = startOfDay(counts);
  expect(await read(number)).toEqual({ ...referral, isCounted: true });
  expect(await devicesOf(upline)).toEqual({ counted: 1, waiting: 0 });
  await refund(number, { scope: 'whole' });
  await runProviderTasks(shop.deps);
  expect(await read(number), 'its money went back').toBeNull();

  const top = await networkMember(shop);
  const { order } = await byCard(top);
  expect(await read(order.number), 'nobody is above').toBeNull();
});
