import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Duty } from '#domain/access.ts';
import { DAY_MS, daysLater } from '#domain/day.ts';
import { dayOf } from '#domain/time.ts';
import { staffDuties } from '../../accounts/schema.ts';
import { parcelClaims, shipmentBoxes } from '../../fulfilment/schema.ts';
import { orderEvents, orders } from '../../orders/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testCourier } from '../../test/courier.ts';
import { readPdf } from '../../test/pdf.ts';
import { call, codeOfCall, giveDuties, person } from '../../test/people.ts';
import { buyer as form, pay, testShop } from '../../test/shop.ts';
import { runProviderTasks } from '../payments/provider-tasks.ts';

/** Parcels that were lost or damaged: what their courier owes us, and what their buyer wants instead. */

const courier = await testCourier();
const shop = await testShop({
  quick: true,
  env: { FISCAL: 'off', COURIER_CLAIM_DAYS: '10' },
  deps: { couriers: courier.couriers },
});
courier.reaches(shop);
const { db } = shop;
async function staff(duty: Duty) {
  const one = await person(shop, 'admin', { firstName: 'Milan', lastName: 'Ćirić' });
  await giveDuties(shop, one, [duty]);
  const since = new Date(shop.deps.now().getTime() - DAY_MS);
  await db.update(staffDuties).set({ since }).where(eq(staffDuties.profileId, one.id));
  return call(shop, one);
}
const keeper = await staff('warehouse');
const warehouse = keeper.fulfilment.admin;
const seller = await staff('sales');

/** 219 € at 117,17, in whole dinars. */
const WORTH = 2_566_000;

let last = 0;
const serial = () => `VDK-28-${String(++last).padStart(6, '0')}`;
async function paid(product: readonly [string, number] = ['Vidik – 1 uređaj', 219]) {
  const who = await person(shop, 'member');
  const [productName, productPrice] = product;
  const bought = { productName, productPrice, buyerInfo: form } as Parameters<
    ReturnType<typeof call>['payments']['createPayment']
  >[0];
  const { url } = await call(shop, who).payments.createPayment(bought);
  await pay(shop, url);
  const [order] = await db.select().from(orders).where(eq(orders.profileId, who.id));
  return { who, id: order!.id, number: order!.number, own: call(shop, who).fulfilment };
}
type Paid = Awaited<ReturnType<typeof paid>>;
async function pack(
  order: { id: string; number: number },
  {
    by = 'd-express',
    devices = 1,
    isPart = false,
    serials = Array.from({ length: devices }, serial),
  }: { by?: 'own' | 'd-express'; devices?: number; isPart?: boolean; serials?: string[] } = {},
) {
  const { version } = await warehouse.read({ number: order.number });
  const id = randomUUID();
  const boxes = [{ grams: 350, serials }];
  const { key } = await warehouse.pack({ order: order.id, id, version, courier: by, isPart, boxes });
  return { id, key };
}
async function sent(order: { id: string; number: number }, more: Parameters<typeof pack>[1] = {}) {
  const parcel = await pack(order, more);
  await courier.send(shop.deps);
  const boxes = await db.select().from(shipmentBoxes).where(eq(shipmentBoxes.shipmentId, parcel.id));
  await warehouse.handOver({ id: parcel.id, labels: boxes.map(({ code, n }) => code ?? `${parcel.key}-${n}`) });
  return parcel;
}
const lose = (id: string, to: 'lost' | 'damaged' = 'lost') => warehouse.move({ id, from: 'handed_over', to });
const claimOf = async (id: string) => (await db.select().from(parcelClaims).where(eq(parcelClaims.shipmentId, id)))[0];
const mailsOf = async ({ id }: { id: string }) =>
  db
    .select()
    .from(mails)
    .where(and(eq(mails.orderId, id), eq(mails.template, 'fulfilment.lost')));
