import { randomUUID } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import type { Duty } from '#domain/access.ts';
import { DECISION_DELAY_MS } from '#domain/bank/decisions.ts';
import { HOUR_MS } from '#domain/day.ts';
import { withCheckDigits } from '#domain/orders/transfer/reference.ts';
import { paymentParts } from '../../bank/schema.ts';
import { orderClaims } from '../../orders/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { faultsOf } from '../../test/books.ts';
import { readStatementsPatiently } from '../../test/patience.ts';
import { call, giveDuties, person } from '../../test/people.ts';
import { buyer, testShop } from '../../test/shop.ts';
import { COMPANY, camtFile, type SampleEntry } from '../../test/statements.ts';
import { carryOutDueDecisions } from '../bank/carry-out-due-decisions.ts';

readStatementsPatiently();
const shop = await testShop({ quick: true });
const { db, deps, clock } = shop;
clock.now = new Date('2027-05-01T10:00:00Z');
async function keeper(duty: Duty) {
  const who = await person(shop, 'admin');
  await giveDuties(shop, who, [duty]);
  const { bank, payouts } = call(shop, who);
  return { ...who, bank, paying: payouts.admin };
}
const jelena = await keeper('accounting');
const vesna = await keeper('accounting');
const organiser = await keeper('event');
const { bank, paying } = jelena;
clock.now = new Date(clock.now.getTime() + 2 * HOUR_MS);

/** Of a bank in Serbia, with right check digits. */
const THEIRS = 'RS35160000000012345654';
const PRINTED = '160-0000000123456-54';
const OTHER = '205-0000000000001-85';

afterAll(async () => expect(await faultsOf(db)).toEqual([]));

async function came(entry: Partial<SampleEntry> & { amount: string }, account: string | null = COMPANY) {
  const file = new File([camtFile([{ currency: 'RSD', bankReference: randomUUID(), ...entry }], { account })], 'izvod');
  const answer = await bank.statements.import({ file });
  if (answer.kind !== 'imported') throw new Error(answer.kind);
  const { rows } = await bank.lines.list({ importId: answer.importId, all: true });
  return { importId: answer.importId, line: rows[0]!.id };
}
/** Money that nobody knows comes and is owed back. */
async function owed(entry: Partial<SampleEntry> = {}) {
  const { line } = await came({ amount: '12000.00', payer: 'MILAN ILIĆ', account: THEIRS, ...entry });
  await bank.desk.decide({ id: line, decision: 'return', reason: 'Nepoznat platilac' });
  clock.now = new Date(clock.now.getTime() + DECISION_DELAY_MS);
  await carryOutDueDecisions(deps);
  const [part] = await db.select().from(paymentParts).where(eq(paymentParts.lineId, line));
  return { id: part!.id, line };
}
const shownOf = async (id: string) => (await bank.owed.list({ returned: true })).rows.find((row) => row.id === id)!;
const partOf = async (id: string) => (await db.select().from(paymentParts).where(eq(paymentParts.id, id)))[0]!;
/** In the order in which they were made. */
const payoutsOf = (id: string) =>
  db.select().from(payouts).where(eq(payouts.partId, id)).orderBy(sql`substr(${payouts.reference}, 3)`);
const liveOf = async (id: string) => (await payoutsOf(id)).at(-1)!;
async function listed(id: string) {
  clock.now = new Date(clock.now.getTime() + 1_000);
  const row = await liveOf(id);
  const list = await paying.export({ id: randomUUID(), payouts: [row.id], shown: row.amount });
  return { row, list };
}
async function statement(id: string, outgoing = true) {
  const { reference } = await liveOf(id);
  const { importId } = await came({ amount: '12000.00', outgoing, reference: `97 ${reference}` });
  const matches = await paying.matches({ importId });
  return { importId, matches, lines: matches.map(({ line }) => line) };
}
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ code, data }: { code: string; data: unknown }) => (data === undefined ? code : { code, data }),
  );
const inPayout = (state: string) => ({ code: 'OWED_IN_PAYOUT', data: { state } });

