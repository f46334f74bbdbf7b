import { and, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runProviderTasks } from '../flows/payments/provider-tasks.ts';
import { closeAccount } from '../flows/people/close-account.ts';
import { orders } from '../orders/schema.ts';
import { faultsOf } from '../test/books.ts';
import { call } from '../test/people.ts';
import { buyer, deliver, firm, pay, testShop } from '../test/shop.ts';
import {
  customersOf,
  endSubscriptions,
  finalState,
  imbalances,
  newSimulatedCustomer,
  randomHistory,
  type SimulatedCustomer,
  takeStep,
} from '../test/simulated-customers.ts';
import { isLong, SEED, size } from '../test/size.ts';
import { orderPayments } from './schema.ts';

/**
 * Two customers have the same random history, and cannot be distinguished in the end. The first one's webhooks arrive at once, in order,
 * one by one. The second one's are lost and sent again, repeated, shuffled and raced by the buyer's return.
 */
const HISTORIES = size(6, 1_000);
const CLOSED = size(12, 1_000);
const MINUTES = size(3, 60) * 60_000;

const shop = await testShop({ quick: true, stopped: true });
test(
  `${HISTORIES} random histories end the same, however their webhooks arrive, every balance is its ledger's sum and the books say what was paid`,
  async () => {
    let caught: string[] = [];
    shop.intercept((body) => caught.push(body));
    const collect = async () => {
      await shop.sandbox.control.advance(0);
      return caught.splice(0);
    };

    await fc.assert(
      fc.asyncProperty(randomHistory, async ({ steps, luck }) => {
        caught = [];
        const [orderly, unlucky] = [await newSimulatedCustomer(shop), await newSimulatedCustomer(shop)];
        const chance = dice(luck);
        const late: string[] = [];
        for (const step of steps) {
          if (step.do === 'wait') {
            await shop.sandbox.control.advance(step.days);
            const owners = await customersOf(shop, [orderly, unlucky]);
            const [first, second] = split(caught.splice(0), owners);
            await keyset(first);
            late.push(...second);
          } else {
            await takeStep(shop, orderly, step);
            await keyset(await collect());
            await takeStep(shop, unlucky, step);
            late.push(...(await collect()));
          }
          if (chance() < 0.4) await inDisorder(unlucky, late, chance, 0.6);
        }
        await inDisorder(unlucky, late, chance, 1);

        expect(await finalState(shop, unlucky)).toEqual(await finalState(shop, orderly));
        await endSubscriptions(shop, [orderly, unlucky]);
        caught = [];
      }),
      { numRuns: HISTORIES, seed: SEED, endOnFailure: isLong },
    );
    expect(await imbalances(shop)).toEqual([]);
    expect(await faultsOf(shop.db)).toEqual([]);
  },
  MINUTES,
);

test(
  `${CLOSED} accounts that are closed while webhooks are on their way keep nothing open and nothing of what came after`,
  async () => {
    let caught: string[] = [];
    shop.intercept((body) => caught.push(body));
    const collect = async () => {
      await shop.sandbox.control.advance(0);
      return caught.splice(0);
    };
    const steps = fc.array(fc.constantFrom('open', 'open', 'pay', 'deliver', 'wait', 'leave', 'work'), {
      maxLength: 12,
    });

    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), async (doing, luck) => {
        const buyer = await newSimulatedCustomer(shop);
        const as = call(shop, buyer.who);
        const chance = dice(luck);
        const late: string[] = [];
        const pages: string[] = [];
        const wanted = [...PURCHASES];
        let balance: unknown = null;
        const leave = async () => {
          if (balance) return;
          await shop.db.transaction((tx) => closeAccount(tx, shop.deps, { id: buyer.who.id }, buyer.who.id));
          balance = (await finalState(shop, buyer)).balances;
        };
        for (const step of ['open', ...doing] as const) {
          if (step === 'open' && !balance && wanted.length > 0)
            pages.push((await as.payments.createPayment(wanted.shift()!)).url);
          if (step === 'pay' && pages.length > 0) {
            const url = pages.shift()!;
            buyer.sessions.push(url.split('/').at(-1)!);
            await pay(shop, url);
          }
          if (step === 'wait') await shop.sandbox.control.advance(31.2);
          if (step === 'leave') await leave();
          late.push(...(await collect()));
          if (step === 'deliver') await inDisorder(buyer, late, chance, 0.5, !balance);
          if (step === 'work') await runProviderTasks(shop.deps);
        }
        await leave();
        // Whoever is quick pays once more before Stripe is notified of the end.
        for (const url of pages) if (chance() < 0.4) await pay(shop, url);
        late.push(...(await collect()));
        for (let round = 0; round < 6 && (round < 2 || late.length > 0); round += 1) {
          await Promise.all([inDisorder(buyer, late, chance, 1, false), runProviderTasks(shop.deps)]);
          await runProviderTasks(shop.deps);
          late.push(...(await collect()));
        }

        expect((await finalState(shop, buyer)).balances, 'nothing is credited after the end').toEqual(balance);
        expect(await openAtStripe(buyer)).toEqual([]);
        expect(await keptOf(buyer)).toEqual([]);
        caught = [];
      }),
      { numRuns: CLOSED, seed: SEED, endOnFailure: isLong },
    );
    expect(await imbalances(shop)).toEqual([]);
    expect(await faultsOf(shop.db)).toEqual([]);
  },
  MINUTES,
);