const lossOf = async ({ own, number }: Paid, n = 1) =>
  (await own.own({ number })).parcels.find((one) => one.n === n)!.loss;
const problemOf = async ({ number }: { number: number }) => (await warehouse.read({ number })).problem;
const queued = async ({ number }: { number: number }) =>
  (await warehouse.queue()).toPack.find((one) => one.number === number)?.devices;
const told = async (number: number) =>
  (await seller.admin.today()).deadlines!.filter((one) => one.number === number).map(({ kind }) => kind);

const toSendAgain = async ({ number }: { number: number }) =>
  (await keeper.admin.today())
    .deadlines!.filter((one) => one.number === number && one.kind === 'resend')
    .map(({ paper }) => paper);
async function giveBack({ number }: { number: number }, devices: number) {
  const { version, payments } = await seller.refunds.admin.read({ order: number });
  const wanted = {
    order: number,
    payment: payments[0]!.key,
    scope: 'devices' as const,
    devices,
    reason: 'not_delivered' as const,
    goods: 'none' as const,
  };
  const { money } = await seller.refunds.admin.preview(wanted);
  const id = randomUUID();
  await seller.refunds.admin.ask({ ...wanted, id, version, shown: money.amount });
  return id;
}
async function giveAmount({ number }: { number: number }, amount: number) {
  const { version, payments } = await seller.refunds.admin.read({ order: number });
  const wanted = {
    order: number,
    payment: payments[0]!.key,
    scope: 'amount' as const,
    amount,
    reason: 'not_delivered' as const,
    goods: 'none' as const,
  };
  const { money } = await seller.refunds.admin.preview(wanted);
  await seller.refunds.admin.ask({ ...wanted, id: randomUUID(), version, shown: money.amount });
}
const listText = async ({ number }: { number: number }) => {
  const list = (await warehouse.packingList({ orders: [number] })) as File;
  return (await readPdf(new Uint8Array(await list.arrayBuffer()))).text;
};

test('whoever wants another parcel for a lost one and then withdraws is sent none', async () => {
  const order = await paid();
  const parcel = await sent(order);
  await lose(parcel.id);
  await order.own.choose({ number: order.number, n: 1, choice: 'again' });
  expect(await toSendAgain(order)).toEqual([parcel.key]);
  await call(shop, order.who).orders.withdraw({ id: order.id, receivedOn: null });
  expect(await toSendAgain(order)).toEqual([]);
});

test('a lost parcel is a claim on its courier with a last day, and its buyer chooses another or the money', async () => {
  const order = await paid();
  const parcel = await sent(order);
  await lose(parcel.id);
  const today = dayOf(shop.deps.now());
  expect(await claimOf(parcel.id)).toMatchObject({
    kind: 'lost',
    state: 'open',
    amount: WORTH,
    currency: 'RSD',
    dueOn: daysLater(today, 10),
    choice: null,
  });
  const [mail, ...more] = await mailsOf(order);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ to: order.who.email, props: { parcel: parcel.key, kind: 'lost', about: 'choice' } });
  expect((mail!.props as { link: string }).link).toMatch(new RegExp(`/account/orders/${order.number}$`));
  expect(await lossOf(order)).toEqual({ kind: 'lost', choice: null, isOpen: true, isDone: false });
  expect(await problemOf(order), 'nothing is sent until the buyer has chosen').toBe('choice');
  expect(await codeOfCall(pack(order))).toBe('NOT_TO_BE_PACKED');

  await order.own.choose({ number: order.number, n: 1, choice: 'again' });
  expect(await lossOf(order)).toEqual({ kind: 'lost', choice: 'again', isOpen: false, isDone: false });
  const { claims, events } = await seller.orders.admin.read({ number: order.number });
  expect(claims).toMatchObject([
    { parcel: parcel.key, courier: 'd-express', state: 'open', amount: WORTH, choice: 'again' },
  ]);
  expect(events.find(({ kind }) => kind === 'loss_choice')).toMatchObject({ facts: { choice: 'again', by: 'buyer' } });
  const asWarehouse = async () =>
    (await keeper.admin.today()).deadlines!.filter((one) => one.number === order.number).map(({ kind }) => kind);
  expect(await asWarehouse()).toEqual(['resend']);
  await sent(order);
  expect(await asWarehouse(), 'another one is on its way').toEqual([]);
  expect(await lossOf(order), 'nothing more is promised').toMatchObject({ choice: 'again', isDone: true });

  const other = await paid();
  const damaged = await sent(other);
  await lose(damaged.id, 'damaged');
  await other.own.choose({ number: other.number, n: 1, choice: 'money' });
  expect(await problemOf(other)).toBe('choice');
  expect(await told(other.number)).toEqual(['giveback']);
  const { version, payments } = await seller.refunds.admin.read({ order: other.number });
  const wanted = {
    order: other.number,
    payment: payments[0]!.key,
    scope: 'whole' as const,
    reason: 'not_delivered' as const,
    goods: 'none' as const,
  };
  const { money } = await seller.refunds.admin.preview(wanted);
  await seller.refunds.admin.ask({ ...wanted, id: randomUUID(), version, shown: money.amount });
  expect(await told(other.number), 'its money goes back').toEqual([]);
  expect(await lossOf(other)).toMatchObject({ choice: 'money', isDone: false });
  await runProviderTasks(shop.deps);
  expect(await lossOf(other), 'it is back').toMatchObject({ choice: 'money', isDone: true });
});

