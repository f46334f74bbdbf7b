import { randomUUID } from 'node:crypto';
import { asc, eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import type { MoneyDocument } from '#domain/documents/data.ts';
import { dayOf } from '#domain/time.ts';
import { staffDuties } from '../../accounts/schema.ts';
import { ledger } from '../../advertising/schema.ts';
import { sessions } from '../../auth/schema.ts';
import { documents } from '../../documents/schema.ts';
import { orderClaims, orderEvents, orders } from '../../orders/schema.ts';
import { refunds } from '../../payments/schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { mails } from '../../platform/mail.schema.ts';
import { receiveReturnedDevice, restockDevices } from '../../stock/move-devices.ts';
import { stockDevices } from '../../stock/schema.ts';
import { inEndedSession } from '../../test/ended-session.ts';
import { eventually } from '../../test/eventually.ts';
import { ask as askWithKey, keyOf } from '../../test/keys.ts';
import { call, codeOfCall, giveDuties, person, type TestPerson } from '../../test/people.ts';
import { firm, buyer as form, pay, testShop } from '../../test/shop.ts';
import { runProviderTasks } from '../payments/provider-tasks.ts';
import { receiveTransfer } from '../payments/receive-transfer.ts';
import { lapseRefunds } from './decide-refund.ts';

const shop = await testShop();

async function accountant(firstName: string): Promise<TestPerson> {
  const one = await person(shop, 'admin', { firstName });
  await giveDuties(shop, one, ['accounting', 'warehouse']);
  await shop.db
    .update(staffDuties)
    .set({ since: new Date(shop.deps.now().getTime() - 2 * HOUR_MS) })
    .where(eq(staffDuties.profileId, one.id));
  return one;
}
const jelena = await accountant('Jelena');
const vesna = await accountant('Vesna');
const desk = call(shop, jelena).refunds.admin;
const second = call(shop, vesna).refunds.admin;
const packing = call(shop, jelena).fulfilment.admin;

async function paid(product = 'Vidik – 10 uređaja', price = 1999, by?: TestPerson) {
  const who = by ?? (await person(shop, 'member'));
  const { url } = await call(shop, who).payments.createPayment({
    productName: product,
    productPrice: price,
    buyerInfo: form,
  });
  await pay(shop, url);
  const [order] = await shop.db.select().from(orders).where(eq(orders.profileId, who.id));
  return { ...order!, who };
}
type Paid = Awaited<ReturnType<typeof paid>>;

let last = 0;
const serials = (n: number) => Array.from({ length: n }, () => `VDK-25-${String(++last).padStart(6, '0')}`);

/** All its devices are with the buyer, or were refused. */
async function delivered(order: Paid, numbers: string[], to: 'delivered' | 'refused' = 'delivered') {
  const { version } = await packing.read({ number: order.number });
  const id = randomUUID();
  const boxes = [{ grams: 350, serials: numbers }];
  const parcel = await packing.pack({ order: order.id, id, version, courier: 'own', boxes });
  await packing.enterReceipt({ order: order.id, kind: 'receipt', number: `AB12CD34-AB12CD34-${order.number}` });
  await packing.handOver({ id, labels: [`${parcel.key}-1`] });
  await packing.move({ id, from: 'handed_over', to });
  return id;
}

const some = (order: { number: number }, payment: string, more: object) => ({
  order: order.number,
  payment,
  reason: 'withdrawal' as const,
  goods: 'none' as const,
  ...more,
});
type Wanted = Parameters<typeof desk.preview>[0];

/** As the dialog does it: what can go back, what would happen, and then that. */
async function ask(order: { number: number }, more: object, by = desk) {
  const { payments } = await by.read({ order: order.number });
  const wanted = some(order, payments[0]!.key, more) as Wanted;
  const preview = await by.preview(wanted);
  const asked = { ...wanted, id: randomUUID(), version: preview.version, shown: preview.money.amount };
  return { asked, preview, refund: await by.ask(asked) };
}
const work = () => runProviderTasks(shop.deps);
const stateOf = async (order: { number: number }) => (await desk.read({ order: order.number })).refunds[0]!.state;
const orderOf = async ({ id }: { id: string }) => (await shop.db.select().from(orders).where(eq(orders.id, id)))[0]!;
const eventsOf = async ({ id }: { id: string }) =>
  (await shop.db.select().from(orderEvents).where(eq(orderEvents.orderId, id)).orderBy(asc(orderEvents.id))).map(
    ({ kind }) => kind,
  );
const creditsOf = async ({ id }: { id: string }) =>
  (await shop.db.select().from(documents).where(eq(documents.orderId, id)).orderBy(asc(documents.nth))).filter(
    ({ kind }) => kind === 'creditNote',
  );
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ code, data }: { code: string; data: unknown }) => ({ code, data }),
  );

