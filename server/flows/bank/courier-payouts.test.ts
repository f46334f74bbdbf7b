import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import type { Duty } from '#domain/access.ts';
import { DECISION_DELAY_MS } from '#domain/bank/decisions.ts';
import { HOUR_MS } from '#domain/day.ts';
import { findContradictions } from '../../backup/proofs.ts';
import { courierPayoutParcels, paymentParts, statementLines } from '../../bank/schema.ts';
import { shipmentBoxes } from '../../fulfilment/schema.ts';
import { orderEvents, orders } from '../../orders/schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { balancesOf, faultsOf } from '../../test/books.ts';
import { COURIER_EMAIL, testCourier } from '../../test/courier.ts';
import { readStatementsPatiently } from '../../test/patience.ts';
import { call, giveDuties, person } from '../../test/people.ts';
import { buyer as form, testShop } from '../../test/shop.ts';
import { COMPANY, camtFile, type SampleEntry } from '../../test/statements.ts';
import { askPayouts } from './ask-payouts.ts';
import { carryOutDueDecisions } from './carry-out-due-decisions.ts';

readStatementsPatiently();
const courier = await testCourier();
const shop = await testShop({
  quick: true,
  stopped: true,
  env: { FISCAL: 'off' },
  deps: { couriers: courier.couriers },
});
courier.reaches(shop);
const { db, deps, clock } = shop;
async function staff(...duties: Duty[]) {
  const who = await person(shop, 'admin');
  await giveDuties(shop, who, duties);
  return call(shop, who);
}
const sales = (await staff('sales', 'accounting')).orders.admin;
const warehouse = (await staff('warehouse')).fulfilment.admin;
const [one, two] = [await staff('accounting'), await staff('accounting')];
const { bank } = one;
clock.now = new Date(clock.now.getTime() + 2 * HOUR_MS);

afterAll(async () => {
  expect(await faultsOf(db)).toEqual([]);
  expect(await db.ask('select * from order_differences')).toEqual([]);
  // A backup's check knows as well what a courier has kept, and that a payout of the provider has no parts.
  expect((await findContradictions(db)).filter((one) => one.includes('lines of bank statements'))).toEqual([]);
});

/** 219 € at 117,17 in whole dinars, and the fee. */
const SUM = 2_566_000 + 39_000;
let last = 0;
/** An order on delivery that the courier has brought, unless it is still under way. */
async function sent({ delivered = true } = {}) {
  last += 1;
  const who = await person(shop, 'member');
  const buyerInfo = { ...form, phone: `+381 63 555 ${1000 + last}`, address: `Ulica ${last}` };
  const product = { productName: 'Vidik – 1 uređaj', productPrice: 219, way: 'cash_on_delivery' as const };
  const { orderId: id, number } = await call(shop, who).payments.createPayment({ ...product, buyerInfo });
  const { version } = await sales.read({ number });
  await sales.call({ number, version, id: randomUUID(), outcome: 'confirmed', next: null });
  const packing = await warehouse.read({ number });
  const parcel = randomUUID();
  const boxes = [{ grams: 350, serials: [`VDK-26-${String(last).padStart(6, '0')}`] }];
  const { key } = await warehouse.pack({
    order: id,
    id: parcel,
    version: packing.version,
    courier: 'd-express',
    boxes,
  });
  await courier.send(deps);
  const [box] = await db.select().from(shipmentBoxes).where(eq(shipmentBoxes.shipmentId, parcel));
  await warehouse.handOver({ id: parcel, labels: [box!.code!] });
  if (delivered) await courier.control.tell(key, '1');
  return { id, number, key, parcel, code: box!.code! };
}
type Sent = Awaited<ReturnType<typeof sent>>;
const dinars = (amount: number) => (amount / 100).toFixed(2);
async function came(...entries: (Partial<SampleEntry> & { amount: string })[]) {
  const full = entries.map((entry) => ({ currency: 'RSD' as const, ...entry }));
  return brought(camtFile(full, { account: COMPANY }));
}
async function brought(content: string) {
  const answer = await bank.statements.import({ file: new File([content], 'izvod') });
  if (answer.kind !== 'imported') throw new Error(answer.kind);
  return answer.importId;
}
const transfer = ({ reference, amount }: { reference: string; amount: number }) => ({
  amount: dinars(amount),
  reference,
  payer: 'D EXPRESS DOO BEOGRAD',
  purpose: 'otkup',
  bankReference: reference,
});
const linesOf = async (importId: string) => (await bank.lines.list({ importId, all: true })).rows;
/** What the courier is told to pay stands in a statement, and it has said what that is for. */
async function paidOut(options: Parameters<typeof courier.control.payOut>[0] = {}) {
  const paid = courier.control.payOut(options);
  const importId = await came(transfer(paid));
  await askPayouts(deps);
  const [line] = await linesOf(importId);
  return { ...paid, importId, id: line!.id, line: line! };
}
const orderOf = async ({ id }: Sent) => (await db.select().from(orders).where(eq(orders.id, id)))[0]!;
const stateOf = async (order: Sent) => (await orderOf(order)).paymentState;
const settledTimes = ({ id }: Sent) =>
  db.$count(orderEvents, and(eq(orderEvents.orderId, id), eq(orderEvents.kind, 'settled')));
