import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS, daysLater, HOUR_MS } from '#domain/day.ts';
import type { MoneyDocument } from '#domain/documents/data.ts';
import type { CallOutcome } from '#domain/orders/calls/calls.ts';
import { dayOf } from '#domain/time.ts';
import { documents } from '../../documents/schema.ts';
import { orderClaims, orderEvents, orderLines, orderNotes, orders } from '../../orders/schema.ts';
import { orderPayments } from '../../payments/schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { balancesOf, faultsOf } from '../../test/books.ts';
import { call, giveDuties, person } from '../../test/people.ts';
import { buyer as form, testShop } from '../../test/shop.ts';
import { cancelUnanswered } from './calls.ts';

const shop = await testShop({ quick: true });
const { db } = shop;
const seller = await person(shop, 'admin', { firstName: 'Jelena', lastName: 'Đurić' });
await giveDuties(shop, seller, ['sales', 'accounting']);
const keeper = await person(shop, 'admin', { firstName: 'Milan', lastName: 'Ćirić' });
await giveDuties(shop, keeper, ['warehouse']);
const sales = call(shop, seller).orders.admin;
const warehouse = call(shop, keeper).fulfilment.admin;

/** 219 € at 117,17 in whole dinars, and the fee. */
const SUM = 2_566_000 + 39_000;
const product = { productName: 'Vidik – 1 uređaj', productPrice: 219, way: 'cash_on_delivery' as const };

afterAll(async () => {
  expect(await faultsOf(db)).toEqual([]);
  expect(await db.ask('select * from order_differences')).toEqual([]);
});

let last = 0;
/** A phone and an address of their own, unless the test names them. */
const details = (more = {}) => {
  last += 1;
  return { ...form, phone: `+381 63 555 ${1000 + last}`, address: `Ulica ${last}`, ...more };
};
async function ordered(more = {}) {
  const who = await person(shop, 'member');
  const buyerInfo = details(more);
  const { orderId, number } = await call(shop, who).payments.createPayment({ ...product, buyerInfo });
  return { who, id: orderId, number, buyerInfo };
}
const orderOf = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0]!;
const phone = async (
  number: number,
  outcome: CallOutcome,
  more: { id?: string; note?: string; version?: number } = {},
) => {
  const { version } = await sales.read({ number });
  return sales.call({ number, version, id: randomUUID(), outcome, next: null, ...more });
};
let serial = 0;
async function packed(order: { id: string; number: number }) {
  const { version } = await warehouse.read({ number: order.number });
  const id = randomUUID();
  serial += 1;
  const boxes = [{ grams: 350, serials: [`VDK-26-${String(serial).padStart(6, '0')}`] }];
  const { key } = await warehouse.pack({ order: order.id, id, version, courier: 'own', boxes });
  return { id, key };
}
async function sent(order: Awaited<ReturnType<typeof ordered>>) {
  await phone(order.number, 'confirmed');
  const parcel = await packed(order);
  serial += 1;
  await warehouse.enterReceipt({ order: order.id, kind: 'receipt', number: `AB12CD34-AB12CD34-${serial}` });
  await warehouse.handOver({ id: parcel.id, labels: [`${parcel.key}-1`] });
  return parcel;
}
const refused = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ code, data }: { code: string; data: unknown }) => ({ code, data }),
  );
const mailsOf = async (id: string) =>
  (await db.select().from(mails).where(eq(mails.orderId, id)).orderBy(mails.queuedAt)).map(({ template }) => template);
const papersOf = (id: string) => db.select().from(documents).where(eq(documents.orderId, id)).orderBy(documents.nth);

test('ordered on delivery, the fee is a line of its own, and the courier is to collect both in dinars', async () => {
  const { who, id, number } = await ordered();
  expect(await orderOf(id)).toMatchObject({ way: 'cash_on_delivery', status: 'pending', paymentState: 'due' });
  const [claim] = await db.select().from(orderClaims).where(eq(orderClaims.orderId, id));
  expect(claim).toMatchObject({ amount: SUM, currency: 'RSD', state: 'live', reference: null });
  const [, fee] = await db.select().from(orderLines).where(eq(orderLines.orderId, id)).orderBy(orderLines.position);
  expect(fee).toMatchObject({ kind: 'fee', amount: 39_000, currency: 'RSD' });
  expect(await mailsOf(id)).toEqual(['orders.on-delivery']);
  expect(await call(shop, who).orders.read({ number })).toMatchObject({ toCourier: SUM, isCancellable: true });
});

test('pressed twice, at once, it is one order; after it is packed the same form is another one', async () => {
  const who = await person(shop, 'member');
  const asked = { ...product, buyerInfo: details() };
  const mine = call(shop, who).payments;
  const [one, two] = await Promise.all([mine.createPayment(asked), mine.createPayment(asked)]);
  expect(two.number).toBe(one.number);
  await phone(one.number, 'confirmed');
  await packed({ id: one.orderId, number: one.number });
  expect((await mine.createPayment(asked)).number).not.toBe(one.number);
});

test('another country and more than 100.000 RSD are refused by name, and nothing is written', async () => {
  const who = await person(shop, 'member');
  const { payments } = call(shop, who);
  const ten = { ...product, productName: 'Vidik – 10 uređaja', productPrice: 1999, buyerInfo: details() };
  expect(await refused(payments.createPayment(ten))).toEqual({
    code: 'WAY_NOT_POSSIBLE',
    data: { way: 'cash_on_delivery', why: 'amount' },
  });
  const abroad = details({ country: 'ME', city: 'Budva', postalCode: '85310' });
  expect(await refused(payments.createPayment({ ...product, buyerInfo: abroad }))).toMatchObject({
    code: expect.stringMatching(/^(WAY_NOT_POSSIBLE|INPUT_INVALID|BAD_REQUEST)$/),
  });
  expect(await db.$count(orders, eq(orders.profileId, who.id))).toBe(0);
});