test('the claim is told on its last day and settled once, by whoever handles payments', async () => {
  const order = await paid();
  const parcel = await sent(order);
  await lose(parcel.id);
  const due = (await claimOf(parcel.id))!.dueOn!;
  expect(await told(order.number)).toEqual([]);
  const now = shop.clock.now;
  shop.clock.now = new Date(`${daysLater(due, -1)}T10:00:00Z`);
  const deadline = (await seller.admin.today()).deadlines!.find(
    ({ kind, number }) => kind === 'loss' && number === order.number,
  );
  expect(deadline).toMatchObject({ day: due, paper: parcel.key, amount: { amount: WORTH, currency: 'RSD' } });
  shop.clock.now = now;

  const settle = (outcome: 'paid' | 'refused', by = seller) =>
    by.fulfilment.admin.settleClaim({ id: parcel.id, outcome, note: 'Nije bilo osiguranja.' });
  expect(await codeOfCall(settle('paid', keeper))).toBe('FORBIDDEN');
  await Promise.all([settle('refused'), settle('refused')]);
  expect(await claimOf(parcel.id)).toMatchObject({ state: 'refused', note: 'Nije bilo osiguranja.' });
  await settle('paid');
  expect(await codeOfCall(settle('refused')), 'paid is paid').toBe('CLAIM_SETTLED');
  const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, order.id));
  expect(entries.filter(({ action }) => action === 'fulfilment.claim-settled')).toHaveLength(2);
  const kinds = await db
    .select({ kind: orderEvents.kind })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, order.id))
    .orderBy(asc(orderEvents.id));
  expect(kinds.filter(({ kind }) => kind === 'loss_settled')).toHaveLength(2);
  expect(await lossOf(order), 'what the courier says does not choose for the buyer').toMatchObject({ isOpen: true });
});

test('what was found is claimed from nobody and chosen by nobody; lost again it is asked for anew', async () => {
  const order = await paid();
  const { id } = await sent(order);
  await lose(id);
  await warehouse.move({ id, from: 'lost', to: 'in_transit' });
  expect(await claimOf(id)).toMatchObject({ state: 'dropped', dueOn: null, askedAt: null });
  expect(await lossOf(order)).toBeNull();
  const choose = () => order.own.choose({ number: order.number, n: 1, choice: 'money' });
  expect(await codeOfCall(choose())).toBe('CHOICE_CLOSED');
  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
  await warehouse.move({ id, from: 'in_transit', to: 'lost' });
  expect(await claimOf(id)).toMatchObject({ state: 'open', choice: null });
  expect(await lossOf(order)).toEqual({ kind: 'lost', choice: null, isOpen: true, isDone: false });
  expect(await mailsOf(order)).toHaveLength(2);
});

