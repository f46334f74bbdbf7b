import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { DECISION_DELAY_MS } from '#domain/bank/decisions.ts';
import { HOUR_MS } from '#domain/day.ts';
import { reservations } from '../events/schema.ts';
import { carryOutDueDecisions } from '../flows/bank/carry-out-due-decisions.ts';
import { testApp } from '../test/app.ts';
import { balancesOf, entriesOf, faultsOf } from '../test/books.ts';
import { readStatementsPatiently } from '../test/patience.ts';
import { call, person } from '../test/people.ts';
import { newReservation } from '../test/reservations.ts';
import { camtFile, confirmExact, type SampleEntry } from '../test/statements.ts';

/** The organiser's books: reservations, and what is transferred for them. */

readStatementsPatiently();
const app = await testApp();
app.clock.now = new Date('2027-05-01T10:00:00Z');
const { bank, events } = call(app, await person(app, 'admin'));
const colleague = call(app, await person(app, 'admin')).bank;
const PRICE = 1_834_900;

afterEach(async () => expect(await faultsOf(app.db)).toEqual([]));

async function reserve(requested: Parameters<typeof newReservation>[0] = {}) {
  const made = await call(app).events.reserve(newReservation({ selectedPackage: 'apartment-package', ...requested }));
  const [row] = await app.db.select().from(reservations).where(eq(reservations.number, made.number));
  return { id: row!.id, number: made.number, reference: made.instructions.reference };
}

async function came(...entries: (Partial<SampleEntry> & { amount: string })[]) {
  const file = new File([camtFile(entries.map((entry) => ({ currency: 'RSD', ...entry })))], 'izvod');
  const answer = await bank.statements.import({ file });
  if (answer.kind !== 'imported') throw new Error('a mapping is wanted');
  const { rows } = await bank.lines.list({ importId: answer.importId, all: true });
  return { importId: answer.importId, lines: rows.map(({ id }) => id) };
}
const remove = async (id: string) => {
  const [{ status, arrived } = { status: 'pending' as const, arrived: 0 }] = await app.db
    .select()
    .from(reservations)
    .where(eq(reservations.id, id));
  await events.admin.remove({ id, shown: { status, arrived }, reason: 'Na zahtev kupca' });
};
const entries = (id: string) => entriesOf(app.db, id);
const balances = (id: string) => balancesOf(app.db, id);

test('a reservation is no claim until it is confirmed; paid to the para, the guest owes nothing', async () => {
  const { id, reference } = await reserve();
  const { importId } = await came({ amount: '18349.00', reference });
  expect(await entries(id)).toEqual([]);
  await confirmExact(bank, importId);
  expect((await entries(id)).toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
    ['part', { bank: PRICE, customer: -PRICE }],
    ['reservation', { customer: PRICE, sales: -PRICE }],
  ]);
});

test('a part is the guest’s until the rest comes, and undone it is the opposite entry', async () => {
  const { id, reference } = await reserve();
  const { lines } = await came({ amount: '10000.00', reference });
  const part = { id: lines[0]!, decision: 'part', shown: PRICE } as const;
  await bank.lines.decide(part);
  await bank.lines.decide(part);
  expect(await balances(id)).toEqual({ bank: 1_000_000, customer: -1_000_000 });
  await bank.lines.reopen({ id: lines[0]! });
  await bank.lines.reopen({ id: lines[0]! });
  expect(await entries(id)).toEqual([
    ['part', { bank: 1_000_000, customer: -1_000_000 }],
    ['part', { bank: -1_000_000, customer: 1_000_000 }],
  ]);
  await bank.lines.decide(part);
  const rest = await came({ amount: '8349.00', reference, booked: '2027-05-09' });
  await confirmExact(bank, rest.importId);
  expect(await balances(id)).toEqual({ bank: PRICE, sales: -PRICE });
});

