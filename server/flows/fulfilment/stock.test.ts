import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { DAY_MS, daysLater } from '#domain/day.ts';
import { dayOf } from '#domain/time.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { call, codeOfCall, giveDuties, person } from '../../test/people.ts';
import { buyer as form, pay, testShop } from '../../test/shop.ts';

const MINUTE_MS = 60_000;
const shop = await testShop({ quick: true });
const keeper = await person(shop, 'admin', { firstName: 'Milan', lastName: 'Ćirić' });
await giveDuties(shop, keeper, ['warehouse']);
const { stock, fulfilment } = call(shop, keeper);
const desk = fulfilment.admin;
const reader = await person(shop, 'member');
const terms = () => call(shop, reader).payments.terms();
const day = daysLater(dayOf(shop.clock.now), 14);

let last = 0;
async function taken(n: number): Promise<{ serials: string[]; intake: number }> {
  const serials = Array.from({ length: n }, () => `VDK-26-${String(++last).padStart(6, '0')}`);
  const file = new File([serials.join('\n')], 'p.csv');
  const { intake } = await stock.admin.take({ key: randomUUID(), file, document: 'Otpremnica' });
  return { serials, intake };
}
const received = async (n: number): Promise<string[]> => (await taken(n)).serials;
async function ordered() {
  const who = await person(shop, 'member');
  const asked = { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo: form };
  const { url, orderId, number } = await call(shop, who).payments.createPayment(asked);
  return { who, url, id: orderId, number };
}
type Order = Awaited<ReturnType<typeof ordered>>;
/** A minute later than whatever was paid before. */
async function payFor({ url }: Order): Promise<void> {
  shop.clock.now = new Date(shop.clock.now.getTime() + MINUTE_MS);
  await pay(shop, url);
}
async function paid(): Promise<Order> {
  const order = await ordered();
  await payFor(order);
  return order;
}
async function pack({ id: order, number }: Order, serial: string, outOfTurn?: string) {
  const { version } = await desk.read({ number });
  const boxes = [{ grams: 350, serials: [serial] }];
  const said = outOfTurn === undefined ? {} : { outOfTurn };
  return desk.pack({ order, id: randomUUID(), version, courier: 'own', boxes, ...said });
}
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ code, data }: { code: string; data: unknown }) => ({ code, data }),
  );
const packedEntry = async ({ id }: Order) =>
  (
    await shop.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, 'fulfilment.packed')))
  )[0]!.after as { outOfTurn?: string };

afterEach(async () => {
  const { places, waitedFor } = await stock.admin.level();
  expect({ inStock: places.stock, waitedFor }, 'each test leaves nothing behind').toEqual({ inStock: 0, waitedFor: 0 });
});

test('until the first intake nothing is counted: nobody waits, and no day is told', async () => {
  await stock.admin.setDeliversFrom({ day });
  expect((await terms()).wait).toBeNull();
  const [one, two] = [await paid(), await paid()];
  expect((await desk.read({ number: two.number })).turn).toBeNull();
  await pack(two, 'VDK-26-900001');
  await pack(one, 'VDK-26-900002');
  await stock.admin.setDeliversFrom({ day: null });
});

test('the first intake of all is taken back though somebody waits: nothing is counted then', async () => {
  const order = await paid();
  expect(await stock.admin.undo({ number: (await taken(1)).intake })).toEqual({ removed: 1 });
  expect((await desk.read({ number: order.number })).turn).toBeNull();
  await pack(order, 'VDK-26-900003');
});

test('the first device of all is scanned by mistake and taken back: nothing is counted then', async () => {
  const order = await paid();
  const { id } = (await stock.admin.scan({ key: randomUUID(), serial: 'VDK-26-800002' })) as { id: string };
  expect(await desk.read({ number: order.number })).toMatchObject({ inStock: 1 });
  expect(await stock.admin.unscan({ id })).toEqual({ removed: true });
  expect(await desk.read({ number: order.number })).toMatchObject({ inStock: null, turn: null });
  await pack(order, 'VDK-26-900004');
});