test('chosen twice, at once, it is one choice; another one afterwards only staff enter, and nobody else’s parcel is chosen for', async () => {
  const order = await paid();
  const { id } = await sent(order);
  const choose = (choice: 'again' | 'money', by: Paid['own'] = order.own, n = 1) =>
    by.choose({ number: order.number, n, choice });
  expect(await codeOfCall(choose('money')), 'it is on its way').toBe('CHOICE_CLOSED');
  await lose(id);
  const stranger = call(shop, await person(shop, 'member')).fulfilment;
  expect(await codeOfCall(choose('money', stranger))).toBe('PARCEL_GONE');
  expect(await codeOfCall(choose('money', order.own, 7))).toBe('PARCEL_GONE');
  await Promise.all([choose('money'), choose('money')]);
  const events = await db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id));
  expect(events.filter(({ kind }) => kind === 'loss_choice')).toHaveLength(1);
  expect(await codeOfCall(choose('again'))).toBe('CHOICE_MADE');
  expect(await codeOfCall(warehouse.enterChoice({ id, choice: 'again' }))).toBe('FORBIDDEN');
  await seller.fulfilment.admin.enterChoice({ id, choice: 'again' });
  expect(await claimOf(id)).toMatchObject({ choice: 'again' });
  await pack(order);
  expect(await codeOfCall(seller.fulfilment.admin.enterChoice({ id, choice: 'money' }))).toBe('CHOICE_CLOSED');
});

test('of several parcels the one that was lost is claimed with its share, and the others go on', async () => {
  const order = await paid(['Vidik – 10 uređaja', 1999]);
  const three = await sent(order, { devices: 3, isPart: true });
  const seven = await sent(order, { devices: 7 });
  await lose(three.id);
  // 599,70 € at 117,17, in whole dinars.
  expect(await claimOf(three.id)).toMatchObject({ amount: 7_026_700 });
  await warehouse.move({ id: seven.id, from: 'handed_over', to: 'delivered' });
  expect(await problemOf(order)).toBe('choice');
  await order.own.choose({ number: order.number, n: 1, choice: 'again' });
  expect(await warehouse.read({ number: order.number })).toMatchObject({ problem: null, missing: 3 });
});

test('once the money of a lost parcel goes back, what is left of the order is packed; called off, the buyer’s choice is waited for again', async () => {
  const order = await paid(['Vidik – 10 uređaja', 1999]);
  const two = await sent(order, { devices: 2, isPart: true });
  await lose(two.id);
  await order.own.choose({ number: order.number, n: 1, choice: 'money' });
  expect(await codeOfCall(pack(order, { devices: 8 }))).toBe('NOT_TO_BE_PACKED');
  expect(await queued(order)).toBeUndefined();
  // Above 500 € it waits for a second person.
  const three = await giveBack(order, 3);
  expect(await warehouse.read({ number: order.number })).toMatchObject({ problem: null, missing: 7 });
  expect(await queued(order), 'the list of the warehouse has it, too').toBe(7);
  await seller.refunds.admin.decline({ id: three });
  expect(await problemOf(order), 'the money of its devices goes back no more').toBe('choice');
  expect(await queued(order)).toBeUndefined();
  await giveBack(order, 2);
  expect(await warehouse.read({ number: order.number })).toMatchObject({
    problem: null,
    missing: 8,
    fulfilmentState: 'new',
  });
  expect(await queued(order)).toBe(8);
  const list = (await warehouse.packingList({})) as File;
  expect((await readPdf(new Uint8Array(await list.arrayBuffer()))).text).toContain(String(order.number));
  const eight = await sent(order, { devices: 8 });
  await warehouse.move({ id: eight.id, from: 'handed_over', to: 'delivered' });
  expect(await warehouse.read({ number: order.number })).toMatchObject({ problem: 'complete', missing: 0 });
  expect(await queued(order)).toBeUndefined();

  // Of a single device nothing is left to be packed.
  const single = await paid();
  await lose((await sent(single)).id);
  await single.own.choose({ number: single.number, n: 1, choice: 'money' });
  const { version, payments } = await seller.refunds.admin.read({ order: single.number });
  const wanted = {
    order: single.number,
    payment: payments[0]!.key,
    scope: 'whole' as const,
    reason: 'not_delivered' as const,
    goods: 'none' as const,
  };
  const { money } = await seller.refunds.admin.preview(wanted);
  await seller.refunds.admin.ask({ ...wanted, id: randomUUID(), version, shown: money.amount });
  expect(await queued(single)).toBeUndefined();
  expect(await db.ask('select * from order_differences'), 'the nightly proof').toEqual([]);
});

