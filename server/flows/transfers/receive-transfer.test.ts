import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import type { MoneyDocument } from '#domain/documents/data.ts';
import { packageAdvances, packages } from '../../advertising/schema.ts';
import { documents } from '../../documents/schema.ts';
import { orderClaims, orderEvents, orders } from '../../orders/schema.ts';
import { orderPayments } from '../../payments/schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { mails } from '../../platform/mail.schema.ts';
import { balancesOf, faultsOf } from '../../test/books.ts';
import { call, codeOfCall, person } from '../../test/people.ts';
import { buyer, firm, pay, testShop } from '../../test/shop.ts';
import { type IncomingTransfer, receiveTransfer, type TransferResult } from '../payments/receive-transfer.ts';

const shop = await testShop();
const { db, deps } = shop;
const DEVICE = 2_566_000;
const device = { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo: buyer, way: 'transfer' as const };
const starter = { productName: 'starter', productPrice: 99, companyInfo: firm, way: 'transfer' as const };
const special = {
  productName: 'Specijalni Paket - 100 Lokacija',
  productPrice: 1500,
  companyInfo: firm,
  way: 'transfer' as const,
};

afterAll(async () => {
  expect(await faultsOf(db)).toEqual([]);
  expect(await db.ask('select * from order_differences')).toEqual([]);
});

async function placed(
  product: typeof device | typeof starter | typeof special = device,
  more: { months?: number } = {},
) {
  const who = await person(shop);
  const { orderId, transfer } = await call(shop, who).payments.createPayment({ ...product, ...more });
  const [claim] = await db.select().from(orderClaims).where(eq(orderClaims.orderId, orderId));
  return { who, orderId, transfer: transfer!, claim: claim! };
}
const receive = (claimId: string, amount: number, more: Partial<IncomingTransfer> = {}): Promise<TransferResult> =>
  db.transaction((tx) =>
    receiveTransfer(tx, deps, systemActor, {
      claimId,
      key: `line:${randomUUID()}`,
      amount,
      currency: 'RSD',
      bookedOn: '2026-11-24',
      ...more,
    }),
  );
const orderOf = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0]!;
const mailsTo = async (email: string) =>
  (await db.select().from(mails).where(eq(mails.to, email)).orderBy(mails.queuedAt)).map(({ template }) => template);
const papersOf = (orderId: string) =>
  db.select().from(documents).where(eq(documents.orderId, orderId)).orderBy(documents.nth);

test('a device ordered by transfer waits with a pro-forma invoice in dinars; when the money comes it is sold as by card', async () => {
  const { who, orderId, transfer, claim } = await placed();
  expect(await orderOf(orderId)).toMatchObject({
    way: 'transfer',
    paymentState: 'unpaid',
    amount: 21_900,
    rate: 117.17,
  });
  expect(claim).toMatchObject({ amount: DEVICE, currency: 'RSD', payableTo: 'company', state: 'live' });
  expect(transfer).toMatchObject({ validUntil: claim.validUntil, pay: { amount: DEVICE, code: '289' } });
  expect(transfer.pay.qr).toContain(`I:RSD25660,00|SF:289|S:Narudžbina ${transfer.order}|RO:97`);
  expect(await mailsTo(who.email)).toEqual(['orders.proforma']);

  expect(await receive(claim.id, DEVICE)).toMatchObject({ outcome: 'whole', counted: DEVICE, surplus: 0, missing: 0 });
  expect(await orderOf(orderId)).toMatchObject({ status: 'paid', paymentState: 'paid', fulfilmentState: 'new' });
  expect((await mailsTo(who.email)).sort()).toEqual(['orders.paid', 'orders.proforma']);
  expect(await balancesOf(db, orderId)).toEqual({ bank: DEVICE, sales: -DEVICE });
  const [proforma, advance] = await papersOf(orderId);
  expect([proforma!.kind, advance!.kind]).toEqual(['proforma', 'advance']);
  expect((advance!.data as MoneyDocument).paid).toMatchObject({ how: 'transfer', amount: DEVICE, on: '2026-11-24' });
  for (const paper of [proforma, advance])
    expect((paper!.data as MoneyDocument).lines, 'named as on the račun').toMatchObject([
      { name: 'Vidik, USB uređaj za striming', note: 'sa licencom, dostava uključena u cenu', quantity: 1 },
    ]);
});

