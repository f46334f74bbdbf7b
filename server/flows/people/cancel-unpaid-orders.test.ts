import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { lockPerson } from '../../accounts/lock-person.ts';
import { profiles } from '../../accounts/schema.ts';
import { documents } from '../../documents/schema.ts';
import { shipmentDevices, shipments } from '../../fulfilment/schema.ts';
import { orderClaims, orders } from '../../orders/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { mails } from '../../platform/mail.schema.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { faultsOf } from '../../test/books.ts';
import { untilBlocked } from '../../test/eventually.ts';
import { accountant, askFor } from '../../test/payouts.ts';
import { call, person, type TestPerson } from '../../test/people.ts';
import { buyer, firm, pay, testShop } from '../../test/shop.ts';
import { receiveTransfer } from '../payments/receive-transfer.ts';
import { purgeExpiredRecords } from '../retention/purge-expired-records.ts';
import { endNotices } from '../retention/retention.ts';
import { closeAccount } from './close-account.ts';
import { erasePerson } from './erase-person.ts';

const shop = await testShop({ quick: true });
const { db, deps } = shop;
const staff = call(shop, await person(shop, 'admin'));
const device = { productName: 'Vidik – 1 uređaj', productPrice: 219 };
const SUM = 2_566_000;

afterAll(async () => {
  expect(await faultsOf(db)).toEqual([]);
  expect(await db.ask('select * from order_differences')).toEqual([]);
});

const erase = (id: string) => db.transaction((tx) => erasePerson(tx, deps, systemActor, id));
const close = (who: TestPerson) => db.transaction((tx) => closeAccount(tx, deps, { id: who.id }, who.id));
const underWay = (who: TestPerson) => call(shop, who).accounts.own.closing();
const orderOf = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0]!;
const mailsOf = async (id: string) =>
  (await db.select().from(mails).where(eq(mails.orderId, id)).orderBy(mails.number)).map(({ template }) => template);
let last = 0;
async function ordered(way: 'transfer' | 'cash_on_delivery' | 'card', who?: TestPerson) {
  last += 1;
  const owner = who ?? (await person(shop));
  const buyerInfo = { ...buyer, phone: `+381 63 555 ${2000 + last}`, address: `Ulica ${last}` };
  const { orderId, number, url } = await call(shop, owner).payments.createPayment({ ...device, way, buyerInfo });
  return { who: owner, id: orderId, number, url };
}
async function confirmed({ number }: { number: number }) {
  const { version } = await staff.orders.admin.read({ number });
  await staff.orders.admin.call({ number, version, id: randomUUID(), outcome: 'confirmed', next: null });
}
async function packed(order: { id: string; number: number }) {
  const desk = staff.fulfilment.admin;
  const { version } = await desk.read({ number: order.number });
  const id = randomUUID();
  last += 1;
  const boxes = [{ grams: 350, serials: [`VDK-26-${String(last).padStart(6, '0')}`] }];
  const { key } = await desk.pack({ order: order.id, id, version, courier: 'own', boxes });
  return { id, key };
}
async function handedOver(order: { id: string; number: number }) {
  const parcel = await packed(order);
  last += 1;
  await staff.fulfilment.admin.enterReceipt({ order: order.id, kind: 'receipt', number: `AB12CD34-AB12CD34-${last}` });
  await staff.fulfilment.admin.handOver({ id: parcel.id, labels: [`${parcel.key}-1`] });
  return parcel;
}
const receive = async (orderId: string, amount: number) => {
  const [claim] = await db.select().from(orderClaims).where(eq(orderClaims.orderId, orderId));
  return db.transaction((tx) =>
    receiveTransfer(tx, deps, systemActor, {
      claimId: claim!.id,
      key: `line:${randomUUID()}`,
      amount,
      currency: 'RSD',
      bookedOn: '2026-11-24',
    }),
  );
};

test('an order that waits for its transfer is called off with the account, and its money that comes late is given back', async () => {
  const order = await ordered('transfer');
  expect((await underWay(order.who)).orders).toEqual([
    { number: order.number, productName: device.productName, stage: 'transfer_called_off', came: 0 },
  ]);
  await close(order.who);
  expect(await orderOf(order.id)).toMatchObject({ status: 'cancelled' });
  expect(await mailsOf(order.id)).toEqual(['orders.proforma', 'orders.called-off']);
  const [told] = await db.select().from(mails).where(eq(mails.template, 'orders.called-off'));
  expect(told!.props, 'no way to an account that is closed').toMatchObject({ link: null });
  expect(await receive(order.id, SUM), 'the buyer’s own money').toMatchObject({ counted: 0, surplus: SUM });
  await close(order.who);
  expect(await mailsOf(order.id), 'closed twice, it is told once').toHaveLength(2);
});