test('money that nobody knows goes back with the next payment order to the account it came from, and is given back when a statement shows it', async () => {
  const { id } = await owed();
  expect(await shownOf(id)).toMatchObject({ account: PRINTED, mayBePaidOut: true, payout: null });
  await bank.owed.payOut({ id });
  expect(await shownOf(id)).toMatchObject({
    mayBePaidOut: false,
    payout: { state: 'ready', account: PRINTED, list: null },
  });
  const waiting = (await paying.list()).waiting.find(({ payee }) => payee === 'MILAN ILIĆ');
  expect(waiting).toMatchObject({
    order: null,
    month: null,
    cameOn: '2027-05-03',
    account: PRINTED,
    state: 'ready',
    isFromStatement: true,
    isByBuyer: false,
    money: { amount: 1_200_000, currency: 'RSD' },
  });
  const { row, list } = await listed(id);
  const xml = await (await paying.file({ id: list.id, format: 'xml' })).text();
  expect(xml).toContain('<IBAN>RS35160000000012345654</IBAN>');
  expect(xml).toContain('MILAN ILIĆ');
  expect(await (await paying.file({ id: list.id, format: 'csv' })).text()).toContain('Povraćaj uplate od 3. 5. 2027.');

  const { importId, matches, lines } = await statement(id);
  expect(matches).toMatchObject([{ kind: 'executed', order: null, month: null, cameOn: '2027-05-03' }]);
  const both = await Promise.all([paying.confirm({ importId, lines }), vesna.paying.confirm({ importId, lines })]);
  expect(both.map(({ executed }) => executed).toSorted()).toEqual([0, 1]);
  expect(await partOf(id)).toMatchObject({ state: 'returned' });
  expect(await shownOf(id)).toMatchObject({ payout: { state: 'done', list: list.number } });
  expect(await paying.listed({ id: list.id })).toMatchObject([{ reference: row.reference, state: 'done' }]);
  const said = await db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(asc(auditLog.id));
  expect(said.map(({ action }) => action).slice(-2)).toEqual(['bank.owed-paid-out', 'payouts.executed']);
});

test('without an account on the statement a person types one, whose check digits are right', async () => {
  const { id } = await owed({ account: '', payer: '' });
  expect(await shownOf(id)).toMatchObject({ account: null, mayBePaidOut: true });
  const wrong = { code: 'ACCOUNT_WRONG', data: { reason: 'digits' } };
  expect(await refusal(bank.owed.payOut({ id }))).toEqual(wrong);
  expect(await refusal(bank.owed.payOut({ id, account: OTHER }))).toEqual(wrong);
  expect(await refusal(bank.owed.payOut({ id, payee: 'Milan Ilić', account: '160-123456-55' }))).toEqual(wrong);
  await bank.owed.payOut({ id, payee: 'Milan Ilić', account: OTHER });
  expect(await liveOf(id)).toMatchObject({ payee: 'Milan Ilić', account: '205000000000000185', namedBy: jelena.id });
});

test('another account than the one it came from is typed only after the bank has sent the money back from there', async () => {
  const { id } = await owed();
  expect(await refusal(bank.owed.payOut({ id, payee: 'Petar Perić', account: OTHER }))).toBe('OWED_ACCOUNT_OTHER');
  expect(await refusal(vesna.bank.owed.payOut({ id, account: OTHER })), 'whoever asks').toBe('OWED_ACCOUNT_OTHER');
  expect(await payoutsOf(id)).toEqual([]);
  await bank.owed.payOut({ id, payee: 'Milan Ilić', account: PRINTED });
  expect(await liveOf(id)).toMatchObject({ account: '160000000012345654', namedBy: 'statement' });
  await bank.owed.takeOut({ id });
  expect(await refusal(bank.owed.payOut({ id, account: OTHER })), 'the bank has not seen it').toBe(
    'OWED_ACCOUNT_OTHER',
  );
  await bank.owed.payOut({ id });
  const { row } = await listed(id);
  await paying.refuse({ id: row.id });
  await bank.owed.payOut({ id, account: OTHER });
  expect(await liveOf(id)).toMatchObject({ account: '205000000000000185', namedBy: jelena.id });
});

test('pressed twice and by two at once it is in one payment order once; whoever types another account is refused', async () => {
  const { id } = await owed();
  await Promise.all([bank.owed.payOut({ id }), bank.owed.payOut({ id }), vesna.bank.owed.payOut({ id })]);
  await bank.owed.payOut({ id });
  expect(await payoutsOf(id)).toHaveLength(1);
  expect(await refusal(bank.owed.payOut({ id, account: OTHER }))).toEqual(inPayout('ready'));
  await listed(id);
  expect(await refusal(bank.owed.payOut({ id }))).toEqual(inPayout('listed'));
  expect(await payoutsOf(id)).toHaveLength(1);
});

test('taken out before it is handed to the bank it is marked by hand, or decided anew; in the bank it is neither', async () => {
  const { id, line } = await owed();
  await bank.owed.payOut({ id });
  expect(await refusal(bank.owed.mark({ id, returned: true }))).toEqual(inPayout('ready'));
  expect(await refusal(bank.lines.reopen({ id: line }))).toBe('PAYMENT_COUNTED');
  await Promise.all([bank.owed.takeOut({ id }), bank.owed.takeOut({ id })]);
  expect(await shownOf(id)).toMatchObject({ mayBePaidOut: true, payout: null });
  await bank.owed.mark({ id, returned: true });
  expect(await refusal(bank.owed.payOut({ id })), 'given back by hand').toBe('OWED_MONEY_GONE');
  await bank.owed.mark({ id, returned: false });

  await bank.owed.payOut({ id });
  await listed(id);
  expect(await refusal(bank.owed.takeOut({ id }))).toEqual(inPayout('listed'));
  expect(await refusal(bank.owed.mark({ id, returned: true }))).toEqual(inPayout('listed'));
  expect(await refusal(bank.lines.reopen({ id: line }))).toBe('PAYMENT_COUNTED');

  const other = await owed();
  await bank.owed.payOut({ id: other.id });
  await bank.owed.takeOut({ id: other.id });
  await bank.lines.reopen({ id: other.line });
  expect(await db.$count(paymentParts, eq(paymentParts.lineId, other.line))).toBe(0);
});