test('whoever packs reads on which shelves new devices are, while there are some', async () => {
  const order = await paid();
  const serial = 'VDK-26-800003';
  await stock.admin.scan({ key: randomUUID(), serial, shelf: 'B4' });
  expect(await desk.read({ number: order.number })).toMatchObject({ inStock: 1, shelves: ['B4'] });
  await pack(order, serial);
  expect(await desk.read({ number: order.number })).toMatchObject({ inStock: 0, shelves: [] });
});

test('at zero the day is told, and the last device is that of whoever paid first', async () => {
  const [serial] = (await received(1)) as [string];
  expect((await terms()).wait, 'one is free, ten are not').toEqual({ devices: 10, from: null });
  const [late, early] = [await ordered(), await ordered()];
  await payFor(early);
  expect(await terms()).toMatchObject({ wait: { devices: 1, from: null }, notOnDelivery: 'stock' });
  await stock.admin.setDeliversFrom({ day });
  expect((await terms()).wait).toEqual({ devices: 1, from: day });
  await payFor(late);
  expect(await stock.admin.level()).toMatchObject({ free: 0, waitedFor: 1, deliversFrom: day });

  const turn = { free: 0, first: early.number };
  expect(await desk.read({ number: late.number })).toMatchObject({ turn });
  expect(await desk.read({ number: early.number })).toMatchObject({ turn: null });
  expect(await refusal(pack(late, serial))).toEqual({ code: 'DEVICES_AWAITED', data: turn });
  await pack(early, serial);
  const [next] = (await received(1)) as [string];
  expect(await desk.read({ number: late.number })).toMatchObject({ turn: null });
  await pack(late, next);
  expect((await packedEntry(late)).outOfTurn).toBeUndefined();
  await stock.admin.setDeliversFrom({ day: null });
});

test('whoever gets another parcel for a lost one keeps their turn before everybody who paid later', async () => {
  const seller = await person(shop, 'admin');
  await giveDuties(shop, seller, ['sales']);
  const sales = call(shop, seller).orders.admin;
  const lose = async (order: Order, serial: string) => {
    const { key } = await pack(order, serial);
    await desk.enterReceipt({ order: order.id, kind: 'receipt', number: `AB12CD34-AB12CD34-${order.number}` });
    const [parcel] = (await desk.read({ number: order.number })).parcels;
    await desk.handOver({ id: parcel!.id, labels: [`${key}-1`] });
    await desk.move({ id: parcel!.id, from: 'handed_over', to: 'lost' });
  };
  const keepsTurn = async (early: Order) => {
    const late = await paid();
    const [next] = (await received(1)) as [string];
    expect(await stock.admin.level()).toMatchObject({ free: 0, waitedFor: 1 });
    const turn = { free: 0, first: early.number };
    expect(await desk.read({ number: late.number })).toMatchObject({ turn });
    expect(await refusal(pack(late, next))).toEqual({ code: 'DEVICES_AWAITED', data: turn });
    expect(await refusal(writeOff([next]))).toMatchObject({ data: { orders: [{ number: early.number }] } });
    await pack(early, next);
    await pack(late, (await received(1))[0]!);
  };
  const ahead = await paid();
  await lose(ahead, (await received(1))[0]!);
  expect(await stock.admin.level(), 'its buyer may want the money').toMatchObject({ waitedFor: 0 });
  await call(shop, ahead.who).fulfilment.choose({ number: ahead.number, n: 1, choice: 'again' });
  await keepsTurn(ahead);

  const [only] = (await received(1)) as [string];
  const who = await person(shop, 'member');
  const asked = { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo: form } as const;
  const placed = await call(shop, who).payments.createPayment({ ...asked, way: 'cash_on_delivery' });
  const { number } = placed;
  const { version } = await sales.read({ number });
  await sales.call({ number, version, id: randomUUID(), outcome: 'confirmed', next: null });
  const atDoor = { who, url: '', id: placed.orderId, number };
  await lose(atDoor, only);
  await keepsTurn(atDoor);
});

test('two pack the last device at once: it goes to whoever paid first', async () => {
  const [early, late] = [await paid(), await paid()];
  const [serial] = (await received(1)) as [string];
  const [first, second] = await Promise.all([codeOfCall(pack(early, serial)), codeOfCall(pack(late, serial))]);
  expect(first).toBe('ok');
  expect(second).toMatch(/^(DEVICES_AWAITED|SERIAL_USED|SERIAL_UNKNOWN)$/);
  await pack(late, (await received(1))[0]!);
});

