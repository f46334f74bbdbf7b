import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SHIPMENT_MOVES, SHIPMENT_STATES, type ShipmentState } from '#domain/fulfilment/shipment.ts';
import { CLAIM_MOVES, CLAIM_STATES, type FulfilmentState, type PaymentState, STATUS_OF } from '#domain/order-states.ts';
import type { OrderEventKind } from '#domain/orders/events.ts';
import { systemActor } from '../platform/audit.ts';
import { testApp } from '../test/app.ts';
import { SEED, size } from '../test/size.ts';
import { enterOrderEvent } from './events.ts';

const { db } = await testApp();

/** Whether the database lets a row of the table move so. */
async function moves(table: 'claims' | 'shipments', from: string, to: string): Promise<boolean> {
  const orderId = await newOrder('card', 1);
  await db.ask(`delete from claims where order_id = $1`, [orderId]);
  const columns = {
    claims: `(order_id, state, way, amount, currency) values ($1, $2, 'card', 1, 'EUR')`,
    shipments: `(order_id, state, n, courier, devices) values ($1, $2, 1, 'own', 1)`,
  };
  await db.ask(`insert into ${table} ${columns[table]}`, [orderId, from]);
  const isLetThrough = await db.ask(`update ${table} set state = $2 where order_id = $1`, [orderId, to]).then(
    () => true,
    () => false,
  );
  await db.ask(`delete from shipments where order_id = $1`, [orderId]);
  await db.ask(`delete from orders where id = $1`, [orderId]);
  return isLetThrough;
}

async function newOrder(way: string, devices: number): Promise<string> {
  const id = randomUUID();
  await db.ask(
    `with placed as (insert into orders (id, email, kind, product_name, amount, way, fulfilment_state, payment_state)
       values ($1, '', 'device', 'Vidik', 1000, $2, 'new', case $2 when 'cash_on_delivery' then 'due' else 'unpaid' end) returning id),
     line as (insert into order_lines select id, 1, 'goods', 'Vidik', $3, 1000, 'EUR' from placed)
     insert into claims (order_id, way, amount, currency, reference, valid_until)
       select id, $2, 1000, 'EUR', case $2 when 'transfer' then '52026' || lpad(nextval('transfer_numbers')::text, 6, '0') end,
         case $2 when 'transfer' then date '2026-12-31' end from placed`,
    [id, way, devices],
  );
  return id;
}

test('claims and parcels move as their lists say, and the database refuses every other move', async () => {
  for (const from of CLAIM_STATES)
    for (const to of CLAIM_STATES)
      expect(await moves('claims', from, to), `claim ${from} → ${to}`).toBe(
        from === to || CLAIM_MOVES[from].includes(to),
      );
  for (const from of SHIPMENT_STATES)
    for (const to of SHIPMENT_STATES)
      expect(await moves('shipments', from, to), `parcel ${from} → ${to}`).toBe(
        from === to || SHIPMENT_MOVES[from].includes(to),
      );
});

/** The facts of one order, as they were written, and what they mean, told apart from the database. */
interface Facts {
  way: 'card' | 'transfer' | 'cash_on_delivery';
  devices: number;
  isOver: boolean;
  isProcessing: boolean;
  payments: { key: string; amount: number; isReceived: boolean; isSurplus: boolean; refunds: Map<string, number> }[];
  disputes: Set<string>;
  number: string;
  /** How many steps were lived. */
  step: number;
  /** In which step a parcel was packed, and last failed. */
  parcels: {
    n: number;
    devices: number;
    state: ShipmentState;
    isResend: boolean;
    packedIn: number;
    failedIn: number | null;
  }[];
  /** Devices whose money goes or went back before they left, and in which step that was asked for. */
  notSent: { devices: number; askedIn: number }[];
}

function paymentOf({ way, isOver, isProcessing, payments }: Facts): PaymentState {
  const counting = payments.filter(({ isSurplus }) => !isSurplus);
  const sum = (some: typeof counting) => some.reduce((all, { amount }) => all + amount, 0);
  const received = sum(counting.filter(({ isReceived }) => isReceived));
  const refunded = counting.reduce(
    (all, { amount, refunds }) =>
      all +
      Math.min(
        amount,
        [...refunds.values()].reduce((a, b) => a + b, 0),
      ),
    0,
  );
  if (received > 0 && refunded >= received) return 'refunded';
  if (received >= 1000) return refunded > 0 ? 'part_refunded' : way === 'cash_on_delivery' ? 'settled' : 'paid';
  if (isOver) return 'cancelled';
  if (sum(counting) >= 1000) return 'collected';
  if (isProcessing) return 'processing';
  return way === 'cash_on_delivery' ? 'due' : 'unpaid';
}

