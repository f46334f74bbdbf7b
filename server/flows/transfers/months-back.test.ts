import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import type { MoneyDocument } from '#domain/documents/data.ts';
import { staffDuties } from '../../accounts/schema.ts';
import { packageAdvances, packages } from '../../advertising/schema.ts';
import { documents } from '../../documents/schema.ts';
import { orderClaims, orderEvents, orders } from '../../orders/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { mails } from '../../platform/mail.schema.ts';
import { balancesOf, faultsOf } from '../../test/books.ts';
import { call, giveDuties, person, type TestPerson } from '../../test/people.ts';
import { firm, testShop } from '../../test/shop.ts';
import { COMPANY, camtFile, dinars } from '../../test/statements.ts';
import { receiveTransfer } from '../payments/receive-transfer.ts';
import { lapseRefunds } from '../refunds/decide-refund.ts';
import { creditAdvances } from './credit-advance.ts';
import { notifyOfAdvanceEnds } from './notify-advance-ends.ts';

const shop = await testShop({ quick: true });
const { db, deps, clock } = shop;
const at = (moment: string) => {
  clock.now = new Date(moment);
};
const ACCOUNT = '160-0000000123456-54';

afterAll(async () => {
  expect(await faultsOf(db)).toEqual([]);
  expect(await db.ask('select * from order_differences')).toEqual([]);
});

async function accountant() {
  const one = await person(shop, 'admin');
  await giveDuties(shop, one, ['accounting', 'sales']);
  const since = new Date(deps.now().getTime() - 2 * HOUR_MS);
  await db.update(staffDuties).set({ since }).where(eq(staffDuties.profileId, one.id));
  return call(shop, one);
}
type Staff = Awaited<ReturnType<typeof accountant>>;

async function paidAhead(who: TestPerson, months: number, more = 0) {
  const product = { productName: 'starter', productPrice: 99, companyInfo: firm };
  const { orderId: id, number } = await call(shop, who).payments.createPayment({ ...product, way: 'transfer', months });
  const [claim] = await db.select().from(orderClaims).where(eq(orderClaims.orderId, id));
  const came = {
    claimId: claim!.id,
    key: `line:${randomUUID()}`,
    amount: claim!.amount + more,
    currency: 'RSD' as const,
  };
  await db.transaction((tx) => receiveTransfer(tx, deps, systemActor, { ...came, bookedOn: '2027-01-30' }));
  return { id, number, paid: claim!.amount, who };
}
type Ahead = Awaited<ReturnType<typeof paidAhead>>;

/** As the dialog does it: what can go back, what would happen, and then that. */
async function plan(staff: Staff, { number: order }: { number: number }, more: object) {
  const { version, payments } = await staff.refunds.admin.read({ order });
  const payment = payments.find(({ isSurplus }) => !isSurplus)!;
  const base = { order, payment: payment.key, reason: 'agreement' as const, goods: 'none' as const };
  const wanted = { ...base, ...more } as Parameters<typeof staff.refunds.admin.preview>[0];
  const preview = await staff.refunds.admin.preview(wanted);
  return { payment, preview, asked: { ...wanted, id: randomUUID(), version, shown: preview.money.amount } };
}
const months = (count: number) => ({ scope: 'months' as const, months: count });
async function ask(staff: Staff, order: { number: number }, count: number) {
  const { asked, preview } = await plan(staff, order, months(count));
  return { preview, refund: await staff.refunds.admin.ask(asked) };
}

let lines = 0;
/** A statement shows the payout: it left, or it came back. */
async function shown(staff: Staff, { amount, reference }: { amount: number; reference: string }, outgoing = true) {
  lines += 1;
  const entry = { amount: dinars(amount), currency: 'RSD' as const, reference: `97 ${reference}`, outgoing };
  const file = new File([camtFile([{ ...entry, bankReference: `M${lines}` }], { account: COMPANY })], 'izvod.xml');
  const done = await staff.bank.statements.import({ file });
  if (done.kind !== 'imported') throw new Error(done.kind);
  const found = (await staff.payouts.admin.matches({ importId: done.importId })).map(({ line }) => line);
  return staff.payouts.admin.confirm({ importId: done.importId, lines: found });
}
const liveOf = async ({ id }: { id: string }) =>
  (
    await db
      .select()
      .from(payouts)
      .where(and(eq(payouts.orderId, id), inArray(payouts.state, ['account', 'ready', 'listed'])))
  )[0]!;
