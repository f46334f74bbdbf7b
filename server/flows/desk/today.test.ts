import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { DUTIES, type Duty } from '#domain/access.ts';
import { DAY_MS } from '#domain/day.ts';
import { payoutReference } from '#domain/payouts/rules.ts';
import { WHOLE_WEEK } from '#domain/playout/schedule.ts';
import { statementImports, statementLines } from '../../bank/schema.ts';
import { campaigns, reportObjections } from '../../campaigns/schema.ts';
import { exchanges, fiscalReceipts, shipments } from '../../fulfilment/schema.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { orderClaims, orders, withdrawals } from '../../orders/schema.ts';
import { orderPayments, refunds } from '../../payments/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { mails } from '../../platform/mail.schema.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { returns } from '../../returns/schema.ts';
import { tasks } from '../../tasks/schema.ts';
import { testApp } from '../../test/app.ts';
import { exactly } from '../../test/counts.ts';
import { call, giveDuties, person } from '../../test/people.ts';

/** What waits today: every number is that of the list it leads to, and everybody is told of their own lists alone. */

const app = await testApp();
const NOW = new Date('2026-11-23T09:00:00Z');
app.clock.now = NOW;
const boss = await person(app, 'superAdmin');
const office = call(app, boss);
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
const today = () => office.admin.today();

beforeEach(async () => {
  await app.db.execute(sql`alter table order_events disable trigger user`);
  await app.db.execute(sql`truncate orders, order_events, withdrawals, claims, tasks, mails, shipments, fiscal_receipts,
    statement_imports, statement_lines, bank_holds, report_objections cascade`);
  await app.db.execute(sql`alter table order_events enable trigger user`);
});

interface Made {
  days?: number;
  way?: 'card' | 'cash_on_delivery' | 'transfer';
  payment?: 'paid' | 'due' | 'unpaid' | 'collected' | 'cancelled';
  fulfilment?: 'new' | 'delivered' | 'in_transit' | 'refused' | 'returned';
}
let made = 0;

/** Written as the facts would have it; `docs/orders.md` says how they are computed. */
async function order({ days = 1, way = 'card', payment = 'paid', fulfilment = 'new' }: Made = {}) {
  made += 1;
  const [row] = await app.db
    .insert(orders)
    .values({
      email: `kupac${made}@primer.rs`,
      kind: 'device',
      productName: 'Vidik – 1 uređaj',
      amount: 21_900,
      way,
      status: payment === 'paid' ? 'paid' : payment === 'cancelled' ? 'cancelled' : 'pending',
      paymentState: payment,
      fulfilmentState: fulfilment,
      deliveredParcels: fulfilment === 'delivered' ? 1 : 0,
      delivery: { firstName: 'Žarko', lastName: 'Đurić', city: 'Niš', phone: '+381641112223' },
      paidAt: payment === 'paid' ? ago(days) : null,
      createdAt: ago(days),
    })
    .returning();
  return row!;
}

async function statement(lines: { amount: number; outgoing?: boolean; state?: 'open' | 'dismissed' }[]) {
  const [file] = await app.db
    .insert(statementImports)
    .values({
      fileName: 'izvod.csv',
      sha256: randomUUID(),
      format: 'csv',
      entity: 'company',
      lineCount: lines.length,
      importedBy: boss.id,
    })
    .returning();
  await app.db.insert(statementLines).values(
    lines.map(({ state = 'open', ...line }, index) => ({
      ...line,
      importId: file!.id,
      position: index + 1,
      fingerprint: randomUUID(),
      bookedOn: '2026-11-20',
      currency: 'RSD' as const,
      payer: 'Neko',
      reference: '',
      purpose: 'uplata',
      state,
      decidedAt: state === 'open' ? null : NOW,
    })),
  );
  return file!.id;
}

const mail = (state: 'failed' | 'sent', lastError: string | null = null) =>
  app.db.insert(mails).values({
    to: 'neko@primer.rs',
    template: 'orders.paid',
    props: {},
    idempotencyKey: randomUUID(),
    state,
    lastError,
    ...(state === 'sent' ? { sentAt: NOW } : {}),
  });

