import { randomUUID } from 'node:crypto';
import { ORPCError } from '@orpc/client';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#domain/day.ts';
import { sumOf } from '#domain/documents/amounts.ts';
import type { MoneyDocument } from '#domain/documents/data.ts';
import { staffDuties } from '../../accounts/schema.ts';
import { findMoneyDifferences } from '../../books/money-differences.ts';
import { documents } from '../../documents/schema.ts';
import { orders } from '../../orders/schema.ts';
import { disputes } from '../../payments/schema.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { returns } from '../../returns/schema.ts';
import { balancesOf, faultsOf, unexplainedLinesOf } from '../../test/books.ts';
import { call, giveDuties, person } from '../../test/people.ts';
import { deliver as deliverWebhook, buyer as form, pay, testShop } from '../../test/shop.ts';
import { isLong, SEED, size } from '../../test/size.ts';
import { runProviderTasks } from '../payments/provider-tasks.ts';

/**
 * Ten devices are paid by card. Two people give their money back in every way they can, some of it twice at once; the buyer sends devices
 * back and disputes the payment; the provider's answers get lost and its webhooks come late, twice and in any order. Three orders live
 * side by side. Whatever is refused changes nothing; in the end provider, orders, papers and books say the same.
 */
const HISTORIES = size(22, 400);
const AT_ONCE = 3;
const DEVICES = 10;
const SUM = 199_900;
const PRICE = SUM / DEVICES;

const shop = await testShop({ quick: true, stopped: true, env: { FISCAL: 'off' } });
const { db, deps } = shop;
async function accountant() {
  const who = await person(shop, 'admin');
  await giveDuties(shop, who, ['accounting', 'sales', 'warehouse', 'support']);
  const since = new Date(deps.now().getTime() - 2 * HOUR_MS);
  await db.update(staffDuties).set({ since }).where(eq(staffDuties.profileId, who.id));
  return call(shop, who);
}
const desks = [await accountant(), await accountant()] as const;
type Desk = (typeof desks)[0];

const news: string[] = [];
shop.intercept((body) => news.push(body));
/** The provider acts, and its answer to the next refund of that payment does not arrive. */
const losing = new Set<string>();
const { refundPart } = deps.payments;
deps.payments.refundPart = async (part) => {
  const made = await refundPart(part);
  if (losing.delete(part.paymentKey)) throw new Error('the connection is lost');
  return made;
};

const work = () => runProviderTasks(deps);
async function send(body: string): Promise<void> {
  const secret = shop.sandbox.webhookSecret;
  const signature = shop.stripe.webhooks.generateTestHeaderString({ payload: body, secret });
  expect((await deliverWebhook(shop, body, signature)).status, body).toBe(200);
}
/** All that the provider has to say, some of it twice, six at once and the newest first. */
async function tell(): Promise<void> {
  await shop.sandbox.control.advance(0);
  const bodies = news.splice(0).reverse();
  const sent = bodies.flatMap((body, nth) => (nth % 3 === 0 ? [body, body] : [body]));
  for (let from = 0; from < sent.length; from += 6) await Promise.all(sent.slice(from, from + 6).map(send));
}

interface Order {
  id: string;
  number: number;
  key: string;
  intent: string;
  own: ReturnType<typeof call>['returns'];
  dispute: string | null;
}
async function bought(): Promise<Order> {
  const buyer = await person(shop, 'member');
  const product = { productName: 'Vidik – 10 uređaja', productPrice: 1999, buyerInfo: form };
  const { url, orderId: id, number } = await call(shop, buyer).payments.createPayment(product);
  const key = await pay(shop, url);
  await tell();
  const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(key);
  return { id, number, key, intent: String(payment_intent), own: call(shop, buyer).returns, dispute: null };
}