test('the same line, told again and by several at once, is one payment', async () => {
  const { who, orderId, claim } = await placed();
  const key = `line:${randomUUID()}`;
  const all = await Promise.all(Array.from({ length: 5 }, () => receive(claim.id, DEVICE, { key })));
  expect(all.map(({ outcome }) => outcome).sort()).toEqual(['known', 'known', 'known', 'known', 'whole']);
  expect(await db.$count(orderPayments, eq(orderPayments.orderId, orderId))).toBe(1);
  expect((await mailsTo(who.email)).filter((one) => one === 'orders.paid')).toHaveLength(1);
});

test('a part leaves the order unpaid and asks for the rest by the same reference; a second one makes it whole', async () => {
  const { who, orderId, claim, transfer } = await placed();
  expect(await receive(claim.id, 1_000_000)).toMatchObject({ outcome: 'part', missing: DEVICE - 1_000_000 });
  expect(await orderOf(orderId)).toMatchObject({ status: 'pending', paymentState: 'unpaid' });
  expect(await balancesOf(db, orderId)).toEqual({ bank: 1_000_000, customer: -1_000_000 });
  const rest = (await papersOf(orderId)).at(-1)!.data as MoneyDocument;
  expect(rest).toMatchObject({
    kind: 'proforma',
    pay: { amount: DEVICE - 1_000_000, reference: transfer.pay.reference },
  });
  expect(await mailsTo(who.email)).toContain('orders.part-paid');
  expect(await receive(claim.id, DEVICE - 1_000_000)).toMatchObject({ outcome: 'whole', surplus: 0 });
  expect(await orderOf(orderId)).toMatchObject({ status: 'paid' });
  expect(await balancesOf(db, orderId)).toEqual({ bank: DEVICE, sales: -DEVICE });
});

test('papers name the day on which the money was whole, in whatever order its lines are confirmed', async () => {
  const { orderId, claim } = await placed();
  await receive(claim.id, 1_000_000, { bookedOn: '2026-11-24' });
  await receive(claim.id, DEVICE - 1_000_000, { bookedOn: '2026-11-20' });
  const advance = (await papersOf(orderId)).find(({ kind }) => kind === 'advance')!;
  expect((advance.data as MoneyDocument).paid).toMatchObject({ amount: DEVICE, on: '2026-11-24' });
  const paid = and(eq(orderEvents.orderId, orderId), eq(orderEvents.kind, 'paid'));
  expect(await db.select().from(orderEvents).where(paid)).toMatchObject([{ facts: { bookedOn: '2026-11-24' } }]);
});

test('what is too much, or comes again, stays the buyer’s money and gives nothing', async () => {
  const { orderId, claim } = await placed();
  expect(await receive(claim.id, DEVICE + 500)).toMatchObject({ outcome: 'whole', counted: DEVICE, surplus: 500 });
  expect(await receive(claim.id, DEVICE)).toMatchObject({ outcome: 'surplus', counted: 0, surplus: DEVICE });
  expect(await orderOf(orderId)).toMatchObject({ paymentState: 'paid' });
  expect(await balancesOf(db, orderId)).toEqual({ bank: 2 * DEVICE + 500, sales: -DEVICE, customer: -DEVICE - 500 });
  const overpaid = and(eq(orderEvents.orderId, orderId), eq(orderEvents.kind, 'overpaid'));
  expect(await db.$count(orderEvents, overpaid)).toBe(2);
});

