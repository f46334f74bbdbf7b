import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import type { Duty } from '#domain/access.ts';
import { DECISION_DELAY_MS } from '#domain/bank/decisions.ts';
import { HOUR_MS } from '#domain/day.ts';
import { withCheckDigits } from '#domain/orders/transfer/reference.ts';
import { documents } from '../documents/schema.ts';
import { reservations } from '../events/schema.ts';
import { carryOutDueDecisions } from '../flows/bank/carry-out-due-decisions.ts';
import { orderClaims, orderLines, orders } from '../orders/schema.ts';
import { mails } from '../platform/mail.schema.ts';
import { writeOff } from '../stock/move-devices.ts';
import { stockDevices } from '../stock/schema.ts';
import { faultsOf } from '../test/books.ts';
import { untilBlocked } from '../test/eventually.ts';
import { readStatementsPatiently } from '../test/patience.ts';
import { call, codeOfCall, giveDuties, person, type TestPerson } from '../test/people.ts';
import { newReservation } from '../test/reservations.ts';
import { buyer, testShop } from '../test/shop.ts';
import { COMPANY, camtFile, type SampleEntry } from '../test/statements.ts';
import { paymentParts } from './schema.ts';

readStatementsPatiently();
const shop = await testShop();
const { db, deps, clock } = shop;
clock.now = new Date('2027-05-01T10:00:00Z');
async function keeper(duty: Duty) {
  const who = await person(shop, 'admin');
  await giveDuties(shop, who, [duty]);
  return { ...who, bank: call(shop, who).bank, events: call(shop, who).events };
}
const asker = await keeper('accounting');
const organiser = await keeper('event');
const { bank } = asker;
clock.now = new Date(clock.now.getTime() + 2 * HOUR_MS);

afterAll(async () => {
  expect(await faultsOf(db)).toEqual([]);
  expect(await db.ask('select * from order_differences')).toEqual([]);
});

const DEVICE = 2_566_000;
async function ordered(lastName = 'Petrović', by?: TestPerson) {
  const who = by ?? (await person(shop));
  const { orderId } = await call(shop, who).payments.createPayment({
    productName: 'Vidik – 1 uređaj',
    productPrice: 219,
    way: 'transfer',
    buyerInfo: { ...buyer, firstName: 'Ana', lastName },
  });
  const [claim] = await db.select().from(orderClaims).where(eq(orderClaims.orderId, orderId));
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  return { who, orderId, number: order!.number, claim: claim!, reference: `97 ${withCheckDigits(claim!.reference!)}` };
}
async function reserved() {
  const { number, instructions } = await call(shop).events.reserve(
    newReservation({ selectedPackage: 'apartment-package' }),
  );
  return { number, reference: instructions.reference };
}
async function came(account: 'company' | 'organiser', ...entries: (Partial<SampleEntry> & { amount: string })[]) {
  const full = entries.map((entry) => ({ currency: 'RSD' as const, ...entry }));
  const content = camtFile(full, account === 'company' ? { account: COMPANY } : {});
  const answer = await bank.statements.import({ file: new File([content], 'izvod') });
  if (answer.kind !== 'imported') throw new Error(answer.kind);
  const { importId } = answer;
  return { importId, rows: (await bank.lines.list({ importId, all: true })).rows };
}
const linesOf = async (importId: string) => (await bank.lines.list({ importId, all: true })).rows;
const stateOf = async (orderId: string) =>
  (await db.select().from(orders).where(eq(orders.id, orderId)))[0]!.paymentState;
const placeOf = async (number: number) =>
  (await db.select().from(reservations).where(eq(reservations.number, number)))[0]!;
const papers = async (orderId: string) =>
  (await db.select().from(documents).where(eq(documents.orderId, orderId))).map(({ kind }) => kind);
/** So many milliseconds later, the job has done what is due. */
async function later(ms = DECISION_DELAY_MS) {
  clock.now = new Date(clock.now.getTime() + ms);
  await carryOutDueDecisions(deps);
}

