import { randomUUID } from 'node:crypto';
import { ORPCError } from '@orpc/client';
import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import type { MoneyDocument } from '#domain/documents/data.ts';
import { staffDuties } from '../../accounts/schema.ts';
import { findMoneyDifferences } from '../../books/money-differences.ts';
import { documents } from '../../documents/schema.ts';
import { orderClaims, orders } from '../../orders/schema.ts';
import { orderPayments, refunds } from '../../payments/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { mails } from '../../platform/mail.schema.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { balancesOf, faultsOf, unexplainedLinesOf } from '../../test/books.ts';
import { call, giveDuties, person } from '../../test/people.ts';
import { buyer as form, testShop } from '../../test/shop.ts';
import { isLong, SEED, size } from '../../test/size.ts';
import { COMPANY, camtFile, dinars } from '../../test/statements.ts';
import { receiveTransfer } from '../payments/receive-transfer.ts';

/**
 * Money comes for an order by transfer, whole, in parts or twice, and two people give it back in every way they can, some of it twice at
 * once and much of it at the wrong moment. Whatever is refused changes nothing; in the end money, papers, books and states say the same.
 */
const HISTORIES = size(6, 1_000);
const SUM = 23_422_300;

const shop = await testShop({ quick: true });
const { db, deps } = shop;
async function accountant() {
  const who = await person(shop, 'admin');
  await giveDuties(shop, who, ['accounting', 'sales', 'warehouse']);
  const since = new Date(deps.now().getTime() - 2 * HOUR_MS);
  await db.update(staffDuties).set({ since }).where(eq(staffDuties.profileId, who.id));
  return call(shop, who);
}
const desks = [await accountant(), await accountant()] as const;
const visitor = call(shop);

const asked = fc.record({
  do: fc.constant('ask' as const),
  scope: fc.constantFrom('devices' as const, 'devices' as const, 'amount' as const, 'whole' as const),
  nth: fc.nat(2),
  devices: fc.integer({ min: 1, max: 4 }),
  amount: fc.integer({ min: 1, max: SUM / 2 }),
});
const simple = (...names: ('agree' | 'decline' | 'name' | 'export' | 'execute' | 'return' | 'deliver' | 'cancel')[]) =>
  fc.record({ do: fc.constantFrom(...names) });