test('on an empty day every number is none and nothing is due', async () => {
  expect(await today()).toEqual({
    approve: { total: exactly(0), oldest: null },
    pack: { total: exactly(0), onDelivery: 0 },
    call: { total: exactly(0), oldest: null, missed: 0 },
    unmatched: { total: exactly(0), sums: [] },
    codLate: { total: exactly(0), sum: 0, daysLate: 0 },
    mails: { total: exactly(0), faults: [] },
    review: { total: exactly(0), oldest: null },
    behind: { total: exactly(0), percent: 0 },
    places: { total: exactly(0) },
    suspicious: { total: exactly(0), accounts: 0 },
    silent: { total: exactly(0) },
    asked: null,
    low: null,
    problems: 0,
    unsorted: { total: exactly(0), rows: [] },
    deadlines: [],
    isCut: false,
  });
});

test('requests are counted with the oldest, as their list has them', async () => {
  const one = await person(app, 'waiting', { createdAt: ago(3) });
  await person(app, 'waiting', { createdAt: ago(1) });
  await person(app, 'waiting', { createdAt: ago(9), closedAt: ago(1) });
  await person(app, 'waiting', { createdAt: ago(8), blockedAt: ago(1) });
  const { approve } = await today();
  expect(approve).toEqual({ total: exactly(2), oldest: ago(3).toISOString() });
  const listed = await office.accounts.admin.registrationRequests({});
  expect(listed).toHaveLength(2);
  expect(listed.map(({ id }) => id)).toContain(one.id);
});

test('what is to be packed is what the list shows: paid, or confirmed on the phone, not withdrawn from, not unpaid', async () => {
  const onDelivery = await order({ way: 'cash_on_delivery', payment: 'due' });
  const confirmed = { kind: 'called' as const, reference: 'one', facts: { outcome: 'confirmed', try: 0, next: null } };
  await app.db.transaction((tx) => enterOrderEvent(tx, ago(1), systemActor, onDelivery.id, confirmed));
  const packed = [await order(), onDelivery, await order()];
  const called = await order({ way: 'cash_on_delivery', payment: 'due' });
  await order({ payment: 'unpaid' });
  await order({ payment: 'cancelled' });
  await order({ fulfilment: 'delivered' });
  const withdrawn = await order();
  await app.db.insert(withdrawals).values({ orderId: withdrawn.id, statedAt: ago(1) });
  expect((await today()).pack).toEqual({ total: exactly(3), onDelivery: 1 });
  expect((await today()).call).toMatchObject({ total: exactly(1) });
  const { rows: toCall } = await office.orders.admin.list({ view: 'to_call' });
  expect(toCall.map(({ number }) => number)).toEqual([called.number]);
  const { rows } = await office.orders.admin.list({ view: 'to_pack' });
  expect(rows.map(({ number }) => number).sort()).toEqual(packed.map(({ number }) => number).sort());
  expect((await office.fulfilment.admin.queue()).toPack).toHaveLength(3);
});

test('payments that name nothing are counted over all statements, with their sum', async () => {
  await statement([
    { amount: 1_000_000 },
    { amount: 2_000_000, outgoing: true },
    { amount: 500_000, state: 'dismissed' },
  ]);
  await statement([{ amount: 2_766_000 }]);
  const { unmatched } = await today();
  expect(unmatched).toEqual({ total: exactly(2), sums: [{ amount: 3_766_000, currency: 'RSD' }] });
  const { rows } = await office.bank.desk.unmatched({});
  expect(rows.map(({ amount }) => amount).sort()).toEqual([1_000_000, 2_766_000]);
});

test('cash on delivery is late seven days after the parcel came, and is shown with its sum and the worst', async () => {
  for (const days of [3, 12, 16]) {
    const { id } = await order({ way: 'cash_on_delivery', payment: 'due', fulfilment: 'delivered', days: days + 2 });
    await app.db
      .insert(orderClaims)
      .values({ orderId: id, way: 'cash_on_delivery', amount: 2_605_000, currency: 'RSD' });
    await app.db.execute(sql`insert into order_events (order_id, kind, moment, actor, reference)
      values (${id}, 'delivered', ${ago(days).toISOString()}, 'system', '1-1')`);
  }
  expect((await today()).codLate).toEqual({ total: exactly(2), sum: 5_210_000, daysLate: 9 });
  expect((await office.orders.admin.list({ view: 'cod_late' })).rows).toHaveLength(2);
});