test('one of ten goes back: what the preview says is what happens, from the card to the stock, the credit note and the mail', async () => {
  const numbers = serials(10);
  const file = new File([numbers.join('\n')], 'prijem.csv', { type: 'text/csv' });
  await call(shop, jelena).stock.admin.take({ key: randomUUID(), file, document: 'Otpremnica 1' });
  const order = await paid();
  await delivered(order, numbers);

  const { preview, refund } = await ask(order, {
    scope: 'devices',
    devices: 1,
    goods: 'stock',
    serials: [numbers[6]],
    note: 'Hvala na strpljenju.',
  });
  expect(preview).toMatchObject({
    money: { amount: 19_990, currency: 'EUR' },
    rest: { amount: 179_910, currency: 'EUR' },
    credits: [{ base: 1_951_858, tax: 390_372 }],
    devices: { before: 10, after: 9 },
    restocked: 1,
    inStock: 0,
    writtenOff: 0,
    isSecondNeeded: false,
  });
  expect(refund.state).toBe('sending');
  await work();
  expect(await stateOf(order)).toBe('done');

  expect(await orderOf(order)).toMatchObject({ refunded: 19_990, paymentState: 'part_refunded', status: 'paid' });
  const [credit] = await creditsOf(order);
  const data = credit!.data as MoneyDocument;
  expect({ base: data.lines[0]!.base, tax: data.lines[0]!.tax, cited: data.cited!.number }).toEqual(preview.credits[0]);
  const [device] = await shop.db.select().from(stockDevices).where(eq(stockDevices.serial, numbers[6]!));
  expect(device).toMatchObject({ place: 'stock', isOpened: true });
  expect(await shop.db.$count(stockDevices, eq(stockDevices.place, 'stock'))).toBe(1);
  const { gave } = await call(shop, jelena).orders.admin.read({ number: order.number });
  expect(
    gave.reduce((left, { delta }) => left + delta, 0),
    'as the preview says',
  ).toBe(9);
  const mailed = await shop.db.select().from(mails).where(eq(mails.orderId, order.id));
  const [told] = mailed.filter(({ template }) => template === 'refunds.paid-back');
  expect(told).toMatchObject({ props: { amount: 19_990, credit: credit!.number, note: 'Hvala na strpljenju.' } });
  expect((await eventsOf(order)).slice(-2)).toEqual(['refund_started', 'refunded']);
});

test('ten refunds of one device are one of ten, to the cent', async () => {
  const order = await paid();
  let sum = 0;
  for (let at = 0; at < 10; at += 1) {
    const { preview, refund } = await ask(order, { scope: 'devices', devices: 1 });
    sum += preview.money.amount;
    if (refund.state === 'asked') await second.agree({ id: refund.id });
    await work();
  }
  expect(sum).toBe(199_900);
  expect(await orderOf(order)).toMatchObject({ refunded: 199_900, paymentState: 'refunded' });
  const { version, payments } = await desk.read({ order: order.number });
  expect(payments[0]).toMatchObject({ left: 0, devices: 0 });
  const more = some(order, payments[0]!.key, { scope: 'whole', id: randomUUID(), version, shown: 1 }) as never;
  expect(await codeOfCall(desk.ask(more))).toBe('REFUND_TOO_MUCH');
});

test('devices whose money goes back before they left are not sent: the order is whole with the others', async () => {
  const numbers = serials(10);
  const file = new File([numbers.join('\n')], 'prijem.csv', { type: 'text/csv' });
  await call(shop, jelena).stock.admin.take({ key: randomUUID(), file, document: 'Otpremnica 2' });
  const order = await paid();
  await ask(order, { scope: 'devices', devices: 2 });
  await work();
  expect(await packing.read({ number: order.number })).toMatchObject({ devices: 8, missing: 8, problem: null });
  expect((await packing.queue()).toPack).toContainEqual(expect.objectContaining({ number: order.number, devices: 8 }));
  const { version } = await packing.read({ number: order.number });
  const boxes = [{ grams: 350, serials: numbers }];
  const all = packing.pack({ order: order.id, id: randomUUID(), version, courier: 'own', boxes });
  expect(await refusal(all)).toEqual({ code: 'SERIALS_TOO_MANY', data: { most: 8 } });

  await delivered(order, numbers.slice(2));
  expect(await orderOf(order)).toMatchObject({ fulfilmentState: 'delivered', paymentState: 'part_refunded' });
  expect((await packing.queue()).toPack).not.toContainEqual(expect.objectContaining({ number: order.number }));
});