const came = fc.record({
  do: fc.constant('come' as const),
  amount: fc.constantFrom(SUM, SUM, 5_000_000, SUM - 5_000_000),
});
const step = fc.oneof(
  { weight: 2, arbitrary: came },
  { weight: 5, arbitrary: asked },
  { weight: 12, arbitrary: simple('agree', 'name', 'export', 'execute') },
  { weight: 3, arbitrary: simple('return', 'deliver', 'decline', 'cancel') },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const only = (...names: ('return' | 'name' | 'export' | 'execute' | 'deliver')[]) =>
  names.map((name) => ({ do: name }));
/** From the request to the statement, and sometimes back and there again. */
const round = fc.tuple(
  asked,
  simple('agree'),
  fc.constant(only('name', 'export', 'execute')),
  fc.constantFrom([], [], only('return'), only('return', 'name', 'export', 'execute')),
  fc.array(step, { maxLength: 3 }),
);
const first = fc.constantFrom(...[SUM, SUM, SUM, 5_000_000].map((amount) => ({ do: 'come' as const, amount })));
/** Money goes all its way in rounds, with other steps among them. */
const life = fc
  .tuple(
    first,
    fc.array(step, { maxLength: 3 }),
    fc.constantFrom([], only('deliver')),
    fc.array(round, { minLength: 1, maxLength: 4 }),
  )
  .map(([one, some, sent, rounds]) => [one, ...some, ...sent, ...rounds.flat(2)] as Step[])
  .chain((steps) => fc.tuple(fc.constant(steps), fc.subarray(steps.map((_, at) => at))))
  .map(([steps, twice]) => steps.map((one, at) => [one, twice.includes(at)] as const));

let serial = 0;
async function attempt(doing: () => Promise<unknown>): Promise<void> {
  try {
    await doing();
  } catch (error) {
    if (!(error instanceof ORPCError) || error.status >= 500) throw error;
  }
}

async function live({ id, number }: { id: string; number: number }, one: Step, who: 0 | 1): Promise<unknown> {
  const desk = desks[who];
  if (one.do === 'come') {
    const [claim] = await db.select().from(orderClaims).where(eq(orderClaims.orderId, id));
    const key = `line:${randomUUID()}`;
    const money = { claimId: claim!.id, key, amount: one.amount, currency: 'RSD', bookedOn: '2026-11-24' } as const;
    return db.transaction((tx) => receiveTransfer(tx, deps, systemActor, money));
  }
  if (one.do === 'cancel') {
    const { version } = await desk.orders.admin.read({ number });
    return desk.orders.admin.cancel({ number, version });
  }
  if (one.do === 'deliver') return deliver(desk, id, number);
  const { version, payments, refunds: requests } = await desk.refunds.admin.read({ order: number });
  if (one.do === 'ask') {
    const payment = payments[one.nth % Math.max(1, payments.length)];
    if (!payment) return;
    const { scope, amount, devices } = one;
    const size = { devices: { devices }, amount: { amount }, whole: {} }[scope];
    const base = { order: number, payment: payment.key, reason: 'agreement', goods: 'none' } as const;
    const wanted = { ...base, scope, ...size } as Parameters<typeof desk.refunds.admin.preview>[0];
    const preview = await desk.refunds.admin.preview(wanted);
    return desk.refunds.admin.ask({ ...wanted, id: randomUUID(), version, shown: preview.money.amount });
  }
  const waits = requests.find(({ state }) => state === 'asked');
  if (one.do === 'agree') return waits && desks[who === 0 ? 1 : 0].refunds.admin.agree({ id: waits.id });
  if (one.do === 'decline') {
    const open = requests.find(({ state }) => state === 'asked' || state === 'sending');
    return open && desk.refunds.admin.decline({ id: open.id });
  }
  const theirs = await db.select().from(payouts).where(eq(payouts.orderId, id));
  const of = (...states: string[]) => theirs.filter(({ state }) => states.includes(state));
  if (one.do === 'name') {
    const [row] = of('account', 'ready');
    return row && visitor.payouts.name({ token: row.token, payee: 'Ana Jović', account: '160-0000000123456-54' });
  }
  if (one.do === 'export') {
    const ready = of('ready');
    if (ready.length === 0) return;
    const shown = ready.reduce((sum, { amount }) => sum + amount, 0);
    return desk.payouts.admin.export({ id: randomUUID(), payouts: ready.map((row) => row.id), shown });
  }
  const rows = of(one.do === 'execute' ? 'listed' : 'done');
  if (rows.length === 0) return;
  const entries = rows.map(({ amount, reference }) => {
    serial += 1;
    const bankReference = `H${serial}`;
    const common = { amount: dinars(amount), currency: 'RSD' as const, reference: `97 ${reference}`, bankReference };
    return { ...common, outgoing: one.do === 'execute' };
  });
  const file = new File([camtFile(entries, { account: COMPANY })], 'izvod.xml');
  const done = await desk.bank.statements.import({ file });
  if (done.kind !== 'imported') throw new Error(done.kind);
  const lines = (await desk.payouts.admin.matches({ importId: done.importId })).map(({ line }) => line);
  if (lines.length > 0) await desk.payouts.admin.confirm({ importId: done.importId, lines });
}

async function deliver({ fulfilment: { admin } }: (typeof desks)[0], order: string, number: number): Promise<void> {
  const { version } = await admin.read({ number });
  const id = randomUUID();
  const serials = Array.from({ length: 10 }, () => `VDK-28-${String(++serial).padStart(6, '0')}`);
  const { key } = await admin.pack({ order, id, version, courier: 'own', boxes: [{ grams: 350, serials }] });
  serial += 1;
  await attempt(() => admin.enterReceipt({ order, kind: 'receipt', number: `AB12CD34-AB12CD34-${serial}` }));
  await admin.handOver({ id, labels: [`${key}-1`] });
  await admin.move({ id, from: 'handed_over', to: 'delivered' });
}

const total = (amounts: readonly (number | null)[]) => amounts.reduce<number>((sum, one) => sum + (one ?? 0), 0);

async function check(id: string): Promise<void> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  const money = await db.select().from(orderPayments).where(eq(orderPayments.orderId, id));
  const requests = await db.select().from(orderRefunds).where(eq(orderRefunds.orderId, id));
  const sent = await db.select().from(payouts).where(eq(payouts.orderId, id));
  const papers = await db.select().from(documents).where(eq(documents.orderId, id));
  const told = await db.$count(mails, and(eq(mails.orderId, id), eq(mails.template, 'refunds.paid-back')));
  const back = new Map<string, number>();
  for (const { key, amount } of money) {
    const went = await db.select().from(refunds).where(eq(refunds.paymentKey, key));
    back.set(key, total(went.map((one) => one.amount)));
    // Never more than was paid.
    expect(back.get(key)).toBeLessThanOrEqual(amount!);
  }
  const done = requests.filter(({ state }) => state === 'done');
  const goneBack = total([...back.values()]);
  expect(goneBack).toBe(total(done.map(({ amount }) => amount)));
  expect(told).toBe(done.length);
  const isLive = (state: string) => state === 'asked' || state === 'sending' || state === 'done';
  expect(total(requests.filter(({ state }) => isLive(state)).map(({ amount }) => amount))).toBeLessThanOrEqual(
    total(money.map(({ amount }) => amount)),
  );
  // Each request that is agreed to has one payout that lives, and what left the bank is what was executed and did not come back.
  for (const { id: refundId, state } of requests) {
    const theirs = sent.filter((row) => row.refundId === refundId);
    const alive = theirs.filter((row) => !['returned', 'refused', 'stopped'].includes(row.state));
    expect(alive).toHaveLength(state === 'sending' || state === 'done' ? 1 : 0);
  }
  const books = await balancesOf(db, id);
  const left = total(sent.filter(({ state }) => state === 'done').map(({ amount }) => amount));
  expect(books.bank ?? 0).toBe(total(money.map(({ amount }) => amount)) - left);
  expect(books.owed ?? 0).toBe(left - goneBack);
  // Papers say what is kept of the order.
  const counted = money.filter(({ isSurplus }) => !isSurplus);
  const kept = total(counted.map(({ key, amount }) => amount! - back.get(key)!));
  const gross = (kind: string, cited?: string) =>
    total(
      papers
        .filter((paper) => paper.kind === kind && (cited === undefined || paper.citedId === cited))
        .map(({ data }) => total((data as MoneyDocument).lines.map((line) => line.gross))),
    );
  if (order!.status === 'paid') {
    const last = papers.find(({ kind }) => kind === 'invoice') ?? papers.find(({ kind }) => kind === 'advance');
    expect(gross(last!.kind) - gross('creditNote', last!.id)).toBe(kept);
    expect(order!.paymentState).toBe(kept === 0 ? 'refunded' : kept < SUM ? 'part_refunded' : 'paid');
    expect(order!.refunded).toBe(Math.round((order!.amount * (SUM - kept)) / SUM));
  } else expect(gross('invoice') + gross('advance') + gross('creditNote')).toBe(0);
}