/** From the account to the statement. */
async function paidOut(staff: Staff, order: { id: string }) {
  const { token } = await liveOf(order);
  await call(shop).payouts.name({ token, payee: 'Pekara na uglu', account: ACCOUNT });
  const row = await liveOf(order);
  await staff.payouts.admin.export({ id: randomUUID(), payouts: [row.id], shown: row.amount });
  expect(await shown(staff, row)).toMatchObject({ executed: 1 });
  return row;
}

const orderOf = async ({ id }: { id: string }) => (await db.select().from(orders).where(eq(orders.id, id)))[0]!;
const advanceOf = async ({ id }: { id: string }) =>
  (await db.select().from(packageAdvances).where(eq(packageAdvances.orderId, id)))[0]!;
const startedOf = ({ id }: { id: string }) => db.$count(packages, eq(packages.orderId, id));
const endsOf = async ({ id }: { id: string }) =>
  (await db.select().from(packages).where(eq(packages.orderId, id)).orderBy(asc(packages.periodEnd))).map(
    ({ periodEnd }) => periodEnd!.toISOString().slice(0, 10),
  );
const bannersOf = async ({ who }: Ahead) => (await call(shop, who).advertising.account()).banners;
const papersOf = async ({ id }: { id: string }) => {
  const papers = await db.select().from(documents).where(eq(documents.orderId, id)).orderBy(asc(documents.nth));
  const gross = (kind: string) =>
    papers
      .filter((paper) => paper.kind === kind)
      .flatMap(({ data }) => (data as MoneyDocument).lines)
      .reduce((sum, line) => sum + line.gross, 0);
  return { papers, gross };
};
const eventsOf = async ({ id }: { id: string }) =>
  db.select().from(orderEvents).where(eq(orderEvents.orderId, id)).orderBy(asc(orderEvents.id));
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ code, data }: { code: string; data: unknown }) => (data === undefined ? code : { code, data }),
  );