test('a parcel is not handed over with devices whose money goes back since it was packed', async () => {
  const numbers = serials(10);
  const file = new File([numbers.join('\n')], 'prijem.csv', { type: 'text/csv' });
  await call(shop, jelena).stock.admin.take({ key: randomUUID(), file, document: 'Otpremnica 3' });
  const order = await paid();
  const { version } = await packing.read({ number: order.number });
  const id = randomUUID();
  const boxes = [{ grams: 350, serials: numbers }];
  const { key } = await packing.pack({ order: order.id, id, version, courier: 'own', boxes });
  await packing.enterReceipt({ order: order.id, kind: 'receipt', number: `AB12CD34-AB12CD34-${last}` });
  const { refund } = await ask(order, { scope: 'devices', devices: 9 });
  expect(refund.state).toBe('asked');
  expect(await packing.read({ number: order.number })).toMatchObject({ problem: 'complete', devices: 1, tooMany: 9 });
  expect(await refusal(packing.handOver({ id, labels: [`${key}-1`] }))).toEqual({
    code: 'NOT_TO_BE_PACKED',
    data: { order: order.number, problem: 'too many' },
  });
  await second.decline({ id: refund.id });
  expect(await packing.handOver({ id, labels: [`${key}-1`] })).toEqual({ state: 'handed_over' });
});

test('the same request twice, and two at once, is one refund', async () => {
  const order = await paid('Vidik – 1 uređaj', 219);
  const { version, payments } = await desk.read({ order: order.number });
  const wanted = some(order, payments[0]!.key, { scope: 'amount', amount: 1_000 }) as Wanted;
  const asked = { ...wanted, id: randomUUID(), version, shown: 1_000 };
  await Promise.all([desk.ask(asked), desk.ask(asked), desk.ask(asked)]);
  const other = second.ask({ ...asked, id: randomUUID() });
  expect(await codeOfCall(other)).toMatch(/REFUND_UNDER_WAY|ORDER_CHANGED/);
  await Promise.all([work(), work()]);
  await desk.ask(asked);
  await work();
  expect(await shop.db.select().from(refunds).where(eq(refunds.paymentKey, payments[0]!.key))).toHaveLength(1);
  expect(await orderOf(order)).toMatchObject({ refunded: 1_000 });
});

test('an answer that is lost after the provider acted is not asked for twice, also when the key is forgotten', async () => {
  const order = await paid('Vidik – 1 uređaj', 219);
  const { refund } = await ask(order, { scope: 'amount', amount: 500 });
  const { refundPart } = shop.deps.payments;
  shop.deps.payments.refundPart = async (part) => {
    await refundPart(part);
    throw new Error('the connection is lost');
  };
  await work();
  shop.deps.payments.refundPart = refundPart;
  const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(order.checkoutSessionId!);
  const made = () => shop.stripe.refunds.list({ payment_intent: payment_intent as string });
  expect((await made()).data).toHaveLength(1);
  // Days later the provider remembers no key of an earlier request.
  await shop.sandbox.control.advance(3);
  shop.clock.now = new Date(shop.clock.now.getTime() + 10 * 60_000);
  await work();
  expect((await made()).data).toHaveLength(1);
  expect(refund.state).toBe('sending');
  expect(await stateOf(order)).toBe('done');
});