test('three parcels that were not taken at a phone, in any writing, end it for that phone, also before it is ordered', async () => {
  const mine = '+381 64 700 80 90';
  for (let n = 0; n < 3; n += 1) {
    const order = await ordered({ phone: mine });
    const parcel = await sent(order);
    await warehouse.move({ id: parcel.id, from: 'handed_over', to: 'refused' });
  }
  const who = await person(shop, 'member', { phone: '064/700-80-90' });
  const buyerInfo = details({ phone: '0647008090' });
  expect(await refused(call(shop, who).payments.createPayment({ ...product, buyerInfo }))).toEqual({
    code: 'WAY_NOT_POSSIBLE',
    data: { way: 'cash_on_delivery', why: 'refused' },
  });
  expect(await call(shop, who).payments.terms()).toMatchObject({ notOnDelivery: 'refused' });
  expect(await call(shop, await person(shop, 'member')).payments.terms()).toMatchObject({ notOnDelivery: null });

  const other = await ordered();
  const own = call(shop, other.who).orders;
  const { number } = other;
  const to = {
    name: 'Đorđe Ilić',
    phone: mine,
    address: 'Nova',
    addressNumber: '1',
    city: 'Čačak',
    postalCode: '32000',
  };
  const toThatPhone = async () => own.changeDelivery({ number, version: (await orderOf(other.id)).version, to });
  expect(await refused(toThatPhone()), 'nor is one that was ordered for another phone sent to it').toEqual({
    code: 'WAY_NOT_POSSIBLE',
    data: { way: 'cash_on_delivery', why: 'refused' },
  });
  expect((await orderOf(other.id)).delivery).not.toHaveProperty('recipientPhone');
  await own.changeWay({ number, version: (await orderOf(other.id)).version, way: 'transfer' });
  expect(await toThatPhone(), 'paid ahead it is').toEqual({ changed: true });
});

test('it is packed only once the buyer has confirmed it on the phone, and only sales writes that down', async () => {
  const order = await ordered();
  expect(await refused(packed(order))).toEqual({
    code: 'NOT_TO_BE_PACKED',
    data: { order: order.number, problem: 'call' },
  });
  const numbers = async (view: 'to_call' | 'to_pack') => (await sales.list({ view })).rows.map(({ number }) => number);
  expect(await numbers('to_call')).toContain(order.number);
  expect(await numbers('to_pack')).not.toContain(order.number);
  const { version } = await sales.read({ number: order.number });
  const asked = { number: order.number, version, id: randomUUID(), outcome: 'confirmed' as const, next: null };
  expect(await refused(call(shop, keeper).orders.admin.call(asked))).toMatchObject({ code: 'FORBIDDEN' });
  await sales.call({ ...asked, note: 'Zvoniti dugo.' });
  await sales.call({ ...asked, note: 'Zvoniti dugo.' });
  expect(await db.$count(orderNotes, eq(orderNotes.orderId, order.id))).toBe(1);
  expect(await refused(phone(order.number, 'declined'))).toMatchObject({ code: 'CALL_NOT_WAITING' });
  expect(await numbers('to_call')).not.toContain(order.number);
  await packed(order);
});

test('whoever is called later, or was mailed and has to answer, waits for no call until then', async () => {
  const order = await ordered();
  const isToCall = async () => {
    const { rows } = await sales.list({ view: 'to_call', search: String(order.number) });
    return rows.some(({ number }) => number === order.number);
  };
  const unanswered = async (next: Date | null) => {
    const { version } = await sales.read({ number: order.number });
    const said = { outcome: 'no_answer' as const, next: next === null ? null : next.toISOString() };
    await sales.call({ number: order.number, version, id: randomUUID(), ...said });
  };
  const now = shop.clock.now.getTime();
  await unanswered(new Date(now + HOUR_MS));
  expect(await isToCall(), 'in an hour').toBe(false);
  shop.clock.now = new Date(now + 2 * HOUR_MS);
  expect(await isToCall()).toBe(true);
  await unanswered(null);
  expect(await isToCall(), 'no time was said').toBe(true);
  await unanswered(null);
  expect(await isToCall(), 'after the third the buyer is to answer the mail').toBe(false);
  const { version } = await orderOf(order.id);
  const to = { name: 'Milica Živković', phone: '+381 63 111 0099', address: 'Nova', addressNumber: '2', city: 'Čačak' };
  await call(shop, order.who).orders.changeDelivery({
    number: order.number,
    version,
    to: { ...to, postalCode: '32000' },
  });
  expect(await isToCall(), 'another phone').toBe(true);
  await phone(order.number, 'wrong_number');
  expect(await isToCall(), 'the buyer is asked for another one').toBe(false);
  shop.clock.now = new Date(now);
});

