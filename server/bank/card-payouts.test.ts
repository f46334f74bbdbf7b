import { eq, isNull } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { DECISION_DELAY_MS } from '#domain/bank/decisions.ts';
import { HOUR_MS } from '#domain/day.ts';
import { findContradictions } from '../backup/proofs.ts';
import { carryOutDueDecisions } from '../flows/bank/carry-out-due-decisions.ts';
import { syncWithProvider } from '../flows/payments/handle-payment-event.ts';
import { faultsOf } from '../test/books.ts';
import { readStatementsPatiently } from '../test/patience.ts';
import { call, codeOfCall, giveDuties, person } from '../test/people.ts';
import { buyer, pay, testShop } from '../test/shop.ts';
import { COMPANY, camtFile, type SampleEntry } from '../test/statements.ts';
import { cardPayouts } from './schema.ts';

readStatementsPatiently();
const shop = await testShop({ stopped: true });
const { db, deps, clock } = shop;
async function accountant() {
  const who = await person(shop, 'admin');
  await giveDuties(shop, who, ['accounting']);
  return call(shop, who).bank;
}
const [bank, other] = [await accountant(), await accountant()];
const member = call(shop, await person(shop)).bank;
const sales = await person(shop, 'admin');
await giveDuties(shop, sales, ['sales']);
const seller = call(shop, sales);
const problemsOfToday = async () => (await seller.admin.today()).problems!;
clock.now = new Date(clock.now.getTime() + 2 * HOUR_MS);

beforeEach(async () => {
  await db.ask(
    'delete from card_payout_lines where line_id not in (select line_id from card_payouts where line_id is not null)',
  );
  await db.delete(cardPayouts).where(isNull(cardPayouts.lineId));
});
afterAll(async () => {
  expect(await faultsOf(db)).toEqual([]);
  // A backup's check knows as well what a courier has kept, and that a payout of the provider has no parts.
  expect((await findContradictions(db)).filter((one) => one.includes('lines of bank statements'))).toEqual([]);
});

/** 219 € by card, of which the double keeps 1.5 % and 25 cents. */
const [PRICE, FEE] = [21_900, 354];
let last = 0;
async function bought() {
  last += 1;
  const device = { productName: 'Vidik – 1 uređaj', productPrice: 219 };
  const buyerInfo = { ...buyer, address: `Ulica ${last}` };
  const { url, orderId } = await call(shop, await person(shop)).payments.createPayment({ ...device, buyerInfo });
  await pay(shop, url);
  return orderId;
}
/** The provider sends its balance, which is on the account already. */
async function paidOut() {
  const payout = await shop.sandbox.control.payOut();
  await shop.sandbox.control.endPayout(payout.id, 'paid');
  return payout;
}
const arrival = () => new Date(Date.now() + 2 * 24 * HOUR_MS).toISOString().slice(0, 10);
const euros = (amount: number) => (amount / 100).toFixed(2);
let entry = 0;
const transfer = (amount: number, more: Partial<SampleEntry> = {}): SampleEntry => ({
  amount: euros(amount),
  currency: 'EUR',
  payer: 'STRIPE PAYMENTS EUROPE LTD',
  purpose: 'ISPLATA',
  booked: arrival(),
  bankReference: `E${++entry}`,
  ...more,
});
async function came(...entries: SampleEntry[]) {
  const file = new File([camtFile(entries, { account: COMPANY })], 'izvod');
  const answer = await bank.statements.import({ file });
  if (answer.kind !== 'imported') throw new Error(answer.kind);
  const { importId } = answer;
  const lines = async () => (await bank.lines.list({ importId, all: true })).rows;
  return { importId, lines, ids: (await lines()).map(({ id }) => id) };
}
async function later(ms = DECISION_DELAY_MS) {
  clock.now = new Date(clock.now.getTime() + ms);
  await carryOutDueDecisions(deps);
}
const booked = (reference: string) =>
  db.ask<{ kind: string; account: string; amount: string }>(
    `select kind, account, amount::text from book_entries join book_lines on entry_id = id where reference = $1
     order by kind desc, account`,
    [reference],
  );
async function atProvider(): Promise<number> {
  const [row] = await db.ask<{ amount: string }>(
    `select coalesce(sum(amount), 0)::text as amount from book_entries join book_lines on entry_id = id
     where account = 'card_provider' and currency = 'EUR'`,
  );
  return Number(row!.amount);
}