test('more than is left, of other devices, or of what somebody else changed meanwhile is refused, and nothing is written', async () => {
  const order = await paid('Vidik – 1 uređaj', 219);
  const { version, payments } = await desk.read({ order: order.number });
  const key = payments[0]!.key;
  const wanted = (more: object) => some(order, key, more) as Wanted;
  expect(await refusal(desk.preview(wanted({ scope: 'amount', amount: 21_901 })))).toEqual({
    code: 'REFUND_TOO_MUCH',
    data: { most: { amount: 21_900, currency: 'EUR' } },
  });
  expect(await refusal(desk.preview(wanted({ scope: 'devices', devices: 2 })))).toEqual({
    code: 'REFUND_DEVICES_WRONG',
    data: { most: 1 },
  });
  const foreign = wanted({ scope: 'whole', goods: 'stock', serials: ['VDK-25-000001'] });
  expect(await codeOfCall(desk.preview(foreign))).toBe('REFUND_SERIAL_WRONG');
  const stale = { ...wanted({ scope: 'whole' }), id: randomUUID(), version: version - 1, shown: 21_900 };
  expect(await codeOfCall(desk.ask(stale))).toBe('ORDER_CHANGED');
  expect(await codeOfCall(desk.ask({ ...stale, version, shown: 20_000 }))).toBe('ORDER_CHANGED');
  const { refunds: none } = await desk.read({ order: order.number });
  expect(none).toEqual([]);
  const elsewhere = await paid('Vidik – 1 uređaj', 219);
  expect(await codeOfCall(desk.preview({ ...wanted({ scope: 'whole' }), order: elsewhere.number }))).toBe('ORDER_GONE');
});

test('a preview from before a colleague gave money back is refused, though the same amount is still there', async () => {
  const order = await paid('Vidik – 1 uređaj', 219);
  const { payments } = await desk.read({ order: order.number });
  const wanted = some(order, payments[0]!.key, { scope: 'amount', amount: 5_000 }) as Wanted;
  const seen = await desk.preview(wanted);
  expect(seen.rest.amount).toBe(16_900);
  await ask(order, { scope: 'amount', amount: 1_900 }, second);
  await work();
  const asked = { ...wanted, id: randomUUID(), shown: 5_000 };
  expect(await codeOfCall(desk.ask({ ...asked, version: seen.version }))).toBe('ORDER_CHANGED');
  const now = await desk.preview(wanted);
  expect(now.rest.amount).toBe(15_000);
  await desk.ask({ ...asked, version: now.version });
  await work();
  expect(await orderOf(order)).toMatchObject({ refunded: 6_900 });
});

test('above 500 € a second person agrees, once; neither who asked nor who got the right an hour ago', async () => {
  const order = await paid();
  const { preview, refund } = await ask(order, { scope: 'whole' });
  expect(preview.isSecondNeeded).toBe(true);
  expect(refund).toMatchObject({ state: 'asked', mayAgree: false, whyNotAgree: 'own' });
  await work();
  expect(await orderOf(order)).toMatchObject({ refunded: 0 });

  expect(await refusal(desk.agree({ id: refund.id }))).toEqual({
    code: 'REFUND_SECOND_NEEDED',
    data: { reason: 'own' },
  });
  const fresh = await person(shop, 'admin');
  await giveDuties(shop, fresh, ['accounting']);
  expect(await refusal(call(shop, fresh).refunds.admin.agree({ id: refund.id }))).toEqual({
    code: 'REFUND_SECOND_NEEDED',
    data: { reason: 'new' },
  });
  const read = (by: typeof desk) => by.read({ order: order.number });
  expect(await read(call(shop, fresh).refunds.admin), 'the screen says what the refusal says').toMatchObject({
    refunds: [{ mayAgree: false, whyNotAgree: 'new' }],
  });
  expect(await read(second)).toMatchObject({ refunds: [{ mayAgree: true, whyNotAgree: null }] });
  const agreed = await Promise.all([second.agree({ id: refund.id }), second.agree({ id: refund.id })]);
  expect(agreed.map(({ state }) => state)).toEqual(['sending', 'sending']);
  await work();
  expect(await orderOf(order)).toMatchObject({ refunded: 199_900, paymentState: 'refunded' });
  expect(await codeOfCall(second.decline({ id: refund.id }))).toBe('REFUND_DECIDED');
  expect(await eventsOf(order)).toEqual(['placed', 'paid', 'refund_asked', 'refund_started', 'refunded']);
});