const PURCHASES = [
  { productName: 'starter', productPrice: 99, companyInfo: firm },
  { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo: buyer },
  { productName: 'standard', productPrice: 249, companyInfo: firm },
];

/** Pages that can be paid and subscriptions that go on, of that person. */
async function openAtStripe({ who }: SimulatedCustomer): Promise<string[]> {
  const mine = await shop.db.select({ id: orders.id }).from(orders).where(eq(orders.profileId, who.id));
  const isMine = (order: string | null | undefined) => mine.some(({ id }) => id === order);
  const [sessions, running] = await Promise.all([
    shop.stripe.checkout.sessions.list({ status: 'open', limit: 100 }),
    shop.stripe.subscriptions.list({ limit: 100 }),
  ]);
  return [
    ...sessions.data.filter(({ client_reference_id }) => isMine(client_reference_id)),
    ...running.data.filter(({ metadata }) => isMine(metadata.order_id)),
  ].map(({ id }) => id);
}

/** Payments that came too late and did not go back whole, of that person. */
const keptOf = ({ who }: SimulatedCustomer) =>
  shop.db
    .select({ key: orderPayments.key })
    .from(orderPayments)
    .innerJoin(orders, eq(orders.id, orderPayments.orderId))
    .where(
      and(
        eq(orders.profileId, who.id),
        eq(orderPayments.returned, true),
        sql`(select coalesce(sum(r.amount), 0) from refunds r where r.payment_key = ${orderPayments.key}) < ${orders.amount}`,
      ),
    );

/** A number from 0 to 1, always the same row for the same seed. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

async function send(body: string): Promise<void> {
  const signature = shop.stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret: shop.sandbox.webhookSecret,
  });
  const response = await deliver(shop, body, signature);
  expect(response.status, body).toBe(200);
}

async function keyset(bodies: string[]): Promise<void> {
  for (const body of bodies) await send(body);
}

/** Delivers that part of what is late, shuffled, some of it twice, all at once, with the buyer coming back in between. */
async function inDisorder(
  buyer: SimulatedCustomer,
  late: string[],
  chance: () => number,
  part: number,
  returns = true,
): Promise<void> {
  const now: string[] = [];
  for (let index = late.length - 1; index >= 0; index -= 1) {
    if (chance() < part) now.push(...late.splice(index, 1));
  }
  const errands = now.flatMap((body) => (chance() < 0.3 ? [body, body] : [body])).map((body) => () => send(body));
  for (const sessionId of returns ? buyer.sessions : []) {
    if (chance() < 0.5)
      errands.push(async () => void (await call(shop, buyer.who).payments.verifyPayment({ sessionId })));
  }
  const shuffled = errands.map((errand) => ({ errand, at: chance() })).sort((a, b) => a.at - b.at);
  for (let from = 0; from < shuffled.length; from += 6)
    await Promise.all(shuffled.slice(from, from + 6).map(({ errand }) => errand()));
}

/** What time alone brings about happens to customers. */
function split(bodies: string[], [first, second]: (string | null)[]): [string[], string[]] {
  const of = (customer: string | null | undefined) =>
    customer ? bodies.filter((body) => JSON.parse(body).data.object.customer === customer) : [];
  return [of(first), of(second)];
}