test('it is taken out and handed to the bank at once: it is one or the other', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await owed();
    await bank.owed.payOut({ id });
    const row = await liveOf(id);
    const outcomes = await Promise.all([
      refusal(bank.owed.takeOut({ id })),
      refusal(paying.export({ id: randomUUID(), payouts: [row.id], shown: row.amount })),
    ]);
    const { state } = await liveOf(id);
    expect(outcomes).toEqual(state === 'listed' ? [inPayout('listed'), null] : [null, 'PAYOUTS_CHANGED']);
  }
});

test('sent back by the bank, or never paid, it is owed again and can go to another account', async () => {
  const { id } = await owed();
  await bank.owed.payOut({ id });
  await listed(id);
  const left = await statement(id);
  await paying.confirm(left);
  expect(await refusal(bank.owed.mark({ id, returned: false })), 'a statement shows that it left').toEqual(
    inPayout('done'),
  );
  const back = await statement(id, false);
  expect(back.matches).toMatchObject([{ kind: 'returned' }]);
  expect(await paying.confirm(back)).toEqual({ executed: 0, returned: 1 });
  expect(await partOf(id)).toMatchObject({ state: 'owed', returnedAt: null });
  expect(await shownOf(id)).toMatchObject({ mayBePaidOut: true, payout: { state: 'returned', account: PRINTED } });
  expect(await faultsOf(db)).toEqual([]);

  await bank.owed.payOut({ id, account: OTHER });
  const { row } = await listed(id);
  await paying.refuse({ id: row.id });
  await paying.refuse({ id: row.id });
  expect(await partOf(id)).toMatchObject({ state: 'owed' });
  expect(await shownOf(id)).toMatchObject({ mayBePaidOut: true, payout: { state: 'refused' } });
  await bank.owed.payOut({ id, payee: 'Milan Ilić', account: PRINTED });
  await listed(id);
  const again = await statement(id);
  expect(await paying.confirm(again)).toEqual({ executed: 1, returned: 0 });
  expect((await payoutsOf(id)).map(({ state }) => state)).toEqual(['returned', 'refused', 'done']);
  expect(await refusal(bank.lines.reopen({ id: again.lines[0]! }))).toBe('PAYMENT_COUNTED');
});

test('what an order got too much goes the same way; euros and the organiser’s money are given back by hand', async () => {
  const who = await person(shop);
  const { orderId, number } = await call(shop, who).payments.createPayment({
    productName: 'Vidik – 1 uređaj',
    productPrice: 219,
    way: 'transfer',
    buyerInfo: buyer,
  });
  const [claim] = await db.select().from(orderClaims).where(eq(orderClaims.orderId, orderId));
  const reference = `97 ${withCheckDigits(claim!.reference!)}`;
  const { line } = await came({ amount: '26000.00', reference, payer: 'ANA JOVIĆ', account: THEIRS });
  await bank.desk.decide({ id: line, decision: 'surplus', shown: claim!.amount, reason: 'Više uplaćeno' });
  clock.now = new Date(clock.now.getTime() + DECISION_DELAY_MS);
  await carryOutDueDecisions(deps);
  const surplus = and(eq(paymentParts.lineId, line), eq(paymentParts.state, 'owed'));
  const [part] = await db.select().from(paymentParts).where(surplus);
  expect(await shownOf(part!.id)).toMatchObject({ order: number, amount: 34_000, mayBePaidOut: true });
  await bank.owed.payOut({ id: part!.id });
  const { row } = await listed(part!.id);
  const { importId } = await came({ amount: '340.00', outgoing: true, reference: `97 ${row.reference}` });
  const lines = (await paying.matches({ importId })).map((one) => one.line);
  expect(await paying.confirm({ importId, lines })).toEqual({ executed: 1, returned: 0 });

  const euros = await owed({ currency: 'EUR' });
  expect(await shownOf(euros.id)).toMatchObject({ mayBePaidOut: false });
  expect(await refusal(bank.owed.payOut({ id: euros.id }))).toBe('OWED_NOT_PAYABLE');
  const theirs = await came({ amount: '12000.00', account: THEIRS }, 'RS35999000000000010142');
  await organiser.bank.lines.decide({ id: theirs.line, decision: 'return', reason: 'Nepoznat platilac' });
  const [organisers] = await db.select().from(paymentParts).where(eq(paymentParts.lineId, theirs.line));
  expect(await refusal(bank.owed.payOut({ id: organisers!.id }))).toBe('OWED_NOT_PAYABLE');
  expect(await refusal(organiser.bank.owed.payOut({ id: part!.id }))).toBe('FORBIDDEN');
  await bank.owed.mark({ id: euros.id, returned: true });
  expect(await partOf(euros.id)).toMatchObject({ state: 'returned' });
});
