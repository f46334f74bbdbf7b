import { randomUUID } from 'node:crypto';
import { ORPCError } from '@orpc/client';
import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canLinePayParcel, payoutDifference } from '#domain/bank/courier-payouts.ts';
import { DECISION_DELAY_MS } from '#domain/bank/decisions.ts';
import { HOUR_MS } from '#domain/day.ts';
import { CALL_OUTCOMES } from '#domain/orders/calls/calls.ts';
import { courierPayoutParcels } from '../../bank/schema.ts';
import { findMoneyDifferences } from '../../books/money-differences.ts';
import { documents } from '../../documents/schema.ts';
import { shipments } from '../../fulfilment/schema.ts';
import { orderClaims, orderEvents, orderLines, orders } from '../../orders/schema.ts';
import { orderPayments } from '../../payments/schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { mails } from '../../platform/mail.schema.ts';
import { balancesOf, faultsOf, unexplainedLinesOf } from '../../test/books.ts';
import { testCourier } from '../../test/courier.ts';
import { readStatementsPatiently } from '../../test/patience.ts';
import { call, giveDuties, person } from '../../test/people.ts';
import { buyer as form, testShop } from '../../test/shop.ts';
import { isLong, SEED, size } from '../../test/size.ts';
import { COMPANY, camtFile } from '../../test/statements.ts';
import { askPayouts } from '../bank/ask-payouts.ts';
import { carryOutDueDecisions } from '../bank/carry-out-due-decisions.ts';
import { receiveTransfer } from '../payments/receive-transfer.ts';

/**
 * Buyers, two people of sales and two of the warehouse do to an order whatever they can, some of it twice at once and much of it at the
 * wrong moment, its courier pays, too little, too much, once more or parcels that never arrived, and transfers come by references of before.
 * Whatever is refused changes nothing, and in the end money, papers, books and states say the same.
 */
const HISTORIES = size(8, 2_000);
const PRICE = 2_566_000;
const SUM = PRICE + 39_000;

readStatementsPatiently();
const courier = await testCourier();
const shop = await testShop({ quick: true, deps: { couriers: courier.couriers } });
courier.reaches(shop);
const { db, deps, clock } = shop;
const staff = async (duties: ('sales' | 'accounting' | 'warehouse')[]) => {
  const who = await person(shop, 'admin');
  await giveDuties(shop, who, duties);
  return call(shop, who);
};
const sellers = [await staff(['sales', 'accounting']), await staff(['sales', 'accounting'])] as const;
const keepers = [await staff(['warehouse']), await staff(['warehouse'])] as const;