test('whoever pays on delivery reads that a call is waited for, until when they can answer, or that the number is wrong', async () => {
  const { who, number, id } = await ordered();
  const mine = call(shop, who).orders;
  const said = async () => (await mine.read({ number })).call;
  expect(await said()).toEqual({ kind: 'waits' });
  await phone(number, 'wrong_number');
  expect(await said()).toEqual({ kind: 'number' });
  const to = { name: 'Đorđe Ilić', phone: '+381 63 111 0098', address: 'Nova', addressNumber: '3', city: 'Čačak' };
  const { version } = await orderOf(id);
  await mine.changeDelivery({ number, version, to: { ...to, postalCode: '32000' } });
  expect(await said(), 'another number').toEqual({ kind: 'waits' });
  for (let n = 0; n < 3; n += 1) await phone(number, 'no_answer');
  const until = (days: number) => ({ kind: 'missed', until: daysLater(dayOf(shop.clock.now), days) });
  expect(await said()).toEqual(until(3));
  await sales.extendCall({ number, version: (await orderOf(id)).version, id: randomUUID() });
  expect(await said(), 'put off by staff').toEqual(until(6));
  await phone(number, 'confirmed');
  expect(await said(), 'confirmed').toBeNull();
});

test('of two who call at once, the second is told, and nothing of theirs is written', async () => {
  const order = await ordered();
  const { version } = await sales.read({ number: order.number });
  const said = (outcome: CallOutcome) =>
    refused(sales.call({ number: order.number, version, id: randomUUID(), outcome, next: null }));
  const outcomes = await Promise.all([said('no_answer'), said('declined')]);
  expect(outcomes.filter((one) => one === null)).toHaveLength(1);
  expect(outcomes.find((one) => one !== null)).toMatchObject({
    code: expect.stringMatching(/^(ORDER_CHANGED|CALL_NOT_WAITING)$/),
  });
});

test('whoever opens a call is seen by the others for some minutes, and nobody takes it from them until then', async () => {
  const { number } = await ordered();
  const second = await person(shop, 'admin', { firstName: 'Vesna', lastName: 'Ilić' });
  await giveDuties(shop, second, ['sales']);
  const others = call(shop, second).orders.admin;
  const openedBy = async () => (await sales.read({ number })).calls!.openedBy;
  expect(await openedBy()).toBeNull();
  const both = await Promise.all([sales.openCall({ number }), sales.openCall({ number })]);
  expect(both).toEqual([{ opened: true }, { opened: true }]);
  expect(await openedBy()).toMatchObject({ id: seller.id, name: 'Jelena Đurić' });
  expect(await others.openCall({ number })).toEqual({ opened: false });
  await others.closeCall({ number });
  expect(await openedBy(), 'closed by its own person alone').toMatchObject({ id: seller.id });
  expect(await refused(call(shop, keeper).orders.admin.openCall({ number }))).toMatchObject({ code: 'FORBIDDEN' });

  const begun = shop.clock.now;
  shop.clock.now = new Date(begun.getTime() + 6 * 60_000);
  expect(await openedBy(), 'a window that was closed without a word').toBeNull();
  expect(await others.openCall({ number })).toEqual({ opened: true });
  expect(await openedBy()).toMatchObject({ name: 'Vesna Ilić' });
  await others.closeCall({ number });
  expect(await openedBy()).toBeNull();
  shop.clock.now = begun;
  await phone(number, 'confirmed');
  expect(await refused(sales.openCall({ number }))).toMatchObject({ code: 'CALL_NOT_WAITING' });
});

test('who declines has no order, and the device stays; a wrong number asks for another by mail', async () => {
  const declined = await ordered();
  await phone(declined.number, 'declined');
  expect(await orderOf(declined.id)).toMatchObject({ status: 'cancelled', paymentState: 'cancelled' });
  expect(await mailsOf(declined.id)).toEqual(['orders.on-delivery', 'orders.called-off']);
  const wrong = await ordered();
  await phone(wrong.number, 'wrong_number');
  expect(await mailsOf(wrong.id)).toEqual(['orders.on-delivery', 'orders.call-number']);
  expect((await sales.read({ number: wrong.number })).calls).toMatchObject({ isWaiting: true });
});

const undone = (number: number, id: string, by = sales) => refused(by.undoCall({ number, id }));
const STAYS = { code: 'CALL_STAYS' };

test('a confirmation is taken back by whoever entered it, once, and the order is not packed before another call', async () => {
  const order = await ordered();
  const { number } = order;
  const waits = async (view: 'to_call' | 'to_pack') =>
    (await sales.list({ view, search: String(number) })).rows.some((row) => row.number === number);
  const id = randomUUID();
  await phone(number, 'confirmed', { id });
  expect(await waits('to_pack')).toBe(true);
  const second = await person(shop, 'admin');
  await giveDuties(shop, second, ['sales']);
  expect(await undone(number, id, call(shop, second).orders.admin), 'somebody else').toMatchObject(STAYS);
  expect(await undone(number, id, call(shop, keeper).orders.admin)).toMatchObject({ code: 'FORBIDDEN' });
  expect(await undone(number, randomUUID()), 'another call').toMatchObject(STAYS);
  expect(await Promise.all([undone(number, id), undone(number, id)])).toEqual([null, null]);
  expect(await waits('to_pack')).toBe(false);
  expect(await waits('to_call')).toBe(true);
  expect((await sales.read({ number })).calls).toMatchObject({ isWaiting: true, tries: 0, calls: [] });
  expect(await refused(packed(order))).toMatchObject({ code: 'NOT_TO_BE_PACKED' });
  const entered = and(eq(orderEvents.orderId, order.id), eq(orderEvents.kind, 'call_undone'));
  expect(await db.$count(orderEvents, entered)).toBe(1);

  const again = randomUUID();
  await phone(number, 'confirmed', { id: again });
  await packed(order);
  expect(await undone(number, again), 'it was packed since').toMatchObject(STAYS);
});