test('cash on delivery that came in the evening is late by days of the calendar, as its view counts them', async () => {
  const { id } = await order({ way: 'cash_on_delivery', payment: 'due', fulfilment: 'delivered', days: 10 });
  await app.db.insert(orderClaims).values({ orderId: id, way: 'cash_on_delivery', amount: 2_605_000, currency: 'RSD' });
  await app.db.execute(sql`insert into order_events (order_id, kind, moment, actor, reference)
    values (${id}, 'delivered', '2026-11-15T21:00:00Z', 'system', '1-1')`);
  expect((await office.orders.admin.list({ view: 'cod_late' })).rows).toHaveLength(1);
  expect((await today()).codLate).toEqual({ total: exactly(1), sum: 2_605_000, daysLate: 1 });
});

test('a paid order whose parcel was not taken or came back is owed until it is sent again or people give its money back', async () => {
  const refused = await order({ days: 40, fulfilment: 'refused' });
  const returned = await order({ days: 31, fulfilment: 'returned' });
  await order({ days: 31, way: 'cash_on_delivery', payment: 'cancelled', fulfilment: 'returned' });
  const told = async () => (await today()).deadlines!.map((one) => [one.kind, one.number]);
  expect(await told()).toEqual([
    ['delivery', refused.number],
    ['delivery', returned.number],
  ]);
  const handedOver = { kind: 'handed_over' as const, reference: `${refused.number}-1` };
  for (const { id } of [refused, returned])
    await app.db.execute(sql`insert into order_events (order_id, kind, moment, actor, reference)
      values (${id}, ${handedOver.kind}, ${ago(20).toISOString()}, 'system', ${handedOver.reference})`);
  const givenBack = async (orderId: string, days: number) => {
    const id = randomUUID();
    await app.db.insert(orderRefunds).values({
      id,
      orderId,
      paymentKey: randomUUID(),
      scope: 'amount',
      amount: 20_000,
      currency: 'EUR',
      reason: 'not_delivered',
      goods: 'none',
      state: 'sending',
      askedBy: randomUUID(),
      askedAt: ago(days),
    });
    return id;
  };
  const refundId = await givenBack(refused.id, 19);
  const [reduced] = await app.db
    .insert(returns)
    .values({
      id: randomUUID(),
      orderId: refused.id,
      n: 1,
      kind: 'complaint',
      way: 'own',
      state: 'decided',
      serials: ['VDK-25-000001'],
      askedAt: ago(19),
      outcome: 'reduced',
      refundId,
    })
    .returning();
  expect(await told(), 'a reduced price is of a device that its buyer has').toHaveLength(2);
  await app.db.delete(returns).where(eq(returns.id, reduced!.id));
  await givenBack(returned.id, 25);
  expect(await told(), 'what went back before it was sent says nothing').toEqual([['delivery', returned.number]]);
});

test('a refund that failed is told until another one is asked for, or its money went back in another way', async () => {
  const failed = async () => {
    const { id, number } = await order({ fulfilment: 'delivered' });
    const key = randomUUID();
    await app.db.insert(orderPayments).values({ key, orderId: id, source: 'webhook', amount: 21_900, currency: 'EUR' });
    await request({ id, key }, 'failed', 5);
    return { id, number, key };
  };
  const request = (
    { id: orderId, key: paymentKey }: { id: string; key: string },
    state: 'failed' | 'asked' | 'lapsed' | 'declined' | 'sending',
    days: number,
  ) =>
    app.db.insert(orderRefunds).values({
      id: randomUUID(),
      orderId,
      paymentKey,
      scope: 'amount',
      amount: 9_900,
      currency: 'EUR',
      goods: 'none',
      reason: 'agreement',
      state,
      askedBy: randomUUID(),
      askedAt: ago(days),
      ...(state === 'failed' ? { problem: 'returned_by_bank' } : {}),
    });
  const rows = [await failed(), await failed(), await failed(), await failed()] as const;
  const [waits, asked, declined, elsewhere] = rows;
  const told = async () => (await today()).deadlines!.map((one) => [one.kind, one.number, one.day]);
  expect(await told()).toEqual(rows.map(({ number }) => ['failed', number, '2026-11-18']));
  expect((await today()).deadlines![0]).toMatchObject({ amount: { amount: 9_900, currency: 'EUR' } });
  await request(asked, 'sending', 3);
  await request(declined, 'declined', 3);
  await app.db.insert(refunds).values({
    id: randomUUID(),
    paymentKey: elsewhere.key,
    amount: 21_900,
    currency: 'EUR',
    succeeded: true,
    createdAt: ago(7),
  });
  expect(await told()).toEqual([['failed', waits.number, '2026-11-18']]);
  await request(waits, 'lapsed', 3);
  expect(await told(), 'nobody agreed to the next one').toHaveLength(1);
  await request(waits, 'failed', 2);
  expect(await told()).toEqual([['failed', waits.number, '2026-11-21']]);
});