test('of a transfer order that a part was paid for the part is said to go back, and staff have it to give back', async () => {
  const order = await ordered('transfer');
  await receive(order.id, 1_000_000);
  expect((await underWay(order.who)).orders).toMatchObject([{ stage: 'transfer_called_off', came: 1_000_000 }]);
  await close(order.who);
  expect(await orderOf(order.id)).toMatchObject({ status: 'cancelled' });
  const { payments } = await staff.refunds.admin.read({ order: order.number });
  expect(payments).toMatchObject([{ left: 1_000_000 }]);
});

test('what is paid at the door is called off while it is here, packed or not, and delivered once the courier has it', async () => {
  const [fresh, boxed, gone] = [
    await ordered('cash_on_delivery'),
    await ordered('cash_on_delivery'),
    await ordered('cash_on_delivery'),
  ];
  await confirmed(boxed);
  const parcel = await packed(boxed);
  await confirmed(gone);
  const left = await handedOver(gone);
  for (const [order, stage] of [
    [fresh, 'on_delivery_called_off'],
    [boxed, 'on_delivery_called_off'],
    [gone, 'on_delivery_sent'],
  ] as const) {
    expect((await underWay(order.who)).orders, stage).toMatchObject([{ number: order.number, stage }]);
    await close(order.who);
  }
  expect(await orderOf(fresh.id)).toMatchObject({ status: 'cancelled' });
  expect(await orderOf(boxed.id)).toMatchObject({ status: 'cancelled' });
  const stateOf = async (id: string) => (await db.select().from(shipments).where(eq(shipments.id, id)))[0]!.state;
  expect(await stateOf(parcel.id), 'its device is free again').toBe('cancelled');
  expect(await orderOf(gone.id)).toMatchObject({ status: 'pending', paymentState: 'due' });

  await staff.fulfilment.admin.move({ id: left.id, from: 'handed_over', to: 'delivered' });
  expect(await orderOf(gone.id)).toMatchObject({ status: 'paid', paymentState: 'settled' });
});

test('paid devices are under way until they have come, however long ago they were paid, then while they may be given back', async () => {
  const who = await person(shop);
  const order = await ordered('card', who);
  await pay(shop, order.url);
  const stage = async () => (await underWay(who)).orders.map((one) => one.stage);
  expect(await stage()).toEqual(['to_send']);
  await db
    .update(orders)
    .set({ paidAt: new Date(shop.clock.now.getTime() - 62 * DAY_MS) })
    .where(eq(orders.id, order.id));
  expect(await stage(), 'older than sixty days and not sent').toEqual(['to_send']);
  const { id } = await handedOver(order);
  expect(await stage()).toEqual(['sent']);
  await staff.fulfilment.admin.move({ id, from: 'handed_over', to: 'delivered' });
  expect(await stage(), 'long ago').toEqual([]);
  await db.update(orders).set({ paidAt: shop.clock.now }).where(eq(orders.id, order.id));
  expect(await stage()).toEqual(['delivered']);
  await close(who);
  expect(await orderOf(order.id)).toMatchObject({ status: 'paid', fulfilmentState: 'delivered' });
});

test('a special package that was sold is named, as long as nobody has started it and its money has not gone back', async () => {
  const who = await person(shop);
  const special = { productName: 'Specijalni Paket - 100 Lokacija', productPrice: 1500, companyInfo: firm };
  const { url, number } = await call(shop, who).payments.createPayment(special);
  expect((await underWay(who)).orders, 'a page that nobody has paid').toEqual([]);
  await pay(shop, url);
  expect((await underWay(who)).orders).toMatchObject([{ number, stage: 'special_waiting' }]);
});

test('money that goes back is named by where it is: asked for, on its way, failed, or waiting for an account', async () => {
  const order = await ordered('transfer');
  await receive(order.id, SUM);
  const books = await accountant(shop);
  const { refund } = await askFor(books, order, { scope: 'whole' });
  const said = async () => (await underWay(order.who)).paybacks;
  const money = { number: order.number, amount: SUM, currency: 'RSD' };
  const set = (state: 'asked' | 'failed') =>
    db
      .update(orderRefunds)
      .set({ state, problem: state === 'failed' ? 'declined' : null })
      .where(eq(orderRefunds.id, refund.id));
  expect(await said(), 'the buyer is asked where to').toEqual([{ ...money, state: 'account' }]);
  const [payout] = await db.select().from(payouts).where(eq(payouts.orderId, order.id));
  const { token } = payout!;
  const named = { payee: 'Milica Živković', account: '160-0000000123456-54' };
  await call(shop).payouts.name({ token, ...named });
  expect(await said()).toEqual([{ ...money, state: 'sending' }]);
  for (const state of ['asked', 'failed'] as const) {
    await set(state);
    expect(await said()).toEqual([{ ...money, state }]);
  }
  await db.update(orderRefunds).set({ state: 'sending', problem: null }).where(eq(orderRefunds.id, refund.id));
  await close(order.who);
  expect(await call(shop).payouts.name({ token, ...named, payee: 'M. Živković' }), 'the link works on').toBeTruthy();
});