test('a call of a moment ago whose mail is held is taken back with the mail, and the one before it stands again', async () => {
  const order = await ordered();
  const { number } = order;
  const isToCall = async () =>
    (await sales.list({ view: 'to_call', search: String(number) })).rows.some((row) => row.number === number);
  const wrong = randomUUID();
  await phone(number, 'wrong_number', { id: wrong });
  expect(await mailsOf(order.id)).toContain('orders.call-number');
  expect(await undone(number, wrong)).toBeNull();
  expect(await mailsOf(order.id)).toEqual(['orders.on-delivery']);

  await phone(number, 'no_answer');
  const { version } = await sales.read({ number });
  const next = new Date(shop.clock.now.getTime() + HOUR_MS).toISOString();
  await sales.call({ number, version, id: randomUUID(), outcome: 'no_answer', next });
  const third = randomUUID();
  await phone(number, 'no_answer', { id: third });
  expect((await sales.read({ number })).calls).toMatchObject({ tries: 3, until: expect.anything() });
  expect(await undone(number, third)).toBeNull();
  expect(await mailsOf(order.id)).toEqual(['orders.on-delivery']);
  expect((await sales.read({ number })).calls).toMatchObject({ tries: 2, until: null });
  expect(await isToCall(), 'in an hour, as the second call said').toBe(false);
});

test('what the buyer was mailed, who declined, and what was entered some time ago is not taken back', async () => {
  const mailed = await ordered();
  const told = randomUUID();
  await phone(mailed.number, 'wrong_number', { id: told });
  await db
    .update(mails)
    .set({ state: 'sent' })
    .where(eq(mails.idempotencyKey, `orders.call-number:${told}`));
  expect(await undone(mailed.number, told)).toMatchObject(STAYS);
  expect((await sales.read({ number: mailed.number })).calls!.calls).toHaveLength(1);

  const declined = await ordered();
  const said = randomUUID();
  await phone(declined.number, 'declined', { id: said });
  expect(await undone(declined.number, said)).toMatchObject(STAYS);
  expect(await orderOf(declined.id)).toMatchObject({ status: 'cancelled' });

  const late = await ordered();
  const confirmed = randomUUID();
  await phone(late.number, 'confirmed', { id: confirmed });
  const begun = shop.clock.now;
  shop.clock.now = new Date(begun.getTime() + 13_000);
  expect(await undone(late.number, confirmed)).toMatchObject(STAYS);
  shop.clock.now = begun;
});

test('after three calls without an answer the buyer has three days, then the order is cancelled', async () => {
  const order = await ordered();
  for (let n = 0; n < 3; n += 1) await phone(order.number, 'no_answer');
  expect(await mailsOf(order.id)).toEqual(['orders.on-delivery', 'orders.call-missed']);
  const { calls } = await sales.read({ number: order.number });
  expect(calls).toMatchObject({ tries: 3, isWaiting: true });
  const later = (days: number) => ({
    ...shop.deps,
    now: () => new Date(shop.deps.now().getTime() + days * DAY_MS),
  });
  await cancelUnanswered(later(2));
  expect(await orderOf(order.id)).toMatchObject({ status: 'pending' });
  await cancelUnanswered(later(5));
  expect(await orderOf(order.id)).toMatchObject({ status: 'cancelled' });
});

test('after three calls without an answer staff give three days more, once for each id, and then it is cancelled', async () => {
  const order = await ordered();
  const { number } = order;
  const extended = async (more: { id: string; version?: number }) =>
    sales.extendCall({ number, version: (await sales.read({ number })).version, ...more });
  for (let n = 0; n < 2; n += 1) await phone(number, 'no_answer');
  expect(await refused(extended({ id: randomUUID() })), 'there is a third call').toMatchObject({
    code: 'CALL_NOT_WAITING',
  });
  await phone(number, 'no_answer');
  const { calls, version } = await sales.read({ number });
  const id = randomUUID();
  const asked = { number, version, id };
  expect(await refused(call(shop, keeper).orders.admin.extendCall(asked))).toMatchObject({ code: 'FORBIDDEN' });
  const until = new Date(new Date(calls!.until!).getTime() + 3 * DAY_MS);
  await sales.extendCall(asked);
  await sales.extendCall(asked);
  expect(await refused(sales.extendCall({ ...asked, id: randomUUID() })), 'a colleague').toMatchObject({
    code: 'ORDER_CHANGED',
  });
  const now = (await sales.read({ number })).calls!;
  expect(new Date(now.until!)).toEqual(until);
  const later = (days: number) => ({
    ...shop.deps,
    now: () => new Date(shop.deps.now().getTime() + days * DAY_MS),
  });
  await cancelUnanswered(later(5));
  expect(await orderOf(order.id)).toMatchObject({ status: 'pending' });
  await cancelUnanswered(later(8));
  expect(await orderOf(order.id)).toMatchObject({ status: 'cancelled' });
  expect(await refused(extended({ id: randomUUID() }))).toMatchObject({ code: 'CALL_NOT_WAITING' });
});