const moves = ['in_transit', 'delivered', 'refused', 'returned', 'lost', 'damaged'] as const;
const called = fc.record({ do: fc.constant('call' as const), outcome: fc.constantFrom(...CALL_OUTCOMES) });
const confirmed = fc.record({ do: fc.constant('call' as const), outcome: fc.constant('confirmed' as const) });
const packed = fc.record({ do: fc.constant('pack' as const), isOwn: fc.boolean() });
const handedOver = fc.constant({ do: 'hand over' as const });
const moved = fc.record({ do: fc.constant('move' as const), to: fc.constantFrom(...moves), nth: fc.nat(1) });
const arrived = fc.record({
  do: fc.constant('move' as const),
  to: fc.constantFrom(...(['delivered', 'delivered', 'refused', 'lost'] as const)),
  nth: fc.constant(0),
});
const settled = fc.constant({ do: 'settle' as const });
const paidOut = fc.record({
  do: fc.constant('pay out' as const),
  /** Para, more or less than was collected; what the courier keeps of the transfer. */
  differs: fc.constantFrom(0, 0, 0, -10_000, 5_000),
  keeps: fc.constantFrom(0, 0, 12_000),
  isUndone: fc.boolean(),
});
const transferred = fc.constant({ do: 'old transfer' as const });
const byTransfer = fc.record({ do: fc.constant('way' as const), way: fc.constant('transfer') });
const onDelivery = fc.record({ do: fc.constant('way' as const), way: fc.constant('cash_on_delivery') });
const step = fc.oneof(
  { weight: 3, arbitrary: called },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('way' as const), way: fc.constantFrom('card', 'transfer') }) },
  { weight: 3, arbitrary: onDelivery },
  { weight: 1, arbitrary: fc.constant({ do: 'cancel' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'call off' as const }) },
  { weight: 2, arbitrary: transferred },
  { weight: 3, arbitrary: packed },
  { weight: 1, arbitrary: fc.constant({ do: 'unpack' as const }) },
  { weight: 3, arbitrary: handedOver },
  { weight: 6, arbitrary: moved },
  { weight: 3, arbitrary: settled },
  { weight: 4, arbitrary: paidOut },
);
const some = fc.array(step, { maxLength: 2 });
/** An order goes its way, and between any two steps of it something else is tried. */
const life = fc
  .tuple(
    // Sometimes there is an old pro-forma invoice.
    fc.oneof(fc.constant([]), fc.tuple(byTransfer, onDelivery)),
    some,
    confirmed,
    packed,
    some,
    handedOver,
    some,
    arrived,
    some,
    packed,
    handedOver,
    moved,
    arrived,
    fc.oneof(settled, paidOut),
    some,
  )
  .map((parts) => parts.flat(2) as Step[])
  .chain((steps) =>
    fc.tuple(fc.constant(steps), fc.subarray(steps.map((_, at) => at)), fc.subarray(steps.map((_, at) => at))),
  )
  // Not all of it happens, and some of it twice at once.
  .map(([steps, left, twice]) =>
    steps.flatMap((one, at) => (left.includes(at) && at % 3 === 0 ? [] : [[one, twice.includes(at)] as const])),
  );
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

let serial = 0;
/** One attempt by one of two people; a refusal is an answer, anything else a fault. */
async function attempt(doing: () => Promise<unknown>): Promise<void> {
  try {
    await doing();
  } catch (error) {
    if (!(error instanceof ORPCError) || error.status >= 500) throw error;
  }
}

async function live(order: { id: string; number: number; buyer: ReturnType<typeof call> }, one: Step, who: 0 | 1) {
  const { number, id } = order;
  const sales = sellers[who].orders.admin;
  const desk = keepers[who].fulfilment.admin;
  const { version } = await desk.read({ number });
  const { parcels } = await desk.read({ number });
  const parcel = parcels.at(one.do === 'move' ? -1 - one.nth : -1);
  if (one.do === 'call') return sales.call({ number, version, id: randomUUID(), outcome: one.outcome, next: null });
  if (one.do === 'way') return sales.changeWay({ number, version, way: one.way as 'card' });
  if (one.do === 'cancel') return order.buyer.orders.cancel({ number, version });
  if (one.do === 'call off') return sales.cancel({ number, version });
  if (one.do === 'old transfer') return transferOld(id);
  if (one.do === 'pay out') return payOut(parcels, number, one, who);
  if (one.do === 'settle') return sales.settle({ number, version });
  if (one.do === 'pack') {
    serial += 1;
    const boxes = [{ grams: 350, serials: [`VDK-27-${String(serial).padStart(6, '0')}`] }];
    const packed = randomUUID();
    await desk.pack({ order: id, id: packed, version, courier: 'own', boxes });
    // As if a courier, and not our own people, carried it.
    if (!one.isOwn) await db.ask(`update shipments set courier = 'd-express' where id = '${packed}'`);
    return;
  }
  if (!parcel) return;
  if (one.do === 'unpack') return desk.cancel({ id: parcel.id });
  if (one.do === 'hand over') {
    serial += 1;
    await attempt(() => desk.enterReceipt({ order: id, kind: 'receipt', number: `AB12CD34-AB12CD34-${serial}` }));
    return desk.handOver({ id: parcel.id, labels: [`${number}-${parcel.n}-1`] });
  }
  return desk.move({ id: parcel.id, from: parcel.state as 'handed_over', to: one.to as 'delivered' });
}