test('erased without having been closed, an account has its unpaid orders called off in the same way', async () => {
  const [transfer, boxed] = [await ordered('transfer'), await ordered('cash_on_delivery')];
  await confirmed(boxed);
  const parcel = await packed(boxed);
  for (const { id, who } of [transfer, boxed]) {
    await erase(who.id);
    expect(await orderOf(id)).toMatchObject({ status: 'cancelled', profileId: null, email: '', delivery: null });
  }
  const [left] = await db.select().from(shipments).where(eq(shipments.id, parcel.id));
  expect(left, 'nobody sends it to nowhere').toMatchObject({ state: 'cancelled' });
});

test('paid devices of an erased person go to the address of the order, and once they have come nobody knows it any more', async () => {
  const order = await ordered('card');
  await pay(shop, order.url);
  const { delivery } = await orderOf(order.id);
  await close(order.who);
  await erase(order.who.id);
  await purgeExpiredRecords(deps);
  expect(await orderOf(order.id)).toMatchObject({ profileId: null, email: '', delivery });
  const { id } = await handedOver(order);
  await purgeExpiredRecords(deps);
  expect((await orderOf(order.id)).delivery, 'on its way').toEqual(delivery);
  await staff.fulfilment.admin.move({ id, from: 'handed_over', to: 'delivered' });
  await purgeExpiredRecords(deps);
  expect((await orderOf(order.id)).delivery).toBeNull();
});

test('the warranty of a device is found by its number after the account is erased, also when it was packed before the first intake', async () => {
  const order = await ordered('card');
  await pay(shop, order.url);
  const { id } = await handedOver(order);
  await staff.fulfilment.admin.move({ id, from: 'handed_over', to: 'delivered' });
  const [device] = await db.select().from(shipmentDevices).where(eq(shipmentDevices.shipmentId, id));
  const { serial, isCounted } = device!;
  expect(isCounted).toBe(false);
  await close(order.who);
  await erase(order.who.id);
  await purgeExpiredRecords(deps);
  const { rows } = await staff.orders.admin.list({ search: serial });
  expect(rows.map(({ number }) => number)).toEqual([order.number]);
  const ofOrder = and(eq(documents.orderId, order.id), eq(documents.kind, 'warranty'));
  const [warranty] = await db.select().from(documents).where(ofOrder);
  expect(warranty).toMatchObject({
    number: `G-${order.number}`,
    profileId: null,
    data: { buyer: { name: 'Milica Živković' }, devices: [{ serial }] },
  });
});

test('two at once: a transfer that comes while the account is closed is sold or given back, never both', async () => {
  const order = await ordered('transfer');
  await Promise.allSettled([close(order.who), receive(order.id, SUM)]);
  await close(order.who);
  const { status } = await orderOf(order.id);
  const sold = await db.$count(mails, and(eq(mails.orderId, order.id), eq(mails.template, 'orders.paid')));
  expect([status, sold]).toEqual(status === 'paid' ? ['paid', 1] : ['cancelled', 0]);
});

test('whoever books a payment holds the order and then the person, and we end the contract or erase the person after that', async () => {
  const atOnce = (id: string) => staff.accounts.admin.people.terminate({ id, reason: 'zloupotreba' });
  const byNotice = async (id: string) => {
    await db.update(profiles).set({ terminatesAt: shop.clock.now }).where(eq(profiles.id, id));
    await endNotices(deps);
  };
  for (const end of [atOnce, byNotice, erase]) {
    const { id, who } = await ordered('transfer');
    const { ending } = await db.transaction(async (tx) => {
      await tx.select().from(orders).where(eq(orders.id, id)).for('update');
      const ending: Promise<unknown> = end(who.id);
      await untilBlocked(shop);
      await lockPerson(tx, who.id);
      return { ending };
    });
    await ending;
    expect(await orderOf(id)).toMatchObject({ status: 'cancelled' });
  }
});