const asked = fc.record({
  do: fc.constant('ask' as const),
  scope: fc.constantFrom('devices' as const, 'devices' as const, 'amount' as const, 'whole' as const),
  devices: fc.integer({ min: 1, max: 4 }),
  amount: fc.integer({ min: 1, max: SUM / 2 }),
});
const sentBack = fc.record({
  do: fc.constant('send back' as const),
  devices: fc.integer({ min: 1, max: 4 }),
  kind: fc.constantFrom('withdrawal' as const, 'withdrawal' as const, 'complaint' as const),
  way: fc.constantFrom('own' as const, 'label' as const),
});
type Plain = 'agree' | 'decline' | 'work' | 'lose' | 'news' | 'deliver' | 'return' | 'dispute' | 'win' | 'fail';
const simple = (...names: Plain[]) => fc.record({ do: fc.constantFrom(...names) });
const step = fc.oneof(
  { weight: 4, arbitrary: asked },
  { weight: 3, arbitrary: sentBack },
  { weight: 12, arbitrary: simple('agree', 'work', 'news', 'return') },
  { weight: 3, arbitrary: simple('lose', 'lose', 'decline', 'deliver') },
  { weight: 2, arbitrary: simple('dispute', 'win', 'fail') },
);
type Of<A> = A extends fc.Arbitrary<infer S> ? S : never;
type Step = Of<typeof asked> | Of<typeof sentBack> | { do: Plain };
const steps = (...names: Plain[]): Step[] => names.map((name) => ({ do: name }));
/** From the request to the provider, or from the buyer's parcel to the decision, with other steps after it. */
const round = fc.tuple(
  fc.oneof(
    asked.map((one): Step[] => [one, ...steps('agree', 'work', 'news')]),
    sentBack.map((one): Step[] => [one, ...steps('return', 'return', 'return', 'agree', 'work', 'news')]),
  ),
  fc.array(step, { maxLength: 3 }),
);
const life = fc
  .tuple(
    fc.array(step, { maxLength: 3 }),
    fc.constantFrom([], steps('deliver'), steps('deliver')),
    fc.array(round, { minLength: 1, maxLength: 2 }),
  )
  .map(([some, sent, rounds]): Step[] => [...some, ...sent, ...rounds.flat(2)])
  .chain((all) => fc.tuple(fc.constant(all), fc.subarray(all.map((_, at) => at))))
  .map(([all, twice]) => all.map((one, at) => [one, twice.includes(at)] as const));

/** From a buyer's request to its money. */
const returned = (kind: 'withdrawal' | 'complaint', devices: number): Step[] => [
  { do: 'send back', devices, kind, way: 'own' },
  ...steps('return', 'return', 'agree', 'work', 'news'),
];
const alone = (all: Step[]) => all.map((one) => [one, false] as const);
/** Prices that are reduced twice, of one device and of others with it, and devices that come back after that. */
const REDUCED = [
  alone([...steps('deliver'), ...returned('complaint', 1), ...returned('complaint', 1), ...returned('withdrawal', 1)]),
  alone([...steps('deliver'), ...returned('complaint', 1), ...returned('complaint', 2), ...returned('withdrawal', 1)]),
  alone([...steps('deliver'), ...returned('complaint', 3), ...returned('withdrawal', 2), ...returned('withdrawal', 4)]),
];

/** Steps of the buyer's bank and of the provider; everything else two people may do at once. */
const ALONE: readonly Step['do'][] = ['dispute', 'win', 'fail', 'news', 'lose'];

async function attempt(doing: () => Promise<unknown>): Promise<void> {
  try {
    await doing();
  } catch (error) {
    if (!(error instanceof ORPCError) || error.status >= 500) throw error;
  }
}

async function live(order: Order, one: Step, who: 0 | 1): Promise<unknown> {
  const desk = desks[who];
  const waiting = async () => (await desk.refunds.admin.read({ order: order.number })).refunds;
  switch (one.do) {
    case 'ask':
      return ask(desk, order, one);
    case 'agree': {
      const waits = (await waiting()).find(({ state }) => state === 'asked');
      return waits && desks[who === 0 ? 1 : 0].refunds.admin.agree({ id: waits.id });
    }
    case 'decline': {
      const waits = (await waiting()).find(({ state }) => state === 'asked');
      return waits && desk.refunds.admin.decline({ id: waits.id });
    }
    case 'send back': {
      const { number } = order;
      const serials = (await order.own.read({ number })).devices.slice(0, one.devices).map(({ serial }) => serial);
      if (serials.length === 0) return;
      const { kind, way } = one;
      return order.own.ask({ number, id: randomUUID(), kind, way, serials, reason: 'Slika se prekida.' });
    }
    case 'return':
      return stepReturn(desk, order);
    case 'deliver':
      return deliver(desk, order);
    case 'lose':
      losing.add(order.key);
      return work();
    case 'work':
      return work();
    case 'news':
      return tell();
    case 'dispute':
      order.dispute ??= await shop.sandbox.control.dispute(order.intent).catch(() => null);
      return;
    default:
      return order.dispute && shop.sandbox.control.decideDispute(order.dispute, one.do === 'win' ? 'won' : 'lost');
  }
}