function fulfilmentOf({ devices, parcels, notSent }: Facts, payment: PaymentState): FulfilmentState | null {
  const live = parcels.filter(({ state }) => state !== 'cancelled');
  const going = live.filter(({ state }) => GOING.includes(state));
  if ((payment === 'cancelled' || payment === 'refunded') && going.length === 0) return null;
  const [covered, rest] = [sumOf(going), devices - sumOf(notSent)];
  if (covered >= Math.max(1, rest))
    return GOING.find((state) => going.some((parcel) => parcel.state === state)) as FulfilmentState;
  // What was packed again after it failed, if only in part, is dealt with; so is what came back and is paid for no more.
  const again = Math.max(0, ...going.filter(({ isResend }) => isResend).map(({ packedIn }) => packedIn));
  const failed = live.filter(({ state, failedIn }) => !GOING.includes(state) && failedIn! > again);
  const back = failed.filter(({ state }) => state === 'refused' || state === 'returned');
  const since = Math.min(...back.map(({ failedIn }) => failedIn!));
  const isPaidBack = covered < rest && sumOf(back) <= sumOf(notSent.filter(({ askedIn }) => askedIn >= since));
  const waiting = isPaidBack ? failed.filter((one) => !back.includes(one)) : failed;
  return (waiting.at(-1)?.state as FulfilmentState | undefined) ?? 'new';
}
const sumOf = (some: readonly { devices: number }[]) => some.reduce((all, { devices }) => all + devices, 0);
const FAILED: ShipmentState[] = ['refused', 'returned', 'lost', 'damaged'];
const GOING: ShipmentState[] = ['packed', 'handed_over', 'in_transit', 'delivered'];

const step = fc.record({
  do: fc.constantFrom(
    'pay',
    'pay',
    'collect',
    'settle',
    'refund',
    'return',
    'dispute',
    'decide',
    'cancel',
    'revive',
    'process',
    'give back',
    'pack',
    'move',
    'move',
    'move',
  ),
  amount: fc.constantFrom(1000, 1000, 400, 600, 1),
  luck: fc.nat(1000),
});
const history = fc.record({
  way: fc.constantFrom('card' as const, 'transfer' as const, 'cash_on_delivery' as const),
  devices: fc.constantFrom(1, 10),
  steps: fc.array(step, { maxLength: 14 }),
});

const HISTORIES = size(120, 5_000);
test(`in ${HISTORIES} random histories the states of an order are those of its facts, after every event`, async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ way, devices, steps }) => {
      const id = await newOrder(way, devices);
      const [placed] = await db.ask<{ number: string }>(`select number::text as number from orders where id = $1`, [
        id,
      ]);
      const facts: Facts = {
        number: placed!.number,
        step: 0,
        way,
        devices,
        isOver: false,
        isProcessing: false,
        payments: [],
        disputes: new Set(),
        parcels: [],
        notSent: [],
      };
      for (const one of steps) {
        facts.step += 1;
        const event = await live(id, facts, one);
        if (event === null) continue;
        await db.transaction((tx) => enterOrderEvent(tx, momentOf(facts), systemActor, id, event));
        const [row] = await db.ask<{
          payment: PaymentState;
          fulfilment: string | null;
          status: string;
          disputed: boolean;
          paid_at: Date | null;
        }>(
          `select payment_state as payment, fulfilment_state as fulfilment, status, disputed, paid_at from orders where id = $1`,
          [id],
        );
        const payment = paymentOf(facts);
        expect(row).toMatchObject({
          payment,
          status: STATUS_OF[payment],
          fulfilment: fulfilmentOf(facts, payment),
          disputed: facts.disputes.size > 0,
        });
        expect(row!.paid_at !== null).toBe(STATUS_OF[payment] === 'paid');
      }
    }),
    { numRuns: HISTORIES, seed: SEED },
  );
  expect(await db.ask('select * from order_differences')).toEqual([]);
}, 600_000);

const momentOf = ({ step }: Facts) => new Date(Date.UTC(2026, 0, 1) + step * 1000);