test('what agrees to the para waits two minutes; until then nothing has followed from it, afterwards everything has, once', async () => {
  const [order, place] = [await ordered(), await reserved()];
  const shops = await came(
    'company',
    { amount: '25660.00', reference: order.reference, payer: 'PETROVIC ANA' },
    { amount: '100.00', outgoing: true, purpose: 'Naknada za vođenje računa' },
    { amount: '7.00', payer: 'Neko' },
  );
  const events = await came('organiser', { amount: '18349.00', reference: place.reference });
  expect(shops.rows.map(({ verdict, order: named }) => [verdict, named?.number ?? null])).toEqual([
    ['exact', order.number],
    ['outgoing', null],
    ['unknown', null],
  ]);
  for (const { importId } of [shops, events]) {
    const { version } = await bank.statements.sums({ importId });
    const held = await bank.desk.confirmExact({ importId, version });
    expect(held).toMatchObject({ lines: 1, dueAt: new Date(clock.now.getTime() + DECISION_DELAY_MS).toISOString() });
    await expect(bank.desk.confirmExact({ importId, version }), 'pressed twice').rejects.toMatchObject({
      code: 'STATEMENT_CHANGED',
      data: { verdicts: { exact: { lines: 0 } } },
    });
  }
  await later(DECISION_DELAY_MS - 1_000);
  expect(await stateOf(order.orderId)).toBe('unpaid');
  expect(await papers(order.orderId)).toEqual(['proforma']);
  expect((await placeOf(place.number)).status).toBe('pending');
  expect((await linesOf(shops.importId))[0]).toMatchObject({ state: 'held', hold: { decision: 'confirm' } });

  await later(1_000);
  await Promise.all([carryOutDueDecisions(deps), carryOutDueDecisions(deps)]);
  expect(await stateOf(order.orderId)).toBe('paid');
  expect(await papers(order.orderId)).toEqual(['proforma', 'advance']);
  expect(await placeOf(place.number)).toMatchObject({ status: 'placeno', arrived: 1_834_900 });
  expect((await linesOf(shops.importId))[0]).toMatchObject({
    state: 'recorded',
    decidedBy: asker.email,
    parts: [{ state: 'confirmed', order: order.number, amount: DEVICE }],
  });
  const sent = await db.select().from(mails).where(eq(mails.to, order.who.email));
  expect(sent.map(({ template }) => template).sort()).toEqual(['orders.paid', 'orders.proforma']);
});

test('the page of an order that was paid by transfer names the statement, the row and what its payer wrote', async () => {
  const order = await ordered();
  const { importId } = await came(
    'company',
    { amount: '100.00', outgoing: true, purpose: 'Naknada za vođenje računa' },
    { amount: '25660.00', reference: order.reference },
  );
  await bank.desk.confirmExact({ importId, version: (await bank.statements.sums({ importId })).version });
  await later();
  const { rows } = await bank.statements.list({});
  const { number, fileName } = rows.find(({ id }) => id === importId)!;
  const desk = call(shop, await keeper('sales')).orders.admin;
  const { payments, events } = await desk.read({ number: order.number });
  expect(payments).toMatchObject([
    { line: { statement: { id: importId, name: number || fileName }, position: 2, reference: order.reference } },
  ]);
  expect(events.find(({ kind }) => kind === 'paid')?.reference, 'the event is found by it').toBe(payments[0]!.key);
});

test('undone within two minutes nothing is left; undone too late it is refused', async () => {
  const order = await ordered();
  const { importId, rows } = await came('company', { amount: '25660.00', reference: order.reference });
  const { version } = await bank.statements.sums({ importId });
  const { holdId } = await bank.desk.confirmExact({ importId, version });
  expect(await bank.desk.undo({ id: holdId })).toEqual({ undone: 1 });
  expect(await bank.desk.undo({ id: holdId }), 'asked twice').toEqual({ undone: 1 });
  expect(await linesOf(importId)).toMatchObject([{ state: 'open', verdict: 'exact', hold: null, decidedBy: null }]);
  await later();
  expect(await stateOf(order.orderId)).toBe('unpaid');
  const again = await bank.desk.decide({ id: rows[0]!.id, decision: 'confirm' });
  expect(await bank.desk.decide({ id: rows[0]!.id, decision: 'confirm' }), 'sent twice').toEqual(again);
  await later();
  expect(await stateOf(order.orderId)).toBe('paid');
  await expect(bank.desk.undo({ id: again.holdId })).rejects.toMatchObject({ code: 'DECISION_CARRIED_OUT' });
});