async function ask(
  { refunds: { admin } }: Desk,
  { number }: Pick<Order, 'number'>,
  { scope, devices, amount }: { scope: 'devices' | 'amount' | 'whole'; devices?: number; amount?: number },
) {
  const [payment] = (await admin.read({ order: number })).payments;
  if (!payment) return;
  const extent = { devices: { devices }, amount: { amount }, whole: {} }[scope];
  const base = { order: number, payment: payment.key, reason: 'agreement', goods: 'none' } as const;
  const wanted = { ...base, scope, ...extent } as Parameters<typeof admin.preview>[0];
  const { version, money } = await admin.preview(wanted);
  return admin.ask({ ...wanted, id: randomUUID(), version, shown: money.amount });
}

/** The next step of a return that is under way: its label, its arrival, its money. Of two complaints of three the price is reduced. */
async function stepReturn({ returns: { admin } }: Desk, { number }: Pick<Order, 'number'>): Promise<unknown> {
  const one = (await admin.read({ order: number })).find(
    ({ state, isToDecideAgain }) => ['requested', 'label_sent', 'received'].includes(state) || isToDecideAgain,
  );
  if (!one) return;
  const { id, n, kind, state, way, serials, money, outcomes } = one;
  const said = { goods: 'stock', resolution: 'Po dogovoru.', refund: randomUUID() } as const;
  if (kind === 'complaint' && n % 3 > 0 && money && outcomes.includes('reduced'))
    return admin.decide({ id, ...said, outcome: 'reduced', by: Math.ceil(money.amount / 2) });
  if (state === 'requested' && way === 'label') return admin.sendLabel({ id, label: 'TT0000014821' });
  if (state === 'requested' || state === 'label_sent') return admin.receive({ id, serials });
  return admin.decide({ id, ...said, outcome: 'money', shown: money?.amount ?? 0 });
}

let serial = 0;
async function deliver({ fulfilment: { admin } }: Desk, { id: order, number }: Pick<Order, 'id' | 'number'>) {
  const { version, missing } = await admin.read({ number });
  if (missing < 1) return;
  const id = randomUUID();
  const serials = Array.from({ length: missing }, () => `VDK-28-${String(++serial).padStart(6, '0')}`);
  const { key } = await admin.pack({ order, id, version, courier: 'own', boxes: [{ grams: 350, serials }] });
  await admin.handOver({ id, labels: [`${key}-1`] });
  await admin.move({ id, from: 'handed_over', to: 'delivered' });
}

/** Everything that was lost or is late arrives. */
async function finish(): Promise<void> {
  losing.clear();
  for (let nth = 0; nth < 3; nth += 1) {
    shop.clock.now = new Date(shop.clock.now.getTime() + 3 * MINUTE_MS);
    await work();
    await tell();
  }
}

const total = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0);

/** Invoices and credit notes of an order, and what they say together was sold, in cents and in para. */
async function papersOf({ id }: Pick<Order, 'id'>) {
  const issued = await db.select().from(documents).where(eq(documents.orderId, id));
  const invoices = issued.filter(({ kind }) => kind === 'invoice');
  const credits = issued.filter(({ kind }) => kind === 'creditNote');
  const said = (field: 'price' | 'gross') =>
    total(invoices.map((one) => one[field])) - total(credits.map((one) => one[field]));
  return { invoices, credits, price: said('price'), gross: said('gross') };
}

async function check(order: Order): Promise<void> {
  const [row] = await db.select().from(orders).where(eq(orders.id, order.id));
  const requests = await db.select().from(orderRefunds).where(eq(orderRefunds.orderId, order.id));
  const disputed = await db.select().from(disputes).where(eq(disputes.paymentKey, order.key));
  const made = await shop.stripe.refunds.list({ payment_intent: order.intent, limit: 100 });
  const given = total(made.data.map(({ amount }) => amount));
  const inDispute = (state: string) => total(disputed.filter((one) => one.state === state).map(({ amount }) => amount));
  const back = given + inDispute('lost');
  expect(back + inDispute('open'), 'never more than was paid').toBeLessThanOrEqual(SUM);
  const done = requests.filter(({ state }) => state === 'done');
  expect(given, 'what the provider gave is what was asked for').toBe(total(done.map(({ amount }) => amount)));
  expect(requests.filter(({ state }) => state === 'sending')).toEqual([]);
  const counted = requests.filter(({ state }) => state === 'done' || state === 'asked');
  expect(total(counted.map(({ devices }) => devices)), 'no device goes back twice').toBeLessThanOrEqual(DEVICES);
  await expectNoDeviceBackTwice(order, requests);

  const paymentState = back === 0 ? 'paid' : back < SUM ? 'part_refunded' : 'refunded';
  expect(row).toMatchObject({ amount: SUM, refunded: back, paymentState, isDisputed: inDispute('open') > 0 });
  const books = await balancesOf(db, order.id);
  expect((books.card_provider ?? 0) + (books.disputed ?? 0)).toBe(SUM - back);
  expect([books.sales, books.refunds ?? 0, books.disputed ?? 0]).toEqual([-SUM, back, inDispute('open')]);
  const papers = await papersOf(order);
  expect(papers.price, 'papers say what is kept').toBe(papers.invoices.length === 0 ? 0 : SUM - back);
  if (back === SUM) expect(papers.gross).toBe(0);
}

