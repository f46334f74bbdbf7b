import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, monthsLater } from '#domain/day.ts';
import { sumOf } from '#domain/documents/amounts.ts';
import type { MoneyDocument } from '#domain/documents/data.ts';
import { dayOf } from '#domain/time.ts';
import { profiles } from '../../accounts/schema.ts';
import { packageAdvances, packages, subscriptions } from '../../advertising/schema.ts';
import { documents } from '../../documents/schema.ts';
import { orderClaims, orders } from '../../orders/schema.ts';
import { refunds } from '../../payments/schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { mails } from '../../platform/mail.schema.ts';
import { faultsOf } from '../../test/books.ts';
import { call, person, type TestPerson } from '../../test/people.ts';
import { firm, GOOD_CARD, pay, press, testShop } from '../../test/shop.ts';
import { runProviderTasks } from '../payments/provider-tasks.ts';
import { receiveTransfer } from '../payments/receive-transfer.ts';
import { creditAdvances } from './credit-advance.ts';
import { notifyOfAdvanceEnds } from './notify-advance-ends.ts';

const shop = await testShop();
const { db, deps, clock } = shop;
const at = (moment: string) => {
  clock.now = new Date(moment);
};
const starter = { productName: 'starter', productPrice: 99, companyInfo: firm };

afterAll(async () => expect(await faultsOf(db)).toEqual([]));

async function paidInAdvance(who: TestPerson, months: number, more: { endsSubscription?: boolean } = {}) {
  const { orderId } = await call(shop, who).payments.createPayment({ ...starter, way: 'transfer', months, ...more });
  const [claim] = await db.select().from(orderClaims).where(eq(orderClaims.orderId, orderId));
  const money = { claimId: claim!.id, key: `line:${randomUUID()}`, amount: claim!.amount, currency: 'RSD' as const };
  await db.transaction((tx) => receiveTransfer(tx, deps, systemActor, { ...money, bookedOn: '2027-01-30' }));
  return { orderId, amount: claim!.amount, key: money.key };
}
const periodsOf = async (orderId: string) =>
  (await db.select().from(packages).where(eq(packages.orderId, orderId)).orderBy(packages.paymentKey)).map(
    ({ paymentKey, periodEnd, amount }) => [paymentKey.split(':').at(-1), periodEnd!.toISOString(), amount],
  );
const advanceOf = async (orderId: string) =>
  (await db.select().from(packageAdvances).where(eq(packageAdvances.orderId, orderId)))[0]!;
const bannersOf = async (who: TestPerson) => (await call(shop, who).advertising.account()).banners;
const mailsTo = async (orderId: string, template: string) =>
  db.$count(mails, and(eq(mails.orderId, orderId), eq(mails.template, template)));

test('the calendar: 31 January, 28 February, 31 March, and a leap year', () => {
  expect([0, 1, 2, 3].map((n) => monthsLater('2027-01-31', n))).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
  ]);
  expect(monthsLater('2027-11-30', 3)).toBe('2028-02-29');
});

test('three months paid on 31 January are credited on 31 January, 28 February and 31 March, each once and with its invoice', async () => {
  at('2027-01-31T10:00:00Z');
  const who = await person(shop);
  const { orderId, amount } = await paidInAdvance(who, 3);
  expect(await periodsOf(orderId)).toEqual([['1', '2027-02-27T23:00:00.000Z', 9_900]]);
  at('2027-02-27T22:30:00Z');
  await creditAdvances(deps);
  expect(await bannersOf(who)).toBe(3_000);
  at('2027-02-27T23:30:00Z');
  await Promise.all([creditAdvances(deps), creditAdvances(deps)]);
  await creditAdvances(deps);
  expect(await bannersOf(who), 'it is 28 February in Belgrade').toBe(6_000);
  at('2027-03-31T08:00:00Z');
  await creditAdvances(deps);
  expect(await periodsOf(orderId)).toEqual([
    ['1', '2027-02-27T23:00:00.000Z', 9_900],
    ['2', '2027-03-30T22:00:00.000Z', 9_900],
    ['3', '2027-04-29T22:00:00.000Z', 9_900],
  ]);
  const papers = await db.select().from(documents).where(eq(documents.orderId, orderId)).orderBy(documents.nth);
  const invoices = papers.filter(({ kind }) => kind === 'invoice');
  expect(papers.map(({ kind }) => kind)).toEqual(['proforma', 'advance', 'invoice', 'invoice', 'invoice']);
  expect(
    invoices.reduce((sum, { gross }) => sum + gross, 0),
    'to the para',
  ).toBe(amount);
  for (const { data, gross } of invoices)
    expect((data as MoneyDocument).advances).toMatchObject([{ number: papers[1]!.number, amount: gross }]);
  expect(await mailsTo(orderId, 'advertising.advance-month')).toBe(3);
});