test('a press whose answer was lost gets the same answer again, is carried out once, and is no press any more once it was taken back', async () => {
  const order = await ordered();
  const { importId } = await came('company', { amount: '25660.00', reference: order.reference });
  const { version } = await bank.statements.sums({ importId });
  const asked = { importId, version, key: randomUUID() };
  const press = () => bank.desk.confirmExact(asked);
  const [held, again] = await Promise.all([press(), press()]);
  expect(held).toMatchObject({ holdId: asked.key, lines: 1, sums: [{ amount: DEVICE, currency: 'RSD' }] });
  expect(again).toEqual(held);
  expect(await press()).toEqual(held);
  const colleague = await keeper('accounting');
  expect(await codeOfCall(colleague.bank.desk.confirmExact(asked))).toBe('STATEMENT_GONE');
  await bank.desk.undo({ id: held.holdId });
  await expect(press(), 'taken back meanwhile').rejects.toMatchObject({
    code: 'STATEMENT_CHANGED',
    data: { verdicts: { exact: { lines: 1 } } },
  });
  const next = { ...asked, key: randomUUID() };
  const second = await bank.desk.confirmExact(next);
  await later();
  expect(await bank.desk.confirmExact(next), 'after it was carried out').toEqual(second);
  expect(await stateOf(order.orderId)).toBe('paid');
  expect((await linesOf(importId)).map(({ state }) => state)).toEqual(['recorded']);
});

test('undo and the clock at the same moment: either it was taken back, or it was carried out', async () => {
  for (let n = 0; n < 4; n += 1) {
    const order = await ordered();
    const { rows, importId } = await came('company', { amount: '25660.00', reference: order.reference });
    const { holdId } = await bank.desk.decide({ id: rows[0]!.id, decision: 'confirm' });
    clock.now = new Date(clock.now.getTime() + DECISION_DELAY_MS);
    const [undone] = await Promise.allSettled([
      bank.desk.undo({ id: holdId }),
      carryOutDueDecisions(deps),
      carryOutDueDecisions(deps),
    ]);
    const paid = (await stateOf(order.orderId)) === 'paid';
    expect(paid).toBe(undone.status === 'rejected');
    expect((await linesOf(importId))[0]!.state).toBe(paid ? 'recorded' : 'open');
    if (!paid) await bank.lines.dismiss({ id: rows[0]!.id });
  }
});

test('a part of an order is recorded and asked for, its rest agrees, and what is more is owed back or kept', async () => {
  const order = await ordered();
  const first = await came('company', { amount: '10000.00', reference: order.reference });
  const [part] = first.rows;
  expect(part!.verdict).toBe('part');
  await expect(bank.desk.decide({ id: part!.id, decision: 'confirm' })).rejects.toMatchObject({
    code: 'PAYMENT_DIFFERS',
    data: { missing: DEVICE - 1_000_000, decisions: ['part', 'accept', 'return'], order: { number: order.number } },
  });
  await bank.desk.decide({ id: part!.id, decision: 'part', shown: DEVICE });
  await later();
  expect(await stateOf(order.orderId)).toBe('unpaid');
  const sent = await db
    .select()
    .from(mails)
    .where(and(eq(mails.to, order.who.email), eq(mails.template, 'orders.part-paid')));
  expect(sent).toHaveLength(1);

  const second = await came('company', { amount: '16000.00', reference: order.reference, booked: '2027-05-04' });
  expect(second.rows[0]!.verdict).toBe('over');
  await bank.desk.decide({ id: second.rows[0]!.id, decision: 'surplus', shown: DEVICE - 1_000_000 });
  await later();
  expect(await stateOf(order.orderId)).toBe('paid');
  expect((await bank.owed.list({ entity: 'company' })).rows).toMatchObject([
    { amount: 34_000, order: order.number, name: 'Ana Petrović', entity: 'company' },
  ]);
  expect((await organiser.bank.owed.list({})).rows).toEqual([]);

  const third = await came('company', { amount: '25660.00', reference: order.reference, booked: '2027-05-05' });
  expect(third.rows[0]!.verdict).toBe('duplicate');
  expect((await bank.lines.compare({ id: third.rows[0]!.id })).decisions).toEqual(['return', 'keep']);
  await bank.desk.decide({ id: third.rows[0]!.id, decision: 'keep', shown: 0 });
  await later();
  expect((await linesOf(third.importId))[0]).toMatchObject({ state: 'recorded', parts: [{ amount: DEVICE }] });
  const kept = and(eq(mails.to, order.who.email), eq(mails.template, 'orders.surplus-kept'));
  expect(await db.select().from(mails).where(kept), 'its buyer is asked where it goes').toMatchObject([
    { props: { number: order.number, amount: DEVICE, currency: 'RSD' } },
  ]);
});