test('of six months two began: the other four go back to the para, and no month begins any more', async () => {
  at('2027-01-31T10:00:00Z');
  const staff = await accountant();
  const order = await paidAhead(await person(shop), 6);
  at('2027-02-28T10:00:00Z');
  await creditAdvances(deps);
  const back = order.paid - Math.round(order.paid / 3);

  const { payment } = await plan(staff, order, months(4));
  expect(payment).toMatchObject({ way: 'account', paid: order.paid, left: back, months: 4, devices: 0 });
  const { preview, refund } = await ask(staff, order, 4);
  expect(preview).toMatchObject({
    way: 'account',
    money: { amount: back, currency: 'RSD' },
    isSecondNeeded: false,
    units: null,
    rest: { amount: order.paid - back },
    months: { left: 0, endsOn: '2027-03-31' },
  });
  const shares = preview.months!.shares;
  expect(shares.map(({ beginsOn }) => beginsOn)).toEqual(['2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30']);
  expect(shares.reduce((sum, { amount }) => sum + amount, 0)).toBe(back);
  expect(preview.credits.map(({ base, tax }) => base + tax)).toEqual([back]);
  expect(refund).toMatchObject({ way: 'account', state: 'sending', months: 4, payout: { state: 'account' } });

  const own = async () => (await call(shop, order.who).orders.read({ number: order.number })).paidMonths;
  expect(await own()).toMatchObject({
    months: 6,
    started: 2,
    back: 0,
    goingBack: 4,
    nextOn: null,
    endsOn: '2027-03-31',
  });
  await paidOut(staff, order);
  expect(await own()).toMatchObject({ back: 4, goingBack: 0, endsOn: '2027-03-31' });
  expect((await call(shop, order.who).advertising.account()).advances).toMatchObject([
    { order: order.number, packageName: 'starter', back: 4, endsOn: '2027-03-31' },
  ]);
  const { purchases } = await staff.accounts.admin.people.read({ id: order.who.id });
  expect(purchases!.rows[0]).toMatchObject({ refunded: 39_600, paidMonths: { started: 2, back: 4 } });
  expect((await staff.orders.admin.read({ number: order.number })).paidMonths).toMatchObject({ back: 4 });

  expect(await orderOf(order)).toMatchObject({ status: 'paid', paymentState: 'part_refunded', refunded: 39_600 });
  const { papers, gross } = await papersOf(order);
  const advance = papers.find(({ kind }) => kind === 'advance')!;
  const credit = papers.find(({ kind }) => kind === 'creditNote')!;
  expect(credit).toMatchObject({ citedId: advance.id, packageId: null });
  expect((credit.data as MoneyDocument).lines).toMatchObject([{ quantity: 4, unit: 'month', gross: back }]);
  expect(gross('creditNote')).toBe(back);
  expect(gross('advance') - gross('creditNote'), 'what is left of the advance is invoiced').toBe(gross('invoice'));
  expect(await balancesOf(db, order.id)).toMatchObject({ bank: order.paid - back, refunds: back, sales: -order.paid });
  const told = await db.select().from(mails).where(eq(mails.orderId, order.id)).orderBy(asc(mails.queuedAt));
  expect(told.find(({ template }) => template === 'refunds.paid-back')).toMatchObject({
    props: { months: 4, endsOn: '2027-03-31', credit: credit.number },
  });

  at('2027-12-01T10:00:00Z');
  await creditAdvances(deps);
  expect(await startedOf(order)).toBe(2);
  expect(await bannersOf(order), 'what began stays').toBe(6_000);
  expect((await papersOf(order)).papers.filter(({ kind }) => kind === 'invoice')).toHaveLength(2);
  expect(await refusal(plan(staff, order, months(1)))).toEqual({ code: 'REFUND_MONTHS_WRONG', data: { most: 0 } });
});

test('a month that begins between the preview and the request is not given back, and the fresh preview says how many are left', async () => {
  at('2027-01-31T10:00:00Z');
  const staff = await accountant();
  const order = await paidAhead(await person(shop), 6);
  const { asked } = await plan(staff, order, months(5));
  at('2027-02-28T10:00:00Z');
  await creditAdvances(deps);
  expect(await refusal(staff.refunds.admin.ask(asked))).toEqual({ code: 'REFUND_MONTHS_WRONG', data: { most: 4 } });
  expect(await advanceOf(order)).toMatchObject({ credited: 2, back: 0 });
  const fresh = await plan(staff, order, months(4));
  expect(fresh.preview.months).toMatchObject({ left: 0, endsOn: '2027-03-31' });
  expect((await staff.refunds.admin.ask(fresh.asked)).months).toBe(4);
});

test('a month begins at the moment its refund is asked for: it is one or the other', async () => {
  for (let round = 0; round < 6; round += 1) {
    at('2027-01-31T10:00:00Z');
    const staff = await accountant();
    const order = await paidAhead(await person(shop), 3);
    const { asked } = await plan(staff, order, months(2));
    at('2027-02-28T10:00:00Z');
    const [, outcome] = await Promise.all([creditAdvances(deps), refusal(staff.refunds.admin.ask(asked))]);
    const { credited, back } = await advanceOf(order);
    expect([outcome, credited, back]).toEqual(
      outcome === null ? [null, 1, 2] : [{ code: 'REFUND_MONTHS_WRONG', data: { most: 1 } }, 2, 0],
    );
    at('2027-08-01T10:00:00Z');
    await creditAdvances(deps);
    expect(await startedOf(order)).toBe(outcome === null ? 1 : 3);
  }
});