test('the invoices of a year have together the VAT of its advance invoice, to the para', async () => {
  at('2027-01-31T10:00:00Z');
  const { orderId } = await paidInAdvance(await person(shop), 12);
  at('2028-01-15T10:00:00Z');
  await creditAdvances(deps);
  const papers = await db.select().from(documents).where(eq(documents.orderId, orderId)).orderBy(documents.nth);
  const of = (kind: string) => papers.filter((paper) => paper.kind === kind).map(({ data }) => data as MoneyDocument);
  const [invoices, [advance]] = [of('invoice'), of('advance')];
  expect(invoices).toHaveLength(12);
  expect(sumOf(invoices.flatMap(({ lines }) => lines))).toEqual(sumOf(advance!.lines));
  for (const { lines, advances } of invoices)
    expect(advances).toMatchObject([{ amount: sumOf(lines).gross, tax: sumOf(lines).tax }]);
});

test('after an outage every month is credited late, on its own days; after a refund none', async () => {
  at('2027-05-15T10:00:00Z');
  const [late, refunded] = [await person(shop), await person(shop)];
  const { orderId } = await paidInAdvance(late, 3);
  const gone = await paidInAdvance(refunded, 3);
  await db
    .insert(refunds)
    .values({ id: `re_${randomUUID()}`, paymentKey: gone.key, amount: 1, currency: 'RSD', succeeded: true });
  at('2027-08-20T10:00:00Z');
  await creditAdvances(deps);
  expect((await periodsOf(orderId)).map(([, end]) => end)).toEqual([
    '2027-06-14T22:00:00.000Z',
    '2027-07-14T22:00:00.000Z',
    '2027-08-14T22:00:00.000Z',
  ]);
  expect(await periodsOf(gone.orderId)).toHaveLength(1);
  await db.delete(refunds).where(eq(refunds.paymentKey, gone.key));
});

test('an order whose months cannot be credited keeps no others waiting, and the job says so', async () => {
  at('2027-05-15T10:00:00Z');
  const [broken, other] = [await paidInAdvance(await person(shop), 3), await paidInAdvance(await person(shop), 3)];
  const name = (productName: string) => db.update(orders).set({ productName }).where(eq(orders.id, broken.orderId));
  await name('nema ga više');
  await db.update(packageAdvances).set({ nextOn: '2027-06-14' }).where(eq(packageAdvances.orderId, broken.orderId));
  at('2027-06-15T10:00:00Z');
  await expect(creditAdvances(deps)).rejects.toThrow('months of 1 orders were not credited');
  expect(await periodsOf(other.orderId)).toHaveLength(2);
  expect(await periodsOf(broken.orderId)).toHaveLength(1);
  await name('starter');
  await creditAdvances(deps);
  expect(await periodsOf(broken.orderId)).toHaveLength(2);
});

test('a second advance follows on the first one, on its days', async () => {
  at('2027-01-31T10:00:00Z');
  const who = await person(shop);
  await paidInAdvance(who, 1);
  at('2027-02-10T10:00:00Z');
  const second = await paidInAdvance(who, 3);
  expect(await periodsOf(second.orderId)).toEqual([]);
  expect(await bannersOf(who)).toBe(3_000);
  at('2027-03-31T10:00:00Z');
  await creditAdvances(deps);
  expect((await periodsOf(second.orderId)).map(([, end]) => end)).toEqual([
    '2027-03-30T22:00:00.000Z',
    '2027-04-29T22:00:00.000Z',
  ]);
});