const findings = async (id: string) =>
  Object.fromEntries((await bank.courier.read({ id })).parcels.map(({ reference, finding }) => [reference, finding]));
const refused = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ code }: { code: string }) => code,
  );
async function later(ms = DECISION_DELAY_MS) {
  clock.now = new Date(clock.now.getTime() + ms);
  await carryOutDueDecisions(deps);
}
async function confirmAll(importId: string) {
  const { version } = await bank.statements.sums({ importId });
  return bank.desk.confirmExact({ importId, version });
}

test('a transfer that agrees parcel by parcel is confirmed with all that agrees, and two minutes later its orders are settled, once', async () => {
  const [first, second] = [await sent(), await sent()];
  const paid = courier.control.payOut();
  const importId = await came(transfer(paid));
  expect(await linesOf(importId)).toMatchObject([
    { verdict: 'courier', courier: { name: 'd-express', question: 'waiting', parcels: 0 } },
  ]);
  await askPayouts(deps);
  expect(await linesOf(importId)).toMatchObject([
    { verdict: 'exact', courier: { question: 'answered', parcels: 2, agree: 2, missing: 0 } },
  ]);
  const { id } = (await linesOf(importId))[0]!;
  expect(await bank.courier.read({ id })).toMatchObject({
    courier: 'd-express',
    reference: paid.reference,
    came: 2 * SUM,
    missing: [],
    isAsked: true,
    parcels: [first, second].map(({ key, number }) => ({
      reference: key,
      order: number,
      expected: SUM,
      paid: SUM,
      finding: 'matches',
      isSettled: false,
    })),
  });
  expect(await confirmAll(importId)).toMatchObject({ lines: 1, sums: [{ amount: 2 * SUM, currency: 'RSD' }] });
  await later(DECISION_DELAY_MS - 1_000);
  expect(await stateOf(first)).toBe('collected');
  clock.now = new Date(clock.now.getTime() + 1_000);
  await Promise.all([carryOutDueDecisions(deps), carryOutDueDecisions(deps)]);
  for (const order of [first, second]) {
    expect(await orderOf(order)).toMatchObject({ status: 'paid', paymentState: 'settled' });
    expect(await settledTimes(order)).toBe(1);
    expect(await balancesOf(db, order.id)).toEqual({ bank: SUM, sales: -SUM });
    expect(await db.$count(mails, and(eq(mails.orderId, order.id), eq(mails.template, 'orders.new-sale')))).toBe(1);
  }
  expect(await linesOf(importId)).toMatchObject([
    {
      state: 'recorded',
      parts: expect.arrayContaining(
        [first, second].map(({ number }) => expect.objectContaining({ order: number, amount: SUM })),
      ),
    },
  ]);
  expect((await bank.courier.read({ id })).parcels).toMatchObject([{ isSettled: true }, { isSettled: true }]);
});