test('what we carried ourselves is claimed from nobody, and what nothing was paid for leaves nothing to choose', async () => {
  const order = await paid();
  const { id } = await sent(order, { by: 'own' });
  await lose(id);
  expect(await claimOf(id)).toMatchObject({ state: 'none', dueOn: null });
  expect(await codeOfCall(seller.fulfilment.admin.settleClaim({ id, outcome: 'paid' }))).toBe('CLAIM_SETTLED');
  expect(await lossOf(order)).toMatchObject({ isOpen: true });

  const who = await person(shop, 'member');
  const asked = { productName: 'Vidik – 1 uređaj', productPrice: 219, way: 'cash_on_delivery' as const };
  const { orderId, number } = await call(shop, who).payments.createPayment({ ...asked, buyerInfo: form });
  const onDelivery = { who, id: orderId, number, own: call(shop, who).fulfilment };
  const { version } = await seller.orders.admin.read({ number });
  await seller.orders.admin.call({ number, version, id: randomUUID(), outcome: 'confirmed', next: null });
  const parcel = await sent(onDelivery);
  await lose(parcel.id);
  expect(await claimOf(parcel.id)).toMatchObject({ state: 'open', amount: WORTH, askedAt: null });
  expect((await mailsOf(onDelivery))[0]).toMatchObject({ props: { about: 'unpaid' } });
  expect(await lossOf(onDelivery)).toBeNull();
  expect(await problemOf(onDelivery)).toBeNull();
});

test('of a lost parcel that is sent again in part the rest stands in the packing list, and is still promised', async () => {
  const order = await paid(['Vidik – 10 uređaja', 1999]);
  const first = await sent(order, { devices: 10 });
  await lose(first.id);
  await order.own.choose({ number: order.number, n: 1, choice: 'again' });
  expect(await toSendAgain(order)).toEqual([first.key]);
  const four = await sent(order, { devices: 4, isPart: true });
  expect(await toSendAgain(order)).toEqual([]);
  expect(await warehouse.read({ number: order.number })).toMatchObject({
    problem: null,
    missing: 6,
    fulfilmentState: 'new',
  });
  expect(await queued(order)).toBe(6);
  expect(await listText(order)).toContain('6 × Vidik');
  const { rows } = await seller.orders.admin.list({ view: 'to_pack' });
  expect(rows.map(({ number }) => number)).toContain(order.number);
  expect(await lossOf(order), 'six are still to come').toMatchObject({ choice: 'again', isDone: false });

  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
  await lose(four.id);
  expect(await problemOf(order), 'the buyer is asked once more').toBe('choice');
  expect(await queued(order)).toBeUndefined();
  await order.own.choose({ number: order.number, n: 2, choice: 'again' });
  expect(await toSendAgain(order)).toEqual([four.key]);
  await sent(order, { devices: 10 });
  expect(await warehouse.read({ number: order.number })).toMatchObject({ problem: 'complete', missing: 0 });
  expect([await toSendAgain(order), await queued(order)]).toEqual([[], undefined]);
  expect([await lossOf(order, 1), await lossOf(order, 2)]).toMatchObject([{ isDone: true }, { isDone: true }]);
  expect(await db.ask('select * from order_differences'), 'the nightly proof').toEqual([]);
});