test('mails that were given up are counted, and what went wrong is said once', async () => {
  await mail('sent');
  await mail('failed', '552 5.2.2 mailbox full');
  await mail('failed', '550 5.1.1 no such user');
  await mail('failed', '550 5.1.1 user unknown');
  const { mails: told } = await today();
  expect(told!.total).toEqual(exactly(3));
  expect(told!.faults.sort()).toEqual(['address', 'mailbox-full']);
  expect((await office.admin.mails.list({ state: 'failed' })).rows).toHaveLength(3);
});

test('deadlines until tomorrow evening stand in the order of their days, those that are over first', async () => {
  const proforma = async (validUntil: string) => {
    const row = await order({ way: 'transfer', payment: 'unpaid' });
    await app.db.insert(orderClaims).values({
      orderId: row.id,
      way: 'transfer' as const,
      amount: 2_605_000,
      currency: 'RSD' as const,
      validUntil,
      reference: `5${String(20_260_000_000 + row.number)}`,
    });
    return row.number;
  };
  const [ends, later] = [await proforma('2026-11-23'), await proforma('2026-11-25')];
  const withdrawn = async (days: number) => {
    const { id, number } = await order({ days: 60, fulfilment: 'delivered' });
    await app.db.insert(withdrawals).values({ orderId: id, statedAt: ago(days) });
    return number;
  };
  const [owed, calm] = [await withdrawn(15), await withdrawn(5)];
  const returned = await withdrawn(13);
  await app.db.update(orders).set({ refunded: 21_900 }).where(eq(orders.number, returned));
  const complained = await order({ fulfilment: 'delivered' });
  for (const dueOn of ['2026-11-24', '2026-11-25'])
    await app.db
      .insert(tasks)
      .values({ kind: 'complaint', key: randomUUID(), orderId: complained.id, text: 'Ne radi', dueOn });
  const slow = await order({ days: 30, fulfilment: 'in_transit' });
  await order({ days: 20, fulfilment: 'in_transit' });

  const { deadlines, isCut } = await today();
  expect(isCut).toBe(false);
  expect(deadlines!.map(({ kind, day, number }) => [day, kind, number])).toEqual([
    ['2026-11-22', 'withdrawal', owed],
    ['2026-11-23', 'proforma', ends],
    ['2026-11-23', 'delivery', slow.number],
    ['2026-11-24', 'complaint', complained.number],
  ]);
  expect(deadlines!.find(({ kind }) => kind === 'proforma')).toMatchObject({
    name: 'Žarko Đurić',
    amount: { amount: 2_605_000, currency: 'RSD' },
  });
  await app.db.insert(orderPayments).values({
    key: `line:${randomUUID()}`,
    orderId: (await app.db.select().from(orders).where(eq(orders.number, ends)))[0]!.id,
    source: 'statement',
    way: 'transfer',
    amount: 1_000_000,
    currency: 'RSD',
  });
  expect((await today()).deadlines!.find(({ kind }) => kind === 'proforma')).toMatchObject({
    amount: { amount: 1_605_000, currency: 'RSD' },
  });
  const told = deadlines!.map(({ number }) => number);
  for (const number of [later, calm, returned]) expect(told).not.toContain(number);
});

/** Of an order that was delivered: what its buyer complained about, so many days ago, and when that was answered. */
async function complained(
  days: number,
  answeredAt: Date | null,
  state: 'received' | 'done' | 'called_off' = 'received',
) {
  const { id: orderId, number } = await order({ days: 60, fulfilment: 'delivered' });
  const [task] = await app.db
    .insert(tasks)
    .values({
      kind: 'complaint',
      key: randomUUID(),
      orderId,
      text: 'Ne radi',
      dueOn: '2026-11-01',
      ...(answeredAt ? { answer: 'Pošaljite nam uređaj.', answeredAt } : {}),
    })
    .returning();
  const serials = [`VDK-26-${String(number).padStart(6, '0')}`];
  const id = randomUUID();
  await app.db.insert(returns).values({
    id,
    orderId,
    n: 1,
    kind: 'complaint',
    way: 'own',
    state,
    serials,
    askedAt: ago(days),
    taskId: task!.id,
    ...(state === 'done' ? { outcome: 'exchanged' } : {}),
  });
  return { id, orderId, number, serial: serials[0]!, paper: String(task!.number) };
}