/** Writes one fact, where it is possible, and answers with its event; `null` where it is not. */
async function live(
  id: string,
  facts: Facts,
  { do: what, amount, luck }: { do: string; amount: number; luck: number },
): Promise<{ kind: OrderEventKind; reference: string } | null> {
  const paymentAt = facts.payments[luck % (facts.payments.length || 1)];
  const parcelAt = facts.parcels[luck % (facts.parcels.length || 1)];
  if (what === 'pay' || what === 'collect') {
    const payment = {
      key: randomUUID(),
      amount,
      isReceived: what === 'pay',
      isSurplus: luck % 7 === 0,
      refunds: new Map<string, number>(),
    };
    await db.ask(
      `insert into fulfilments (key, order_id, source, amount, currency, receipt, surplus) values ($1, $2, 'webhook', $3, 'EUR', $4, $5)`,
      [payment.key, id, amount, what === 'pay' ? 'received' : 'collected', payment.isSurplus],
    );
    facts.payments.push(payment);
  } else if (what === 'settle' && paymentAt) {
    await db.ask(`update fulfilments set receipt = 'received' where key = $1`, [paymentAt.key]);
    paymentAt.isReceived = true;
  } else if (what === 'refund' && paymentAt) {
    const refund = randomUUID();
    await db.ask(`insert into refunds (id, payment_key, amount, currency, stands) values ($1, $2, $3, 'EUR', true)`, [
      refund,
      paymentAt.key,
      amount,
    ]);
    paymentAt.refunds.set(refund, amount);
  } else if (what === 'return' && paymentAt && paymentAt.refunds.size > 0) {
    const [refund] = [...paymentAt.refunds.keys()];
    await db.ask(`update refunds set stands = false where id = $1`, [refund]);
    paymentAt.refunds.delete(refund!);
  } else if (what === 'dispute' && paymentAt && !paymentAt.isSurplus) {
    await db.ask(
      `insert into disputes (id, payment_key, amount, currency, state, question) values ($1, $1, 1, 'EUR', 'open', 1)
       on conflict (id) do update set state = 'open'`,
      [paymentAt.key],
    );
    facts.disputes.add(paymentAt.key);
  } else if (what === 'decide' && facts.disputes.size > 0) {
    const [dispute] = [...facts.disputes];
    await db.ask(`update disputes set state = 'won' where id = $1`, [dispute]);
    facts.disputes.delete(dispute!);
  } else if (what === 'give back') {
    const [given, named] = [1 + (luck % 3), luck % 2];
    const state = (['sending', 'done', 'declined', 'failed'] as const)[luck % 4]!;
    await db.ask(
      `insert into order_refunds (id, order_id, payment_key, scope, amount, currency, devices, reason, goods, serials, state, problem, refund_id, asked_by, asked_at)
       values ($1::uuid, $2, $1::text, 'devices', 1, 'EUR', $3, 'agreement', 'none', $4, $5, case $5 when 'failed' then 'x' end, case $5 when 'done' then $1::text end, '', $6)`,
      [randomUUID(), id, given, named ? ['VDK-25-000001'] : [], state, momentOf(facts)],
    );
    if (state === 'sending' || state === 'done') facts.notSent.push({ devices: given - named, askedIn: facts.step });
  } else if (what === 'cancel' && !facts.isOver) {
    await db.ask(`update claims set state = $2 where order_id = $1`, [id, luck % 2 ? 'cancelled' : 'lapsed']);
    facts.isOver = true;
  } else if (what === 'revive' && facts.isOver) {
    await db.ask(`update claims set state = 'live' where order_id = $1`, [id]);
    facts.isOver = false;
  } else if (what === 'process') {
    await db.ask(`insert into checkouts (id, order_id, mode, state) values ($1, $2, 'payment', 'processing')`, [
      randomUUID(),
      id,
    ]);
    facts.isProcessing = true;
  } else if (what === 'pack') {
    const parcel = {
      n: facts.parcels.length + 1,
      devices: luck % 2 ? facts.devices : 1,
      state: 'packed' as ShipmentState,
      isResend: facts.parcels.some(({ state }) => FAILED.includes(state)),
      packedIn: facts.step,
      failedIn: null,
    };
    await db.ask(`insert into shipments (order_id, n, courier, devices, kind) values ($1, $2, 'own', $3, $4)`, [
      id,
      parcel.n,
      parcel.devices,
      parcel.isResend ? 'resend' : 'outbound',
    ]);
    facts.parcels.push(parcel);
    return { kind: 'packed', reference: `${facts.number}-${parcel.n}` };
  } else if (what === 'move' && parcelAt && SHIPMENT_MOVES[parcelAt.state].length > 0) {
    const next = SHIPMENT_MOVES[parcelAt.state][luck % SHIPMENT_MOVES[parcelAt.state].length]!;
    await db.ask(`update shipments set state = $3 where order_id = $1 and n = $2`, [id, parcelAt.n, next]);
    parcelAt.state = next;
    if (next === 'refused' || next === 'lost' || next === 'damaged') {
      parcelAt.failedIn = facts.step;
      return { kind: next, reference: `${facts.number}-${parcelAt.n}/${facts.step}` };
    }
  } else return null;
  return { kind: 'paid', reference: `${what} ${randomUUID()}` };
}

test('an event is written once; said again it changes nothing', async () => {
  const id = await newOrder('card', 1);
  const say = () =>
    db.transaction((tx) =>
      enterOrderEvent(tx, new Date('2027-01-01T12:00:00Z'), systemActor, id, { kind: 'cancelled', reference: 'x' }),
    );
  expect([await say(), await say()]).toEqual([true, false]);
  expect(await db.ask(`select version from orders where id = $1`, [id])).toEqual([{ version: 2 }]);
  await expect(db.ask(`update order_events set kind = 'paid' where order_id = $1`, [id])).rejects.toThrow(
    'append-only',
  );
});
