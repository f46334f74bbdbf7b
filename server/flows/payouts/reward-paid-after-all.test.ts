import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { sessions } from '../../auth/schema.ts';
import { findMoneyDifferences } from '../../books/money-differences.ts';
import { payouts } from '../../payouts/schema.ts';
import { proveUnits } from '../../playout/prove.ts';
import { viewerDays } from '../../playout/schema.ts';
import { proveRewards } from '../../rewards/prove.ts';
import { rewardRules, rewardStatements } from '../../rewards/schema.ts';
import { testApp } from '../../test/app.ts';
import { faultsOf } from '../../test/books.ts';
import { call, giveDuties, person, type TestPerson } from '../../test/people.ts';
import { COMPANY, camtFile } from '../../test/statements.ts';
import { payStatements } from '../rewards/pay-statements.ts';

/** A reward of which staff have said that the bank never paid it, and which the bank pays after all. */
const app = await testApp();
const { db, deps, clock } = app;
clock.now = new Date('2027-01-02T10:00:00Z');
const jelena = await person(app, 'admin');
await giveDuties(app, jelena, ['accounting']);
const desk = call(app, jelena);
const paying = desk.payouts.admin;

const rule = { banner: 4_000, tvSecond: 400, ceiling: 6_000, smallest: 10_000 };
await db
  .insert(rewardRules)
  .values({ ...rule, validFrom: '2027-01-01', id: randomUUID(), publishedAt: clock.now, publishedBy: 'system' });
await desk.rewards.admin.setTaxRate({ validFrom: '2027-01-02', rate: 2_000 });

afterAll(async () => {
  expect(await faultsOf(db)).toEqual([]);
  expect(await db.ask('select * from reward_differences')).toEqual([]);
  expect(await findMoneyDifferences(db)).toEqual({ found: [], total: 0 });
});

const FIRST = '160-0000000123456-54';
const OTHER = '205-0000000000001-85';
/** What the month comes to, and of it 20 %. */
const [GROSS, TAX] = [18_000, 3_600];
const NET = GROSS - TAX;

async function named(who: TestPerson, account: string) {
  clock.now = new Date(clock.now.getTime() + 60_000);
  await db.update(sessions).set({ provenAt: clock.now }).where(eq(sessions.userId, who.id));
  await call(app, who).rewards.own.nameAccount({ payee: 'Milica Živković', account });
  await call(app, who).rewards.own.nameTaxNumber({ number: '0101006500006' });
  await payStatements(deps);
}
const statementOf = async ({ id }: TestPerson) =>
  (await db.select().from(rewardStatements).where(eq(rewardStatements.profileId, id)))[0]!;
const payoutsOf = async (who: TestPerson) => {
  const { id } = await statementOf(who);
  return db.select().from(payouts).where(eq(payouts.statementId, id)).orderBy(payouts.createdAt);
};
async function listed({ id, amount }: { id: string; amount: number }) {
  clock.now = new Date(clock.now.getTime() + 1_000);
  return paying.export({ id: randomUUID(), payouts: [id], shown: amount });
}
/** A month whose reward is in a payment order, and then said to have never been paid. */
async function refused(month: string, closed: string) {
  const who = await person(app);
  await named(who, FIRST);
  for (const day of ['11', '12', '13'])
    await db
      .insert(viewerDays)
      .values({ profileId: who.id, day: `${month}-${day}`, tvId: randomUUID(), banners: 200, tvSeconds: 0 });
  clock.now = new Date(closed);
  await proveUnits(deps);
  await proveRewards(deps);
  const { closing } = await desk.rewards.admin.read();
  expect(closing).toMatchObject({ month, stops: [] });
  await desk.rewards.admin.close({ month, shown: closing!.amount, holdSuspected: false });
  await payStatements(deps);
  const [first] = await payoutsOf(who);
  expect(first).toMatchObject({ amount: NET, state: 'ready' });
  await listed(first!);
  await paying.refuse({ id: first!.id });
  expect(await statementOf(who)).toMatchObject({ state: 'payable', account: null, tax: null });
  return { who, first: first! };
}
async function told({ reference }: { reference: string }, outgoing = true) {
  const entry = { amount: '144.00', currency: 'RSD' as const, outgoing, reference: `97 ${reference}` };
  const file = new File([camtFile([{ ...entry, bankReference: randomUUID() }], { account: COMPANY })], 'izvod.xml');
  const done = await desk.bank.statements.import({ file });
  if (done.kind !== 'imported') throw new Error(done.kind);
  const { importId } = done;
  const lines = (await paying.matches({ importId })).map(({ line }) => line);
  return lines.length > 0 ? paying.confirm({ importId, lines }) : { executed: 0, returned: 0 };
}
const again = async () => (await desk.admin.today()).deadlines!.filter(({ kind }) => kind === 'owed_again').length;