test('a parcel that is lost after another one was sent again is to be sent again as well', async () => {
  const order = await paid(['Vidik – 10 uređaja', 1999]);
  const three = await sent(order, { devices: 3, isPart: true });
  const seven = await sent(order, { devices: 7 });
  await lose(three.id);
  await order.own.choose({ number: order.number, n: 1, choice: 'again' });
  await sent(order, { devices: 3 });
  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
  await lose(seven.id);
  await order.own.choose({ number: order.number, n: 2, choice: 'again' });
  expect(await warehouse.read({ number: order.number })).toMatchObject({ missing: 7, fulfilmentState: 'lost' });
  expect(await toSendAgain(order)).toEqual([seven.key]);
  expect([await lossOf(order, 1), await lossOf(order, 2)]).toMatchObject([{ isDone: true }, { isDone: false }]);
  // Its money goes back after all.
  await giveBack(order, 7);
  expect(await toSendAgain(order), 'nothing is left to be sent').toEqual([]);
});

test('money that a buyer wants for a lost parcel stands in Danas until it goes back for all its devices', async () => {
  const order = await paid(['Vidik – 10 uređaja', 1999]);
  const seven = await sent(order, { devices: 7, isPart: true });
  const three = await sent(order, { devices: 3 });
  await warehouse.move({ id: seven.id, from: 'handed_over', to: 'delivered' });
  await lose(three.id);
  await order.own.choose({ number: order.number, n: 2, choice: 'money' });
  await giveBack(order, 1);
  expect(await told(order.number), 'two are still owed').toContain('giveback');
  await runProviderTasks(shop.deps);
  await giveBack(order, 2);
  expect(await told(order.number)).not.toContain('giveback');
  expect(await warehouse.read({ number: order.number })).toMatchObject({
    problem: 'complete',
    fulfilmentState: 'delivered',
  });
});

test('of a lost parcel that is sent again in part and paid back for the rest the buyer reads that the money is back', async () => {
  const order = await paid(['Vidik – 10 uređaja', 1999]);
  const ten = await sent(order, { devices: 10 });
  await lose(ten.id);
  await order.own.choose({ number: order.number, n: 1, choice: 'again' });
  await sent(order, { devices: 8, isPart: true });
  await seller.fulfilment.admin.enterChoice({ id: ten.id, choice: 'money' });
  expect(await lossOf(order)).toMatchObject({ choice: 'money', isDone: false });
  await giveBack(order, 2);
  expect(await lossOf(order), 'it is on its way').toMatchObject({ choice: 'money', isDone: false });
  await runProviderTasks(shop.deps);
  expect(await lossOf(order)).toMatchObject({ choice: 'money', isDone: true });
  expect(await warehouse.read({ number: order.number })).toMatchObject({ problem: 'complete', missing: 0 });
});

