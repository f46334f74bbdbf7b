import { randomUUID } from 'node:crypto';
import { ORPCError } from '@orpc/client';
import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS, monthsLater } from '#domain/day.ts';
import type { MoneyDocument } from '#domain/documents/data.ts';
import { shareOf } from '#domain/refunds/rules.ts';
import { dayOf } from '#domain/time.ts';
import { profiles, staffDuties } from '../../accounts/schema.ts';
import { packageAdvances, packages } from '../../advertising/schema.ts';
import { findMoneyDifferences } from '../../books/money-differences.ts';
import { documents } from '../../documents/schema.ts';
import { orderClaims, orders } from '../../orders/schema.ts';
import { orderPayments, refunds } from '../../payments/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { mails } from '../../platform/mail.schema.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { balancesOf, faultsOf } from '../../test/books.ts';
import { call, giveDuties, person } from '../../test/people.ts';
import { firm, testShop } from '../../test/shop.ts';
import { isLong, SEED, size } from '../../test/size.ts';
import { COMPANY, camtFile, dinars } from '../../test/statements.ts';
import { receiveTransfer } from '../payments/receive-transfer.ts';
import { creditAdvances } from '../transfers/credit-advance.ts';

/**
 * Months of a package are paid ahead and begin one after the other, while two people give back those that have not, or end the contract by
 * its terms, in every way they can, some of it twice at once and much of it at the wrong moment. In the end each month began or went back,
 * and money, papers, books, units and states say the same.
 */
const HISTORIES = size(5, 600);
const MONTHS = 6;
const PRICE = 59_400;
const BANNERS = 3_000;
const SECONDS = 30_000;
const START = '2027-01-31';

const shop = await testShop({ quick: true });
const { db, deps, clock } = shop;
clock.now = new Date(`${START}T10:00:00Z`);
async function accountant() {
  const who = await person(shop, 'admin');
  await giveDuties(shop, who, ['accounting', 'sales']);
  const since = new Date(deps.now().getTime() - 2 * HOUR_MS);
  await db.update(staffDuties).set({ since }).where(eq(staffDuties.profileId, who.id));
  return call(shop, who);
}
const desks = [await accountant(), await accountant()] as const;
const visitor = call(shop);

const ofMonths = fc.record({ do: fc.constant('ask' as const), months: fc.integer({ min: 1, max: MONTHS }) });
const asked = fc.oneof(
  { weight: 3, arbitrary: ofMonths },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('terms' as const) }) },
);
const simple = (...names: ('agree' | 'decline' | 'name' | 'export' | 'execute' | 'return' | 'month' | 'surplus')[]) =>
  fc.record({ do: fc.constantFrom(...names) });