test('whatever two people give back of what came by transfer, never more leaves than came, and money, papers, books and states agree', {
  timeout: isLong ? HOUR_MS : 240_000,
}, async () => {
  const who = await person(shop, 'member');
  await fc.assert(
    fc.asyncProperty(life, async (steps) => {
      serial += 1;
      const buyerInfo = { ...form, phone: `+381 64 ${String(1_000_000 + serial)}`, address: `Ulica ${serial}` };
      const product = { productName: 'Vidik – 10 uređaja', productPrice: 1999, way: 'transfer' as const };
      const { orderId: id, number } = await call(shop, who).payments.createPayment({ ...product, buyerInfo });
      for (const [one, twice] of steps) {
        const order = { id, number };
        await Promise.all([
          attempt(() => live(order, one, 0)),
          ...(twice && one.do !== 'come' ? [attempt(() => live(order, one, 1))] : []),
        ]);
      }
      await check(id);
    }),
    { numRuns: HISTORIES, seed: SEED },
  );
  expect(await faultsOf(db)).toEqual([]);
  expect(await unexplainedLinesOf(db)).toEqual([]);
  expect(await db.ask('select * from order_differences')).toEqual([]);
  expect(await findMoneyDifferences(db)).toEqual({ found: [], total: 0 });
});