test('money for a lost parcel that a person says as an amount answers its choice: its devices are not sent, and the others are', async () => {
  const order = await paid(['Vidik – 10 uređaja', 1999]);
  const two = await sent(order, { devices: 2, isPart: true });
  await lose(two.id);
  await order.own.choose({ number: order.number, n: 1, choice: 'money' });
  expect(await problemOf(order)).toBe('choice');
  await giveAmount(order, 35_000);
  expect(await warehouse.read({ number: order.number })).toMatchObject({
    problem: null,
    missing: 8,
    fulfilmentState: 'new',
  });
  expect(await queued(order), 'the others stand in the packing list').toBe(8);
  expect(await lossOf(order), 'it is on its way').toMatchObject({ choice: 'money', isDone: false });
  await runProviderTasks(shop.deps);
  expect(await lossOf(order)).toMatchObject({ choice: 'money', isDone: true });
  expect(await codeOfCall(pack(order, { devices: 10 })), 'not the lost ones').not.toBe('ok');
  await sent(order, { devices: 8 });
  expect(await warehouse.read({ number: order.number })).toMatchObject({
    problem: 'complete',
    missing: 0,
    fulfilmentState: 'handed_over',
  });
  expect(await told(order.number)).not.toContain('giveback');
  expect(await db.ask('select * from order_differences'), 'the nightly proof').toEqual([]);
});

test('a reduced price of devices that have come answers no loss, while it waits, decided anew and once it is back', async () => {
  const order = await paid(['Vidik – 10 uređaja', 1999]);
  const { number } = order;
  const serials = Array.from({ length: 5 }, serial);
  const came = await sent(order, { by: 'own', serials, isPart: true });
  const gone = await sent(order, { by: 'own', devices: 5 });
  await warehouse.move({ id: came.id, from: 'handed_over', to: 'delivered' });
  await lose(gone.id);
  await order.own.choose({ number, n: 2, choice: 'money' });
  const id = randomUUID();
  const complaint = { number, id, kind: 'complaint', way: 'own', serials, reason: 'Slika se prekida.' } as const;
  await call(shop, order.who).returns.ask(complaint);
  const reduce = async (by: number) => {
    const refund = randomUUID();
    const resolution = 'Vraćamo deo cene.';
    await seller.returns.admin.decide({ id, outcome: 'reduced', by, refund, resolution });
    return refund;
  };
  const expectOwed = async (when: string) => {
    expect(await warehouse.read({ number }), when).toMatchObject({ problem: 'choice', fulfilmentState: 'lost' });
    expect(await told(number), when).toContain('giveback');
    expect(await lossOf(order, 2), when).toMatchObject({ choice: 'money', isDone: false });
  };
  const waits = await reduce(60_000);
  await expectOwed('it waits for a second person');
  await seller.refunds.admin.decline({ id: waits });
  await reduce(2_000);
  await expectOwed('it was decided anew');
  await runProviderTasks(shop.deps);
  await expectOwed('it is back');
  await giveAmount(order, 30_000);
  expect(await told(number), 'and this is for the loss').not.toContain('giveback');
  expect(await warehouse.read({ number })).toMatchObject({ problem: 'complete', fulfilmentState: 'delivered' });
  expect(await db.ask('select * from order_differences'), 'the nightly proof').toEqual([]);
});

test('an order is lost until the amount that was agreed for all of its devices is back, also after its courier has paid', async () => {
  const { now } = shop.clock;
  const order = await paid();
  const parcel = await sent(order);
  const stateOf = async () => (await warehouse.read({ number: order.number })).fulfilmentState;
  await lose(parcel.id);
  await seller.fulfilment.admin.settleClaim({ id: parcel.id, outcome: 'paid' });
  await order.own.choose({ number: order.number, n: 1, choice: 'money' });
  expect([await stateOf(), await told(order.number)]).toEqual(['lost', ['giveback']]);
  await giveAmount(order, 20_000);
  expect([await stateOf(), await lossOf(order)], 'it is on its way').toMatchObject(['lost', { isDone: false }]);
  await runProviderTasks(shop.deps);
  expect([await stateOf(), await lossOf(order)]).toMatchObject([null, { choice: 'money', isDone: true }]);
  expect(await queued(order)).toBeUndefined();
  shop.clock.now = new Date(now.getTime() + 31 * DAY_MS);
  expect(await told(order.number), 'nothing is to be delivered any more').toEqual([]);
  shop.clock.now = now;
  expect(await db.ask('select * from order_differences'), 'the nightly proof').toEqual([]);
});