const step = fc.oneof(
  { weight: 5, arbitrary: asked },
  { weight: 10, arbitrary: simple('agree', 'name', 'export', 'execute') },
  { weight: 6, arbitrary: simple('month', 'month', 'decline', 'return', 'surplus') },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const only = (...names: ('return' | 'name' | 'export' | 'execute')[]) => names.map((name) => ({ do: name }));
const round = fc.tuple(
  asked,
  simple('agree', 'month'),
  fc.constantFrom(only('name', 'export', 'execute'), only('name', 'export')),
  fc.constantFrom([], [], only('return', 'name', 'export', 'execute')),
  fc.array(step, { maxLength: 3 }),
);
const life = fc
  .tuple(fc.array(step, { maxLength: 3 }), fc.array(round, { minLength: 1, maxLength: 3 }))
  .map(([some, rounds]) => [...some, ...rounds.flat(2)] as Step[])
  .chain((steps) => fc.tuple(fc.constant(steps), fc.subarray(steps.map((_, at) => at))))
  .map(([steps, twice]) => steps.map((one, at) => [one, twice.includes(at)] as const));

async function attempt(doing: () => Promise<unknown>): Promise<void> {
  try {
    await doing();
  } catch (error) {
    if (!(error instanceof ORPCError) || error.status >= 500) throw error;
  }
}
const receive = (claimId: string, amount: number) =>
  db.transaction((tx) =>
    receiveTransfer(tx, deps, systemActor, {
      claimId,
      key: `line:${randomUUID()}`,
      amount,
      currency: 'RSD',
      bookedOn: START,
    }),
  );

let serial = 0;
async function live(order: { id: string; number: number; claimId: string }, one: Step, who: 0 | 1): Promise<unknown> {
  const desk = desks[who];
  if (one.do === 'surplus') return receive(order.claimId, 10_000);
  if (one.do === 'month') {
    if (who === 0) clock.now = new Date(`${monthsLater(dayOf(clock.now), 1)}T10:00:00Z`);
    return creditAdvances(deps);
  }
  const { version, payments, refunds: requests } = await desk.refunds.admin.read({ order: order.number });
  if (one.do === 'ask' || one.do === 'terms') {
    const payment = payments.find(({ isSurplus }) => !isSurplus)!;
    const base = { order: order.number, payment: payment.key, goods: 'none' } as const;
    const what =
      one.do === 'ask'
        ? ({ scope: 'months', months: one.months, reason: 'agreement' } as const)
        : ({ scope: 'terms', reason: 'terms_end' } as const);
    const wanted = { ...base, ...what };
    const preview = await desk.refunds.admin.preview(wanted);
    return desk.refunds.admin.ask({ ...wanted, id: randomUUID(), version, shown: preview.money.amount });
  }
  const waits = requests.find(({ state }) => state === 'asked');
  if (one.do === 'agree') return waits && desks[who === 0 ? 1 : 0].refunds.admin.agree({ id: waits.id });
  if (one.do === 'decline') {
    const open = requests.find(({ state }) => state === 'asked' || state === 'sending');
    return open && desk.refunds.admin.decline({ id: open.id });
  }
  const theirs = await db.select().from(payouts).where(eq(payouts.orderId, order.id));
  const of = (...states: string[]) => theirs.filter(({ state }) => states.includes(state));
  if (one.do === 'name') {
    const [row] = of('account', 'ready');
    return row && visitor.payouts.name({ token: row.token, payee: 'Pekara na uglu', account: '160-0000000123456-54' });
  }
  if (one.do === 'export') {
    const ready = of('ready');
    if (ready.length === 0) return;
    const shown = total(ready.map(({ amount }) => amount));
    return desk.payouts.admin.export({ id: randomUUID(), payouts: ready.map((row) => row.id), shown });
  }
  const rows = of(one.do === 'execute' ? 'listed' : 'done');
  if (rows.length === 0) return;
  const entries = rows.map(({ amount, reference }) => {
    serial += 1;
    const common = { amount: dinars(amount), currency: 'RSD' as const, reference: `97 ${reference}` };
    return { ...common, bankReference: `N${serial}`, outgoing: one.do === 'execute' };
  });
  const done = await desk.bank.statements.import({
    file: new File([camtFile(entries, { account: COMPANY })], 'izvod.xml'),
  });
  if (done.kind !== 'imported') throw new Error(done.kind);
  const lines = (await desk.payouts.admin.matches({ importId: done.importId })).map(({ line }) => line);
  if (lines.length > 0) await desk.payouts.admin.confirm({ importId: done.importId, lines });
}

const total = (amounts: readonly (number | null)[]) => amounts.reduce<number>((sum, one) => sum + (one ?? 0), 0);

async function check(id: string): Promise<void> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  const [advance] = await db.select().from(packageAdvances).where(eq(packageAdvances.orderId, id));
  const requests = await db.select().from(orderRefunds).where(eq(orderRefunds.orderId, id));
  const of = (...states: string[]) => requests.filter(({ state }) => states.includes(state));
  const { credited, back } = advance!;
  // Each month began, is asked back or went back; which of them, the requests and the periods say too.
  expect(credited + back).toBeLessThanOrEqual(MONTHS);
  expect(total(of('asked', 'sending', 'done').map(({ months }) => months))).toBe(back);
  expect(await db.$count(packages, eq(packages.orderId, id))).toBe(credited);
  const money = await db.select().from(orderPayments).where(eq(orderPayments.orderId, id));
  const counted = money.filter(({ isSurplus }) => !isSurplus);
  const paid = total(counted.map(({ amount }) => amount));
  const went = await db.select().from(refunds).where(eq(refunds.paymentKey, counted[0]!.key));
  const gone = total(went.map(({ amount }) => amount));
  const monthsGone = total(of('done').map(({ months }) => months));
  // Nothing is shown, so that what the terms give back of a month that began is all of it, with all of its units.
  const ended = of('done').filter(({ scope }) => scope === 'terms');
  const ofBegun = (price: number) => total(ended.map(() => shareOf(price, MONTHS, credited - 1, 1)));
  expect(gone).toBe(shareOf(paid, MONTHS, MONTHS - monthsGone, monthsGone) + ofBegun(paid));
  expect(order!.refunded).toBe(shareOf(PRICE, MONTHS, MONTHS - monthsGone, monthsGone) + ofBegun(PRICE));
  const taken = of('asked', 'sending', 'done').filter(({ scope }) => scope === 'terms').length;
  const [company] = await db.select().from(profiles).where(eq(profiles.id, order!.profileId!));
  expect(company).toMatchObject({
    bannerBalance: BANNERS * (credited - taken),
    tvSecondBalance: SECONDS * (credited - taken),
  });
  expect(order!.paymentState).toBe(gone === 0 ? 'paid' : gone === paid ? 'refunded' : 'part_refunded');
  const told = await db.$count(mails, and(eq(mails.orderId, id), eq(mails.template, 'refunds.paid-back')));
  expect(told).toBe(of('done').length);

  const papers = await db.select().from(documents).where(eq(documents.orderId, id));
  const gross = (kind: string) =>
    total(
      papers
        .filter((paper) => paper.kind === kind)
        .map(({ data }) => total((data as MoneyDocument).lines.map((line) => line.gross))),
    );
  expect(gross('advance')).toBe(paid);
  expect(gross('creditNote')).toBe(gone);
  expect(gross('invoice')).toBe(shareOf(paid, MONTHS, 0, credited));

  const sent = await db.select().from(payouts).where(eq(payouts.orderId, id));
  const left = total(sent.filter(({ state }) => state === 'done').map(({ amount }) => amount));
  const books = await balancesOf(db, id);
  expect(books.bank ?? 0).toBe(total(money.map(({ amount }) => amount)) - left);
  expect(books.owed ?? 0).toBe(left - gone);
}