test('undone within two minutes nothing has followed, and the same statement again changes nothing', async () => {
  const order = await sent();
  const paid = courier.control.payOut();
  const file = camtFile([{ currency: 'RSD', ...transfer(paid) }], { account: COMPANY });
  const importId = await brought(file);
  await askPayouts(deps);
  const { holdId } = await confirmAll(importId);
  expect(await bank.desk.undo({ id: holdId })).toEqual({ undone: 1 });
  await later();
  expect(await stateOf(order)).toBe('collected');
  expect(await linesOf(importId)).toMatchObject([{ state: 'open', verdict: 'exact', hold: null }]);
  await confirmAll(importId);
  await later();
  expect(await stateOf(order)).toBe('settled');
  expect(await bank.statements.import({ file: new File([file], 'izvod') })).toMatchObject({ already: true, fresh: 0 });
  // The same transfer in another statement of the same days.
  const overlapping = await came(transfer(paid), { amount: '7.00', payer: 'Neko' });
  await askPayouts(deps);
  expect(await linesOf(overlapping)).toMatchObject([{ payer: 'Neko' }]);
  expect(await settledTimes(order)).toBe(1);
});

test('a parcel that the courier has not paid is missing: what agrees is settled, and its customer service is asked, once a day', async () => {
  const [paid, forgotten] = [await sent(), await sent()];
  const { id, importId } = await paidOut({ withheld: [forgotten.key] });
  expect(await linesOf(importId)).toMatchObject([{ verdict: 'exact', courier: { parcels: 1, agree: 1, missing: 1 } }]);
  expect((await bank.courier.read({ id })).missing).toEqual([
    { reference: forgotten.key, order: forgotten.number, name: 'Milica Živković', amount: SUM },
  ]);
  expect(await bank.courier.inquire({ id })).toEqual({ parcels: 1 });
  expect(await two.bank.courier.inquire({ id })).toEqual({ parcels: 1 });
  const asked = await db.select().from(mails).where(eq(mails.template, 'fulfilment.money-asked'));
  expect(asked.map(({ to, props }) => [to, props])).toEqual([
    [
      COURIER_EMAIL,
      expect.objectContaining({ parcels: [{ parcel: forgotten.key, codes: [forgotten.code], amount: SUM }] }),
    ],
  ]);
  await confirmAll(importId);
  await later();
  expect([await stateOf(paid), await stateOf(forgotten)]).toEqual(['settled', 'collected']);
  expect(await bank.courier.read({ id })).toMatchObject({ missing: [{ reference: forgotten.key }] });
  // Its next transfer brings it, and then nothing is missing.
  const next = await paidOut();
  expect((await bank.courier.read({ id })).missing).toEqual([]);
  expect(await refused(bank.courier.inquire({ id }))).toBe('NOTHING_MISSING');
  await confirmAll(next.importId);
  await later();
  expect(await stateOf(forgotten)).toBe('settled');
});

test('nine are named and eight are paid: a person leaves the one out, and it stays open', async () => {
  const [paid, named] = [await sent(), await sent()];
  const { id, importId } = await paidOut({ keeps: SUM });
  expect(await linesOf(importId)).toMatchObject([{ verdict: 'courier', courier: { parcels: 2, agree: 2 } }]);
  await expect(confirmAll(importId)).rejects.toMatchObject({ code: 'STATEMENT_CHANGED' });
  expect(await refused(bank.courier.decide({ id, parcels: [paid.key, named.key], difference: 0 }))).toBe(
    'COURIER_PAYOUT_DIFFERS',
  );
  const held = await bank.courier.decide({ id, parcels: [paid.key], difference: 0 });
  expect(await bank.courier.decide({ id, parcels: [paid.key], difference: 0 }), 'pressed twice').toEqual(held);
  await later();
  expect([await stateOf(paid), await stateOf(named)]).toEqual(['settled', 'collected']);
  expect((await bank.courier.read({ id })).missing).toMatchObject([{ reference: named.key }]);
  expect(await refused(bank.courier.decide({ id, parcels: [named.key], difference: 0 }))).toBe(
    'STATEMENT_LINE_SETTLED',
  );
  expect(await refused(bank.lines.reopen({ id }))).toBe('PAYMENT_COUNTED');
  await settleByHand(named);
});

async function settleByHand({ number }: Sent) {
  const { version } = await sales.read({ number });
  await sales.settle({ number, version });
}