test('what came too much for one order pays for another of its buyer once, and nobody else’s', async () => {
  const accountant = call(shop, await person(shop, 'admin')).orders.admin;
  const first = await placed();
  await receive(first.claim.id, DEVICE + 3_000_000);
  const order = async (by = first.who) => {
    const { orderId } = await call(shop, by).payments.createPayment(device);
    return orderOf(orderId);
  };
  const { number: from } = await orderOf(first.orderId);
  expect(await call(shop, first.who).orders.read({ number: from })).toMatchObject({
    surplus: { amount: 3_000_000, currency: 'RSD' },
  });
  const stranger = await order(await person(shop));
  const next = await order();
  const { surpluses, version } = await accountant.read({ number: next.number });
  expect(surpluses).toMatchObject([{ order: from, amount: DEVICE }]);
  expect((await accountant.read({ number: stranger.number })).surpluses).toEqual([]);
  const payment = surpluses[0]!.key;
  const asked = { number: next.number, version, payment, shown: DEVICE };
  expect(await codeOfCall(accountant.payFromSurplus({ ...asked, number: stranger.number }))).toBe('SURPLUS_GONE');
  expect(await codeOfCall(accountant.payFromSurplus({ ...asked, shown: DEVICE - 1 }))).toBe('ORDER_CHANGED');

  const pressed = await Promise.all([accountant.payFromSurplus(asked), accountant.payFromSurplus(asked)]);
  expect(pressed).toEqual([{ paid: DEVICE }, { paid: DEVICE }]);
  expect(await orderOf(next.id)).toMatchObject({ status: 'paid', paymentState: 'paid' });
  expect(await balancesOf(db, next.id)).toEqual({ bank: DEVICE, sales: -DEVICE });
  const rest = 3_000_000 - DEVICE;
  expect(await balancesOf(db, first.orderId)).toEqual({ bank: DEVICE + rest, sales: -DEVICE, customer: -rest });
  expect((await papersOf(next.id)).map(({ kind }) => kind)).toEqual(['proforma', 'advance']);
  expect((await accountant.read({ number: from })).events[0]).toMatchObject({
    kind: 'surplus_used',
    facts: { amount: DEVICE, order: next.number },
  });

  // The rest is a part of a third order: nothing is left, and nothing more can go back of the first.
  const third = await order();
  const seen = await accountant.read({ number: third.number });
  expect(seen.surpluses).toEqual([{ key: payment, order: from, amount: rest }]);
  await accountant.payFromSurplus({ number: third.number, version: seen.version, payment, shown: rest });
  expect(await orderOf(third.id)).toMatchObject({ status: 'pending', paymentState: 'unpaid' });
  expect(await balancesOf(db, third.id)).toEqual({ bank: rest, customer: -rest });
  expect(await balancesOf(db, first.orderId)).toEqual({ bank: DEVICE, sales: -DEVICE });
  const { payments } = await call(shop, await person(shop, 'admin')).refunds.admin.read({ order: from });
  expect(payments).toMatchObject([{ isSurplus: false, left: DEVICE }]);
  expect(await call(shop, first.who).orders.read({ number: from })).toMatchObject({ surplus: null });
});

test('a surplus that is on its way back pays for nothing', async () => {
  const admin = call(shop, await person(shop, 'admin'));
  const first = await placed();
  await receive(first.claim.id, DEVICE + 100_000);
  const { number: from } = await orderOf(first.orderId);
  const { orderId } = await call(shop, first.who).payments.createPayment(device);
  const next = await orderOf(orderId);
  const { surpluses, version } = await admin.orders.admin.read({ number: next.number });
  const payment = surpluses[0]!.key;
  const wanted = { order: from, payment, scope: 'whole', reason: 'wrong_payment', goods: 'none' } as const;
  const { version: seen, money } = await admin.refunds.admin.preview(wanted);
  await admin.refunds.admin.ask({ ...wanted, id: randomUUID(), version: seen, shown: money.amount });
  expect((await admin.orders.admin.read({ number: next.number })).surpluses).toEqual([]);
  const asked = { number: next.number, version, payment, shown: 100_000 };
  expect(await codeOfCall(admin.orders.admin.payFromSurplus(asked))).toBe('SURPLUS_GONE');
});

test('money of an order that is over, or in euros, or of a closed account sells nothing; asked for, a late one does', async () => {
  const late = await placed();
  await db.update(orderClaims).set({ state: 'cancelled' }).where(eq(orderClaims.id, late.claim.id));
  expect(await receive(late.claim.id, DEVICE)).toMatchObject({ outcome: 'surplus', surplus: DEVICE });
  expect(await orderOf(late.orderId)).toMatchObject({ status: 'cancelled' });
  expect(await receive(late.claim.id, DEVICE, { revive: true })).toMatchObject({ outcome: 'whole' });
  expect(await orderOf(late.orderId)).toMatchObject({ status: 'paid' });

  const euros = await placed();
  expect(await receive(euros.claim.id, 21_900, { currency: 'EUR' })).toMatchObject({ outcome: 'surplus' });
  expect(await orderOf(euros.orderId)).toMatchObject({ status: 'pending' });

  const closed = await placed();
  await db.ask('update profiles set blocked_at = now() where id = $1', [closed.who.id]);
  expect(await receive(closed.claim.id, DEVICE)).toMatchObject({ outcome: 'surplus' });
  expect(await orderOf(closed.orderId)).toMatchObject({ status: 'pending' });
});

