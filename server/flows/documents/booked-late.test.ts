import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import type { MoneyDocument } from '#domain/documents/data.ts';
import { sold as words } from '#domain/documents/paper-copy.ts';
import { dayOf, formatDate } from '#domain/time.ts';
import { packages } from '../../advertising/schema.ts';
import { documents } from '../../documents/schema.ts';
import { exchangeRates, orderEvents, orders } from '../../orders/schema.ts';
import { call, giveDuties, person, type TestPerson } from '../../test/people.ts';
import { buyer, firm, GOOD_CARD, pay, press, testShop } from '../../test/shop.ts';

/** A card is charged on one day, and the shop hears of it on the next. The provider’s clock stands still. */
const shop = await testShop({ stopped: true });
const { db, clock, deps } = shop;
const start = clock.now;
const paidOn = dayOf(start);
const bookedOn = dayOf(new Date(start.getTime() + DAY_MS));

await db.insert(exchangeRates).values({ validFrom: bookedOn, rate: 118.5, setAt: start, setBy: 'system' });
beforeEach(() => {
  clock.now = start;
});

/** Pays today by card; the webhook is lost, and the buyer comes back tomorrow. */
async function payAndReturnTomorrow(who: TestPerson, url: string) {
  shop.intercept(() => {});
  const sessionId = await pay(shop, url);
  shop.intercept(null);
  clock.now = new Date(start.getTime() + DAY_MS);
  expect(await call(shop, who).payments.verifyPayment({ sessionId })).toEqual({ status: 'paid' });
}
const invoicesOf = async (orderId: string) =>
  db
    .select()
    .from(documents)
    .where(and(eq(documents.orderId, orderId), eq(documents.kind, 'invoice')))
    .orderBy(asc(documents.nth));
const orderOf = async ({ id }: TestPerson) => (await db.select().from(orders).where(eq(orders.profileId, id)))[0]!;

test('a month whose payment is known a day later is paid and supplied on the day of the payment, at its rate, and issued today', async () => {
  const who = await person(shop);
  const wanted = { productName: 'starter', productPrice: 99, companyInfo: firm };
  const { url } = await call(shop, who).payments.createPayment(wanted);
  await payAndReturnTomorrow(who, url);
  const { id } = await orderOf(who);
  const [invoice, ...more] = await invoicesOf(id);
  expect(more).toEqual([]);
  expect(invoice!.data).toMatchObject({
    issuedOn: bookedOn,
    suppliedOn: paidOn,
    rate: '117.17',
    paid: { on: paidOn, how: 'card', amount: 1_160_000 },
  });
  expect((invoice!.data as MoneyDocument).lines[0]!.note).toContain(formatDate(start));
  expect(invoice!.year, 'a number is of the day of issue').toBe(Number(bookedOn.slice(0, 4)));
});

test('a special package whose payment is known a day later is paid and supplied on the day of the payment', async () => {
  const who = await person(shop);
  const special = { productName: 'Specijalni Paket - 100 Lokacija', productPrice: 1500, companyInfo: firm };
  const { url } = await call(shop, who).payments.createPayment(special);
  await payAndReturnTomorrow(who, url);
  const [invoice] = await invoicesOf((await orderOf(who)).id);
  expect(invoice!.data).toMatchObject({
    issuedOn: bookedOn,
    suppliedOn: paidOn,
    paid: { on: paidOn, how: 'card', amount: 17_575_500 },
  });
});

test('the račun of a device says that it was paid on the day of the payment, and was supplied when its parcel left', async () => {
  const jelena = await person(shop, 'admin');
  await giveDuties(shop, jelena, ['accounting', 'warehouse']);
  const who = await person(shop, 'member');
  const device = { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo: buyer };
  const { url } = await call(shop, who).payments.createPayment(device);
  await payAndReturnTomorrow(who, url);
  const { id: order, number } = await orderOf(who);
  const ofOrder = and(eq(orderEvents.orderId, order), eq(orderEvents.kind, 'paid'));
  expect(await db.select().from(orderEvents).where(ofOrder)).toMatchObject([{ facts: { bookedOn: paidOn } }]);

  const packing = call(shop, jelena).fulfilment.admin;
  const { version } = await packing.read({ number });
  const id = randomUUID();
  const boxes = [{ grams: 350, serials: ['VDK-24-000001'] }];
  const parcel = await packing.pack({ order, id, version, courier: 'own', boxes });
  await packing.enterReceipt({ order, kind: 'receipt', number: 'AB12CD34-AB12CD34-1' });
  await packing.handOver({ id, labels: [`${parcel.key}-1`] });
  const [invoice] = await invoicesOf(order);
  expect(invoice!.data).toMatchObject({
    issuedOn: bookedOn,
    suppliedOn: bookedOn,
    paid: { on: paidOn, how: 'card', amount: 2_566_000 },
  });
});

test('a renewal of which the provider tells before its day has come here is of today', async () => {
  const who = await person(shop);
  const { url } = await call(shop, who).payments.createPayment({
    productName: 'starter',
    productPrice: 99,
    companyInfo: firm,
  });
  await pay(shop, url);
  await shop.sandbox.control.advance(32);
  const months = await db.select().from(packages).where(eq(packages.profileId, who.id));
  expect(months).toHaveLength(2);
  for (const { data } of await invoicesOf((await orderOf(who)).id))
    expect(data).toMatchObject({ suppliedOn: dayOf(deps.now()), paid: { on: dayOf(deps.now()) } });
});

test('a renewal that is paid after charges have failed is of the period that began before, and supplied on the day it is paid', async () => {
  const who = await person(shop);
  const wanted = { productName: 'starter', productPrice: 99, companyInfo: firm };
  const { url } = await call(shop, who).payments.createPayment(wanted);
  await pay(shop, url, '4000 0000 0000 0341');
  await shop.sandbox.control.advance(32.5);
  const portal = (await call(shop, who).advertising.portal()).url;
  await press(shop, portal, { do: 'card', card: GOOD_CARD });
  clock.now = new Date(start.getTime() + 120 * DAY_MS);
  await shop.sandbox.control.advance(6);

  const ofBuyer = eq(packages.profileId, who.id);
  const months = await db.select().from(packages).where(ofBuyer).orderBy(asc(packages.periodEnd));
  expect(months).toHaveLength(2);
  const [began, ends] = months.map(({ periodEnd }) => periodEnd!);
  const [, renewal] = await invoicesOf((await orderOf(who)).id);
  const { lines, paid, suppliedOn } = renewal!.data as MoneyDocument;
  expect(lines[0]!.note).toBe(words.period(formatDate(began!), formatDate(ends!)));
  expect(paid!.on > dayOf(began!), 'paid days after it began').toBe(true);
  expect(suppliedOn).toBe(paid!.on);
});