/** Of any of the returns whose money went back, or waits to, no more than their devices cost, with what labels took off. */
async function expectNoDeviceBackTwice(order: Order, requests: (typeof orderRefunds.$inferSelect)[]): Promise<void> {
  const rows = await db.select().from(returns).where(eq(returns.orderId, order.id));
  const gone = rows.flatMap(({ serials, refundId }) => {
    const refund = requests.find(({ id, state }) => id === refundId && (state === 'done' || state === 'asked'));
    return refund ? [{ serials, back: refund.amount + refund.labelPrice }] : [];
  });
  for (let choice = 0; choice < 2 ** gone.length; choice += 1) {
    const some = gone.filter((_, nth) => Math.floor(choice / 2 ** nth) % 2 === 1);
    const devices = new Set(some.flatMap(({ serials }) => serials));
    expect(total(some.map(({ back }) => back)), [...devices].join()).toBeLessThanOrEqual(PRICE * devices.size);
  }
}

async function expectNoDifference(): Promise<void> {
  expect(await faultsOf(db)).toEqual([]);
  expect(await unexplainedLinesOf(db)).toEqual([]);
  expect(await db.ask('select * from order_differences')).toEqual([]);
  expect(await findMoneyDifferences(db)).toEqual({ found: [], total: 0 });
}

test('whatever is given back, sent back and disputed of card orders, never more goes back than was paid, and provider, papers and books agree', {
  timeout: isLong ? HOUR_MS : 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(life, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (lives) => {
      const begun: Order[] = [];
      for (const _ of lives) begun.push(await bought());
      await Promise.all(
        lives.map(async (all, nth) => {
          for (const [one, twice] of all) {
            const doing = [attempt(() => live(begun[nth]!, one, 0))];
            if (twice && !ALONE.includes(one.do)) doing.push(attempt(() => live(begun[nth]!, one, 1)));
            await Promise.all(doing);
          }
        }),
      );
      await finish();
      for (const order of begun) await check(order);
    }),
    // Steps race, so that a shorter history proves nothing and takes its time.
    { numRuns: HISTORIES, seed: SEED, endOnFailure: true, examples: [[REDUCED]] },
  );
  await expectNoDifference();
});

/** Ten devices in parts, each sent back by the buyer or given back by staff. */
const part = fc.record({ devices: fc.integer({ min: 1, max: 5 }), by: fc.constantFrom('buyer', 'staff') });
type Part = { devices: number; by: string };
const parts = fc.array(part, { minLength: DEVICES, maxLength: DEVICES }).map((all) => {
  let left = DEVICES;
  return all.flatMap(({ devices, by }): Part[] => {
    const taken = Math.min(left, devices);
    left -= taken;
    return taken > 0 ? [{ devices: taken, by }] : [];
  });
});
const ONE_BY_ONE = Array.from({ length: DEVICES }, (): Part => ({ devices: 1, by: 'buyer' }));
const ALL_TOGETHER: Part[] = [{ devices: DEVICES, by: 'buyer' }];

test('ten returns of one are one return of ten, and ten devices in any parts, to the para of base and tax', {
  timeout: isLong ? HOUR_MS : 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(parts, async (all) => {
      const order = await bought();
      await deliver(desks[0], order);
      for (const { devices, by } of all) {
        if (by === 'staff') await ask(desks[0], order, { scope: 'devices', devices });
        else {
          await live(order, { do: 'send back', devices, kind: 'withdrawal', way: 'own' }, 0);
          await stepReturn(desks[0], order);
          await stepReturn(desks[0], order);
        }
        await live(order, { do: 'agree' }, 0);
        await work();
        await tell();
      }
      await check(order);
      const [row] = await db.select().from(orders).where(eq(orders.id, order.id));
      expect(row).toMatchObject({ refunded: SUM, paymentState: 'refunded' });
      const { invoices, credits } = await papersOf(order);
      expect(credits).toHaveLength(all.length);
      const linesOf = (papers: typeof credits) => sumOf(papers.flatMap(({ data }) => (data as MoneyDocument).lines));
      expect(linesOf(credits)).toEqual(linesOf(invoices));
    }),
    { numRuns: size(4, 60), seed: SEED, endOnFailure: true, examples: [[ONE_BY_ONE], [ALL_TOGETHER]] },
  );
  await expectNoDifference();
});