test('whoever changes the phone or the address after three calls has answered, and is called anew', async () => {
  const order = await ordered();
  for (let n = 0; n < 3; n += 1) await phone(order.number, 'no_answer');
  const mine = call(shop, order.who).orders;
  const { version } = await mine.read({ number: order.number });
  const { address, addressNumber, city, postalCode } = order.buyerInfo;
  const to = { name: 'Milica Živković', phone: '+381 63 555 9001', address, addressNumber, city, postalCode };
  await mine.changeDelivery({ number: order.number, version, to });
  const { calls } = await sales.read({ number: order.number });
  expect(calls).toMatchObject({ tries: 0, until: null, isWaiting: true, phone: to.phone });
  const later = { ...shop.deps, now: () => new Date(shop.deps.now().getTime() + 5 * DAY_MS) };
  await cancelUnanswered(later);
  expect(await orderOf(order.id)).toMatchObject({ status: 'pending' });
  await phone(order.number, 'no_answer');
  expect((await sales.read({ number: order.number })).calls).toMatchObject({ tries: 1, until: null });
  expect(await mailsOf(order.id)).not.toContain('orders.called-off');
});

test('calls to a number that was wrong are none of the three', async () => {
  const order = await ordered();
  for (const outcome of ['no_answer', 'no_answer', 'wrong_number', 'no_answer'] as const)
    await phone(order.number, outcome);
  expect((await sales.read({ number: order.number })).calls).toMatchObject({ tries: 1, until: null });
  expect(await mailsOf(order.id)).toEqual(['orders.on-delivery', 'orders.call-number']);
});

test('whoever takes a parcel on delivery reads what to pay behind the link and in its mail, until it is paid', async () => {
  const order = await ordered();
  const parcel = await sent(order);
  const [mail] = await db
    .select()
    .from(mails)
    .where(and(eq(mails.orderId, order.id), eq(mails.template, 'fulfilment.sent')));
  const { preview } = call(shop, await person(shop, 'superAdmin')).admin.mails;
  const { text } = await preview({ id: mail!.id });
  expect(text!.replaceAll(/\s+/g, ' ')).toContain('Kuriru plaćate 26.050 RSD pri preuzimanju.');
  const [, token] = /\/parcel\/([\w-]{22})/.exec((mail!.props as { link: string }).link)!;
  const toPay = async () => (await call(shop).fulfilment.follow({ token: token! })).toPay;
  expect(await toPay()).toBe(SUM);
  await warehouse.move({ id: parcel.id, from: 'handed_over', to: 'delivered' });
  expect(await toPay()).toBeNull();
});

test('delivered by us, the money is ours at once: the sale is given, and the books say where the money is', async () => {
  const order = await ordered();
  const parcel = await sent(order);
  const [invoice] = await papersOf(order.id);
  expect(invoice).toMatchObject({ kind: 'invoice', gross: SUM });
  expect((invoice!.data as MoneyDocument).lines.map(({ gross }) => gross)).toEqual([2_566_000, 39_000]);
  expect((invoice!.data as MoneyDocument).paid).toBeNull();
  const delivered = { id: parcel.id, from: 'handed_over' as const, to: 'delivered' as const };
  await Promise.all([warehouse.move(delivered), warehouse.move(delivered).catch(() => null)]);
  expect(await orderOf(order.id)).toMatchObject({
    status: 'paid',
    paymentState: 'settled',
    fulfilmentState: 'delivered',
  });
  const payments = await db.select().from(orderPayments).where(eq(orderPayments.orderId, order.id));
  expect(payments).toMatchObject([{ amount: SUM, currency: 'RSD', receipt: 'received', way: 'cash_on_delivery' }]);
  expect(await balancesOf(db, order.id)).toEqual({ in_transit: SUM, sales: -SUM });
  expect(await mailsOf(order.id)).toContain('orders.new-sale');
});

test('a račun that is issued again to a firm stays unpaid until the courier has collected, and then says how it was paid', async () => {
  const order = await ordered();
  const parcel = await sent(order);
  const desk = call(shop, seller).documents.admin;
  const name = 'Studio Lim d.o.o.';
  const place = { address: 'Bulevar 7', postalCode: '21000', city: 'Novi Sad', country: 'RS' as const };
  const company = { name, ...place, taxNumber: '100002887', registrationNumber: '17162543' };
  const [first] = await papersOf(order.id);
  expect(await desk.look({ id: first!.id })).toMatchObject({ left: { amount: SUM, currency: 'RSD' } });
  const { invoice } = await desk.reissue({ id: first!.id, key: randomUUID(), company });
  const [, , again] = await papersOf(order.id);
  expect(again).toMatchObject({ id: invoice.id, gross: SUM, price: first!.price });
  const { lines } = first!.data as MoneyDocument;
  expect(again!.data).toMatchObject({ buyer: { name }, paid: null, lines });

  await warehouse.move({ id: parcel.id, from: 'handed_over', to: 'delivered' });
  const requested = { id: invoice.id, key: randomUUID(), company };
  await desk.reissue(requested);
  const papers = await papersOf(order.id);
  expect(papers.find(({ id }) => id === requested.key)!.data).toMatchObject({ paid: { how: 'cash', amount: SUM } });
  const left = papers.reduce((sum, { kind, gross }) => sum + (kind === 'creditNote' ? -gross : gross), 0);
  expect(left).toBe(SUM);
});

test('a parcel that is not taken cancels the order and credits its invoice to the para', async () => {
  const order = await ordered();
  const parcel = await sent(order);
  await warehouse.move({ id: parcel.id, from: 'handed_over', to: 'refused' });
  expect(await orderOf(order.id)).toMatchObject({ status: 'cancelled', paymentState: 'cancelled' });
  const papers = await papersOf(order.id);
  expect(papers.map(({ kind, gross }) => [kind, gross])).toEqual([
    ['invoice', SUM],
    ['creditNote', SUM],
  ]);
  await warehouse.move({ id: parcel.id, from: 'refused', to: 'returned' });
  expect(await papersOf(order.id)).toHaveLength(2);
  expect(await balancesOf(db, order.id)).toEqual({});
});