test('somebody is served before their turn only with a reason, which stays in the log', async () => {
  const [early, late] = [await paid(), await paid()];
  const [serial] = (await received(1)) as [string];
  await expect(pack(late, serial, ' a ')).rejects.toMatchObject({ status: 400 });
  const reason = 'Kupac iz prve narudžbine čeka novu adresu.';
  await pack(late, serial, reason);
  expect((await packedEntry(late)).outOfTurn).toBe(reason);
  await pack(early, (await received(1))[0]!, 'Bez potrebe.');
  expect((await packedEntry(early)).outOfTurn, 'it was its turn').toBeUndefined();
});

test('whoever takes the purchase back holds no device', async () => {
  const [early, late] = [await paid(), await paid()];
  const [serial] = (await received(1)) as [string];
  expect(await codeOfCall(pack(late, serial))).toBe('DEVICES_AWAITED');
  await call(shop, early.who).orders.withdraw({ id: early.id, receivedOn: null });
  await pack(late, serial);
});

test('a wrong device in a parcel is replaced although others wait', async () => {
  const [early, late] = [await paid(), await paid()];
  const [one, two] = (await received(2)) as [string, string];
  await pack(late, two);
  const [parcel] = (await desk.read({ number: late.number })).parcels;
  await desk.correct({ id: parcel!.id, key: randomUUID(), from: two, to: one, reason: 'swapped' });
  await pack(early, two);
});

test('the day is set by whoever keeps the stock, from today on, and says nothing once it is over', async () => {
  const seller = await person(shop, 'admin');
  await giveDuties(shop, seller, ['sales', 'support']);
  expect(await codeOfCall(call(shop, seller).stock.admin.setDeliversFrom({ day }))).toBe('FORBIDDEN');
  const today = dayOf(shop.clock.now);
  for (const wrong of [daysLater(today, -1), daysLater(today, 181)])
    expect(await refusal(stock.admin.setDeliversFrom({ day: wrong }))).toEqual({
      code: 'DELIVERY_DAY_WRONG',
      data: { until: daysLater(today, 180) },
    });
  const entries = () => shop.db.$count(auditLog, eq(auditLog.action, 'stock.delivery-day-set'));
  const before = await entries();
  await Promise.all([stock.admin.setDeliversFrom({ day }), stock.admin.setDeliversFrom({ day })]);
  expect(await entries()).toBe(before + 1);
  expect((await terms()).wait).toEqual({ devices: 1, from: day });
  const { now } = shop.clock;
  shop.clock.now = new Date(now.getTime() + 15 * DAY_MS);
  const later = await person(shop, 'member');
  expect((await call(shop, later).payments.terms()).wait).toEqual({ devices: 1, from: null });
  shop.clock.now = now;
  await stock.admin.setDeliversFrom({ day: null });
});

const writeOff = (serials: string[], seen: number[] = [], by = stock) =>
  by.admin.writeOff({ serials, reason: 'faulty', seen });

test('writing off a device that a paid order waits for says first which order then waits, and until when', async () => {
  const [early, late] = [await paid(), await paid()];
  const [one, two, spare] = (await received(3)) as [string, string, string];
  await writeOff([spare]);
  expect((await stock.admin.level()).free, 'nobody waited for the third').toBe(0);
  const until = daysLater(dayOf(shop.clock.now), 30);
  const awaited = { code: 'WRITE_OFF_AWAITED', data: { orders: [{ number: late.number, until }] } };
  expect(await refusal(writeOff([two]))).toEqual(awaited);
  expect(await refusal(writeOff([two], [early.number])), 'another order was seen').toEqual(awaited);
  await stock.admin.setDeliversFrom({ day });
  expect(await refusal(writeOff([two]))).toEqual({
    ...awaited,
    data: { orders: [{ number: late.number, until: day }] },
  });
  expect((await stock.admin.level()).places.stock, 'nothing was written off').toBe(2);
  expect(await desk.read({ number: late.number })).toMatchObject({ turn: null });

  expect(await writeOff([two], [late.number])).toEqual({ written: 1 });
  expect(await desk.read({ number: late.number })).toMatchObject({ turn: { free: 0, first: early.number } });
  expect(await desk.read({ number: early.number })).toMatchObject({ turn: null });
  expect(await codeOfCall(pack(late, one))).toBe('DEVICES_AWAITED');
  await pack(early, one);
  await pack(late, (await received(1))[0]!);
  await stock.admin.setDeliversFrom({ day: null });
});