/** Somebody pays a pro-forma invoice of before, and staff say that it counts. */
async function transferOld(orderId: string): Promise<void> {
  const asked = and(eq(orderClaims.orderId, orderId), eq(orderClaims.way, 'transfer'));
  const [claim] = await db.select().from(orderClaims).where(asked).orderBy(orderClaims.createdAt).limit(1);
  if (!claim) return;
  serial += 1;
  const money = { claimId: claim.id, key: `line:${serial}`, amount: claim.amount, currency: 'RSD' as const };
  await db.transaction((tx) =>
    receiveTransfer(tx, deps, systemActor, { ...money, bookedOn: '2027-05-03', revive: true }),
  );
}

/** The courier pays parcels that it has, and sometimes those it has not; whatever can be paid of it is. */
async function payOut(
  parcels: { n: number; courier: string }[],
  number: number,
  { differs, keeps, isUndone }: { differs: number; keeps: number; isUndone: boolean },
  who: 0 | 1,
): Promise<void> {
  const carried = parcels.filter((parcel) => parcel.courier === 'd-express');
  if (carried.length === 0) return;
  const says = Object.fromEntries(carried.map(({ n }, at) => [`${number}-${n}`, SUM + (at === 0 ? differs : 0)]));
  const { reference, amount } = courier.control.payOut({ says, keeps });
  serial += 1;
  const line = { amount: (amount / 100).toFixed(2), currency: 'RSD' as const, payer: 'D EXPRESS', reference };
  const file = new File([camtFile([{ ...line, bankReference: `H${serial}` }], { account: COMPANY })], 'izvod.xml');
  const { bank } = sellers[who];
  const done = await bank.statements.import({ file });
  if (done.kind !== 'imported') throw new Error(done.kind);
  await askPayouts(deps);
  const [row] = (await bank.lines.list({ importId: done.importId })).rows;
  const payout = await bank.courier.read({ id: row!.id });
  const payable = payout.parcels.filter(canLinePayParcel);
  const difference = payoutDifference(payout.came, payable);
  if (row!.verdict === 'exact') {
    const { version } = await bank.statements.sums({ importId: done.importId });
    await attempt(() => bank.desk.confirmExact({ importId: done.importId, version }));
  } else if (payable.length > 0) {
    const asked = payable.map((parcel) => parcel.reference);
    await attempt(() => bank.courier.decide({ id: row!.id, parcels: asked, difference, reason: 'razlika' }));
  }
  const [held] = (await bank.lines.list({ importId: done.importId, all: true })).rows;
  if (isUndone && held?.hold) await attempt(() => bank.desk.undo({ id: held.hold!.id }));
  clock.now = new Date(clock.now.getTime() + DECISION_DELAY_MS);
  await Promise.all([carryOutDueDecisions(deps), carryOutDueDecisions(deps)]);
}