test('a parcel that was not taken and is lost on its way back is no news for whoever did not take it', async () => {
  const [declined, lost] = [await ordered(), await ordered()];
  const back = await sent(declined);
  await warehouse.move({ id: back.id, from: 'handed_over', to: 'refused' });
  await warehouse.move({ id: back.id, from: 'refused', to: 'lost' });
  expect(await mailsOf(declined.id)).not.toContain('fulfilment.lost');
  const there = await sent(lost);
  await warehouse.move({ id: there.id, from: 'handed_over', to: 'lost' });
  expect(await mailsOf(lost.id), 'it was still waited for').toContain('fulfilment.lost');
});

test('a parcel that was given up and is taken after all is invoiced again, and the order lives', async () => {
  const order = await ordered();
  const parcel = await sent(order);
  await warehouse.move({ id: parcel.id, from: 'handed_over', to: 'refused' });
  await warehouse.move({ id: parcel.id, from: 'refused', to: 'in_transit' });
  await warehouse.move({ id: parcel.id, from: 'in_transit', to: 'delivered' });
  expect(await orderOf(order.id)).toMatchObject({ status: 'paid', paymentState: 'settled' });
  const papers = (await papersOf(order.id)).filter(({ kind }) => kind !== 'warranty');
  expect(papers.map(({ kind, gross }) => [kind, gross])).toEqual([
    ['invoice', SUM],
    ['creditNote', SUM],
    ['invoice', SUM],
  ]);
  const rights = papers.map(({ data }) => (data as MoneyDocument).consumer);
  expect(rights, 'a consumer reads of their rights again').toEqual([true, false, true]);
});

test('a lost parcel that is delivered after another one was paid for is the buyer’s money, and sells nothing again', async () => {
  const order = await ordered();
  const lost = await sent(order);
  await warehouse.move({ id: lost.id, from: 'handed_over', to: 'lost' });
  const again = await packed(order);
  await warehouse.handOver({ id: again.id, labels: [`${again.key}-1`] });
  await warehouse.move({ id: again.id, from: 'handed_over', to: 'delivered' });
  await warehouse.move({ id: lost.id, from: 'lost', to: 'delivered' });
  const came = await db.select().from(orderPayments).where(eq(orderPayments.orderId, order.id));
  expect(came.map(({ amount, isSurplus }) => [amount, isSurplus]).sort()).toEqual([
    [SUM, false],
    [SUM, true],
  ]);
  expect(await balancesOf(db, order.id)).toEqual({ in_transit: 2 * SUM, sales: -SUM, customer: -SUM });
  expect((await mailsOf(order.id)).filter((template) => template === 'orders.new-sale')).toHaveLength(1);
});

test('whoever was to pay at the door for a parcel that is lost or damaged is called: Danas says so until another is packed, it is found or called off', async () => {
  const toCall = async (number: number) =>
    (await call(shop, seller).admin.today())
      .deadlines!.filter((one) => one.kind === 'call_again' && one.number === number)
      .map(({ paper }) => paper);
  const gone = async (fate: 'lost' | 'damaged') => {
    const order = await ordered();
    const parcel = await sent(order);
    expect(await toCall(order.number)).toEqual([]);
    await warehouse.move({ id: parcel.id, from: 'handed_over', to: fate });
    expect(await toCall(order.number), fate).toEqual([parcel.key]);
    return { ...order, parcel };
  };
  const again = await gone('lost');
  const other = await packed(again);
  expect(await toCall(again.number), 'another one is packed').toEqual([]);
  await warehouse.cancel({ id: other.id });
  expect(await toCall(again.number), 'and was taken apart').toEqual([again.parcel.key]);
  await warehouse.move({ id: again.parcel.id, from: 'lost', to: 'returned' });
  expect(await toCall(again.number), 'it came back, and its buyer waits').toEqual([again.parcel.key]);

  const found = await gone('lost');
  await warehouse.move({ id: found.parcel.id, from: 'lost', to: 'in_transit' });
  expect(await toCall(found.number)).toEqual([]);

  const off = await gone('damaged');
  const { version } = await sales.read({ number: off.number });
  await sales.cancel({ number: off.number, version });
  expect(await toCall(off.number)).toEqual([]);
});

test('what was sent again after a loss and is not taken cancels the order as well; the lost parcel, delivered after all, is invoiced again', async () => {
  const order = await ordered();
  const lost = await sent(order);
  await warehouse.move({ id: lost.id, from: 'handed_over', to: 'lost' });
  const again = await packed(order);
  await warehouse.handOver({ id: again.id, labels: [`${again.key}-1`] });
  await warehouse.move({ id: again.id, from: 'handed_over', to: 'refused' });
  expect(await orderOf(order.id)).toMatchObject({ status: 'cancelled', paymentState: 'cancelled' });
  const papers = async () =>
    (await papersOf(order.id)).flatMap(({ kind, gross }) => (kind === 'warranty' ? [] : [`${kind} ${gross}`]));
  expect(await papers()).toEqual([`invoice ${SUM}`, `creditNote ${SUM}`]);
  expect((await warehouse.read({ number: order.number })).problem, 'it is not sent a third time').toBe('cancelled');
  await warehouse.move({ id: lost.id, from: 'lost', to: 'delivered' });
  expect(await orderOf(order.id)).toMatchObject({ status: 'paid', paymentState: 'settled' });
  expect(await papers()).toEqual([`invoice ${SUM}`, `creditNote ${SUM}`, `invoice ${SUM}`]);
});

