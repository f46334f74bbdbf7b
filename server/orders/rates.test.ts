import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { dinarsAt } from '#domain/prices.ts';
import { dayOf } from '#domain/time.ts';
import { packages } from '../advertising/schema.ts';
import { documents } from '../documents/schema.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { call, codeOfCall, giveDuties, person } from '../test/people.ts';
import { buyer, firm, pay, testShop } from '../test/shop.ts';
import { exchangeRates, orderClaims, orders } from './schema.ts';

const shop = await testShop();
const { db, clock } = shop;
const start = clock.now.getTime();
const accountant = await person(shop, 'admin');
await giveDuties(shop, accountant, ['accounting']);
const { rates } = call(shop, accountant).orders.admin;

const on = (days: number) => {
  clock.now = new Date(start + days * DAY_MS);
};
const day = (days: number) => dayOf(new Date(start + days * DAY_MS));
beforeEach(async () => {
  on(0);
  await db.delete(exchangeRates);
});

const device = { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo: buyer, way: 'transfer' as const };
async function placed(more: { rate?: number } = {}) {
  const who = await person(shop);
  const { orderId } = await call(shop, who).payments.createPayment({ ...device, ...more });
  return orderId;
}
async function reckoned(orderId: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  const [claim] = await db.select().from(orderClaims).where(eq(orderClaims.orderId, orderId));
  return { rate: order!.rate, amount: claim!.amount };
}
const logged = async () =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, 'rates')).orderBy(auditLog.id)).map(
    ({ action, before, after }) => [action, before, after],
  );

test('a rate that is set holds from its day for new orders and renewals; earlier orders keep theirs', async () => {
  const earlier = await placed();
  const company = await person(shop);
  const { url } = await call(shop, company).payments.createPayment({
    productName: 'starter',
    productPrice: 99,
    companyInfo: firm,
  });
  await pay(shop, url);
  await rates.set({ validFrom: day(1), rate: 118.5 });
  expect((await reckoned(await placed())).rate, 'today is not tomorrow').toBe(117.17);

  on(1);
  const terms = await call(shop, company).payments.terms();
  expect(terms.rate, 'what the form shows').toBe(118.5);
  await expect(placed({ rate: 117.17 }), 'who saw the sum of yesterday').rejects.toMatchObject({
    code: 'RATE_CHANGED',
    data: { rate: 118.5 },
  });
  expect(await reckoned(await placed({ rate: terms.rate }))).toEqual({ rate: 118.5, amount: 2_595_200 });
  expect(await reckoned(earlier)).toEqual({ rate: 117.17, amount: dinarsAt(21_900, 117.17).amount });

  await shop.sandbox.control.advance(32);
  const invoices = await db
    .select({ gross: documents.gross })
    .from(documents)
    .innerJoin(packages, eq(packages.id, documents.packageId))
    .where(eq(packages.profileId, company.id))
    .orderBy(documents.gross);
  expect(invoices.map(({ gross }) => gross)).toEqual([1_160_000, dinarsAt(9_900, 118.5).amount]);
});

test('a rate that holds stays; one to come is replaced and taken back; each change is in the log once', async () => {
  const from = (await db.select().from(auditLog)).length;
  expect(await rates.list()).toEqual({ configured: 117.17, rows: [] });
  await rates.set({ validFrom: day(0), rate: 117.2 });
  await rates.set({ validFrom: day(0), rate: 117.2 });
  expect(await codeOfCall(rates.set({ validFrom: day(0), rate: 117.3 }))).toBe('RATE_HOLDS');
  expect(await codeOfCall(rates.remove({ validFrom: day(0) }))).toBe('RATE_HOLDS');
  await expect(rates.set({ validFrom: day(-1), rate: 117.3 })).rejects.toMatchObject({
    code: 'RATE_PAST',
    data: { from: day(0) },
  });
  await rates.set({ validFrom: day(2), rate: 118 });
  await rates.set({ validFrom: day(2), rate: 118.1726 });
  const { rows } = await rates.set({ validFrom: day(3), rate: 119 });
  expect(rows.map(({ validFrom, rate, state, setBy }) => [validFrom, rate, state, setBy])).toEqual([
    [day(3), 119, 'coming', accountant.email],
    [day(2), 118.1726, 'coming', accountant.email],
    [day(0), 117.2, 'valid', accountant.email],
  ]);
  await rates.remove({ validFrom: day(3) });
  expect(await codeOfCall(rates.remove({ validFrom: day(3) }))).toBe('RATE_GONE');
  on(2);
  expect((await rates.list()).rows.map(({ state }) => state)).toEqual(['valid', 'past']);
  expect(await codeOfCall(rates.remove({ validFrom: day(2) })), 'too late').toBe('RATE_HOLDS');
  expect((await db.select().from(auditLog)).length).toBe(from + 5);
  expect((await logged()).slice(-5)).toEqual([
    ['orders.rate-set', null, { validFrom: day(0), dinarsForEuro: 117.2 }],
    ['orders.rate-set', null, { validFrom: day(2), dinarsForEuro: 118 }],
    ['orders.rate-set', { validFrom: day(2), dinarsForEuro: 118 }, { validFrom: day(2), dinarsForEuro: 118.1726 }],
    ['orders.rate-set', null, { validFrom: day(3), dinarsForEuro: 119 }],
    ['orders.rate-removed', { validFrom: day(3), dinarsForEuro: 119 }, null],
  ]);
});

test('of two who set the rate of today at once one does, and the other reads that it holds', async () => {
  const both = await Promise.all([118, 119].map((rate) => codeOfCall(rates.set({ validFrom: day(0), rate }))));
  expect(both.filter((code) => code === 'RATE_HOLDS')).toHaveLength(1);
  expect(await db.$count(exchangeRates)).toBe(1);
});

test('only those who keep the accounts see and set rates, and only what is a rate', async () => {
  const seller = await person(shop, 'admin');
  await giveDuties(shop, seller, ['sales']);
  for (const who of [seller, await person(shop), await person(shop, 'waiting')]) {
    const theirs = call(shop, who).orders.admin.rates;
    expect(await codeOfCall(theirs.list())).toBe('FORBIDDEN');
    expect(await codeOfCall(theirs.set({ validFrom: day(1), rate: 118 }))).toBe('FORBIDDEN');
    expect(await codeOfCall(theirs.remove({ validFrom: day(1) }))).toBe('FORBIDDEN');
  }
  expect(await codeOfCall(call(shop).orders.admin.rates.list())).toBe('UNAUTHORIZED');
  for (const rate of [0, -117, 0.5, 10_000, 117.12345])
    expect(await codeOfCall(rates.set({ validFrom: day(1), rate })), String(rate)).toBe('BAD_REQUEST');
  expect(await db.$count(exchangeRates)).toBe(0);
});

test('an order of before orders kept their rate is reckoned at that of its own day', async () => {
  await rates.set({ validFrom: day(0), rate: 118 });
  const orderId = await placed();
  await db.update(orders).set({ rate: null }).where(eq(orders.id, orderId));
  await rates.set({ validFrom: day(5), rate: 120 });
  on(5);
  const { number } = (await db.select().from(orders).where(eq(orders.id, orderId)))[0]!;
  const handler = await person(shop, 'admin');
  const { version } = await call(shop, handler).orders.admin.read({ number });
  await call(shop, handler).orders.admin.changeWay({ number, version, way: 'cash_on_delivery' });
  const claims = await db.select().from(orderClaims).where(eq(orderClaims.orderId, orderId));
  expect(claims.find(({ state }) => state === 'live')!.amount).toBe(dinarsAt(21_900, 118).amount + 39_000);
});
