import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS, daysLater, monthsLater } from '#domain/day.ts';
import type { MoneyDocument } from '#domain/documents/data.ts';
import { shareOf } from '#domain/refunds/rules.ts';
import { dayOf } from '#domain/time.ts';
import { packageAdvances, packages, subscriptions } from '../../advertising/schema.ts';
import { campaigns } from '../../campaigns/schema.ts';
import { documents } from '../../documents/schema.ts';
import { orderClaims, orders } from '../../orders/schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testAdverts } from '../../test/adverts.ts';
import { balancesOf, faultsOf } from '../../test/books.ts';
import { accountant, askFor, paidOut } from '../../test/payouts.ts';
import { call, person, type TestPerson } from '../../test/people.ts';
import { firm, pay, testShop } from '../../test/shop.ts';
import { runProviderTasks } from '../payments/provider-tasks.ts';
import { receiveTransfer } from '../payments/receive-transfer.ts';
import { creditAdvances } from '../transfers/credit-advance.ts';
import { lapseRefunds } from './decide-refund.ts';

/** Starter: 99 €, 3.000 banners and 30.000 seconds, which are worth 3.000 banners more. */
const ALL = 6_000;
const BANNERS = 3_000;
const SECONDS = 30_000;

const shop = await testShop({ quick: true });
const { db, deps, clock } = shop;
const adverts = await testAdverts(shop);
const owner = call(shop, await person(shop, 'superAdmin'));
const staff = await accountant(shop);

let year = 2026;
/** Each test has the screens to itself, on the first of March of another year. */
async function begin(): Promise<void> {
  await db.update(campaigns).set({ state: 'done' });
  year += 1;
  clock.now = new Date(`${year}-03-01T11:10:00Z`);
  await adverts.runJobs();
}
afterAll(async () => {
  expect(await faultsOf(db)).toEqual([]);
  expect(await db.ask('select * from order_differences')).toEqual([]);
  expect(await db.ask('select * from unit_differences')).toEqual([]);
});

const today = (later = 0) => daysLater(dayOf(clock.now), later);
const move = (days: number) => {
  clock.now = new Date(clock.now.getTime() + days * DAY_MS);
};

async function bought(who: TestPerson, months: number, { name = 'starter', price = 99 } = {}) {
  const product = { productName: name, productPrice: price, companyInfo: firm };
  const { orderId: id, number } = await call(shop, who).payments.createPayment({ ...product, way: 'transfer', months });
  const [claim] = await db.select().from(orderClaims).where(eq(orderClaims.orderId, id));
  const came = { claimId: claim!.id, key: `line:${randomUUID()}`, amount: claim!.amount, currency: 'RSD' as const };
  await db.transaction((tx) => receiveTransfer(tx, deps, systemActor, { ...came, bookedOn: today() }));
  return { id, number, paid: claim!.amount, who };
}
type Bought = Awaited<ReturnType<typeof bought>>;

/** A campaign of the company is approved, and a TV takes leases of it; so many of them are shown. */
async function shows(who: TestPerson, count: number, budget = 1_000) {
  const id = await adverts.campaign(who, { budget });
  expect(await adverts.approve(id)).toBe(true);
  const { player } = await adverts.tv();
  const { leases } = await player.bag();
  await adverts.after(6);
  const told = leases.slice(0, count).map((lease, n) => adverts.shown(lease, { after: 15 * n }));
  if (count > 0) await player.report({ plays: told });
  return { id, held: leases.length - count };
}
const pause = (id: string) => owner.campaigns.admin.step({ id, to: 'pause', reason: '' });
/** What TVs held and did not show is the campaign's again. */
const leasesEnd = () => adverts.after(80 * 60);

const withdraws = (statedOn = today()) => ({ scope: 'terms', reason: 'terms_withdrawal', statedOn });
const ends = { scope: 'terms', reason: 'terms_end' };
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ code, data }: { code: string; data: unknown }) => ({ code, data }),
  );
const outOf = (why: string, until: string | null = null) => ({ code: 'REFUND_OUT_OF_TERMS', data: { why, until } });