test('what the courier keeps for itself is its own fee in the books, with a reason; above 5.000 RSD a second person agrees', async () => {
  const order = await sent();
  const { id, importId } = await paidOut({ keeps: 12_000 });
  const parcels = [order.key];
  expect(await refused(bank.courier.decide({ id, parcels, difference: -12_000 }))).toBe('COURIER_PAYOUT_REASON_NEEDED');
  await bank.courier.decide({ id, parcels, difference: -12_000, reason: 'naknada za otkup' });
  await later();
  expect(await stateOf(order)).toBe('settled');
  const fee = await db.ask<{ account: string; amount: string }>(
    `select account, amount::text from book_entries join book_lines on entry_id = id where kind = 'fee' and reference = '${id}' order by account`,
  );
  expect(fee).toEqual([
    { account: 'bank', amount: '-12000' },
    { account: 'fees', amount: '12000' },
  ]);
  expect(await bank.courier.read({ id })).toMatchObject({ kept: 12_000 });
  expect((await bank.statements.sums({ importId })).confirmed).toEqual([{ amount: SUM - 12_000, currency: 'RSD' }]);

  const other = await sent();
  const large = await paidOut({ keeps: 600_000 });
  const asked = { id: large.id, parcels: [other.key], difference: -600_000, reason: 'naknada' };
  const { holdId, dueAt } = await bank.courier.decide(asked);
  expect(dueAt).toBeNull();
  await later();
  expect(await stateOf(other)).toBe('collected');
  expect(await refused(bank.desk.second({ id: holdId }))).toBe('SECOND_PERSON_NEEDED');
  await two.bank.desk.second({ id: holdId });
  await later();
  expect(await stateOf(other)).toBe('settled');
});

test('less, more, a parcel that nobody sent and one that is still under way are each found; what is more is owed back', async () => {
  const [less, more, right] = [await sent(), await sent(), await sent()];
  const way = await sent({ delivered: false });
  const { id, importId } = await paidOut({
    says: { [less.key]: SUM - 10_000, [more.key]: SUM + 5_000, '999999-1': 70_000, x: 1_000 },
    again: [way.key],
  });
  expect(await findings(id)).toEqual({
    [less.key]: 'less',
    [more.key]: 'more',
    [right.key]: 'matches',
    [way.key]: 'early',
    '999999-1': 'unknown',
    x: 'unknown',
  });
  expect(await linesOf(importId)).toMatchObject([{ verdict: 'courier', courier: { parcels: 6, agree: 1 } }]);
  for (const key of [way.key, '999999-1'])
    expect(await refused(bank.courier.decide({ id, parcels: [key], difference: 0, reason: 'ne može' })), key).toBe(
      'COURIER_PAYOUT_DIFFERS',
    );
  // What is told later is judged again.
  await courier.control.tell(way.key, '1');
  expect((await findings(id))[way.key]).toBe('matches');
  const parcels = [right.key, more.key, way.key];
  const difference = 5_000 + (SUM - 10_000) + 70_000 + 1_000;
  await bank.courier.decide({ id, parcels, difference, reason: 'kurir je pogrešio' });
  await later();
  expect(await Promise.all([less, more, right, way].map(stateOf))).toEqual([
    'collected',
    'settled',
    'settled',
    'settled',
  ]);
  const parts = await db.select().from(paymentParts).where(eq(paymentParts.lineId, id));
  expect(parts.filter(({ state }) => state === 'owed').map(({ amount }) => amount)).toEqual([difference]);
  expect(await balancesOf(db, less.id)).toEqual({ courier: SUM, customer: -SUM });
  await settleByHand(less);
});