test('a complaint that was answered and not solved is told on its thirtieth day', async () => {
  const last = await complained(30, ago(24));
  const soon = await complained(29, ago(24));
  await complained(28, ago(24));
  await complained(35, null);
  await complained(35, ago(24), 'called_off');
  const late = await complained(31, ago(24));
  const told = async () =>
    (await today()).deadlines!.flatMap((one) => (one.kind === 'solution' ? [[one.day, one.number, one.paper]] : []));
  expect(await told()).toEqual([
    ['2026-11-22', late.number, late.paper],
    ['2026-11-23', last.number, last.paper],
    ['2026-11-24', soon.number, soon.paper],
  ]);
  await app.db.update(returns).set({ state: 'done', outcome: 'repaired' }).where(eq(returns.id, late.id));
  await app.db.update(returns).set({ state: 'done', outcome: 'rejected' }).where(eq(returns.id, soon.id));
  expect((await told()).map(([, number]) => number)).toEqual([last.number]);
});

test('what was exchanged is solved when the other device has come', async () => {
  const { orderId, number, serial } = await complained(30, ago(24), 'done');
  const exchange = { id: randomUUID(), orderId, serial, firstDeliveredOn: '2026-09-30', reason: 'Ne radi' };
  await app.db.insert(exchanges).values({ ...exchange, state: 'ready', askedAt: ago(20), receivedAt: ago(20) });
  const told = async () =>
    (await today()).deadlines!.filter(({ kind }) => kind === 'solution').map((one) => one.number);
  expect(await told()).toEqual([number]);
  await app.db.update(exchanges).set({ state: 'cancelled' }).where(eq(exchanges.id, exchange.id));
  expect(await told()).toEqual([]);
});

test('a parcel that was packed without its receipt is told until the receipt is there', async () => {
  const { id, number } = await order({ fulfilment: 'in_transit' });
  await app.db.insert(shipments).values({ orderId: id, n: 1, courier: 'own', devices: 1, createdAt: ago(2) });
  const told = async () => (await today()).deadlines!.map((one) => [one.kind, one.number, one.day]);
  expect(await told()).toEqual([['receipt', number, '2026-11-21']]);
  await app.db.insert(fiscalReceipts).values({
    orderId: id,
    kind: 'receipt',
    number: 'ABCDEFGH-ABCDEFGH-1',
    enteredAt: NOW,
  });
  expect(await told()).toEqual([]);
});

test('of many packed parcels without their receipts those that wait longest are told', async () => {
  const numbers: number[] = [];
  for (let days = 2; days < 34; days += 1) {
    const { id, number } = await order({ fulfilment: 'in_transit' });
    await app.db.insert(shipments).values({ orderId: id, n: 1, courier: 'own', devices: 1, createdAt: ago(days) });
    numbers.unshift(number);
  }
  const { deadlines, isCut } = await today();
  expect(deadlines!.map(({ number }) => number)).toEqual(numbers.slice(0, 30));
  expect(isCut).toBe(true);
});

test('money that goes back is told while it waits for a payment order, and when its buyer names no account for three days', async () => {
  const rows = [];
  for (const [n, days] of [2, 3, 9].entries()) {
    const { id, number } = await order({ fulfilment: 'delivered' });
    const money = { amount: 2_566_000, currency: 'RSD' as const };
    const refund = {
      id: randomUUID(),
      orderId: id,
      way: 'account',
      paymentKey: `line:${n}`,
      scope: 'whole',
      ...money,
    } as const;
    const asked = {
      reason: 'agreement',
      goods: 'none',
      state: 'sending',
      askedBy: randomUUID(),
      askedAt: ago(days),
    } as const;
    await app.db.insert(orderRefunds).values({ ...refund, ...asked });
    const [row] = await app.db
      .insert(payouts)
      .values({
        refundId: refund.id,
        orderId: id,
        ...money,
        createdAt: ago(days),
        reference: payoutReference(2026, n + 1),
        token: String(n).repeat(22),
      })
      .returning();
    rows.push({ ...row!, number });
  }
  const told = async () => (await today()).deadlines!.map((one) => [one.kind, one.number, one.day]);
  const [, third, old] = rows;
  expect(await told()).toEqual([
    ['account', old!.number, '2026-11-14'],
    ['account', third!.number, '2026-11-20'],
  ]);
  const named = { payee: 'Ana Jović', account: '160000000012345654', namedBy: 'buyer', namedAt: ago(1) };
  await app.db
    .update(payouts)
    .set({ state: 'ready', ...named })
    .where(eq(payouts.id, old!.id));
  expect(await told()).toEqual([
    ['account', third!.number, '2026-11-20'],
    ['payout', old!.number, '2026-11-22'],
  ]);
});