test('a card payout is matched with the provider’s, its fee is a line of its own, and the books are even', async () => {
  await bought();
  await bought();
  const payout = await paidOut();
  expect(payout.amount).toBe(2 * (PRICE - FEE));
  const { importId, lines, ids } = await came(transfer(payout.amount));
  expect(await lines()).toMatchObject([{ verdict: 'exact', card: { payout: payout.id, finding: 'matches' } }]);
  expect(await bank.card.read({ id: ids[0]! })).toEqual({
    came: { amount: payout.amount, currency: 'EUR' },
    finding: 'matches',
    payout: {
      id: payout.id,
      amount: payout.amount,
      currency: 'EUR',
      fee: 2 * FEE,
      arrivesOn: expect.any(String),
      state: 'paid',
      isRecorded: false,
    },
  });
  expect(await codeOfCall(member.card.read({ id: ids[0]! }))).toBe('FORBIDDEN');

  const { version } = await bank.statements.sums({ importId });
  await bank.desk.confirmExact({ importId, version });
  expect(await booked(payout.id), 'nothing follows within two minutes').toEqual([]);
  await later();
  expect(await booked(payout.id)).toEqual([
    { kind: 'payout', account: 'bank', amount: String(payout.amount) },
    { kind: 'payout', account: 'card_provider', amount: String(-payout.amount) },
    { kind: 'fee', account: 'card_provider', amount: String(-2 * FEE) },
    { kind: 'fee', account: 'fees', amount: String(2 * FEE) },
  ]);
  expect(await atProvider(), 'nothing is left at the provider').toBe(0);
  expect(await lines()).toMatchObject([{ state: 'recorded', parts: [], card: { finding: 'matches' } }]);
  const sums = await bank.statements.sums({ importId });
  expect([sums.arrived, sums.confirmed, sums.open]).toEqual([
    [{ amount: payout.amount, currency: 'EUR' }],
    [{ amount: payout.amount, currency: 'EUR' }],
    [],
  ]);
  expect(await codeOfCall(bank.lines.reopen({ id: ids[0]! }))).toBe('PAYMENT_COUNTED');
});

test('undone within two minutes it waits again; two people at once confirm it once, and two servers book it once', async () => {
  await bought();
  const payout = await paidOut();
  const { lines, ids } = await came(transfer(payout.amount));
  const asked = { id: ids[0]!, payout: payout.id };
  const { holdId } = await bank.card.confirm(asked);
  expect(await bank.card.confirm(asked), 'pressed twice').toMatchObject({ holdId });
  expect(await bank.desk.undo({ id: holdId })).toEqual({ undone: 1 });
  await later();
  expect(await lines()).toMatchObject([{ state: 'open', verdict: 'exact' }]);
  const codes = await Promise.all([codeOfCall(bank.card.confirm(asked)), codeOfCall(other.card.confirm(asked))]);
  expect(codes.filter((code) => code === 'STATEMENT_LINE_SETTLED')).toHaveLength(1);
  clock.now = new Date(clock.now.getTime() + DECISION_DELAY_MS);
  await Promise.all([carryOutDueDecisions(deps), carryOutDueDecisions(deps)]);
  expect(await booked(payout.id)).toHaveLength(4);
  expect(await lines()).toMatchObject([{ state: 'recorded' }]);
});

test('one dinar less, more, and another currency are told apart, and nobody confirms them', async () => {
  await bought();
  const payout = await paidOut();
  const found = async (entry: SampleEntry) => {
    const { importId, lines, ids } = await came(entry);
    const [line] = await lines();
    expect(line).toMatchObject({ verdict: 'card', card: { payout: payout.id } });
    expect(await codeOfCall(bank.card.confirm({ id: ids[0]!, payout: payout.id }))).toBe('CARD_PAYOUT_DIFFERS');
    const { version } = await bank.statements.sums({ importId });
    expect(await codeOfCall(bank.desk.confirmExact({ importId, version }))).toBe('STATEMENT_CHANGED');
    await bank.desk.close({ id: ids[0]!, reason: 'Banka proverava.' });
    return line!.card!.finding;
  };
  expect(await found(transfer(payout.amount - 100))).toBe('less');
  expect(await found(transfer(payout.amount + 100))).toBe('more');
  expect(await found(transfer(payout.amount, { currency: 'RSD' }))).toBe('currency');
  // One that is right to the para takes the payout from a line that is not.
  const wrong = await came(transfer(payout.amount - 100, { purpose: 'PRVA' }));
  const right = await came(transfer(payout.amount));
  expect(await wrong.lines()).toMatchObject([{ verdict: 'card', card: { payout: null, finding: 'unknown' } }]);
  expect(await right.lines()).toMatchObject([{ verdict: 'exact' }]);
  await bank.card.confirm({ id: right.ids[0]!, payout: payout.id });
  await later();
  expect(await right.lines()).toMatchObject([{ state: 'recorded' }]);
});