test('the special package by transfer is one period with an invoice', async () => {
  const { who, orderId, claim } = await placed(special);
  expect(claim.amount).toBe(17_575_500);
  await receive(claim.id, claim.amount);
  expect(await db.select().from(packages).where(eq(packages.orderId, orderId))).toMatchObject([
    { amount: 150_000, currency: 'EUR', bannerCount: 0 },
  ]);
  const papers = await papersOf(orderId);
  expect(papers.map(({ kind }) => kind)).toEqual(['proforma', 'invoice']);
  expect(papers[1]!.data).toMatchObject({
    suppliedOn: '2026-11-24',
    paid: { on: '2026-11-24', how: 'transfer', amount: 17_575_500 },
  });
  expect(await mailsTo(firm.email)).toContain('advertising.special-started');
  expect(who.email).not.toBe(firm.email);
});

test('a package in advance credits its first month with the money, and says what follows', async () => {
  const { who, orderId, claim } = await placed(starter, { months: 3 });
  expect(claim.amount).toBe(3_479_900);
  expect(await receive(claim.id, claim.amount)).toMatchObject({ outcome: 'whole' });
  expect(await db.select().from(packages).where(eq(packages.orderId, orderId))).toMatchObject([
    { amount: 9_900, currency: 'EUR', bannerCount: 3_000, paymentKey: `advance:${orderId}:1` },
  ]);
  expect(await call(shop, who).advertising.account()).toMatchObject({ banners: 3_000 });
  expect(await db.select().from(packageAdvances).where(eq(packageAdvances.orderId, orderId))).toMatchObject([
    { months: 3, credited: 1 },
  ]);
  expect(await balancesOf(db, orderId)).toEqual({ bank: claim.amount, sales: -claim.amount });
  expect((await papersOf(orderId)).map(({ kind }) => kind)).toEqual(['proforma', 'advance', 'invoice']);
});

test('a part that had come stays the buyer’s when a page that was called off pays the order all the same', async () => {
  const who = await person(shop);
  const { orderId, url } = await call(shop, who).payments.createPayment({ ...device, way: 'card' as const });
  const admin = call(shop, await person(shop, 'admin'));
  const { number, version } = await orderOf(orderId);
  await admin.orders.admin.changeWay({ number, version, way: 'transfer' });
  const live = and(eq(orderClaims.orderId, orderId), eq(orderClaims.state, 'live'));
  const [claim] = await db.select().from(orderClaims).where(live);
  expect(await receive(claim!.id, 1_000_000)).toMatchObject({ outcome: 'part', missing: DEVICE - 1_000_000 });

  await pay(shop, url);
  expect(await orderOf(orderId)).toMatchObject({ status: 'paid', paymentState: 'paid', way: 'card', refunded: 0 });
  expect(await balancesOf(db, orderId)).toEqual({
    bank: 1_000_000,
    customer: -1_000_000,
    card_provider: 21_900,
    sales: -21_900,
  });
  const { payments } = await admin.refunds.admin.read({ order: number });
  const shown = payments.map(({ way, isSurplus, devices, left }) => ({ way, isSurplus, devices, left }));
  expect(shown).toHaveLength(2);
  expect(shown).toContainEqual({ way: 'card', isSurplus: false, devices: 1, left: 21_900 });
  expect(shown, 'it paid for no device, and takes none back').toContainEqual({
    way: 'account',
    isSurplus: true,
    devices: 0,
    left: 1_000_000,
  });
  const told = (await admin.admin.today()).deadlines!.filter((one) => one.number === number);
  expect(told, 'Danas tells it until it is given back').toMatchObject([
    { kind: 'kept', amount: { amount: 1_000_000, currency: 'RSD' } },
  ]);
});