test('a single month that begins later has an advance invoice when it is paid, and when it begins an invoice that takes it off', async () => {
  at('2027-01-31T10:00:00Z');
  const who = await person(shop);
  const first = await paidInAdvance(who, 1);
  const [atOnce] = await db
    .select()
    .from(documents)
    .where(and(eq(documents.orderId, first.orderId), eq(documents.kind, 'invoice')));
  expect(atOnce!.data, 'what begins at once is supplied on the day of its money, as by card').toMatchObject({
    issuedOn: '2027-01-31',
    suppliedOn: '2027-01-30',
    paid: { on: '2027-01-30' },
  });
  at('2027-02-10T10:00:00Z');
  const { orderId, amount } = await paidInAdvance(who, 1);
  const papersOf = () => db.select().from(documents).where(eq(documents.orderId, orderId)).orderBy(documents.nth);
  expect((await papersOf()).map(({ kind }) => kind)).toEqual(['proforma', 'advance']);
  expect(await mailsTo(orderId, 'advertising.advance-month')).toBe(0);
  at('2027-02-28T10:00:00Z');
  await creditAdvances(deps);
  const [, advance, invoice] = await papersOf();
  expect((advance!.data as MoneyDocument).paid).toMatchObject({ on: '2027-01-30', amount });
  expect(invoice!.data).toMatchObject({ paid: null, advances: [{ number: advance!.number, amount }] });
  expect(await mailsTo(orderId, 'advertising.advance-month')).toBe(1);
});

test('while a subscription by card runs, the buyer says which goes on; the advance begins when the paid month is over', async () => {
  at(new Date().toISOString());
  const who = await person(shop);
  const { url } = await call(shop, who).payments.createPayment(starter);
  await pay(shop, url);
  await expect(paidInAdvance(who, 3)).rejects.toMatchObject({ code: 'SUBSCRIPTION_RUNS' });
  const [running] = await db.select().from(subscriptions).where(eq(subscriptions.profileId, who.id));
  const { orderId } = await paidInAdvance(who, 3, { endsSubscription: true });
  const [ended] = await db.select().from(subscriptions).where(eq(subscriptions.profileId, who.id));
  expect(ended!.stop).toBe('periodEnd');
  expect(await periodsOf(orderId), 'the month by card is paid').toEqual([]);
  clock.now = new Date(running!.currentPeriodEnd!.getTime() + HOUR_MS);
  await creditAdvances(deps);
  expect(await periodsOf(orderId)).toHaveLength(1);
});

test('a subscription by card ends with months paid ahead also where earlier months run, and they follow on whichever ends later', async () => {
  at(new Date().toISOString());
  const who = await person(shop);
  await paidInAdvance(who, 3);
  const { url } = await call(shop, who).payments.createPayment(starter);
  await pay(shop, url);
  const { orderId } = await paidInAdvance(who, 3, { endsSubscription: true });
  const [ended] = await db.select().from(subscriptions).where(eq(subscriptions.profileId, who.id));
  expect(ended!.stop, 'the buyer was told so').toBe('periodEnd');
  expect(await periodsOf(orderId), 'the three months come first').toEqual([]);
  expect(await advanceOf(orderId)).toMatchObject({ monthsBefore: 3, nextOn: monthsLater(dayOf(clock.now), 3) });
});

test('months paid ahead follow on what a paused subscription has paid, not on months that go by without a charge', async () => {
  at(new Date().toISOString());
  const who = await person(shop);
  const { url } = await call(shop, who).payments.createPayment(starter);
  await pay(shop, url);
  const [running] = await db.select().from(subscriptions).where(eq(subscriptions.profileId, who.id));
  const { id } = running!;
  await call(shop, who).advertising.pause({ id });
  // The paid month was over yesterday, and the provider has told of the next one, which nobody pays.
  const yesterday = new Date(clock.now.getTime() - DAY_MS);
  await db.update(packages).set({ periodEnd: yesterday }).where(eq(packages.subscriptionId, id));
  await db.update(subscriptions).set({ paused: true }).where(eq(subscriptions.id, id));
  const { orderId } = await paidInAdvance(who, 3, { endsSubscription: true });
  expect(await periodsOf(orderId), 'the first begins at once').toHaveLength(1);
});