async function check(id: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  const money = await db.select().from(orderPayments).where(eq(orderPayments.orderId, id));
  const parcels = await db.select().from(shipments).where(eq(shipments.orderId, id));
  const papers = await db.select().from(documents).where(eq(documents.orderId, id));
  const live = await db.$count(orderClaims, and(eq(orderClaims.orderId, id), eq(orderClaims.state, 'live')));
  const confirmed = await db.$count(orderEvents, and(eq(orderEvents.orderId, id), eq(orderEvents.kind, 'called')));
  const sold = await db.$count(mails, and(eq(mails.orderId, id), eq(mails.template, 'orders.new-sale')));
  const state = order!.paymentState;
  const collecting = parcels.filter(({ collectAmount }) => collectAmount !== null);
  const transfers = money.filter(({ way }) => way === 'transfer');
  const isTransferred = transfers.some(({ isSurplus }) => !isSurplus);

  expect(live).toBe(state === 'cancelled' ? 0 : 1);
  if (collecting.length > 0) expect(confirmed).toBeGreaterThan(0);
  // Each delivered parcel was paid for, the first one for the order; sold only when that money is ours.
  const arrived = collecting.filter((parcel) => parcel.state === 'delivered');
  const cash = money.filter(({ way }) => way === 'cash_on_delivery');
  expect(cash.map(({ amount }) => amount)).toEqual(arrived.map(() => SUM));
  expect(money.filter(({ isSurplus }) => !isSurplus)).toHaveLength(arrived.length > 0 || isTransferred ? 1 : 0);
  if (arrived.length > 0) expect(['collected', 'settled']).toContain(state);
  else expect(isTransferred ? ['paid'] : ['due', 'unpaid', 'cancelled']).toContain(state);
  expect(sold).toBe(state === 'settled' || state === 'paid' ? 1 : 0);
  // What is charged for the way goes with it; what a parcel collects no transfer has paid.
  const isFee = and(eq(orderLines.orderId, id), eq(orderLines.kind, 'fee'));
  expect(await db.$count(orderLines, isFee)).toBe(order!.way === 'cash_on_delivery' ? 1 : 0);
  if (isTransferred) {
    expect(order!.way).toBe('transfer');
    expect(collecting.filter((parcel) => parcel.state !== 'cancelled')).toEqual([]);
  }
  // Money that a line has brought is with the bank, of each parcel once.
  const paid = await db
    .select({ key: orderPayments.key })
    .from(courierPayoutParcels)
    .innerJoin(orderPayments, eq(orderPayments.key, courierPayoutParcels.paymentKey))
    .where(and(eq(orderPayments.orderId, id), eq(orderPayments.receipt, 'received')));
  expect(new Set(paid.map(({ key }) => key)).size).toBe(paid.length);
  const balances = await balancesOf(db, id);
  expect(balances.bank ?? 0).toBe(paid.length * SUM + transfers.length * PRICE);
  expect(Object.values(balances).reduce((all, one) => all + one, 0)).toBe(0);
  expect(balances.sales ?? 0).toBe(isTransferred ? -PRICE : state === 'settled' ? -SUM : 0);
  // What is invoiced has left and is still to be paid for or was: nothing before the hand-over, nothing once it is called off.
  const gross = papers.reduce(
    (sum, paper) => sum + (paper.kind === 'invoice' ? paper.gross : paper.kind === 'creditNote' ? -paper.gross : 0),
    0,
  );
  const isSent = parcels.some((parcel) => !['packed', 'cancelled'].includes(parcel.state));
  if (isTransferred) expect(gross).toBe(isSent ? PRICE : 0);
  else expect(gross).toBe(isSent && state !== 'cancelled' ? SUM : 0);
  expect(papers.filter(({ kind }) => kind === 'advance')).toHaveLength(isTransferred ? 1 : 0);
}

test(
  `${HISTORIES} histories of an order on delivery: collected once, sold when the money is ours, invoiced while it is out`,
  async () => {
    await fc.assert(
      fc.asyncProperty(life, async (steps) => {
        const who = await person(shop, 'member');
        serial += 1;
        const buyerInfo = { ...form, phone: `+381 62 ${String(1_000_000 + serial)}`, address: `Sokače ${serial}` };
        const asked = {
          productName: 'Vidik – 1 uređaj',
          productPrice: 219,
          way: 'cash_on_delivery' as const,
          buyerInfo,
        };
        const buyer = call(shop, who);
        const { orderId, number } = await buyer.payments.createPayment(asked);
        const order = { id: orderId, number, buyer };
        for (const [one, isTwice] of steps)
          await Promise.all(
            (isTwice ? ([0, 1] as const) : ([0] as const)).map((at) => attempt(() => live(order, one, at))),
          );
        await check(orderId);
      }),
      { numRuns: HISTORIES, seed: SEED, endOnFailure: isLong },
    );
    expect(await faultsOf(db)).toEqual([]);
    expect(await unexplainedLinesOf(db)).toEqual([]);
    expect(await db.ask('select * from order_differences')).toEqual([]);
    expect(await findMoneyDifferences(db)).toEqual({ found: [], total: 0 });
  },
  size(120_000, HOUR_MS),
);