test('euros for an order that is paid are not kept, because nothing but dinars goes back to an account: they are owed back', async () => {
  const order = await ordered();
  const first = await came('company', { amount: '25660.00', reference: order.reference });
  await bank.desk.decide({ id: first.rows[0]!.id, decision: 'confirm' });
  await later();
  const { rows, importId } = await came('company', {
    amount: '219.00',
    currency: 'EUR',
    reference: order.reference,
  });
  const { id } = rows[0]!;
  expect((await bank.lines.compare({ id })).decisions).toEqual(['return']);
  await expect(bank.desk.decide({ id, decision: 'keep', shown: 0 })).rejects.toMatchObject({ code: 'PAYMENT_DIFFERS' });
  await bank.desk.decide({ id, decision: 'return' });
  await later();
  expect(await linesOf(importId)).toMatchObject([{ state: 'recorded', parts: [{ amount: 21_900, state: 'owed' }] }]);
});

test('parts that make the price of an order together sell it with one press, and the buyer is asked for no rest', async () => {
  const order = await ordered();
  const { reference } = order;
  const { rows, importId } = await came(
    'company',
    { amount: '10000.00', reference },
    { amount: '15660.00', reference },
  );
  await bank.desk.decide({ id: rows[0]!.id, decision: 'confirm' });
  await later();
  expect(await stateOf(order.orderId)).toBe('paid');
  expect((await linesOf(importId)).map(({ state }) => state)).toEqual(['recorded', 'recorded']);
  expect(await papers(order.orderId)).toEqual(['proforma', 'advance']);
  const sent = await db.select().from(mails).where(eq(mails.to, order.who.email));
  expect(sent.map(({ template }) => template).sort()).toEqual(['orders.paid', 'orders.proforma']);
});

test('a small difference is accepted by one person with a reason, a large one by two', async () => {
  const [small, large] = [await ordered(), await ordered()];
  const { rows, importId } = await came(
    'company',
    { amount: '25600.00', reference: small.reference },
    { amount: '20000.00', reference: large.reference },
  );
  const accept = (id: string) =>
    bank.desk.decide({ id, decision: 'accept', shown: DEVICE, reason: 'Naknada inostrane banke' });
  await expect(bank.desk.decide({ id: rows[0]!.id, decision: 'accept', shown: DEVICE })).rejects.toMatchObject({
    code: 'PAYMENT_REASON_NEEDED',
  });
  expect((await accept(rows[0]!.id)).dueAt).not.toBeNull();
  const asked = await accept(rows[1]!.id);
  expect(asked.dueAt).toBeNull();
  await later();
  expect(await stateOf(small.orderId)).toBe('paid');
  await later(HOUR_MS);
  expect(await stateOf(large.orderId), 'nobody has agreed').toBe('unpaid');

  const newcomer = await keeper('accounting');
  const colleague = await keeper('accounting');
  await later(HOUR_MS - 1_000);
  const second = { id: asked.holdId };
  await expect(bank.desk.second(second)).rejects.toMatchObject({
    code: 'SECOND_PERSON_NEEDED',
    data: { reason: 'own' },
  });
  await expect(newcomer.bank.desk.second(second)).rejects.toMatchObject({ data: { reason: 'new' } });
  expect(await newcomer.bank.statements.sums({ importId }), 'and it is not offered').toMatchObject({ isTooNew: true });
  expect(await bank.statements.sums({ importId })).toMatchObject({ isTooNew: false });
  await expect(organiser.bank.desk.second(second), 'not theirs').rejects.toMatchObject({ code: 'STATEMENT_LINE_GONE' });
  await later(2_000);
  expect(await colleague.bank.statements.sums({ importId })).toMatchObject({ isTooNew: false });
  await colleague.bank.desk.second(second);
  await colleague.bank.desk.second(second);
  await later(DECISION_DELAY_MS - 1_000);
  expect(await stateOf(large.orderId)).toBe('unpaid');
  await later(1_000);
  expect(await stateOf(large.orderId)).toBe('paid');
  const [claim] = await db
    .select()
    .from(orderClaims)
    .where(and(eq(orderClaims.orderId, large.orderId), eq(orderClaims.state, 'live')));
  expect(claim).toMatchObject({ amount: 2_000_000 });
});