test('months paid ahead follow on what a card has paid, not on a month whose charge failed', async () => {
  at(new Date().toISOString());
  const who = await person(shop);
  const { url } = await call(shop, who).payments.createPayment(starter);
  await pay(shop, url);
  const [running] = await db.select().from(subscriptions).where(eq(subscriptions.profileId, who.id));
  const { id } = running!;
  // The paid month was over yesterday; the next one runs at the provider, and its charge failed.
  const yesterday = new Date(clock.now.getTime() - DAY_MS);
  await db.update(packages).set({ periodEnd: yesterday }).where(eq(packages.subscriptionId, id));
  await db.update(subscriptions).set({ status: 'past_due' }).where(eq(subscriptions.id, id));
  const { orderId } = await paidInAdvance(who, 3, { endsSubscription: true });
  expect(await periodsOf(orderId), 'the first begins at once').toHaveLength(1);
});

test('a subscription whose renewal failed ends at once with months paid ahead, and its card is not charged again', async () => {
  const who = await person(shop);
  const { url } = await call(shop, who).payments.createPayment(starter);
  await pay(shop, url, '4000 0000 0000 0341');
  await shop.sandbox.control.advance(31.5);
  clock.now = new Date(Date.now() + 32 * DAY_MS);
  const subscription = async () =>
    (await db.select().from(subscriptions).where(eq(subscriptions.profileId, who.id)))[0]!;
  const { id } = await subscription();
  expect(await subscription()).toMatchObject({ status: 'past_due', stop: null });
  // As if it had been asked to end with its month before.
  await db.update(subscriptions).set({ stop: 'periodEnd' }).where(eq(subscriptions.id, id));
  const { orderId } = await paidInAdvance(who, 3, { endsSubscription: true });
  expect(await subscription()).toMatchObject({ stop: 'now' });
  expect(await periodsOf(orderId), 'the first begins at once').toHaveLength(1);
  await runProviderTasks(deps);
  await press(shop, (await call(shop, who).advertising.portal()).url, { do: 'card', card: GOOD_CARD });
  await shop.sandbox.control.advance(8);
  expect(await subscription()).toMatchObject({ status: 'canceled' });
  expect(await db.$count(packages, eq(packages.subscriptionId, id)), 'no month was paid twice').toBe(1);
});

test('a week before the last month is over its buyer is told, once; nothing follows by itself', async () => {
  at('2027-06-01T10:00:00Z');
  const who = await person(shop);
  const { orderId } = await paidInAdvance(who, 1);
  at('2027-06-23T10:00:00Z');
  await notifyOfAdvanceEnds(deps);
  expect(await mailsTo(orderId, 'advertising.advance-ending')).toBe(0);
  at('2027-06-25T10:00:00Z');
  const closed = (closedAt: Date | null) => db.update(profiles).set({ closedAt }).where(eq(profiles.id, who.id));
  await closed(clock.now);
  await notifyOfAdvanceEnds(deps);
  expect(await mailsTo(orderId, 'advertising.advance-ending'), 'not of a closed account').toBe(0);
  await closed(null);
  const blocked = (blockedAt: Date | null) => db.update(profiles).set({ blockedAt }).where(eq(profiles.id, who.id));
  await blocked(clock.now);
  await notifyOfAdvanceEnds(deps);
  expect(await mailsTo(orderId, 'advertising.advance-ending'), 'nor of a blocked one').toBe(0);
  await blocked(null);
  await notifyOfAdvanceEnds(deps);
  await notifyOfAdvanceEnds(deps);
  expect(await mailsTo(orderId, 'advertising.advance-ending')).toBe(1);
  at('2027-09-01T10:00:00Z');
  await creditAdvances(deps);
  expect(await periodsOf(orderId)).toHaveLength(1);
});