test('a surplus is owed back, given back, and not given back after all', async () => {
  const { id, reference } = await reserve();
  const { lines } = await came({ amount: '18849.00', reference });
  await bank.lines.decide({ id: lines[0]!, decision: 'surplus', shown: PRICE, reason: 'Više za 500' });
  const owed = { bank: PRICE + 50_000, owed: -50_000, sales: -PRICE };
  expect(await balances(id)).toEqual(owed);
  const [part] = (await bank.owed.list({})).rows;
  for (const returned of [true, true, false, false, true]) await bank.owed.mark({ id: part!.id, returned });
  expect(await balances(id)).toEqual({ bank: PRICE, sales: -PRICE });
  expect((await entries(id)).filter(([kind, lines]) => kind === 'part' && 'owed' in lines)).toHaveLength(4);
});

test('money that nobody is named in is owed back without a reservation, and undone', async () => {
  const { lines } = await came({ amount: '700.00' });
  await bank.lines.decide({ id: lines[0]!, decision: 'return', reason: 'Nepoznat platilac' });
  const held = () =>
    app.db.ask(
      `select account, sum(amount)::int as amount from book_entries join book_lines on entry_id = id
       where concerns is null group by 1 having sum(amount) <> 0 order by 1`,
    );
  expect(await held()).toEqual([
    { account: 'bank', amount: 70_000 },
    { account: 'owed', amount: -70_000 },
  ]);
  await bank.lines.reopen({ id: lines[0]! });
  expect(await held()).toEqual([]);
});

test('what a person says has come is on its way, until a line of a statement shows it', async () => {
  const { id, reference } = await reserve();
  await events.admin.confirm({ id, reason: '' });
  await events.admin.confirm({ id, reason: '' });
  expect(await balances(id)).toEqual({ in_transit: PRICE, sales: -PRICE });
  const { lines } = await came({ amount: '10000.00', reference });
  await bank.lines.decide({ id: lines[0]!, decision: 'part', shown: PRICE });
  expect(await balances(id)).toEqual({ bank: 1_000_000, in_transit: 834_900, sales: -PRICE });
  const rest = await came({ amount: '8349.00', reference, booked: '2027-05-09' });
  await bank.lines.decide({ id: rest.lines[0]!, decision: 'confirm' });
  expect(await balances(id)).toEqual({ bank: PRICE, sales: -PRICE });
});

test('an accepted difference closes the claim; money of another currency stands beside it', async () => {
  const less = await reserve();
  const first = await came({ amount: '18000.00', reference: less.reference });
  await bank.lines.decide({ id: first.lines[0]!, decision: 'accept', shown: PRICE, reason: 'Provizija banke' });
  expect(await balances(less.id)).toEqual({ bank: 1_800_000, differences: 34_900, sales: -PRICE });
  const euro = await reserve({ personalInfo: { email: 'evro@primer.rs' } });
  const second = await came({ amount: '156.60', currency: 'EUR', reference: euro.reference });
  await bank.lines.decide({ id: second.lines[0]!, decision: 'accept', shown: PRICE, reason: 'U evrima' });
  // The whole price differs: a second person agrees, and two minutes later it is done.
  app.clock.now = new Date(app.clock.now.getTime() + 2 * HOUR_MS);
  const [hold] = (await bank.statements.sums({ importId: second.importId })).holds;
  await colleague.desk.second({ id: hold!.id });
  app.clock.now = new Date(app.clock.now.getTime() + DECISION_DELAY_MS);
  await carryOutDueDecisions(app.deps);
  expect((await entries(euro.id)).toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
    ['difference', { customer: -PRICE, differences: PRICE }],
    ['part', { bank: 15_660, differences: -15_660 }],
    ['reservation', { customer: PRICE, sales: -PRICE }],
  ]);
});

test('a cancelled reservation is a claim no more, and what came for it is owed back', async () => {
  const { id, reference } = await reserve();
  const { lines } = await came({ amount: '18000.00', reference });
  await bank.lines.decide({ id: lines[0]!, decision: 'accept', shown: PRICE, reason: 'Provizija banke' });
  await remove(id);
  await remove(id).catch(() => {});
  expect(await balances(id)).toEqual({ bank: 1_800_000, owed: -1_800_000 });
  const unpaid = await reserve({ personalInfo: { email: 'niko@primer.rs' } });
  await remove(unpaid.id);
  expect(await entries(unpaid.id)).toEqual([]);
});
