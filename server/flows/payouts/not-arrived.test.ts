import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import type { Duty } from '#domain/access.ts';
import { DECISION_DELAY_MS } from '#domain/bank/decisions.ts';
import { DAY_MS, HOUR_MS } from '#domain/day.ts';
import { paymentParts } from '../../bank/schema.ts';
import { orderClaims } from '../../orders/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { faultsOf } from '../../test/books.ts';
import { readStatementsPatiently } from '../../test/patience.ts';
import { call, giveDuties, person } from '../../test/people.ts';
import { buyer as form, testShop } from '../../test/shop.ts';
import { COMPANY, camtFile, type SampleEntry } from '../../test/statements.ts';
import { carryOutDueDecisions } from '../bank/carry-out-due-decisions.ts';
import { receiveTransfer } from '../payments/receive-transfer.ts';

/** Payouts that do not arrive, in whichever way: a person is told in Danas, once, until something is done. */

readStatementsPatiently();
const shop = await testShop({ quick: true });
const { db, deps, clock } = shop;
async function staff(...duties: Duty[]) {
  const who = await person(shop, 'admin', { firstName: 'Jelena', lastName: 'Đurić' });
  await giveDuties(shop, who, duties);
  return call(shop, who);
}
const accountant = await staff('accounting');
const seller = await staff('sales');
const { bank } = accountant;
const paying = accountant.payouts.admin;
const visitor = call(shop).payouts;
const later = (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms);
};
later(2 * HOUR_MS);

/** 219 € at 117,17, in whole dinars. */
const PRICE = 2_566_000;
const THEIRS = 'RS35160000000012345654';
const OTHER = '205-0000000000001-85';

afterAll(async () => expect(await faultsOf(db)).toEqual([]));

let house = 0;
/** Paid by transfer, all of it on its way back to an account that its buyer has named. */
async function goingBack() {
  const who = await person(shop, 'member', { firstName: 'Šćepan', lastName: 'Ćosić' });
  house += 1;
  const device = { productName: 'Vidik – 1 uređaj', productPrice: 219 };
  const buyerInfo = { ...form, phone: `+381 64 555 ${2000 + house}`, address: `Ulica ${house}` };
  const order = await call(shop, who).payments.createPayment({ ...device, way: 'transfer', buyerInfo });
  const { orderId: id, number } = order;
  const [claim] = await db.select().from(orderClaims).where(eq(orderClaims.orderId, id));
  const money = { claimId: claim!.id, key: `line:${randomUUID()}`, amount: PRICE, currency: 'RSD' } as const;
  await db.transaction((tx) => receiveTransfer(tx, deps, systemActor, { ...money, bookedOn: '2026-11-24' }));
  const desk = accountant.refunds.admin;
  const { version, payments } = await desk.read({ order: number });
  const asked = {
    order: number,
    payment: payments[0]!.key,
    scope: 'whole',
    reason: 'agreement',
    goods: 'none',
  } as Parameters<typeof desk.preview>[0];
  const { money: shown } = await desk.preview(asked);
  await desk.ask({ ...asked, id: randomUUID(), version, shown: shown.amount });
  await named(id, THEIRS);
  return { id, number };
}
const liveOf = async (id: string) => {
  const live = inArray(payouts.state, ['account', 'ready', 'listed', 'done']);
  return (
    await db
      .select()
      .from(payouts)
      .where(and(eq(payouts.orderId, id), live))
  )[0]!;
};
async function named(id: string, account: string) {
  const { token } = await liveOf(id);
  await visitor.name({ token, payee: 'Šćepan Ćosić', account });
}
async function listed({ id, amount }: { id: string; amount: number }) {
  later(1_000);
  return paying.export({ id: randomUUID(), payouts: [id], shown: amount });
}
async function statement(...entries: Partial<SampleEntry>[]) {
  const rows = entries.map((entry) => ({
    amount: '25660.00',
    currency: 'RSD' as const,
    bankReference: randomUUID(),
    ...entry,
  }));
  const answer = await bank.statements.import({ file: new File([camtFile(rows, { account: COMPANY })], 'izvod') });
  if (answer.kind !== 'imported') throw new Error(answer.kind);
  const { importId } = answer;
  const lines = (await paying.matches({ importId })).map(({ line }) => line);
  return { importId, lines };
}
const confirmed = async (shown: Awaited<ReturnType<typeof statement>>) =>
  shown.lines.length > 0 ? paying.confirm(shown) : { executed: 0, returned: 0 };