/** A refund of a company's order, asked for so many days ago. */
async function owed(
  days: number,
  more: Partial<typeof orderRefunds.$inferInsert> = {},
  delivery: Record<string, string> = { company_name: 'Pekara na uglu' },
) {
  const { id, number } = await order({ days: 60, fulfilment: 'delivered' });
  await app.db.update(orders).set({ delivery }).where(eq(orders.id, id));
  await app.db.insert(orderRefunds).values({
    id: randomUUID(),
    orderId: id,
    paymentKey: `line:${id}`,
    scope: 'amount',
    amount: 10_000,
    currency: 'EUR',
    reason: 'agreement',
    goods: 'none',
    state: 'sending',
    askedBy: randomUUID(),
    askedAt: ago(days),
    ...more,
  });
  return number;
}
const ofTerms = (statedOn: string | null) => ({
  scope: 'terms' as const,
  periodKey: 'advance:1',
  statedOn,
  reason: statedOn ? ('terms_withdrawal' as const) : ('terms_end' as const),
});

test('what a company is owed back is shown from the thirteenth day after its statement, or after staff asked for it, until it is paid', async () => {
  const stated = await owed(3, { ...ofTerms('2026-11-10'), state: 'asked' });
  const asked = await owed(14, {}, { companyName: 'Kafić Šank' });
  const lapsed = await owed(15, { ...ofTerms(null), state: 'lapsed' });
  const failed = await owed(16, { state: 'failed', problem: 'charge_disputed' });
  await owed(3, ofTerms('2026-11-11'));
  await owed(15, { state: 'lapsed' });
  await owed(15, { state: 'declined' });
  await owed(15, { state: 'done', refundId: 're_1' });
  await owed(15, {}, { firstName: 'Žarko' });
  const { deadlines } = await today();
  const told = deadlines!.filter(({ kind }) => kind === 'owed');
  expect(told.map(({ day, number }) => [day, number])).toEqual([
    ['2026-11-21', failed],
    ['2026-11-22', lapsed],
    ['2026-11-23', asked],
    ['2026-11-24', stated],
  ]);
  expect(told[0]).toMatchObject({ name: 'Pekara na uglu', amount: { amount: 10_000, currency: 'EUR' } });

  const anew = { ...ofTerms(null), state: 'asked' as const, paymentKey: 'line:twice' };
  const twice = await owed(20, { ...anew, state: 'lapsed' });
  const [row] = await app.db.select().from(orders).where(eq(orders.number, twice));
  const kinds = async () => (await today()).deadlines!.filter((one) => one.kind === 'owed' && one.number === twice);
  expect(await kinds()).toHaveLength(1);
  await app.db.insert(orderRefunds).values({
    id: randomUUID(),
    orderId: row!.id,
    amount: 10_000,
    currency: 'EUR',
    goods: 'none',
    askedBy: boss.id,
    askedAt: ago(1),
    ...anew,
  });
  expect(await kinds(), 'asked anew, it has its days anew').toEqual([]);
});

test('of one kind no more than thirty are told, and that there are more is said', async () => {
  for (let i = 0; i < 31; i++) await order({ days: 40, fulfilment: 'in_transit' });
  const { deadlines, isCut } = await today();
  expect(deadlines).toHaveLength(30);
  expect(isCut).toBe(true);
});