test('two who write off at once have each seen one order wait: the second is told of the other one', async () => {
  const colleague = await person(shop, 'admin');
  await giveDuties(shop, colleague, ['warehouse']);
  const [early, late] = [await paid(), await paid()];
  const [one, two] = (await received(2)) as [string, string];
  const codes = await Promise.all([
    codeOfCall(writeOff([one], [late.number])),
    codeOfCall(writeOff([two], [late.number], call(shop, colleague).stock)),
  ]);
  expect(codes.toSorted()).toEqual(['WRITE_OFF_AWAITED', 'ok']);
  expect((await stock.admin.level()).places.stock).toBe(1);
  const left = codes[0] === 'ok' ? two : one;
  expect(await refusal(writeOff([left]))).toMatchObject({ data: { orders: [{ number: early.number }] } });
  await pack(early, left);
  await pack(late, (await received(1))[0]!);
});

test('taking an intake back that a paid order waits for says first which order then waits, and until when', async () => {
  const [early, late] = [await paid(), await paid()];
  const [one] = (await received(1)) as [string];
  const spare = await taken(2);
  const { intake } = await taken(1);
  expect(await stock.admin.undo({ number: intake }), 'nobody waited for the fourth').toEqual({ removed: 1 });
  const until = daysLater(dayOf(shop.clock.now), 30);
  const awaited = { code: 'INTAKE_AWAITED', data: { orders: [{ number: late.number, until }] } };
  const undo = (seen: number[] = []) => stock.admin.undo({ number: spare.intake, seen });
  expect(await refusal(undo())).toEqual(awaited);
  expect(await refusal(undo([early.number])), 'another order was seen').toEqual(awaited);
  expect((await stock.admin.level()).places.stock, 'nothing was taken back').toBe(3);

  const { now } = shop.clock;
  shop.clock.now = new Date(now.getTime() + MINUTE_MS);
  expect(await codeOfCall(undo())).toBe('INTAKE_STAYS');
  expect(await undo([late.number]), 'there was time to read it').toEqual({ removed: 2 });
  expect(await desk.read({ number: late.number })).toMatchObject({ turn: { free: 0, first: early.number } });
  expect(await desk.read({ number: early.number })).toMatchObject({ turn: null });
  const other = await taken(1);
  shop.clock.now = new Date(shop.clock.now.getTime() + 2 * MINUTE_MS);
  expect(await codeOfCall(stock.admin.undo({ number: other.intake, seen: [late.number] }))).toBe('INTAKE_STAYS');
  await pack(early, one);
  await pack(late, other.serials[0]!);
});

test('one scanned device is taken back in the same way', async () => {
  const order = await paid();
  const scanned = await stock.admin.scan({ key: randomUUID(), serial: 'VDK-26-800001' });
  const { id } = scanned as { id: string };
  const until = daysLater(dayOf(shop.clock.now), 30);
  expect(await refusal(stock.admin.unscan({ id }))).toEqual({
    code: 'INTAKE_AWAITED',
    data: { orders: [{ number: order.number, until }] },
  });
  expect(await stock.admin.unscan({ id, seen: [order.number] })).toEqual({ removed: true });
  await pack(order, (await received(1))[0]!);
});

test('one takes an intake back while another writes off, each has seen one order wait: the second is told of the other one', async () => {
  const [early, late] = [await paid(), await paid()];
  const [one] = (await received(1)) as [string];
  const { intake, serials } = await taken(1);
  const seen = [late.number];
  const codes = await Promise.all([
    codeOfCall(stock.admin.undo({ number: intake, seen })),
    codeOfCall(writeOff([one], seen)),
  ]);
  expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
  expect(codes.find((code) => code !== 'ok')).toMatch(/^(INTAKE|WRITE_OFF)_AWAITED$/);
  await pack(early, codes[0] === 'ok' ? one : serials[0]!);
  await pack(late, (await received(1))[0]!);
});