const unitsOf = async ({ who }: { who: TestPerson }) => {
  const { banners, tvSeconds } = await call(shop, who).advertising.account();
  return [banners, tvSeconds];
};
const orderOf = async ({ id }: Bought) => (await db.select().from(orders).where(eq(orders.id, id)))[0]!;
const advanceOf = async ({ id }: Bought) =>
  (await db.select().from(packageAdvances).where(eq(packageAdvances.orderId, id)))[0]!;
const periodsOf = ({ id }: Bought) => db.select().from(packages).where(eq(packages.orderId, id));
const creditsOf = async ({ id }: Bought) => {
  const papers = await db.select().from(documents).where(eq(documents.orderId, id)).orderBy(asc(documents.nth));
  return papers
    .filter(({ kind }) => kind === 'creditNote')
    .map(({ citedId, data }) => ({
      of: papers.find((one) => one.id === citedId)!.kind,
      gross: (data as MoneyDocument).lines.reduce((sum, line) => sum + line.gross, 0),
    }));
};

test('a month by card goes back by the terms once its subscription is stopped; its units go with the request, and come back with a failure', async () => {
  const who = await person(shop);
  const { url } = await call(shop, who).payments.createPayment({
    productName: 'starter',
    productPrice: 99,
    companyInfo: firm,
  });
  await pay(shop, url);
  const [row] = await db.select().from(orders).where(eq(orders.profileId, who.id));
  const order = { ...row!, who, paid: 9_900 };
  expect(await refusal(askFor(staff, order, withdraws()))).toEqual(outOf('subscribed'));
  const [subscription] = (await owner.advertising.admin.subscriptions({ search: who.email })).rows;
  await owner.advertising.admin.stop({ id: subscription!.id, when: 'now', reason: 'Odustanak u prvih 14 dana.' });
  await runProviderTasks(deps);

  const { preview, payments } = await askFor(staff, order, withdraws());
  expect(preview).toMatchObject({ way: 'card', money: { amount: 9_900, currency: 'EUR' }, rest: { amount: 0 } });
  expect(await unitsOf(order)).toEqual([0, 0]);
  await runProviderTasks(deps);
  expect((await staff.refunds.admin.read({ order: order.number })).refunds).toMatchObject([{ state: 'done' }]);
  expect(await periodsOf(order)).toMatchObject([{ refunded: 9_900 }]);
  expect(await unitsOf(order)).toEqual([0, 0]);

  const { data } = await shop.stripe.invoicePayments.list({ invoice: payments[0]!.key });
  const made = await shop.stripe.refunds.list({ payment_intent: data[0]!.payment.payment_intent as string });
  await shop.sandbox.control.failRefund(made.data[0]!.id);
  expect(await unitsOf(order), 'the bank sent the money back').toEqual([BANNERS, SECONDS]);
  expect((await staff.refunds.admin.read({ order: order.number })).refunds).toMatchObject([{ state: 'failed' }]);
});

test('a subscription that its company ended in the portal is stopped too, in whichever way the portal says so', async () => {
  for (const ended of ['cancel_at', 'cancel_at_period_end'] as const) {
    const who = await person(shop);
    const product = { productName: 'starter', productPrice: 99, companyInfo: firm };
    await pay(shop, (await call(shop, who).payments.createPayment(product)).url);
    const [row] = await db.select().from(orders).where(eq(orders.profileId, who.id));
    const order = { ...row!, who, paid: 9_900 };
    const [running] = await db.select().from(subscriptions).where(eq(subscriptions.profileId, who.id));
    const { id, currentPeriodEnd } = running!;
    await shop.stripe.subscriptions.update(
      id,
      ended === 'cancel_at'
        ? { cancel_at: Math.floor(currentPeriodEnd!.getTime() / 1000) }
        : { cancel_at_period_end: true },
    );
    await shop.sandbox.control.advance(0);
    expect(await refusal(askFor(staff, order, withdraws())), ended).toBeNull();
    await runProviderTasks(deps);
    expect(await unitsOf(order)).toEqual([0, 0]);
  }
});