test('paid a second time, by the same transfer or another, a parcel is settled once and the rest is owed back', async () => {
  const order = await sent();
  const { id } = await paidOut({ again: [order.key] });
  expect(await findings(id)).toEqual({ [order.key]: 'twice' });
  await bank.courier.decide({ id, parcels: [order.key], difference: SUM, reason: 'dva puta u istoj isplati' });
  await later();
  expect(await stateOf(order)).toBe('settled');

  const again = await paidOut({ again: [order.key] });
  expect(await findings(again.id)).toEqual({ [order.key]: 'paid' });
  expect(
    await refused(bank.courier.decide({ id: again.id, parcels: [order.key], difference: 0, reason: 'opet' })),
  ).toBe('COURIER_PAYOUT_DIFFERS');
  await bank.desk.decide({ id: again.id, decision: 'return', reason: 'već plaćena' });
  await later();
  expect(await settledTimes(order)).toBe(1);
  expect(await linesOf(again.importId)).toMatchObject([{ state: 'recorded', parts: [{ state: 'owed', amount: SUM }] }]);
  expect(await db.$count(courierPayoutParcels, eq(courierPayoutParcels.paymentKey, `cash:${order.key}`))).toBe(1);
});

test('two open transfers that name one parcel: neither is confirmed with all, and once one pays, the other finds it paid', async () => {
  const order = await sent();
  const first = await paidOut();
  const second = await paidOut({ again: [order.key] });
  expect([await findings(first.id), await findings(second.id)]).toEqual([
    { [order.key]: 'twice' },
    { [order.key]: 'twice' },
  ]);
  const hold = await bank.courier.decide({ id: first.id, parcels: [order.key], difference: 0 });
  expect(await findings(second.id)).toEqual({ [order.key]: 'paid' });
  await bank.desk.undo({ id: hold.holdId });
  expect(await findings(second.id)).toEqual({ [order.key]: 'twice' });
  const both = await Promise.all(
    [first, second].map(({ id }, at) =>
      refused([one, two][at]!.bank.courier.decide({ id, parcels: [order.key], difference: 0 })),
    ),
  );
  expect(both.toSorted()).toEqual(['COURIER_PAYOUT_DIFFERS', null]);
  await later();
  expect(await settledTimes(order)).toBe(1);
  // Put aside, a transfer says nothing about the other one any more.
  const loser = both[0] === null ? second : first;
  await bank.lines.dismiss({ id: loser.id });
});

test('a courier that is down leaves the line waiting with its sentence; up again, it is asked by itself or by a person', async () => {
  const order = await sent();
  courier.control.goDown(1);
  const { id, importId } = await paidOut();
  expect(await linesOf(importId)).toMatchObject([{ verdict: 'courier', courier: { question: 'waiting', parcels: 0 } }]);
  const waiting = await bank.courier.read({ id });
  expect(waiting).toMatchObject({ question: 'waiting', failures: 1, parcels: [] });
  expect(new Date(waiting.nextAt).getTime()).toBe(clock.now.getTime() + 30_000);
  expect(await refused(bank.courier.decide({ id, parcels: [order.key], difference: 0 }))).toBe(
    'COURIER_PAYOUT_DIFFERS',
  );
  await courier.control.setFaults(null);
  await askPayouts(deps);
  expect(await bank.courier.read({ id }), 'not yet').toMatchObject({ question: 'waiting' });
  // Put aside, it is not asked about; taken up again, it is.
  await bank.lines.dismiss({ id });
  clock.now = new Date(clock.now.getTime() + 60_000);
  await askPayouts(deps);
  expect(await bank.courier.read({ id }), 'put aside').toMatchObject({ question: 'waiting', failures: 1 });
  await bank.lines.reopen({ id });
  expect(await linesOf(importId)).toMatchObject([{ state: 'open', verdict: 'courier' }]);
  expect(await bank.courier.ask({ id })).toEqual({ asked: true });
  await Promise.all([askPayouts(deps), askPayouts(deps)]);
  expect(await findings(id)).toEqual({ [order.key]: 'matches' });
  expect(await linesOf(importId)).toMatchObject([{ verdict: 'exact' }]);
  await confirmAll(importId);
  expect(await refused(bank.courier.ask({ id }))).toBe('STATEMENT_LINE_SETTLED');
  await later();
  expect(await stateOf(order)).toBe('settled');
});

