import fc from 'fast-check';
import { expect, test } from 'vitest';
import { customersOf, endOf, endSubscriptions, imbalances, type Liver, life, live, newLiver } from '../test/lives.ts';
import { call } from '../test/people.ts';
import { deliver, testShop } from '../test/shop.ts';

/**
 * Two people live the same random life. The first one's webhooks arrive at once, in order, one by one. The second one's are
 * lost and sent again, repeated, shuffled and raced by the buyer's return. In the end nobody can tell them apart.
 * `VIDIK_RUNS=1000` lives a thousand lives.
 */
const RUNS = Number(process.env.VIDIK_RUNS ?? 40);

const shop = await testShop({ quick: true, stopped: true });
test(
  `${RUNS} random lives end the same, however their webhooks arrive, and every balance is its ledger's sum`,
  async () => {
    let caught: string[] = [];
    shop.intercept((body) => caught.push(body));
    const collect = async () => {
      await shop.sandbox.control.advance(0);
      return caught.splice(0);
    };

    await fc.assert(
      fc.asyncProperty(life, async ({ steps, luck }) => {
        caught = [];
        const [orderly, unlucky] = [await newLiver(shop), await newLiver(shop)];
        const chance = dice(luck);
        const late: string[] = [];
        for (const step of steps) {
          if (step.do === 'wait') {
            await shop.sandbox.control.advance(step.days);
            const owners = await customersOf(shop, [orderly, unlucky]);
            const [first, second] = split(caught.splice(0), owners);
            await inOrder(first);
            late.push(...second);
          } else {
            await live(shop, orderly, step);
            await inOrder(await collect());
            await live(shop, unlucky, step);
            late.push(...(await collect()));
          }
          if (chance() < 0.4) await inDisorder(unlucky, late, chance, 0.6);
        }
        await inDisorder(unlucky, late, chance, 1);

        expect(await endOf(shop, unlucky)).toEqual(await endOf(shop, orderly));
        await endSubscriptions(shop, [orderly, unlucky]);
        caught = [];
      }),
      { numRuns: RUNS, endOnFailure: RUNS > 100 },
    );
    expect(await imbalances(shop)).toEqual([]);
  },
  RUNS * 5_000,
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

async function inOrder(bodies: string[]): Promise<void> {
  for (const body of bodies) await send(body);
}

/** Delivers that part of what is late, shuffled, some of it twice, all at once, with the buyer coming back in between. */
async function inDisorder(liver: Liver, late: string[], chance: () => number, part: number): Promise<void> {
  const now: string[] = [];
  for (let index = late.length - 1; index >= 0; index -= 1) {
    if (chance() < part) now.push(...late.splice(index, 1));
  }
  const errands = now.flatMap((body) => (chance() < 0.3 ? [body, body] : [body])).map((body) => () => send(body));
  for (const sessionId of liver.sessions) {
    if (chance() < 0.5)
      errands.push(async () => void (await call(shop, liver.who).payments.verifyPayment({ sessionId })));
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