test('a lost parcel that comes back was not refused: its order is sent again or called off, and its phone may order again', async () => {
  const phoneOfAll = '+381 64 700 80 97';
  const back = async () => {
    const order = await ordered({ phone: phoneOfAll });
    const parcel = await sent(order);
    await warehouse.move({ id: parcel.id, from: 'handed_over', to: 'lost' });
    await warehouse.move({ id: parcel.id, from: 'lost', to: 'returned' });
    const papers = async () =>
      (await papersOf(order.id)).flatMap(({ kind, gross }) => (kind === 'warranty' ? [] : [`${kind} ${gross}`]));
    return { ...order, papers };
  };
  const order = await back();
  expect(await orderOf(order.id)).toMatchObject({
    status: 'pending',
    paymentState: 'due',
    fulfilmentState: 'returned',
  });
  expect(await order.papers()).toEqual([`invoice ${SUM}`]);
  const again = await packed(order);
  await warehouse.handOver({ id: again.id, labels: [`${again.key}-1`] });
  await warehouse.move({ id: again.id, from: 'handed_over', to: 'delivered' });
  expect(await orderOf(order.id)).toMatchObject({ status: 'paid', paymentState: 'settled' });
  expect(await order.papers()).toEqual([`invoice ${SUM}`]);

  const other = await back();
  const { version } = await sales.read({ number: other.number });
  await sales.cancel({ number: other.number, version });
  expect(await orderOf(other.id)).toMatchObject({ status: 'cancelled', paymentState: 'cancelled' });
  expect(await other.papers()).toEqual([`invoice ${SUM}`, `creditNote ${SUM}`]);
  await back();
  expect((await ordered({ phone: phoneOfAll })).number, 'three came back, none was refused').toBeGreaterThan(0);
});

test('an order whose parcel is lost or damaged is called off by staff: its invoice is credited; found after all, it is invoiced again', async () => {
  for (const fate of ['lost', 'damaged'] as const) {
    const order = await ordered();
    const parcel = await sent(order);
    const seen = async () => ({ number: order.number, version: (await sales.read({ number: order.number })).version });
    expect(await refused(sales.cancel(await seen())), 'it is on its way').toMatchObject({ code: 'ORDER_NOT_UNPAID' });
    await warehouse.move({ id: parcel.id, from: 'handed_over', to: fate });
    const buyers = call(shop, order.who).orders;
    expect(await refused(buyers.cancel(await seen()))).toMatchObject({ code: 'ORDER_NOT_UNPAID' });
    expect(await refused(sales.changeWay({ ...(await seen()), way: 'card' }))).toMatchObject({
      code: 'ORDER_NOT_UNPAID',
    });
    const asked = await seen();
    await Promise.all([sales.cancel(asked), sales.cancel(asked)]);
    expect(await orderOf(order.id)).toMatchObject({ status: 'cancelled', paymentState: 'cancelled' });
    const papers = async () => (await papersOf(order.id)).filter(({ kind }) => kind !== 'warranty');
    expect((await papers()).map(({ kind, gross }) => [kind, gross])).toEqual([
      ['invoice', SUM],
      ['creditNote', SUM],
    ]);
    expect((await mailsOf(order.id)).filter((template) => template === 'orders.called-off')).toHaveLength(1);
    await warehouse.move({ id: parcel.id, from: fate, to: 'delivered' });
    expect(await orderOf(order.id)).toMatchObject({ status: 'paid', paymentState: 'settled' });
    expect((await papers()).map(({ kind, gross }) => [kind, gross])).toEqual([
      ['invoice', SUM],
      ['creditNote', SUM],
      ['invoice', SUM],
    ]);
  }
});

test('until it is packed it becomes a transfer or a card without the fee, and comes back; packed, it does not', async () => {
  const order = await ordered();
  const change = async (way: 'card' | 'transfer' | 'cash_on_delivery') => {
    const { version } = await sales.read({ number: order.number });
    return sales.changeWay({ number: order.number, version, way });
  };
  const asked = async () => {
    const live = and(eq(orderClaims.orderId, order.id), eq(orderClaims.state, 'live'));
    return (await db.select().from(orderClaims).where(live)).map(({ way, amount }) => [way, amount]);
  };
  await change('transfer');
  expect(await asked()).toEqual([['transfer', 2_566_000]]);
  expect(await db.$count(orderLines, eq(orderLines.orderId, order.id))).toBe(1);
  expect(await orderOf(order.id)).toMatchObject({ paymentState: 'unpaid' });
  await change('card');
  await change('cash_on_delivery');
  expect(await asked()).toEqual([['cash_on_delivery', SUM]]);
  expect(await orderOf(order.id)).toMatchObject({ paymentState: 'due' });
  await phone(order.number, 'confirmed');
  await packed(order);
  expect(await refused(change('card'))).toMatchObject({ code: 'ORDER_NOT_UNPAID' });
});

