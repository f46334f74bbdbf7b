import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { expectedOn } from '#domain/orders/own/expected-delivery.ts';
import { shipments } from '../../fulfilment/schema.ts';
import { call, giveDuties, person } from '../../test/people.ts';
import { buyer as form, pay, testShop } from '../../test/shop.ts';

/** When an order comes, as its buyer reads it. */

const shop = await testShop({ quick: true, env: { FISCAL: 'off', BANK_HOLIDAYS: '2027-05-05' } });
// A Monday, two days before a holiday.
shop.clock.now = new Date('2027-05-03T09:00:00Z');
const keeper = await person(shop, 'admin');
await giveDuties(shop, keeper, ['warehouse', 'sales']);
const { stock, fulfilment } = call(shop, keeper);
const desk = fulfilment.admin;

let last = 0;
async function received(n: number): Promise<string[]> {
  const serials = Array.from({ length: n }, () => `VDK-27-${String(++last).padStart(6, '0')}`);
  await stock.admin.take({ key: randomUUID(), file: new File([serials.join('\n')], 'p.csv'), document: 'Otpremnica' });
  return serials;
}
async function ordered() {
  const who = await person(shop, 'member');
  const asked = { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo: form };
  const { url, orderId, number } = await call(shop, who).payments.createPayment(asked);
  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
  return { who, url, id: orderId, number };
}
type Order = Awaited<ReturnType<typeof ordered>>;
async function paid(): Promise<Order> {
  const order = await ordered();
  await pay(shop, order.url);
  return order;
}
const expected = async ({ who, number }: Order) => (await call(shop, who).orders.read({ number })).expected;
async function packed({ id: order, number }: Order, serial: string) {
  const { version } = await desk.read({ number });
  const id = randomUUID();
  const boxes = [{ grams: 350, serials: [serial] }];
  const { key } = await desk.pack({ order, id, version, courier: 'own', boxes });
  return { id, key };
}
const on = (day: string) => ({ kind: 'on', day });

test('a paid order reads the day until it is delivered; one that waits for devices reads from which day there are some', async () => {
  const uncounted = await paid();
  expect(await expected(uncounted), 'nothing is counted: the next working day, and one more').toEqual(on('2027-05-06'));
  const [serial] = (await received(1)) as [string];
  expect(await expected(uncounted)).toEqual(on('2027-05-06'));

  const short = await paid();
  expect(await expected(short), 'the first order has the only device').toEqual({ kind: 'from', day: null });
  await stock.admin.setDeliversFrom({ day: '2027-05-17' });
  expect(await expected(short)).toEqual({ kind: 'from', day: '2027-05-17' });

  const { id, key } = await packed(uncounted, serial);
  expect(await expected(uncounted), 'packed').toEqual(on('2027-05-06'));
  shop.clock.now = new Date('2027-05-04T09:00:00Z');
  await desk.handOver({ id, labels: [`${key}-1`] });
  expect(await expected(uncounted), 'the holiday is between').toEqual(on('2027-05-06'));
  shop.clock.now = new Date('2027-05-07T09:00:00Z');
  expect(await expected(uncounted), 'late: no day that is over').toBeNull();
  await desk.move({ id, from: 'handed_over', to: 'delivered' });
  expect(await expected(uncounted), 'delivered').toBeNull();

  await received(1);
  expect(await expected(short), 'its turn has come').toEqual(on('2027-05-11'));
  await call(shop, short.who).orders.withdraw({ id: short.id, receivedOn: null });
  expect(await expected(short), 'taken back').toBeNull();
});

test('the mailed link says the day of a parcel that is on its way, and none once that is over or it has come', async () => {
  const begun = shop.clock.now;
  shop.clock.now = new Date('2027-05-04T09:00:00Z');
  const order = await paid();
  const [serial] = (await received(1)) as [string];
  const { id, key } = await packed(order, serial);
  const [parcel] = await shop.db.select().from(shipments).where(eq(shipments.id, id));
  const day = async () => (await call(shop).fulfilment.follow({ token: parcel!.token! })).expectedOn;
  expect(await day(), 'it is here').toBeNull();
  await desk.handOver({ id, labels: [`${key}-1`] });
  expect(await day(), 'the holiday is between').toBe('2027-05-06');
  await desk.move({ id, from: 'handed_over', to: 'in_transit' });
  expect(await day()).toBe('2027-05-06');
  shop.clock.now = new Date('2027-05-07T09:00:00Z');
  expect(await day(), 'late').toBeNull();
  shop.clock.now = new Date('2027-05-06T09:00:00Z');
  await desk.move({ id, from: 'in_transit', to: 'delivered' });
  expect(await day()).toBeNull();
  shop.clock.now = begun;
});

test('before it is paid, an order reads from which day is delivered only while there are too few devices', async () => {
  const { places } = await stock.admin.level();
  if (places.stock > 0) {
    const { rows } = await stock.admin.list({ place: 'stock', direction: 'asc' });
    await stock.admin.writeOff({ serials: rows.map(({ serial }) => serial), reason: 'gift' });
  }
  const order = await ordered();
  expect(await expected(order)).toEqual({ kind: 'from', day: '2027-05-17' });
  shop.clock.now = new Date(shop.clock.now.getTime() + 14 * DAY_MS);
  expect(await expected(order), 'that day is over').toEqual({ kind: 'from', day: null });
  const [serial] = (await received(1)) as [string];
  expect(await expected(order)).toBeNull();
  await stock.admin.writeOff({ serials: [serial], reason: 'gift' });
  const { version } = await call(shop, order.who).orders.read({ number: order.number });
  await call(shop, order.who).orders.cancel({ number: order.number, version });
  expect(await expected(order), 'called off').toBeNull();
});

test('no day is told later than the last one on which it has to come, and none once that is over', () => {
  const none = new Set<string>();
  const known = { today: '2027-05-31', sentOn: null, dueOn: '2027-06-01' };
  expect(expectedOn(known, none)).toBe('2027-06-01');
  expect(expectedOn({ ...known, today: '2027-06-02' }, none)).toBeNull();
  // From Friday on a courier has the parcel until Monday.
  expect(expectedOn({ today: '2027-06-04', sentOn: '2027-06-04', dueOn: null }, none)).toBe('2027-06-07');
});