test('who bought it gives themselves nothing back alone, and agrees to nothing that a colleague asks for', async () => {
  const ana = await accountant('Ana');
  const theirs = call(shop, ana).refunds.admin;
  const order = await paid('Vidik – 10 uređaja', 1999, ana);
  const { preview, refund } = await ask(order, { scope: 'amount', amount: 1_000 }, theirs);
  expect(preview).toMatchObject({ isSecondNeeded: true, isOwn: true });
  expect(refund).toMatchObject({ state: 'asked', mayAgree: false, whyNotAgree: 'buyer' });
  const refused = { code: 'REFUND_SECOND_NEEDED', data: { reason: 'buyer' } };
  expect(await refusal(theirs.agree({ id: refund.id }))).toEqual(refused);
  expect((await desk.agree({ id: refund.id })).state).toBe('sending');
  await work();

  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
  const { preview: seen, refund: large } = await ask(order, { scope: 'whole' });
  expect(seen).toMatchObject({ isSecondNeeded: true, isOwn: false });
  expect(await refusal(theirs.agree({ id: large.id }))).toEqual(refused);
  expect(await theirs.read({ order: order.number }), 'the screen says what the refusal says').toMatchObject({
    refunds: [{ mayAgree: false, whyNotAgree: 'buyer' }, { state: 'done' }],
  });
  expect((await second.agree({ id: large.id })).state).toBe('sending');
  await work();
});

test('a device that was restocked while a second person was waited for stays in stock, and the money goes back', async () => {
  const numbers = serials(10);
  // Orders of the tests before wait for theirs.
  const file = new File([[...numbers, ...serials(200)].join('\n')], 'prijem.csv', { type: 'text/csv' });
  await call(shop, jelena).stock.admin.take({ key: randomUUID(), file, document: 'Otpremnica 2' });
  const order = await paid();
  await delivered(order, numbers);
  const { refund } = await ask(order, { scope: 'whole', goods: 'stock', serials: [numbers[0], numbers[1]] });
  expect(refund.state).toBe('asked');
  const actor = { id: jelena.id, email: jelena.email, ip: null, requestId: null };
  await shop.db.transaction(async (tx) => {
    await receiveReturnedDevice(tx, shop.deps, actor, { serial: numbers[0]!, parcel: null });
    await restockDevices(tx, shop.deps, actor, [numbers[0]!]);
  });
  expect((await second.agree({ id: refund.id })).state).toBe('sending');
  const held = await shop.db
    .select()
    .from(stockDevices)
    .where(inArray(stockDevices.serial, numbers.slice(0, 3)));
  expect(held.sort((a, b) => a.serial.localeCompare(b.serial)).map(({ place }) => place)).toEqual([
    'stock',
    'stock',
    'customer',
  ]);
});

test('a device that was packed for another order while a second person was waited for stays that order’s', async () => {
  const numbers = serials(10);
  const [device] = numbers as [string];
  const file = new File([numbers.join('\n')], 'prijem.csv', { type: 'text/csv' });
  await call(shop, jelena).stock.admin.take({ key: randomUUID(), file, document: 'Otpremnica 3' });
  const order = await paid();
  const parcel = await delivered(order, numbers, 'refused');
  await packing.move({ id: parcel, from: 'refused', to: 'returned' });
  const { refund } = await ask(order, { scope: 'whole', goods: 'stock', serials: [device] });
  expect(refund.state).toBe('asked');
  await call(shop, jelena).stock.admin.restock({ serials: [device] });
  const other = await paid('Vidik – 1 uređaj', 219);
  await delivered(other, [device]);

  expect((await second.agree({ id: refund.id })).state).toBe('sending');
  const { devices } = await call(shop, other.who).returns.read({ number: other.number });
  expect(devices).toMatchObject([{ serial: device }]);
  const [held] = await shop.db.select().from(stockDevices).where(eq(stockDevices.serial, device));
  expect(held).toMatchObject({ place: 'customer', orderId: other.id });
});

test('small refunds add up to the limit: of an order, and of a buyer in a day', async () => {
  const order = await paid();
  expect((await ask(order, { scope: 'amount', amount: 30_000 })).refund.state).toBe('sending');
  await work();
  const { refund } = await ask(order, { scope: 'amount', amount: 30_000 });
  expect(refund.state).toBe('asked');
  expect((await desk.decline({ id: refund.id })).state).toBe('declined');
  expect((await ask(order, { scope: 'amount', amount: 20_000 })).refund.state).toBe('sending');
  await work();

  const { url } = await call(shop, order.who).payments.createPayment({
    productName: 'Vidik – 1 uređaj',
    productPrice: 219,
    buyerInfo: form,
  });
  await pay(shop, url);
  const theirs = await shop.db.select().from(orders).where(eq(orders.profileId, order.who.id));
  const other = theirs.find(({ id }) => id !== order.id)!;
  expect((await ask(other, { scope: 'amount', amount: 100 })).refund.state).toBe('asked');
});