test('the buyer calls it off until it is packed', async () => {
  const order = await ordered();
  const mine = call(shop, order.who).orders;
  const { version } = await mine.read({ number: order.number });
  await mine.cancel({ number: order.number, version });
  expect(await orderOf(order.id)).toMatchObject({ status: 'cancelled' });
  const other = await ordered();
  await phone(other.number, 'confirmed');
  await packed(other);
  const seen = await call(shop, other.who).orders.read({ number: other.number });
  expect(seen.isCancellable).toBe(false);
  expect(
    await refused(call(shop, other.who).orders.cancel({ number: other.number, version: seen.version })),
  ).toMatchObject({ code: 'ORDER_NOT_UNPAID' });
});

test('whoever has paid the courier sends the device back in time, also before its transfer comes; then the money goes back', async () => {
  const order = await ordered();
  const { number } = order;
  const parcel = await sent(order);
  // As if a courier, and not our own people, had delivered it.
  await db.ask(`update shipments set courier = 'd-express' where id = '${parcel.id}'`);
  const own = call(shop, order.who).returns;
  expect((await own.read({ number })).kinds, 'it is on its way').toEqual([]);
  await warehouse.move({ id: parcel.id, from: 'handed_over', to: 'delivered' });
  expect(await orderOf(order.id)).toMatchObject({ status: 'pending', paymentState: 'collected' });
  const { kinds, devices } = await own.read({ number });
  expect(kinds).toEqual(['withdrawal', 'complaint']);
  const serials = devices.map(({ serial: one }) => one);
  const id = randomUUID();
  await own.ask({ number, id, kind: 'withdrawal', way: 'own', serials, reason: '' });
  expect(await mailsOf(order.id)).toContain('returns.asked');

  const desk = call(shop, seller).returns.admin;
  await desk.receive({ id, serials });
  const decide = (shown: number) =>
    desk.decide({ id, outcome: 'money', goods: 'stock', shown, refund: randomUUID(), resolution: '' });
  expect(await refused(decide(SUM)), 'the courier has the money').toMatchObject({ code: 'RETURN_NOT_PAYABLE' });
  const { version } = await sales.read({ number });
  await sales.settle({ number, version });
  const [row] = await desk.read({ order: number });
  expect(row!.money).toMatchObject({ amount: SUM, currency: 'RSD', to: 'account' });
  expect(await decide(SUM)).toMatchObject({ state: 'decided' });
  expect(await mailsOf(order.id)).toContain('payouts.account');
});

test('a fault of what the courier was paid for is complained about at once', async () => {
  const order = await ordered();
  const { number } = order;
  const parcel = await sent(order);
  await db.ask(`update shipments set courier = 'd-express' where id = '${parcel.id}'`);
  await warehouse.move({ id: parcel.id, from: 'handed_over', to: 'delivered' });
  const own = call(shop, order.who).returns;
  const serials = (await own.read({ number })).devices.map(({ serial: one }) => one);
  const reason = 'Ne pali se ni posle resetovanja.';
  const asked = { number, id: randomUUID(), kind: 'complaint' as const, way: 'own' as const, serials, reason };
  expect(await own.ask(asked)).toMatchObject({ kind: 'complaint', state: 'requested' });
});

test('what a courier has collected is settled once by whoever keeps the accounts', async () => {
  const order = await ordered();
  const parcel = await sent(order);
  // As if a courier, and not our own people, had delivered it.
  await db.ask(`update shipments set courier = 'd-express' where id = '${parcel.id}'`);
  await warehouse.move({ id: parcel.id, from: 'handed_over', to: 'delivered' });
  expect(await orderOf(order.id)).toMatchObject({ status: 'pending', paymentState: 'collected' });
  expect(await balancesOf(db, order.id)).toEqual({ courier: SUM, customer: -SUM });
  const { version } = await sales.read({ number: order.number });
  await Promise.all([1, 2].map(() => sales.settle({ number: order.number, version }).catch(() => null)));
  expect(await orderOf(order.id)).toMatchObject({ status: 'paid', paymentState: 'settled' });
  const settled = and(eq(orderEvents.orderId, order.id), eq(orderEvents.kind, 'settled'));
  expect(await db.$count(orderEvents, settled)).toBe(1);
  expect(await balancesOf(db, order.id)).toEqual({ in_transit: SUM, sales: -SUM });
});

test('what a courier has collected of an order that is settled already is said to have come as well, and stays the buyer’s', async () => {
  const order = await ordered();
  const lost = await sent(order);
  await warehouse.move({ id: lost.id, from: 'handed_over', to: 'lost' });
  const again = await packed(order);
  await warehouse.handOver({ id: again.id, labels: [`${again.key}-1`] });
  await warehouse.move({ id: again.id, from: 'handed_over', to: 'delivered' });
  await db.ask(`update shipments set courier = 'd-express' where id = '${lost.id}'`);
  await warehouse.move({ id: lost.id, from: 'lost', to: 'delivered' });
  const read = () => sales.read({ number: order.number });
  expect(await read()).toMatchObject({ paymentState: 'settled', calls: { collected: SUM } });
  expect(await balancesOf(db, order.id)).toEqual({ courier: SUM, in_transit: SUM, sales: -SUM, customer: -SUM });
  const { version } = await read();
  await Promise.all([1, 2].map(() => sales.settle({ number: order.number, version })));
  expect(await read()).toMatchObject({ paymentState: 'settled', calls: { collected: 0 } });
  expect(await balancesOf(db, order.id)).toEqual({ in_transit: 2 * SUM, sales: -SUM, customer: -SUM });
  expect((await mailsOf(order.id)).filter((template) => template === 'orders.new-sale')).toHaveLength(1);
});