test('two of the staff ask at once, and one of them twice: the months go back once', async () => {
  at('2027-01-31T10:00:00Z');
  const [one, other] = [await accountant(), await accountant()];
  const order = await paidAhead(await person(shop), 6);
  const [first, second] = [await plan(one, order, months(3)), await plan(other, order, months(3))];
  const outcomes = await Promise.all([
    refusal(one.refunds.admin.ask(first.asked)),
    refusal(one.refunds.admin.ask(first.asked)),
    refusal(other.refunds.admin.ask(second.asked)),
  ]);
  const isFirst = outcomes[0] === null;
  expect(outcomes[1]).toEqual(outcomes[0]);
  expect(outcomes[isFirst ? 2 : 0]).toBe('REFUND_UNDER_WAY');
  expect(await advanceOf(order)).toMatchObject({ months: 6, credited: 1, back: 3 });
  expect(await db.$count(payouts, eq(payouts.orderId, order.id))).toBe(1);
});

test('only the last two of five go back: the others begin on their days, and can go back later', async () => {
  at('2027-01-31T10:00:00Z');
  const staff = await accountant();
  const order = await paidAhead(await person(shop), 6);
  const { preview } = await ask(staff, order, 2);
  expect(preview.months).toMatchObject({ left: 3, endsOn: '2027-05-31' });
  expect(preview.months!.shares.map(({ beginsOn }) => beginsOn)).toEqual(['2027-05-31', '2027-06-30']);
  await paidOut(staff, order);
  at('2027-03-31T10:00:00Z');
  await creditAdvances(deps);
  expect(await endsOf(order)).toEqual(['2027-02-27', '2027-03-30', '2027-04-29']);
  const rest = await ask(staff, order, 1);
  expect(rest.preview.months).toMatchObject({ left: 0, endsOn: '2027-04-30' });
  await paidOut(staff, order);
  at('2028-01-01T10:00:00Z');
  await creditAdvances(deps);
  expect(await startedOf(order)).toBe(3);
  const { gross, papers } = await papersOf(order);
  expect(papers.filter(({ kind }) => kind === 'creditNote')).toHaveLength(2);
  expect(gross('creditNote')).toBe(order.paid - Math.round(order.paid / 2));
  expect(gross('invoice') + gross('creditNote')).toBe(order.paid);
  expect((await orderOf(order)).refunded).toBe(29_700);
});

test('above 500 € a second person agrees; nothing begins meanwhile, and what is declined or lapses begins on its own days', async () => {
  at('2027-01-31T10:00:00Z');
  const [staff, second] = [await accountant(), await accountant()];
  const [declined, lapsed] = [await paidAhead(await person(shop), 12), await paidAhead(await person(shop), 12)];
  const { refund } = await ask(staff, declined, 11);
  await ask(staff, lapsed, 11);
  expect(refund).toMatchObject({ state: 'asked', months: 11 });
  at('2027-03-02T10:00:00Z');
  await creditAdvances(deps);
  expect([await startedOf(declined), await startedOf(lapsed)]).toEqual([1, 1]);
  await second.refunds.admin.decline({ id: refund.id });
  await lapseRefunds(deps);
  for (const order of [declined, lapsed])
    expect(await advanceOf(order)).toMatchObject({ back: 0, nextOn: '2027-02-28', endsOn: '2028-01-31' });
  await creditAdvances(deps);
  for (const order of [declined, lapsed]) {
    expect(await endsOf(order)).toEqual(['2027-02-27', '2027-03-30']);
    expect((await eventsOf(order)).map(({ facts }) => facts.months).filter(Boolean)).toEqual([11, 11]);
  }
  const agreed = await ask(staff, declined, 10);
  expect((await second.refunds.admin.agree({ id: agreed.refund.id })).state).toBe('sending');
  await paidOut(staff, declined);
  expect(await orderOf(declined)).toMatchObject({ paymentState: 'part_refunded', refunded: 99_000 });
});