/** What each duty alone shows; nothing of the others. */
const SECTIONS_BY_DUTY: Record<Duty, string[]> = {
  sales: ['pack', 'call', 'codLate', 'problems', 'deadlines'],
  warehouse: ['pack', 'deadlines'],
  accounting: ['pack', 'call', 'unmatched', 'codLate', 'problems', 'deadlines'],
  event: ['deadlines'],
  support: ['mails', 'deadlines'],
  network: ['approve'],
  security: [],
  advertising: ['review', 'behind', 'places', 'suspicious', 'silent', 'deadlines'],
};
const DEADLINES_OF: Record<Duty, string[]> = {
  sales: ['delivery', 'owed', 'proforma', 'refund', 'solution', 'withdrawal'],
  warehouse: ['delivery', 'receipt'],
  accounting: ['delivery', 'owed', 'proforma', 'refund', 'solution', 'withdrawal'],
  event: [],
  support: ['complaint'],
  network: [],
  security: [],
  advertising: ['report'],
};

test.each(DUTIES)('with the duty %s alone only its own numbers and deadlines are told', async (duty) => {
  const claimed = await order({ way: 'transfer', payment: 'unpaid' });
  await app.db.insert(orderClaims).values({
    orderId: claimed.id,
    way: 'transfer' as const,
    amount: 1,
    currency: 'RSD' as const,
    validUntil: '2026-11-23',
    reference: `5${String(20_270_000_000 + claimed.number)}`,
  });
  await owed(14);
  await complained(30, ago(24));
  const back = await order({ days: 60, fulfilment: 'delivered' });
  await app.db.insert(withdrawals).values({ orderId: back.id, statedAt: ago(14) });
  await app.db
    .insert(tasks)
    .values({ kind: 'complaint', key: randomUUID(), orderId: back.id, text: 'Ne radi', dueOn: '2026-11-23' });
  await app.db.insert(orderRefunds).values({
    id: randomUUID(),
    orderId: back.id,
    paymentKey: 'cs_1',
    scope: 'whole',
    amount: 60_000,
    currency: 'EUR',
    reason: 'complaint',
    goods: 'none',
    state: 'asked',
    askedBy: randomUUID(),
    askedAt: ago(1),
  });
  const slow = await order({ days: 40, fulfilment: 'in_transit' });
  await app.db.insert(shipments).values({ orderId: slow.id, n: 1, courier: 'own', devices: 1 });
  const [campaign] = await app.db
    .insert(campaigns)
    .values({
      name: 'Tople kifle',
      kind: 'banner',
      state: 'done',
      budget: 10,
      schedule: [...WHOLE_WEEK],
      startsAt: ago(20),
      endsAt: ago(13),
    })
    .returning();
  const objection = { id: randomUUID(), month: '2026-11', text: 'Nije tačno.', madeAt: ago(15), dueOn: '2026-11-23' };
  await app.db.insert(reportObjections).values({ ...objection, campaignId: campaign!.id });
  const one = await person(app, 'admin');
  await giveDuties(app, one, [duty]);
  const { isCut: _, ...told } = await call(app, one).admin.today();
  const names = Object.entries(told).flatMap(([name, value]) => (value === null ? [] : [name]));
  expect(names.sort()).toEqual([...SECTIONS_BY_DUTY[duty]].sort());
  expect([...new Set(told.deadlines?.map(({ kind }) => kind) ?? [])].sort()).toEqual(DEADLINES_OF[duty]);
});

test('a delivered order that waits for nothing is due nothing', async () => {
  const { id } = await order({ days: 60 });
  await app.db.transaction((tx) => enterOrderEvent(tx, ago(40), systemActor, id, { kind: 'delivered_before_records' }));
  expect((await today()).deadlines).toEqual([]);
});

test('the warehouse is told while fewer devices are in stock than the limit', async () => {
  const { stock } = office;
  const scan = (n: number) => stock.admin.scan({ key: randomUUID(), serial: `VDK-26-77000${n}` });
  await stock.admin.setLimit({ warnBelow: 2 });
  expect((await today()).low, 'nothing is counted before the first intake').toBeNull();
  await scan(1);
  expect((await today()).low).toEqual({ left: 1, limit: 2 });
  const clerk = await person(app, 'admin');
  const told = async (duties: Duty[]) => {
    await giveDuties(app, clerk, duties);
    return (await call(app, clerk).admin.today()).low;
  };
  expect(await told(['warehouse'])).toEqual({ left: 1, limit: 2 });
  expect(await told(['sales'])).toBeNull();
  await scan(2);
  expect((await today()).low).toBeNull();
});