test('a company withdraws within 14 days: what was shown is kept to the para, all else goes back, and no month begins', async () => {
  await begin();
  const until = monthsLater(today(), 1);
  const order = await bought(await person(shop), 3);
  const { id } = await shows(order.who, 3);
  expect(await refusal(askFor(staff, order, withdraws()))).toEqual(outOf('shown'));
  await pause(id);
  await leasesEnd();

  const price = shareOf(order.paid, 3, 0, 1);
  const month = Math.round((price * (ALL - 3)) / ALL);
  const ahead = order.paid - price;
  const { payments, preview, refund, asked } = await askFor(staff, order, withdraws());
  expect(payments).toMatchObject([{ hasTerms: true, months: 2, left: ahead }]);
  expect(preview).toMatchObject({
    money: { amount: ahead + month, currency: 'RSD' },
    rest: { amount: price - month },
    months: { left: 0, endsOn: until },
    units: { taken: { banners: BANNERS - 3, tvSeconds: SECONDS }, isSpent: false },
    terms: { price, back: month, shown: { banners: 3, tvSeconds: 0 }, atTvs: { banners: 0, tvSeconds: 0 } },
  });
  expect(preview.credits.map(({ base, tax }) => base + tax)).toEqual([ahead, month]);
  expect(refund).toMatchObject({ state: 'sending', months: 2, reason: 'terms_withdrawal' });
  expect((await staff.refunds.admin.ask(asked)).id, 'sent again').toBe(refund.id);
  expect(await unitsOf(order), 'nothing is shown any more of what goes back').toEqual([0, 0]);

  await paidOut(shop, staff, order);
  const inEuros = Math.round((9_900 * (ALL - 3)) / ALL);
  expect(await orderOf(order)).toMatchObject({ paymentState: 'part_refunded', refunded: 19_800 + inEuros });
  expect(await periodsOf(order)).toMatchObject([{ refunded: inEuros }]);
  expect(await creditsOf(order)).toEqual([
    { of: 'advance', gross: ahead },
    { of: 'invoice', gross: month },
  ]);
  expect(await balancesOf(db, order.id)).toMatchObject({ refunds: ahead + month, sales: -order.paid });
  const told = (await db.select().from(mails).where(eq(mails.orderId, order.id))).find(
    ({ template }) => template === 'refunds.paid-back',
  );
  expect(told).toMatchObject({ props: { months: 2, unspent: month, amount: ahead + month } });
  const { rows } = await call(shop, order.who).advertising.ledger({ unit: 'banner' });
  expect(rows[0]).toMatchObject({ delta: 3 - BANNERS, reason: 'refund', packageName: 'starter', note: null });

  move(120);
  await creditAdvances(deps);
  expect(await periodsOf(order)).toHaveLength(1);
  expect(await refusal(askFor(staff, order, ends)), 'there is nothing more').toEqual({
    code: 'REFUND_TOO_MUCH',
    data: { most: { amount: 0, currency: 'RSD' } },
  });
});

test('of what was never shown everything goes back', async () => {
  await begin();
  const order = await bought(await person(shop), 1);
  const { preview } = await askFor(staff, order, withdraws());
  expect(preview).toMatchObject({ money: { amount: order.paid }, rest: { amount: 0 }, months: null });
  await paidOut(shop, staff, order);
  expect(await orderOf(order)).toMatchObject({ paymentState: 'refunded', refunded: 9_900 });
  expect(await creditsOf(order)).toEqual([{ of: 'invoice', gross: order.paid }]);
});