test('a transfer without a mark waits until a person names it', async () => {
  const order = await sent();
  const { reference, amount } = courier.control.payOut();
  const importId = await came({ amount: dinars(amount), payer: 'D-Express d.o.o.', purpose: 'otkup' });
  const { id } = (await linesOf(importId))[0]!;
  expect(await bank.courier.read({ id })).toMatchObject({ question: 'unnamed', reference: '' });
  expect(await refused(bank.courier.ask({ id }))).toBe('PAYOUT_MARK_NEEDED');
  await bank.courier.ask({ id, reference: 'DEX999' });
  await askPayouts(deps);
  expect(await bank.courier.read({ id })).toMatchObject({ question: 'answered', parcels: [] });
  await bank.courier.ask({ id, reference });
  await askPayouts(deps);
  expect(await findings(id)).toEqual({ [order.key]: 'matches' });
  await confirmAll(importId);
  await later();
  expect(await stateOf(order)).toBe('settled');
});

test('of an order that a person has settled, the line confirms the word: the books move, nothing is given twice', async () => {
  const order = await sent();
  await settleByHand(order);
  expect(await balancesOf(db, order.id)).toEqual({ in_transit: SUM, sales: -SUM });
  const { id, importId } = await paidOut();
  expect(await findings(id)).toEqual({ [order.key]: 'matches' });
  await confirmAll(importId);
  await later();
  expect(await balancesOf(db, order.id)).toEqual({ bank: SUM, sales: -SUM });
  expect(await settledTimes(order)).toBe(1);
  expect(await db.$count(mails, and(eq(mails.orderId, order.id), eq(mails.template, 'orders.new-sale')))).toBe(1);
});

test('settled by hand while the decision waits, it is settled once', async () => {
  const order = await sent();
  const { importId } = await paidOut();
  await confirmAll(importId);
  await settleByHand(order);
  await Promise.all([later(), carryOutDueDecisions(deps)]);
  expect(await linesOf(importId)).toMatchObject([{ state: 'recorded' }]);
  expect(await balancesOf(db, order.id)).toEqual({ bank: SUM, sales: -SUM });
  expect(await settledTimes(order)).toBe(1);
});

test('two who decide at once: one waits, the other is told', async () => {
  const order = await sent();
  const { id } = await paidOut();
  const answers = await Promise.all(
    [one, two].map((who) => refused(who.bank.courier.decide({ id, parcels: [order.key], difference: 0 }))),
  );
  expect(answers.toSorted()).toEqual(['STATEMENT_LINE_SETTLED', null]);
  await later();
  expect(await settledTimes(order)).toBe(1);
});

test('money of a courier on the organiser’s account settles no order, and without the duty nobody sees or decides a transfer', async () => {
  const order = await sent();
  const paid = courier.control.payOut();
  const importId = await brought(camtFile([{ currency: 'RSD', ...transfer(paid) }]));
  await askPayouts(deps);
  const [line] = await linesOf(importId);
  expect(line).toMatchObject({ verdict: 'unknown', courier: null });
  expect(await refused(bank.courier.read({ id: line!.id }))).toBe('COURIER_PAYOUT_GONE');
  expect(await refused(bank.courier.decide({ id: line!.id, parcels: [order.key], difference: 0 }))).toBe(
    'COURIER_PAYOUT_GONE',
  );
  expect(await stateOf(order)).toBe('collected');

  const mine = await came({ ...transfer(paid), bankReference: 'own' });
  await askPayouts(deps);
  const [ours] = await linesOf(mine);
  for (const who of [await staff('sales', 'warehouse'), await staff('event'), call(shop, await person(shop))]) {
    expect(await refused(who.bank.courier.read({ id: ours!.id }))).toBe('FORBIDDEN');
    expect(await refused(who.bank.courier.decide({ id: ours!.id, parcels: [order.key], difference: 0 }))).toBe(
      'FORBIDDEN',
    );
  }
  await confirmAll(mine);
  await later();
  expect(await stateOf(order)).toBe('settled');
  // What somebody else says under the courier's mark is nobody's transfer.
  const strange = await came({ ...transfer(paid), payer: 'PETAR PETROVIĆ', bankReference: 'petar' });
  expect(await linesOf(strange)).toMatchObject([{ verdict: 'unknown', courier: null }]);
  expect(await db.$count(statementLines, eq(statementLines.payer, 'PETAR PETROVIĆ'))).toBe(1);
});