test('of two refunds of one buyer at once, on two orders, one alone is given without a second person', async () => {
  for (let round = 0; round < 4; round += 1) {
    const first = await paid();
    const { url } = await call(shop, first.who).payments.createPayment({
      productName: 'Vidik – 10 uređaja',
      productPrice: 1999,
      buyerInfo: { ...form, addressNumber: '15' },
    });
    await pay(shop, url);
    const theirs = await shop.db.select().from(orders).where(eq(orders.profileId, first.who.id));
    const asked = await Promise.all(
      theirs.map(async (order) => {
        const { version, payments } = await desk.read({ order: order.number });
        const wanted = some(order, payments[0]!.key, { scope: 'amount', amount: 30_000 }) as Wanted;
        return { ...wanted, id: randomUUID(), version, shown: 30_000 };
      }),
    );
    const made = await Promise.all(asked.map((one, at) => (at === 0 ? desk : second).ask(one)));
    expect(made.map(({ state }) => state).sort()).toEqual(['asked', 'sending']);
    await work();
  }
});

test('what nobody agreed to lapses after seven days, and can be asked for anew', async () => {
  const order = await paid();
  const { refund } = await ask(order, { scope: 'whole' });
  const inDays = (days: number) => ({
    ...shop.deps,
    now: () => new Date(shop.clock.now.getTime() + days * 24 * HOUR_MS),
  });
  await lapseRefunds(inDays(7));
  expect(await stateOf(order)).toBe('asked');
  await lapseRefunds(inDays(8));
  expect(await stateOf(order)).toBe('lapsed');
  expect(await codeOfCall(second.agree({ id: refund.id }))).toBe('REFUND_DECIDED');
  expect((await ask(order, { scope: 'whole' })).refund.state).toBe('asked');
});

test('a refund that the provider refuses fails with its reason, nothing is credited, and another can be asked for', async () => {
  const order = await paid('Vidik – 1 uređaj', 219);
  const { payments } = await desk.read({ order: order.number });
  const { refund } = await ask(order, { scope: 'whole' });
  // Somebody was faster in the provider's own pages; no word of it has come yet.
  shop.intercept(() => {});
  const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(payments[0]!.key);
  await shop.stripe.refunds.create({ payment_intent: payment_intent as string });
  await work();
  shop.intercept(null);
  const after = await desk.read({ order: order.number });
  expect(after.refunds[0]).toMatchObject({ id: refund.id, state: 'failed', problem: 'charge_already_refunded' });
  expect(await creditsOf(order)).toEqual([]);
  expect((await eventsOf(order)).at(-1)).toBe('refund_refused');
  expect(after.payments[0]!.left).toBe(21_900);
  const { deadlines } = await call(shop, jelena).admin.today();
  const told = deadlines!.filter(({ number }) => number === order.number).map(({ kind }) => kind);
  expect(told, 'until another one is asked for').toEqual(['failed']);
});

test('money that the buyer’s bank sends back makes the refund fail: its buyer and Danas are told, and it is sent again', async () => {
  const order = await paid('Vidik – 1 uređaj', 219);
  const told = async () =>
    (await call(shop, jelena).admin.today()).deadlines!.filter(
      ({ kind, number }) => kind === 'failed' && number === order.number,
    );
  const mailed = async () => {
    const sent = await shop.db.select().from(mails).where(eq(mails.orderId, order.id)).orderBy(asc(mails.number));
    return sent.map(({ template }) => template).filter((template) => template.startsWith('refunds.'));
  };
  await ask(order, { scope: 'whole' });
  await work();
  expect(await told()).toEqual([]);
  const key = (await orderOf(order)).checkoutSessionId!;
  const [made] = await shop.db.select({ id: refunds.id }).from(refunds).where(eq(refunds.paymentKey, key));
  await shop.sandbox.control.failRefund(made!.id);
  await eventually(async () => expect(await stateOf(order)).toBe('failed'));
  expect(await orderOf(order)).toMatchObject({ refunded: 0, paymentState: 'paid' });
  expect(await told()).toMatchObject([{ amount: { amount: 21_900, currency: 'EUR' } }]);
  expect(await mailed()).toEqual(['refunds.paid-back', 'refunds.sent-back']);

  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
  await ask(order, { scope: 'whole' });
  expect(await told()).toEqual([]);
  await work();
  expect(await orderOf(order)).toMatchObject({ refunded: 21_900, paymentState: 'refunded' });
  expect(await mailed()).toEqual(['refunds.paid-back', 'refunds.sent-back', 'refunds.paid-back']);
});