test('outside of what the terms say nothing goes back', async () => {
  await begin();
  const who = await person(shop);
  const order = await bought(who, 1);
  expect(await refusal(askFor(staff, order, withdraws(today(1)))), 'stated tomorrow').toEqual(outOf('date'));
  expect(await refusal(askFor(staff, order, withdraws(today(-1)))), 'before it was bought').toEqual(outOf('date'));
  const until = today(14);
  move(20);
  expect(await refusal(askFor(staff, order, withdraws(today(-5))))).toEqual(outOf('late', until));
  const { preview } = await askFor(staff, order, withdraws(until));
  expect(preview.money.amount, 'stated on the last day, looked at later').toBe(order.paid);

  const second = await bought(who, 1, { name: 'standard', price: 249 });
  expect(await refusal(askFor(staff, second, withdraws())), 'another contract').toEqual(outOf('not_first'));
  expect((await askFor(staff, second, ends)).preview.money.amount).toBe(second.paid);

  const device = { order: order.number, payment: 'line:none', goods: 'none' as const, scope: 'terms' as const };
  const by = (more: object) => refusal(staff.refunds.admin.preview({ ...device, ...more } as never));
  expect(await by({ reason: 'agreement' })).toMatchObject({ code: 'BAD_REQUEST' });
  expect(await by({ reason: 'terms_withdrawal' })).toMatchObject({ code: 'BAD_REQUEST' });
  expect(await by({ reason: 'terms_end' })).toMatchObject({ code: 'ORDER_GONE' });
  const stranger = call(shop, who).refunds.admin;
  expect(await refusal(stranger.preview({ ...device, reason: 'terms_end' }))).toMatchObject({ code: 'FORBIDDEN' });
});

test('what TVs hold stays the company’s; once it is back, its money goes back too, and both are the whole to the para', async () => {
  await begin();
  const order = await bought(await person(shop), 1);
  const { id, held } = await shows(order.who, 0);
  expect(held).toBeGreaterThan(0);
  await pause(id);
  const first = await askFor(staff, order, ends);
  expect(first.preview).toMatchObject({
    units: { taken: { banners: BANNERS - held, tvSeconds: SECONDS }, campaigns: [{ units: 1_000 - held }] },
    terms: { shown: { banners: 0 }, atTvs: { banners: held } },
  });
  expect(await unitsOf(order)).toEqual([held, 0]);
  await paidOut(shop, staff, order);
  await leasesEnd();
  const second = await askFor(staff, order, ends);
  expect(second.preview.money.amount).toBe(order.paid - first.preview.money.amount);
  await paidOut(shop, staff, order);
  expect(await orderOf(order)).toMatchObject({ paymentState: 'refunded', refunded: 9_900 });
  expect((await creditsOf(order)).reduce((sum, { gross }) => sum + gross, 0)).toBe(order.paid);
});

test('units of an earlier month are spent first; two at once take the last one’s once', async () => {
  await begin();
  const order = await bought(await person(shop), 3);
  await shows(order.who, 3);
  // The campaign is over by then.
  move(32);
  await adverts.runJobs();
  await creditAdvances(deps);
  const price = shareOf(order.paid, 3, 1, 2);
  const { version, payments } = await staff.refunds.admin.read({ order: order.number });
  const wanted = { ...ends, order: order.number, payment: payments[0]!.key, goods: 'none', version, shown: price };
  const both = await Promise.all(
    [1, 2].map(() => refusal(staff.refunds.admin.ask({ ...wanted, id: randomUUID() } as never))),
  );
  expect(both.filter((one) => one === null)).toHaveLength(1);
  expect(await unitsOf(order), 'what is left of the first month stays').toEqual([BANNERS - 3, SECONDS]);
});

test('declined, lapsed or called off, units and months are the company’s again', async () => {
  await begin();
  const order = await bought(await person(shop), 6);
  const whole = [BANNERS, SECONDS];
  const other = await accountant(shop);
  for (const undo of [
    (id: string) => other.refunds.admin.decline({ id }),
    () => lapseRefunds({ ...deps, now: () => new Date(clock.now.getTime() + 8 * DAY_MS) }),
    async (id: string) => {
      await other.refunds.admin.agree({ id });
      await Promise.all([1, 2].map(() => staff.refunds.admin.decline({ id })));
    },
  ]) {
    const { refund } = await askFor(staff, order, ends);
    expect(refund.state, 'above 500 €').toBe('asked');
    expect(await unitsOf(order)).toEqual([0, 0]);
    expect(await advanceOf(order)).toMatchObject({ back: 5, nextOn: null });
    await undo(refund.id);
    expect(await unitsOf(order)).toEqual(whole);
    expect(await advanceOf(order)).toMatchObject({ back: 0, nextOn: monthsLater(today(), 1) });
  }
});