test('called off before its payout is in a list, the months begin after all; sent back by the bank, they stay given back', async () => {
  at('2027-01-31T10:00:00Z');
  const staff = await accountant();
  const order = await paidAhead(await person(shop), 3);
  const { refund } = await ask(staff, order, 2);
  at('2027-03-01T10:00:00Z');
  await creditAdvances(deps);
  expect(await startedOf(order)).toBe(1);
  await staff.refunds.admin.decline({ id: refund.id });
  await staff.refunds.admin.decline({ id: refund.id });
  await creditAdvances(deps);
  expect(await endsOf(order)).toEqual(['2027-02-27', '2027-03-30']);

  await ask(staff, order, 1);
  const row = await paidOut(staff, order);
  expect(await shown(staff, row, false)).toMatchObject({ returned: 1 });
  expect(await liveOf(order)).toMatchObject({ state: 'account', amount: row.amount });
  expect(await advanceOf(order)).toMatchObject({ credited: 2, back: 1, nextOn: null });
  await paidOut(staff, order);
  at('2027-06-01T10:00:00Z');
  await creditAdvances(deps);
  expect(await startedOf(order)).toBe(2);
  expect((await papersOf(order)).gross('creditNote')).toBe(row.amount);
});

test('months that later ones follow on go back after those; of a single month that never began its advance invoice is credited', async () => {
  at('2027-01-31T10:00:00Z');
  const staff = await accountant();
  const who = await person(shop);
  const [first, later] = [await paidAhead(who, 3), await paidAhead(who, 1)];
  expect(await refusal(plan(staff, first, months(2)))).toEqual({
    code: 'REFUND_MONTHS_FOLLOWED',
    data: { order: later.number },
  });
  const { preview } = await ask(staff, later, 1);
  expect(preview).toMatchObject({ months: { left: 0, endsOn: null }, rest: { amount: 0 } });
  expect(preview.credits.map(({ base, tax }) => base + tax)).toEqual([later.paid]);
  await paidOut(staff, later);
  expect(await orderOf(later)).toMatchObject({ status: 'paid', paymentState: 'refunded', refunded: 9_900 });
  const { papers, gross } = await papersOf(later);
  expect(papers.map(({ kind }) => kind)).toEqual(['proforma', 'advance', 'creditNote']);
  expect(gross('creditNote')).toBe(gross('advance'));
  const { number } = papers[1]!;
  expect(papers[2]!.data, 'it is named as what it is').toMatchObject({ cited: { kind: 'advance', number } });
  await ask(staff, first, 2);
  await paidOut(staff, first);
  const third = await paidAhead(who, 1);
  expect(await advanceOf(third), 'it follows on what still runs').toMatchObject({ nextOn: '2027-02-28' });
});

test('what was paid ahead goes back in whole months alone; what was paid too much goes back by itself and stops nothing', async () => {
  at('2027-01-31T10:00:00Z');
  const staff = await accountant();
  const order = await paidAhead(await person(shop), 3, 50_000);
  for (const scope of [{ scope: 'whole' }, { scope: 'amount', amount: 100 }, months(3)])
    expect(await refusal(plan(staff, order, scope))).toEqual({ code: 'REFUND_MONTHS_WRONG', data: { most: 2 } });
  const { version, payments } = await staff.refunds.admin.read({ order: order.number });
  const surplus = payments.find(({ isSurplus }) => isSurplus)!;
  const base = { order: order.number, payment: surplus.key, reason: 'wrong_payment', goods: 'none' } as const;
  expect(await refusal(staff.refunds.admin.preview({ ...base, ...months(1) }))).toEqual({
    code: 'REFUND_MONTHS_WRONG',
    data: { most: 0 },
  });
  await staff.refunds.admin.ask({ ...base, scope: 'whole', id: randomUUID(), version, shown: 50_000 });
  await paidOut(staff, order);
  at('2027-02-28T10:00:00Z');
  await creditAdvances(deps);
  expect(await startedOf(order)).toBe(2);
  expect((await orderOf(order)).refunded).toBe(0);
});

test('the end of what is left is announced a week before, once', async () => {
  at('2027-01-31T10:00:00Z');
  const staff = await accountant();
  const order = await paidAhead(await person(shop), 6);
  await ask(staff, order, 5);
  await paidOut(staff, order);
  at('2027-02-22T10:00:00Z');
  await notifyOfAdvanceEnds(deps);
  await notifyOfAdvanceEnds(deps);
  const ending = and(eq(mails.orderId, order.id), eq(mails.template, 'advertising.advance-ending'));
  expect(await db.select().from(mails).where(ending)).toMatchObject([{ props: { endsOn: '2027-02-28' } }]);
});