test('the same payout in two lines is paid once: neither agrees until one is put aside, and a later one is paid already', async () => {
  // A sum that no other payout is of.
  for (let n = 0; n < 3; n += 1) await bought();
  const payout = await paidOut();
  const { lines, ids } = await came(transfer(payout.amount), transfer(payout.amount));
  expect((await lines()).map(({ verdict, card }) => [verdict, card!.finding])).toEqual([
    ['card', 'twice'],
    ['card', 'twice'],
  ]);
  expect(await codeOfCall(bank.card.confirm({ id: ids[0]!, payout: payout.id }))).toBe('CARD_PAYOUT_DIFFERS');
  await bank.lines.dismiss({ id: ids[1]! });
  expect((await lines())[0]).toMatchObject({ verdict: 'exact', card: { finding: 'matches' } });
  await bank.card.confirm({ id: ids[0]!, payout: payout.id });
  await bank.lines.reopen({ id: ids[1]! });
  expect((await lines())[1], 'the other is about to be it').toMatchObject({ card: { finding: 'paid' } });
  await later();
  const late = await came(transfer(payout.amount));
  expect(await late.lines()).toMatchObject([{ verdict: 'card', card: { payout: payout.id, finding: 'paid' } }]);
  expect(await booked(payout.id)).toHaveLength(4);
});

test('what the provider has not told yet waits: for the payout, then for its fee; an earlier answer changes nothing later', async () => {
  await bought();
  const payout = await shop.sandbox.control.payOut();
  const { lines } = await came(transfer(payout.amount, { purpose: `STRIPE ${payout.id}` }));
  expect(await lines()).toMatchObject([{ verdict: 'card', card: { payout: null, finding: 'unknown' } }]);
  await syncWithProvider(deps, { type: 'payout.updated', objectId: payout.id });
  expect(await lines()).toMatchObject([{ verdict: 'card', card: { payout: payout.id, finding: 'early' } }]);
  await shop.sandbox.control.endPayout(payout.id, 'paid');
  expect(await lines()).toMatchObject([{ verdict: 'exact', card: { finding: 'matches' } }]);
  const [kept] = await db.select().from(cardPayouts).where(eq(cardPayouts.id, payout.id));
  expect(kept).toMatchObject({ state: 'paid', fee: FEE });
});

test('a payout that failed is never confirmed, and what was kept of it is booked with the one that brings its money', async () => {
  for (let n = 0; n < 4; n += 1) await bought();
  const failed = await shop.sandbox.control.payOut();
  await shop.sandbox.control.endPayout(failed.id, 'failed');
  const { lines, ids } = await came(transfer(failed.amount));
  expect(await lines()).toMatchObject([{ verdict: 'card', card: { payout: failed.id, finding: 'failed' } }]);
  expect(await codeOfCall(bank.card.confirm({ id: ids[0]!, payout: failed.id }))).toBe('CARD_PAYOUT_DIFFERS');
  await bank.desk.close({ id: ids[0]!, reason: 'Vraćeno platnoj kući.' });

  await bought();
  const before = await atProvider();
  const next = await paidOut();
  expect(next.amount).toBe(5 * (PRICE - FEE));
  const { ids: right } = await came(transfer(next.amount));
  await bank.card.confirm({ id: right[0]!, payout: next.id });
  await later();
  expect(before - (await atProvider())).toBe(5 * PRICE);
});

test('a payout that fails after its line was booked is a problem on Danas once, and its money is at the provider again', async () => {
  for (let n = 0; n < 6; n += 1) await bought();
  const payout = await paidOut();
  const { ids, lines } = await came(transfer(payout.amount));
  await bank.card.confirm({ id: ids[0]!, payout: payout.id });
  await later();
  const [before, problems] = [await atProvider(), await problemsOfToday()];
  await shop.sandbox.control.endPayout(payout.id, 'failed');
  await syncWithProvider(deps, { type: 'payout.updated', objectId: payout.id });
  expect(await problemsOfToday()).toBe(problems + 1);
  expect((await atProvider()) - before, 'with what was kept of it').toBe(6 * PRICE);
  expect(await faultsOf(db)).toEqual([]);
  expect(await lines()).toMatchObject([{ state: 'recorded' }]);
  const { rows } = await seller.payments.admin.problems({});
  const problem = rows.find((one) => one.problem === 'PAYOUT_FAILED' && one.objectId === payout.id);
  await seller.payments.admin.dismiss({ id: problem!.id, note: 'Račun za isplate je ispravljen.' });
  expect(await problemsOfToday()).toBe(problems);

  const next = await paidOut();
  expect(next.amount).toBe(payout.amount);
  const again = await came(transfer(next.amount));
  await bank.card.confirm({ id: again.ids[0]!, payout: next.id });
  await later();
  expect(await atProvider(), 'counted once').toBe(before);
});

test('a sum alone is no payout: somebody else may pay as much', async () => {
  await bought();
  const payout = await paidOut();
  const { lines } = await came(transfer(payout.amount, { payer: 'PETAR PETROVIĆ' }));
  expect(await lines()).toMatchObject([{ verdict: 'unknown', card: null }]);
});