test('who paid too little for their own order neither accepts that alone nor agrees to it', async () => {
  const [mira, ana] = [await keeper('accounting'), await keeper('accounting')];
  await later(HOUR_MS);
  const [small, large] = [await ordered('Petrović', mira), await ordered('Petrović', ana)];
  const { rows } = await came(
    'company',
    { amount: '25600.00', reference: small.reference },
    { amount: '20000.00', reference: large.reference },
  );
  const said = { decision: 'accept', shown: DEVICE, reason: 'Naknada inostrane banke' } as const;
  const asked = await mira.bank.desk.decide({ id: rows[0]!.id, ...said });
  expect(asked.dueAt, 'a small one of their own waits, too').toBeNull();
  const other = await bank.desk.decide({ id: rows[1]!.id, ...said });
  await expect(ana.bank.desk.second({ id: other.holdId })).rejects.toMatchObject({
    code: 'SECOND_PERSON_NEEDED',
    data: { reason: 'buyer' },
  });
  await later();
  expect(await stateOf(small.orderId)).toBe('unpaid');
  await ana.bank.desk.second({ id: asked.holdId });
  await mira.bank.desk.second({ id: other.holdId });
  await later();
  expect([await stateOf(small.orderId), await stateOf(large.orderId)]).toEqual(['paid', 'paid']);
});

test('where a difference was accepted, the račun of the devices is of what came, as its advance is', async () => {
  const { orderId, number, reference } = await ordered();
  const { rows } = await came('company', { amount: '25600.00', reference });
  const said = { decision: 'accept', shown: DEVICE, reason: 'Naknada inostrane banke' } as const;
  await bank.desk.decide({ id: rows[0]!.id, ...said });
  await later();
  const warehouse = call(shop, await person(shop, 'admin')).fulfilment.admin;
  const { version } = await warehouse.read({ number });
  const id = randomUUID();
  const boxes = [{ grams: 350, serials: ['VDK-26-000077'] }];
  const { key } = await warehouse.pack({ order: orderId, id, version, courier: 'own', boxes });
  await warehouse.enterReceipt({ order: orderId, kind: 'receipt', number: 'AB12CD34-AB12CD34-77' });
  await warehouse.handOver({ id, labels: [`${key}-1`] });
  const issued = await db.select().from(documents).where(eq(documents.orderId, orderId)).orderBy(documents.nth);
  expect(issued.map(({ kind, gross }) => [kind, gross])).toEqual([
    ['proforma', DEVICE],
    ['advance', 2_560_000],
    ['invoice', 2_560_000],
  ]);
  expect(issued[2]!.data, 'what was never paid does not stand as paid').toMatchObject({
    advances: [{ number: issued[1]!.number, amount: 2_560_000 }],
    paid: { how: 'transfer', amount: 0 },
  });
});

test('on the event’s own screen, too, a large difference takes a second person', async () => {
  const place = await reserved();
  const { rows, importId } = await came('organiser', { amount: '10000.00', reference: place.reference });
  const asked = { id: rows[0]!.id, decision: 'accept', shown: 1_834_900, reason: 'Dogovor' } as const;
  expect(await organiser.bank.lines.decide(asked)).toEqual({ outcome: 'asked', number: place.number });
  expect(await organiser.bank.lines.decide(asked), 'sent twice').toEqual({ outcome: 'asked', number: place.number });
  const [held] = (await organiser.bank.statements.sums({ importId })).holds;
  expect(held).toMatchObject({ lineId: rows[0]!.id, dueAt: null, askedBy: organiser.email, reason: 'Dogovor' });
  await later();
  expect((await placeOf(place.number)).status).toBe('pending');
  await bank.desk.second({ id: held!.id });
  await later();
  expect(await placeOf(place.number)).toMatchObject({ status: 'placeno', arrived: 1_000_000 });
});

/** Nothing came for it in time. */
async function lapse(orderId: string) {
  await db.update(orderClaims).set({ state: 'lapsed' }).where(eq(orderClaims.orderId, orderId));
  await db.execute(`select enter_order_event('${orderId}'::uuid, now(), 'cancelled', 'system', '{}'::jsonb, 'lapsed')`);
}

test('money of a cancelled order is late: its order lives again at its price, or the money goes back', async () => {
  const [kept, returned] = [await ordered(), await ordered()];
  for (const { orderId } of [kept, returned]) await lapse(orderId);
  const { rows, importId } = await came(
    'company',
    { amount: '25660.00', reference: kept.reference },
    { amount: '25660.00', reference: returned.reference },
  );
  expect(rows.map(({ verdict }) => verdict)).toEqual(['lapsed', 'lapsed']);
  expect((await bank.statements.sums({ importId })).verdicts.exact?.lines).toBe(0);
  await bank.desk.decide({ id: rows[0]!.id, decision: 'confirm' });
  await bank.desk.decide({ id: rows[1]!.id, decision: 'return', reason: 'Kupac je odustao' });
  await later();
  expect([await stateOf(kept.orderId), await stateOf(returned.orderId)]).toEqual(['paid', 'cancelled']);
});