async function left({ reference }: { reference: string }, more: Partial<SampleEntry> = {}) {
  const shown = await statement({ outgoing: true, reference: `97 ${reference}`, ...more });
  return confirmed(shown);
}
async function cameBack({ reference }: { reference: string }, more: Partial<SampleEntry> = {}) {
  const shown = await statement({ reference: `97 ${reference}`, payer: 'BANKA PRIMAOCA', ...more });
  return confirmed(shown);
}
const told = async (by: typeof seller, number: number | null) =>
  (await by.admin.today())
    .deadlines!.filter((one) => one.number === number)
    .map(({ kind, name, amount }) => [kind, name, amount?.amount]);
const NAME = 'Milica Živković';

test('a payout that fails after its line was booked is a task on Danas until its buyer has named another account', async () => {
  const order = await goingBack();
  const first = await liveOf(order.id);
  await listed(first);
  await left(first);
  expect(await told(seller, order.number)).toEqual([]);
  expect(await cameBack(first)).toEqual({ executed: 0, returned: 1 });
  const again = [['returned', NAME, PRICE]];
  expect(await told(seller, order.number), 'at once').toEqual(again);
  expect(await told(accountant, order.number)).toEqual(again);
  later(5 * DAY_MS);
  expect(await told(seller, order.number), 'told once, not as a buyer who is slow as well').toEqual(again);
  await named(order.id, OTHER);
  expect(await told(seller, order.number)).toEqual([]);
  expect(await told(accountant, order.number)).toEqual([['payout', NAME, PRICE]]);
});

test('so is one that the bank never paid, and one that is sent back twice', async () => {
  const order = await goingBack();
  const first = await liveOf(order.id);
  await listed(first);
  await Promise.all([paying.refuse({ id: first.id }), paying.refuse({ id: first.id })]);
  expect(await told(seller, order.number)).toEqual([['returned', NAME, PRICE]]);
  await named(order.id, OTHER);
  const second = await liveOf(order.id);
  await listed(second);
  await left(second);
  expect(await told(seller, order.number)).toEqual([]);
  await cameBack(second);
  expect(await told(seller, order.number)).toEqual([['returned', NAME, PRICE]]);
});

test('what the bank pays after a person has said that it never did is known by its reference, and goes once', async () => {
  const order = await goingBack();
  const first = await liveOf(order.id);
  await listed(first);
  await paying.refuse({ id: first.id });
  await named(order.id, OTHER);
  const second = await liveOf(order.id);
  expect(await left(first)).toEqual({ executed: 1, returned: 0 });
  expect(await told(seller, order.number)).toEqual([]);
  expect(await liveOf(order.id)).toMatchObject({ id: first.id, state: 'done' });
  await expect(listed(second), 'what took its place goes no more').rejects.toMatchObject({ code: 'PAYOUTS_CHANGED' });
  expect(await cameBack(first), 'and it may come back like any other').toEqual({ executed: 0, returned: 1 });
  expect(await told(seller, order.number)).toEqual([['returned', NAME, PRICE]]);
});

test('once another payout was handed to the bank in its place, or nothing is to go back, a person decides', async () => {
  const [order, other] = [await goingBack(), await goingBack()];
  const first = await liveOf(order.id);
  await listed(first);
  await paying.refuse({ id: first.id });
  await named(order.id, OTHER);
  const second = await liveOf(order.id);
  await listed(second);
  expect(await left(first)).toEqual({ executed: 0, returned: 0 });
  expect(await left(second)).toEqual({ executed: 1, returned: 0 });

  const refused = await liveOf(other.id);
  await listed(refused);
  await paying.refuse({ id: refused.id });
  const { refunds } = await accountant.refunds.admin.read({ order: other.number });
  await accountant.refunds.admin.decline({ id: refunds[0]!.id });
  expect(await left(refused)).toEqual({ executed: 0, returned: 0 });
});