test('what was never packed of an order whose other part was refused stands in Danas at once', async () => {
  const restOf = async ({ number }: Paid) =>
    (await keeper.admin.today()).deadlines!.filter((one) => one.number === number && one.kind === 'rest').length;
  const order = await paid(['Vidik – 10 uređaja', 1999]);
  const three = await sent(order, { by: 'own', devices: 3, isPart: true });
  expect(await restOf(order), 'it stands in the packing list').toBe(0);
  await warehouse.move({ id: three.id, from: 'handed_over', to: 'refused' });
  expect([await queued(order), await restOf(order)]).toEqual([undefined, 1]);
  await warehouse.move({ id: three.id, from: 'refused', to: 'returned' });
  expect(await restOf(order)).toBe(1);
  await sent(order, { by: 'own', devices: 7, isPart: true });
  expect([await queued(order), await restOf(order)]).toEqual([3, 0]);

  const whole = await paid();
  const one = await sent(whole, { by: 'own' });
  await warehouse.move({ id: one.id, from: 'handed_over', to: 'refused' });
  expect(await restOf(whole), 'all of it was packed').toBe(0);
});

test('a device that came back, was sent again and is paid back by its number was sent: the rest is still to be packed', async () => {
  const order = await paid(['Vidik – 10 uređaja', 1999]);
  const serials = [serial(), serial(), serial()];
  const three = await sent(order, { by: 'own', serials, isPart: true });
  await warehouse.move({ id: three.id, from: 'handed_over', to: 'refused' });
  await warehouse.move({ id: three.id, from: 'refused', to: 'returned' });
  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
  const again = await sent(order, { by: 'own', serials, isPart: true });
  await warehouse.move({ id: again.id, from: 'handed_over', to: 'delivered' });
  expect(await queued(order)).toBe(7);
  const { version, payments } = await seller.refunds.admin.read({ order: order.number });
  const wanted = {
    order: order.number,
    payment: payments[0]!.key,
    scope: 'devices' as const,
    devices: 1,
    serials: serials.slice(0, 1),
    reason: 'agreement' as const,
    goods: 'stock' as const,
  };
  const { money } = await seller.refunds.admin.preview(wanted);
  await seller.refunds.admin.ask({ ...wanted, id: randomUUID(), version, shown: money.amount });
  expect(await warehouse.read({ number: order.number })).toMatchObject({ problem: null, missing: 7 });
  expect(await queued(order)).toBe(7);
  expect(await db.ask('select * from order_differences'), 'the nightly proof').toEqual([]);
});

test('once the money of a parcel that came back goes back, what was never packed stands in the packing list', async () => {
  const order = await paid(['Vidik – 10 uređaja', 1999]);
  const three = await sent(order, { by: 'own', devices: 3, isPart: true });
  await warehouse.move({ id: three.id, from: 'handed_over', to: 'refused' });
  await warehouse.move({ id: three.id, from: 'refused', to: 'returned' });
  expect(await queued(order)).toBeUndefined();
  await giveBack(order, 3);
  expect(await warehouse.read({ number: order.number })).toMatchObject({
    problem: null,
    missing: 7,
    fulfilmentState: 'new',
  });
  expect(await queued(order)).toBe(7);

  // Sent again in part instead, the rest of it stands there as well.
  const other = await paid(['Vidik – 10 uređaja', 1999]);
  const ten = await sent(other, { by: 'own', devices: 10 });
  await warehouse.move({ id: ten.id, from: 'handed_over', to: 'refused' });
  await sent(other, { by: 'own', devices: 4, isPart: true });
  expect(await queued(other)).toBe(6);
  await warehouse.move({ id: ten.id, from: 'refused', to: 'returned' });
  expect(await queued(other), 'that the first one is here again changes nothing').toBe(6);
  expect(await db.ask('select * from order_differences'), 'the nightly proof').toEqual([]);
});