test('the difference of an order that is to be paid another way by now is accepted, once, and its order is one by transfer', async () => {
  const admin = call(shop, await person(shop, 'admin'));
  const seen = async (number: number) => ({ number, version: (await admin.orders.admin.read({ number })).version });
  for (const way of ['card', 'cash_on_delivery'] as const) {
    const [waits, over] = [await ordered(), await ordered()];
    for (const { number } of [waits, over]) await admin.orders.admin.changeWay({ ...(await seen(number)), way });
    await admin.orders.admin.cancel(await seen(over.number));
    for (const { reference, orderId } of [waits, over]) {
      const { rows } = await came('company', { amount: '25600.00', reference });
      const said = { decision: 'accept', shown: DEVICE, reason: 'Naknada inostrane banke' } as const;
      await bank.desk.decide({ id: rows[0]!.id, ...said });
      await later();
      await later();
      const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
      expect(order).toMatchObject({ paymentState: 'paid', way: 'transfer', checkoutKey: null });
      const live = and(eq(orderClaims.orderId, orderId), eq(orderClaims.state, 'live'));
      expect(await db.select().from(orderClaims).where(live)).toMatchObject([{ way: 'transfer', amount: 2_560_000 }]);
      expect(await db.$count(orderLines, eq(orderLines.orderId, orderId)), 'no fee').toBe(1);
    }
  }
});

test('what a parcel collects is not paid by a transfer as well: it is kept for the buyer or goes back', async () => {
  const admin = call(shop, await person(shop, 'admin'));
  const order = await ordered();
  const { number } = order;
  const seen = async () => ({ number, version: (await admin.orders.admin.read({ number })).version });
  await admin.orders.admin.changeWay({ ...(await seen()), way: 'cash_on_delivery' });
  const { rows } = await came('company', { amount: '25660.00', reference: order.reference });
  const { id } = rows[0]!;
  expect((await bank.lines.compare({ id })).decisions, 'nothing is packed yet').toEqual(['confirm', 'return']);
  await bank.desk.decide({ id, decision: 'confirm' });
  await admin.orders.admin.call({ ...(await seen()), id: randomUUID(), outcome: 'confirmed', next: null });
  const boxes = [{ grams: 350, serials: ['VDK-26-000001'] }];
  const asked = {
    order: order.orderId,
    id: randomUUID(),
    version: (await seen()).version,
    courier: 'own',
    boxes,
  } as const;
  await admin.fulfilment.admin.pack(asked);
  await later();
  expect(await stateOf(order.orderId), 'what was decided before is not carried out').toBe('due');
  expect(await bank.lines.compare({ id })).toMatchObject({ decisions: ['return', 'keep'], order: { status: 'late' } });
  await expect(bank.desk.decide({ id, decision: 'confirm' })).rejects.toMatchObject({ code: 'PAYMENT_DIFFERS' });
  await bank.desk.decide({ id, decision: 'keep', shown: 0 });
  await later();
  expect(await stateOf(order.orderId)).toBe('due');
  expect(await papers(order.orderId)).toEqual(['proforma']);
});

test('a decision that no longer holds when its time comes is not carried out, and says so', async () => {
  const place = await reserved();
  const { rows, importId } = await came('organiser', { amount: '18349.00', reference: place.reference });
  await bank.desk.decide({ id: rows[0]!.id, decision: 'confirm' });
  const { id } = await placeOf(place.number);
  await call(shop, await person(shop, 'admin')).events.admin.remove({
    id,
    shown: { status: 'pending', arrived: 0 },
    notify: false,
    reason: 'Odustao',
  });
  await later();
  expect(await linesOf(importId)).toMatchObject([
    { state: 'open', verdict: 'unknown', reservation: null, stoppedAt: clock.now.toISOString() },
  ]);
});