test('a payment order that no statement shows, or shows with another amount, is told after five days, once with what is missing', async () => {
  const [one, other] = [await goingBack(), await goingBack()];
  const rows = [await liveOf(one.id), await liveOf(other.id)];
  const list = await paying.export({
    id: randomUUID(),
    payouts: rows.map(({ id }) => id),
    shown: 2 * PRICE,
  });
  const missing = async () =>
    (await accountant.admin.today()).deadlines!.filter(
      ({ kind, paper }) => kind === 'unexecuted' && paper === String(list.number),
    );
  later(4 * DAY_MS);
  expect(await missing()).toEqual([]);
  later(DAY_MS);
  expect(await missing()).toMatchObject([{ number: null, amount: { amount: 2 * PRICE, currency: 'RSD' } }]);
  expect((await seller.admin.today()).deadlines!.some(({ kind }) => kind === 'unexecuted')).toBe(false);
  await left(rows[0]!);
  await left(rows[1]!, { amount: '25000.00' });
  expect(await missing(), 'paid in part').toMatchObject([{ amount: { amount: PRICE, currency: 'RSD' } }]);
  await paying.refuse({ id: rows[1]!.id });
  expect(await missing()).toEqual([]);
  expect(await told(seller, other.number)).toEqual([['returned', NAME, PRICE]]);
});

test('what comes back in part is a payment that names nothing, which a person decides on', async () => {
  const order = await goingBack();
  const row = await liveOf(order.id);
  await listed(row);
  await left(row);
  const before = (await accountant.admin.today()).unmatched!.total.count;
  expect(await cameBack(row, { amount: '25000.00' })).toEqual({ executed: 0, returned: 0 });
  expect((await accountant.admin.today()).unmatched!.total.count).toBe(before + 1);
  expect((await liveOf(order.id)).state).toBe('done');
});

test('what is owed back of a payment, and did not arrive, is told to whoever keeps the accounts until another account is said', async () => {
  const { importId } = await statement({ amount: '12000.00', payer: 'MILAN ILIĆ', account: THEIRS });
  const line = (await bank.lines.list({ importId, all: true })).rows[0]!.id;
  await bank.desk.decide({ id: line, decision: 'return', reason: 'Nepoznat platilac' });
  later(DECISION_DELAY_MS);
  await carryOutDueDecisions(deps);
  const [part] = await db.select().from(paymentParts).where(eq(paymentParts.lineId, line));
  const { id } = part!;
  const newest = async () =>
    (await db.select().from(payouts).where(eq(payouts.partId, id)).orderBy(payouts.createdAt)).at(-1)!;
  const again = async (by = accountant) =>
    (await by.admin.today()).deadlines!.filter(({ kind }) => kind === 'owed_again').map(({ name }) => name);

  await bank.owed.payOut({ id });
  await listed(await newest());
  const amount = { amount: '12000.00' };
  await left(await newest(), amount);
  expect(await again()).toEqual([]);
  await cameBack(await newest(), amount);
  expect(await again()).toEqual(['MILAN ILIĆ']);
  expect(await again(seller)).toEqual([]);
  await bank.owed.payOut({ id, account: OTHER });
  expect(await again()).toEqual([]);
  await listed(await newest());
  await paying.refuse({ id: (await newest()).id });
  expect(await again(), 'once for both').toEqual(['MILAN ILIĆ']);
  const refused = await newest();
  later(1_000);
  await bank.owed.payOut({ id });
  expect(await left(refused, amount), 'the bank has paid it after all').toEqual({ executed: 1, returned: 0 });
  expect(await again()).toEqual([]);
  await cameBack(refused, amount);
  expect(await again()).toEqual(['MILAN ILIĆ']);
  await bank.owed.mark({ id, returned: true });
  expect(await again(), 'given back by hand').toEqual([]);
});