test('a month of a package goes back with what it credited, as far as that is still there', async () => {
  const who = await person(shop, 'member');
  const { url } = await call(shop, who).payments.createPayment({
    productName: 'starter',
    productPrice: 99,
    companyInfo: firm,
  });
  await pay(shop, url);
  const [order] = await shop.db.select().from(orders).where(eq(orders.profileId, who.id));
  const spent = { profileId: who.id, unit: 'banner', delta: -2_000, reason: 'shown', reference: 'x' } as const;
  await shop.db.insert(ledger).values({ ...spent, actor: 'system' });
  const { preview } = await ask(order!, { scope: 'whole' });
  expect(preview).toMatchObject({ money: { amount: 9_900 }, credits: [{ base: 966_667, tax: 193_333 }] });
  expect(preview.units).toMatchObject({ before: { banners: 1_000 }, taken: { banners: 1_000 }, isSpent: true });
  await work();
  expect(await call(shop, who).advertising.account()).toMatchObject({ banners: 0, tvSeconds: 0 });
  expect(await creditsOf(order!)).toHaveLength(1);
});

test('a disputed payment does not go back from here', async () => {
  const order = await paid('Vidik – 1 uređaj', 219);
  const { payments } = await desk.read({ order: order.number });
  const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(payments[0]!.key);
  await shop.sandbox.control.dispute(payment_intent as string);
  await eventually(async () => expect((await orderOf(order)).isDisputed).toBe(true));
  expect((await desk.read({ order: order.number })).payments).toEqual([]);
  const wanted = some(order, payments[0]!.key, { scope: 'whole' }) as Wanted;
  expect(await codeOfCall(desk.preview(wanted))).toBe('REFUND_OF_DISPUTE');
});

test('the super-admin agrees alone only where nobody with an open account could, an hour later, and is mailed', async () => {
  const quiet = await testShop({ quick: true });
  const owner = await person(quiet, 'superAdmin');
  const theirs = call(quiet, owner).refunds.admin;
  const who = await person(quiet, 'member');
  const { url } = await call(quiet, who).payments.createPayment({
    productName: 'Vidik – 10 uređaja',
    productPrice: 1999,
    buyerInfo: form,
  });
  await pay(quiet, url);
  const [order] = await quiet.db.select().from(orders).where(eq(orders.profileId, who.id));
  const { refund } = await ask(order!, { scope: 'whole' }, theirs);
  expect(refund).toMatchObject({ mayAgree: false, whyNotAgree: 'early' });
  const agree = () => theirs.agree({ id: refund.id });
  expect(await refusal(agree())).toEqual({ code: 'REFUND_SECOND_NEEDED', data: { reason: 'early' } });
  quiet.clock.now = new Date(quiet.clock.now.getTime() + HOUR_MS);
  expect(await codeOfCall(agree()), 'proven an hour ago').toBe('PROOF_NEEDED');
  await quiet.db.update(sessions).set({ provenAt: quiet.clock.now });
  const colleague = await person(quiet, 'admin');
  expect(await refusal(agree())).toEqual({ code: 'REFUND_SECOND_NEEDED', data: { reason: 'own' } });
  await giveDuties(quiet, colleague, ['warehouse']);
  await person(quiet, 'admin', { blockedAt: quiet.clock.now });
  await person(quiet, 'admin', { closedAt: quiet.clock.now });
  expect(await inEndedSession(quiet, owner, agree), 'ended while it waited').toBe('UNAUTHORIZED');
  expect((await agree()).state).toBe('sending');
  const told = await quiet.db.select().from(mails).where(eq(mails.template, 'refunds.agreed-alone'));
  expect(told.map(({ to }) => to)).toEqual([quiet.config.superAdmin.email]);
});