test('while one payment is held, another one for the same is a duplicate, and is not decided at once', async () => {
  const place = await reserved();
  const pays = { amount: '18349.00', reference: place.reference };
  const { rows, importId } = await came('organiser', pays);
  await bank.desk.decide({ id: rows[0]!.id, decision: 'confirm' });
  const other = await came('organiser', { ...pays, booked: '2027-05-09' });
  expect(other.rows[0]!.verdict).toBe('duplicate');
  await expect(organiser.bank.lines.decide({ id: other.rows[0]!.id, decision: 'confirm' })).rejects.toMatchObject({
    code: 'STATEMENT_LINE_HELD',
  });
  await later();
  expect((await linesOf(importId))[0]!.state).toBe('recorded');
  expect((await linesOf(other.importId))[0]!.verdict).toBe('duplicate');
});

test('a fee and what is not ours are closed with a reason, and opened again', async () => {
  const { rows, importId } = await came(
    'company',
    { amount: '350.00', outgoing: true, purpose: 'Provizija' },
    { amount: '12000.00', payer: 'CVEĆARA ĐURĐEVAK' },
  );
  for (const { id } of rows) await bank.desk.close({ id, reason: 'nije naše' });
  await bank.desk.close({ id: rows[0]!.id, reason: 'nije naše' });
  await expect(bank.desk.close({ id: rows[0]!.id, reason: '  ' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(await bank.statements.sums({ importId })).toMatchObject({
    states: { open: 0, closed: 2 },
    closed: [{ amount: 1_200_000, currency: 'RSD' }],
  });
  expect(await db.$count(paymentParts, eq(paymentParts.lineId, rows[1]!.id))).toBe(0);
  await bank.lines.reopen({ id: rows[1]!.id });
  expect((await linesOf(importId)).map(({ state, reason }) => [state, reason])).toEqual([
    ['closed', 'nije naše'],
    ['open', ''],
  ]);
});

test('what is not named by its reference is suggested by pro-forma number, amount, surname and town, and never confirmed in bulk', async () => {
  const order = await ordered('Šćepanović');
  const [paper] = await db.select().from(documents).where(eq(documents.orderId, order.orderId));
  const { rows, importId } = await came(
    'company',
    { amount: '25660.00', payer: 'SCEPANOVIC ANA', purpose: `po predračunu ${paper!.number}` },
    { amount: '1.00', payer: 'Neko' },
  );
  expect(rows.map(({ verdict }) => verdict)).toEqual(['unknown', 'unknown']);
  expect((await bank.statements.sums({ importId })).verdicts.exact?.lines).toBe(0);
  const [first] = await bank.desk.candidates({ id: rows[0]!.id });
  expect(first).toMatchObject({ number: order.number, why: ['proforma', 'amount', 'surname'] });
  expect(await bank.desk.candidates({ id: rows[1]!.id })).toEqual([]);
  const byName = await bank.desk.candidates({ id: rows[1]!.id, search: 'šćepanov' });
  expect(byName.map(({ number }) => number)).toContain(order.number);
  const byNumber = await bank.desk.candidates({ id: rows[1]!.id, search: String(order.number) });
  expect(byNumber.map(({ number }) => number)).toEqual([order.number]);
  await bank.desk.decide({ id: rows[0]!.id, decision: 'confirm', number: order.number });
  await later();
  expect(await stateOf(order.orderId)).toBe('paid');
});

test('what is likeliest is suggested first, however many newer ones cost the same', async () => {
  const order = await ordered('Šćepanović');
  const [paper] = await db.select().from(documents).where(eq(documents.orderId, order.orderId));
  for (let n = 0; n < 13; n++) await ordered();
  const { rows } = await came('company', {
    amount: '25660.00',
    payer: 'SCEPANOVIC',
    purpose: `predračun ${paper!.number}`,
  });
  const found = await bank.desk.candidates({ id: rows[0]!.id });
  expect(found[0]).toMatchObject({ number: order.number, why: ['proforma', 'amount', 'surname'] });
  expect(found).toHaveLength(12);
});

test('of an order of which a part has come, the rest is suggested and looked for', async () => {
  const order = await ordered('Đokić');
  const { rows } = await came('company', { amount: '10000.00', reference: order.reference });
  await bank.desk.decide({ id: rows[0]!.id, decision: 'part', shown: DEVICE });
  await later();
  const rest = (await came('company', { amount: '15660.00', payer: 'Neko', booked: '2027-05-04' })).rows[0]!;
  const left = { amount: DEVICE - 1_000_000, currency: 'RSD' };
  for (const search of [undefined, '15660', 'đokić'])
    expect(await bank.desk.candidates({ id: rest.id, search }), search).toMatchObject([{ number: order.number, left }]);
});

test('a payment that is held for an order it does not name counts as come for that order', async () => {
  const order = await ordered();
  const { rows } = await came('company', { amount: '10000.00', payer: 'Prvi' }, { amount: '15660.00', payer: 'Drugi' });
  const [first, second] = rows;
  await bank.desk.decide({ id: first!.id, decision: 'part', number: order.number, shown: DEVICE });
  expect(await bank.lines.compare({ id: second!.id, number: order.number })).toMatchObject({
    expected: { amount: DEVICE - 1_000_000 },
    missing: 0,
  });
  clock.now = new Date(clock.now.getTime() + 1_000);
  await bank.desk.decide({ id: second!.id, decision: 'confirm', number: order.number });
  await later();
  expect(await stateOf(order.orderId)).toBe('paid');
});

test('a reservation that was marked as paid by hand is found for the payment that shows it', async () => {
  const place = await reserved();
  await organiser.events.admin.confirm({ id: (await placeOf(place.number)).id });
  const { rows } = await came('organiser', { amount: '18349.00', payer: 'Bez poziva' });
  const found = await bank.desk.candidates({ id: rows[0]!.id, search: String(place.number) });
  expect(found).toMatchObject([{ number: place.number, left: { amount: 1_834_900, currency: 'RSD' } }]);
  await bank.desk.decide({ id: rows[0]!.id, decision: 'confirm', number: place.number });
  await later();
  expect(await placeOf(place.number)).toMatchObject({ status: 'placeno', arrived: 1_834_900 });
});

test('a number that is too long for any sum, a phone for instance, finds nothing', async () => {
  await reserved();
  const { rows } = await came('organiser', { amount: '5.00', payer: 'Bez poziva' });
  for (const search of ['0641234567', '2147483648', '90071992547409'])
    expect(await bank.desk.candidates({ id: rows[0]!.id, search }), search).toEqual([]);
});

test('a name with a number in it is looked for as a name, too', async () => {
  const order = await ordered('Studio 54');
  const { rows } = await came('company', { amount: '3.00', payer: 'Neko treći' });
  const found = await bank.desk.candidates({ id: rows[0]!.id, search: 'Studio 54' });
  expect(found.map(({ number }) => number)).toEqual([order.number]);
});

test('late money opens an order of devices again only while enough of them are free; else it goes back', async () => {
  const { stock } = call(shop, await keeper('warehouse'));
  const received = (n: number, from: number) => {
    const serials = Array.from({ length: n }, (_, at) => `VDK-29-${String(from + at).padStart(6, '0')}`);
    const file = new File([serials.join('\n')], 'p.csv');
    return stock.admin.take({ key: randomUUID(), file, document: 'Otpremnica' });
  };
  const [order, returned] = [await ordered(), await ordered()];
  for (const { orderId } of [order, returned]) await lapse(orderId);
  const { rows } = await came(
    'company',
    { amount: '25660.00', reference: order.reference },
    { amount: '25660.00', reference: returned.reference },
  );
  // Orders of before that are paid wait for this one.
  await received(1, 1);
  await expect(bank.desk.decide({ id: rows[0]!.id, decision: 'confirm' })).rejects.toMatchObject({
    code: 'LATE_ORDER_SHORT',
    status: 409,
    data: { free: 0 },
  });
  await bank.desk.decide({ id: rows[1]!.id, decision: 'return', reason: 'Nema uređaja' });
  await received(500, 2);
  await bank.desk.decide({ id: rows[0]!.id, decision: 'confirm' });
  await later();
  expect([await stateOf(order.orderId), await stateOf(returned.orderId)]).toEqual(['paid', 'cancelled']);
});

test('a device that somebody takes at the same moment is waited for, and late money does not buy it', async () => {
  const order = await ordered();
  await lapse(order.orderId);
  const { rows } = await came('company', { amount: '25660.00', reference: order.reference });
  const { asked } = await db.transaction(async (tx) => {
    const left = await tx.select().from(stockDevices).where(eq(stockDevices.place, 'stock'));
    const serials = left.map(({ serial }) => serial);
    await writeOff(tx, deps, { id: asker.id, email: asker.email }, { serials, reason: 'faulty', note: '' });
    const answer = codeOfCall(bank.desk.decide({ id: rows[0]!.id, decision: 'confirm' }));
    await untilBlocked(shop);
    return { asked: answer };
  });
  expect(await asked).toBe('LATE_ORDER_SHORT');
  expect(await stateOf(order.orderId)).toBe('cancelled');
});