test('its debit pays the month to the account of before, less the tax of before, and what took its place goes no more', async () => {
  const { who, first } = await refused('2027-01', '2027-02-05T04:00:00Z');
  await named(who, OTHER);
  const [, second] = await payoutsOf(who);
  expect(second).toMatchObject({ state: 'ready', amount: NET });
  expect(await told(first)).toEqual({ executed: 1, returned: 0 });
  expect((await payoutsOf(who)).map(({ state }) => state)).toEqual(['done', 'stopped']);
  expect(await statementOf(who)).toMatchObject({ state: 'paid', account: first.account, tax: TAX, taxRate: 2_000 });
  await expect(listed(second!)).rejects.toMatchObject({ code: 'PAYOUTS_CHANGED' });
  expect(await again()).toBe(0);
  expect(await told(first, false), 'it may come back like any other').toEqual({ executed: 0, returned: 1 });
  expect(await statementOf(who)).toMatchObject({ state: 'payable', account: null, tax: null });
});

test('so it does while no other account is named, and after the tax has changed', async () => {
  const { who, first } = await refused('2027-02', '2027-03-05T04:00:00Z');
  const waiting = await again();
  expect(await told(first), 'nobody has named another account').toEqual({ executed: 1, returned: 0 });
  expect(await again()).toBe(waiting - 1);
  expect(await statementOf(who)).toMatchObject({ state: 'paid', account: first.account, tax: TAX, taxRate: 2_000 });

  const later = await refused('2027-03', '2027-04-05T04:00:00Z');
  await desk.rewards.admin.setTaxRate({ validFrom: '2027-04-06', rate: 1_000 });
  clock.now = new Date('2027-04-06T04:00:00Z');
  await named(later.who, OTHER);
  expect((await payoutsOf(later.who))[1]).toMatchObject({ state: 'ready', amount: GROSS - 1_800 });
  expect(await told(later.first)).toEqual({ executed: 1, returned: 0 });
  const { id } = await statementOf(later.who);
  expect(await db.select().from(rewardStatements).where(eq(rewardStatements.id, id))).toMatchObject([
    { state: 'paid', account: later.first.account, tax: TAX, taxRate: 2_000 },
  ]);
  const stopped = and(eq(payouts.statementId, id), eq(payouts.state, 'stopped'));
  expect(await db.$count(payouts, stopped)).toBe(1);
});

test('once the other one was handed to the bank, a person decides', async () => {
  await desk.rewards.admin.setTaxRate({ validFrom: '2027-04-30', rate: 2_000 });
  const { who, first } = await refused('2027-04', '2027-05-05T04:00:00Z');
  await named(who, OTHER);
  const [, second] = await payoutsOf(who);
  await listed(second!);
  expect(await told(first)).toEqual({ executed: 0, returned: 0 });
  expect(await told(second!)).toEqual({ executed: 1, returned: 0 });
  expect(await statementOf(who)).toMatchObject({ state: 'paid', account: second!.account, tax: TAX });
});