test('the super-admin is alone, too, where the only other one bought it; on their own order that one decides', async () => {
  const quiet = await testShop({ quick: true });
  const owner = await person(quiet, 'superAdmin');
  const colleague = await person(quiet, 'admin');
  const theirs = call(quiet, owner).refunds.admin;
  const askFor = async (who: TestPerson) => {
    const { url } = await call(quiet, who).payments.createPayment({
      productName: 'Vidik – 10 uređaja',
      productPrice: 1999,
      buyerInfo: form,
    });
    await pay(quiet, url);
    const [order] = await quiet.db.select().from(orders).where(eq(orders.profileId, who.id));
    return (await ask(order!, { scope: 'whole' }, theirs)).refund;
  };
  expect(await askFor(colleague)).toMatchObject({ state: 'asked', whyNotAgree: 'early' });
  const own = await askFor(owner);
  expect(own).toMatchObject({ state: 'asked', whyNotAgree: 'buyer' });
  expect((await call(quiet, colleague).refunds.admin.agree({ id: own.id })).state).toBe('sending');
});

test('a program with a key refunds up to the limit of one person, and never what needs a second one', async () => {
  const owner = await person(shop, 'superAdmin');
  const { secret } = await keyOf(shop, owner, { duties: ['accounting'] });
  const order = await paid();
  const { version, payments } = await desk.read({ order: order.number });
  const byKey = (amount: number) =>
    askWithKey(shop, secret, `/admin/orders/${order.number}/refunds`, {
      method: 'POST',
      body: { ...some(order, payments[0]!.key, { scope: 'amount', amount }), id: randomUUID(), version, shown: amount },
    });
  expect(await byKey(50_001)).toMatchObject({ status: 403, code: 'KEY_FORBIDDEN', body: { data: { why: 'refund' } } });
  expect(await desk.read({ order: order.number })).toMatchObject({ refunds: [] });
  expect(await byKey(20_000)).toMatchObject({ status: 200, body: { state: 'sending' } });
  await work();
  const { version: later } = await desk.read({ order: order.number });
  const rest = await askWithKey(shop, secret, `/admin/orders/${order.number}/refunds`, {
    method: 'POST',
    body: {
      ...some(order, payments[0]!.key, { scope: 'amount', amount: 30_001 }),
      id: randomUUID(),
      version: later,
      shown: 30_001,
    },
  });
  expect(rest, 'together above it').toMatchObject({ status: 403, code: 'KEY_FORBIDDEN' });
});

test('whoever was made an administrator within the hour is no second person, although no duty was given', async () => {
  const own = await testShop({ quick: true });
  const owner = await person(own, 'superAdmin');
  const asker = call(own, await person(own, 'admin')).refunds.admin;
  const who = await person(own, 'member');
  const { url } = await call(own, who).payments.createPayment({
    productName: 'Vidik – 10 uređaja',
    productPrice: 1999,
    buyerInfo: form,
  });
  await pay(own, url);
  const [order] = await own.db.select().from(orders).where(eq(orders.profileId, who.id));
  const { refund } = await ask(order!, { scope: 'whole' }, asker);
  const made = await person(own, 'member');
  await call(own, owner).accounts.admin.people.setRole({ id: made.id, role: 'admin', on: true });
  const agree = () => call(own, made).refunds.admin.agree({ id: refund.id });
  expect(await refusal(agree())).toEqual({ code: 'REFUND_SECOND_NEEDED', data: { reason: 'new' } });
  own.clock.now = new Date(own.clock.now.getTime() + HOUR_MS + 60_000);
  expect((await agree()).state).toBe('sending');
});

test('an amount of more than a million dinars goes back, as far as the payment goes', async () => {
  const who = await person(shop, 'member');
  const hundred = { productName: 'Vidik – 100 uređaja', productPrice: 17_999, buyerInfo: form };
  const { orderId, number } = await call(shop, who).payments.createPayment({ ...hundred, way: 'transfer' });
  const [claim] = await shop.db.select().from(orderClaims).where(eq(orderClaims.orderId, orderId));
  const money = { claimId: claim!.id, key: 'line:hundred', amount: claim!.amount, currency: 'RSD' as const };
  await shop.db.transaction((tx) =>
    receiveTransfer(tx, shop.deps, systemActor, { ...money, bookedOn: dayOf(shop.deps.now()) }),
  );
  const { payments } = await desk.read({ order: number });
  const preview = (amount: number) =>
    desk.preview(some({ number }, payments[0]!.key, { scope: 'amount', amount }) as Wanted);
  expect(await preview(150_000_000)).toMatchObject({
    money: { amount: 150_000_000, currency: 'RSD' },
    isSecondNeeded: true,
  });
  expect(await refusal(preview(claim!.amount + 1))).toMatchObject({ code: 'REFUND_TOO_MUCH' });
});