test('whatever two people give back of months that were paid ahead, each month begins or goes back, and money, papers, books and states agree', {
  timeout: isLong ? HOUR_MS : 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(life, async (steps) => {
      clock.now = new Date(`${START}T10:00:00Z`);
      const who = await person(shop, 'member');
      const product = { productName: 'starter', productPrice: 99, companyInfo: firm, way: 'transfer' as const };
      const { orderId: id, number } = await call(shop, who).payments.createPayment({ ...product, months: MONTHS });
      const [claim] = await db.select().from(orderClaims).where(eq(orderClaims.orderId, id));
      await receive(claim!.id, claim!.amount);
      for (const [one, twice] of steps) {
        const order = { id, number, claimId: claim!.id };
        await Promise.all([
          attempt(() => live(order, one, 0)),
          ...(twice && one.do !== 'surplus' ? [attempt(() => live(order, one, 1))] : []),
        ]);
      }
      await check(id);
      // Whatever was not asked back begins in the end.
      clock.now = new Date('2029-01-01T10:00:00Z');
      await creditAdvances(deps);
      const [advance] = await db.select().from(packageAdvances).where(eq(packageAdvances.orderId, id));
      expect(advance).toMatchObject({ credited: MONTHS - advance!.back, nextOn: null });
      await check(id);
    }),
    { numRuns: HISTORIES, seed: SEED },
  );
  expect(await faultsOf(db)).toEqual([]);
  expect(await db.ask('select * from order_differences')).toEqual([]);
  expect(await findMoneyDifferences(db)).toEqual({ found: [], total: 0 });
});
