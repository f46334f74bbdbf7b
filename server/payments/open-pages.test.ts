import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orderClaims, orders } from '../orders/schema.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { call, person, type TestPerson } from '../test/people.ts';
import { buyer, firm, pay, testShop } from '../test/shop.ts';
import { checkouts } from './schema.ts';

const shop = await testShop({ env: { RATE_LIMITS: 'on' } });
const device = (addressNumber: string) => ({
  productName: 'Vidik – 1 uređaj',
  productPrice: 219,
  buyerInfo: { ...buyer, addressNumber },
});
const starter = (company: string) => ({
  productName: 'starter',
  productPrice: 99,
  companyInfo: { ...firm, company_name: company },
});
const idIn = (url: string) => url.split('/').at(-1)!;
const ordersOf = ({ id }: TestPerson) => shop.db.select().from(orders).where(eq(orders.profileId, id));

/** How many times the payment provider is asked while that is done. */
async function asked(doing: () => Promise<unknown>): Promise<number> {
  const { sessions } = shop.stripe.checkout;
  const retrieve = sessions.retrieve;
  let times = 0;
  sessions.retrieve = ((...given: Parameters<typeof retrieve>) => {
    times += 1;
    return retrieve.apply(sessions, given);
  }) as typeof retrieve;
  try {
    await doing();
  } finally {
    sessions.retrieve = retrieve;
  }
  return times;
}

/** The pages of a person that can still be paid at the provider. */
async function payable(who: TestPerson): Promise<string[]> {
  const mine = (await ordersOf(who)).map(({ id }) => id);
  const { data } = await shop.stripe.checkout.sessions.list({ status: 'open', limit: 100 });
  return data.filter((session) => mine.includes(session.client_reference_id!)).map(({ id }) => id);
}

const { create } = shop.stripe.checkout.sessions;
/** No page opens before that. */
const openPagesAfter = (ready: () => Promise<unknown>) => {
  const { sessions } = shop.stripe.checkout;
  sessions.create = (async (...given: Parameters<typeof create>) => {
    await ready();
    return create.apply(sessions, given);
  }) as typeof create;
};

test('the provider is not asked about a page that we did not open, nor about one whose answer is final', async () => {
  const who = await person(shop);
  const foreign = await shop.stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      { quantity: 1, price_data: { currency: 'eur', unit_amount: 21_900, product_data: { name: 'Nešto drugo' } } },
    ],
    success_url: 'http://localhost:3000/payment-success?session_id={CHECKOUT_SESSION_ID}',
  });
  const strange = [foreign.id, `cs_test_${'a'.repeat(58)}`, `cs_live_${'b'.repeat(58)}`, 'cs_', '../customers'];
  const times = await asked(async () => {
    for (const sessionId of strange)
      await expect(call(shop).payments.verifyPayment({ sessionId })).rejects.toMatchObject({
        code: 'SESSION_UNKNOWN',
        status: 404,
      });
  });
  expect(times).toBe(0);
  const { url } = await call(shop, who).payments.createPayment(device('1'));
  const sessionId = await pay(shop, url);
  expect(await asked(() => call(shop).payments.verifyPayment({ sessionId }))).toBe(0);
  expect(await call(shop).payments.verifyPayment({ sessionId })).toEqual({ status: 'paid' });
});

test('ten payments may be begun and left within an hour, by one person; paid ones do not count, repeated ones neither', async () => {
  const [who, other] = [await person(shop), await person(shop)];
  const as = call(shop, who).payments;
  const first = await as.createPayment(device('0'));
  await pay(shop, first.url);
  const opened = [];
  for (let n = 1; n <= 10; n += 1) opened.push(await as.createPayment(device(String(n))));
  const refusal = {
    code: 'TOO_MANY_CHECKOUTS',
    status: 429,
    message:
      'Za sat vremena otvorili ste previše plaćanja koja nisu završena. Završite neko od njih ili pokušajte kasnije.',
  };
  await expect(as.createPayment(device('11'))).rejects.toMatchObject(refusal);
  await expect(as.createPayment(starter('Pekara'))).rejects.toMatchObject(refusal);
  expect(await ordersOf(who), 'nothing is written for what is refused').toHaveLength(11);
  expect((await as.createPayment(device('3'))).url, 'a page that is open stays reachable').toBe(opened[2]!.url);
  await call(shop, other).payments.createPayment(device('1'));
  await pay(shop, opened[0]!.url);
  await as.createPayment(device('12'));
  await expect(as.createPayment(device('13'))).rejects.toMatchObject(refusal);
  await shop.db
    .update(orders)
    .set({ createdAt: new Date(Date.now() - 61 * 60_000) })
    .where(eq(orders.profileId, who.id));
  await as.createPayment(device('13'));
});

test('fifteen at once are ten', async () => {
  const who = await person(shop);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 15 }, (_, n) => call(shop, who).payments.createPayment(device(`${n}a`))),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  expect(await ordersOf(who)).toHaveLength(10);
});

test('four company forms at once: the last one wins, one page can be paid, and the others are refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const who = await person(shop);
    // Once, no page opens before each of the four has reached the provider or is answered.
    let missing = 4;
    const { promise: allAreIn, resolve: openPages } = Promise.withResolvers<void>();
    const isIn = () => {
      missing -= 1;
      if (missing === 0) openPages();
    };
    if (round === 0)
      openPagesAfter(() => {
        isIn();
        return allAreIn;
      });
    const outcomes = await Promise.allSettled(
      ['A', 'B', 'C', 'D'].map(async (company, place) => {
        await new Promise((resolve) => setTimeout(resolve, place * round));
        return call(shop, who).payments.createPayment(starter(company)).finally(isIn);
      }),
    );
    const pages = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({
          code: 'CHECKOUT_REPLACED',
          status: 409,
          message: expect.stringContaining('sa drugim podacima'),
        });
    expect(pages.length).toBeGreaterThan(0);
    const open = await payable(who);
    expect(open).toHaveLength(1);
    const wanted = (await ordersOf(who)).filter(({ checkoutKey }) => checkoutKey !== null);
    expect(wanted).toHaveLength(1);
    expect(pages.map(({ url }) => idIn(url))).toContain(open[0]);
    const left = pages.find(({ url }) => idIn(url) === open[0])!;
    expect(wanted[0]!.id).toBe(left.orderId);
    if (round === 0) {
      expect(pages).toHaveLength(1);
      const numbers = (await ordersOf(who)).map(({ number }) => number);
      expect(wanted[0]!.number, 'the last that was placed').toBe(Math.max(...numbers));
      openPagesAfter(async () => {});
    }
    await pay(shop, left.url);
    expect((await call(shop, who).advertising.account()).subscriptions).toHaveLength(1);
  }
});

test('a company corrects its form: the earlier page is called off, and its order says so', async () => {
  const who = await person(shop);
  const as = call(shop, who).payments;
  const first = await as.createPayment(starter('Pekara'));
  const second = await as.createPayment(starter('Pekara na uglu'));
  expect(second.orderId).not.toBe(first.orderId);
  expect(await payable(who)).toEqual([idIn(second.url)]);
  expect(await shop.db.select().from(checkouts).where(eq(checkouts.orderId, first.orderId))).toMatchObject([
    { state: 'expired', mode: 'subscription' },
  ]);
  const entries = await shop.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, first.orderId))
    .orderBy(auditLog.id);
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['orders.placed', who.id],
    ['orders.cancelled', who.id],
  ]);
});

test('the earlier page was just paid when the form is corrected: it is settled, and no second subscription is sold', async () => {
  const who = await person(shop);
  const as = call(shop, who).payments;
  const first = await as.createPayment(starter('Pekara'));
  shop.sandbox.control.setFaults({ hold: true });
  await pay(shop, first.url);
  await expect(as.createPayment(starter('Pekara na uglu'))).rejects.toMatchObject({ code: 'ALREADY_SUBSCRIBED' });
  expect((await call(shop, who).advertising.account()).banners).toBe(3_000);
  shop.sandbox.control.setFaults(null);
  await shop.sandbox.control.advance(0);
  expect((await call(shop, who).advertising.account()).banners).toBe(3_000);
  expect(await payable(who)).toEqual([]);
});

test('the provider fails while a form is corrected: nothing is payable twice when it is back', async () => {
  const who = await person(shop);
  const as = call(shop, who).payments;
  await as.createPayment(starter('Pekara'));
  shop.sandbox.control.setFaults({ failNextRequests: 6 });
  await expect(as.createPayment(starter('Pekara na uglu'))).rejects.toMatchObject({ code: 'PAYMENT_PROVIDER_DOWN' });
  shop.sandbox.control.setFaults(null);
  const { url } = await as.createPayment(starter('Pekara na uglu'));
  expect(await payable(who)).toEqual([idIn(url)]);
});

/** Orders the device; while its page is being opened, that is done to the order. */
async function openedMeanwhile(
  who: TestPerson,
  doing: (order: { number: number; version: number }) => Promise<unknown>,
) {
  openPagesAfter(async () => {
    openPagesAfter(async () => {});
    const [{ number, version } = { number: 0, version: 0 }] = await ordersOf(who);
    await doing({ number, version });
  });
  await expect(call(shop, who).payments.createPayment(device('7'))).rejects.toMatchObject({
    code: 'CHECKOUT_REPLACED',
    message: expect.stringContaining('otkazana, plaća se na drugi način ili je poručena sa drugim podacima'),
  });
  const [order] = await ordersOf(who);
  return order!;
}

test('an order is called off while its page is being opened: the page cannot be paid, and the next one is another order’s', async () => {
  const who = await person(shop);
  const order = await openedMeanwhile(who, (seen) => call(shop, who).orders.cancel(seen));
  expect(order.status).toBe('cancelled');
  expect(await payable(who)).toEqual([]);
  const { url, orderId } = await call(shop, who).payments.createPayment(device('7'));
  expect(orderId).not.toBe(order.id);
  expect(await payable(who)).toEqual([idIn(url)]);
});

test.each(['transfer', 'cash_on_delivery'] as const)(
  'an order is moved to %s while its page is being opened: the page cannot be paid, and the order waits',
  async (way) => {
    const who = await person(shop);
    const order = await openedMeanwhile(who, (seen) => call(shop, who).orders.changeWay({ ...seen, way }));
    expect(order).toMatchObject({ status: 'pending', way });
    expect(await payable(who)).toEqual([]);
    const live = and(eq(orderClaims.orderId, order.id), eq(orderClaims.state, 'live'));
    expect(await shop.db.select().from(orderClaims).where(live)).toMatchObject([{ way }]);
  },
);

test.each(['card', 'transfer', 'cash_on_delivery'] as const)(
  'the provider refuses for good to open the page of an order that is to be paid by %s by then: only what is refused is called off',
  async (way) => {
    const who = await person(shop);
    openPagesAfter(async () => {
      openPagesAfter(async () => {});
      const [{ number, version } = { number: 0, version: 0 }] = await ordersOf(who);
      if (way !== 'card') await call(shop, who).orders.changeWay({ number, version, way });
      shop.sandbox.control.setFaults({ forbid: ['POST /v1/checkout/sessions'] });
    });
    await expect(call(shop, who).payments.createPayment(device('7'))).rejects.toMatchObject({
      code: 'PAYMENT_PROVIDER_DOWN',
    });
    shop.sandbox.control.setFaults(null);
    const [order] = await ordersOf(who);
    expect(order).toMatchObject({ status: way === 'card' ? 'cancelled' : 'pending', way });
    const live = and(eq(orderClaims.orderId, order!.id), eq(orderClaims.state, 'live'));
    expect((await shop.db.select().from(orderClaims).where(live)).map((claim) => claim.way)).toEqual(
      way === 'card' ? [] : [way],
    );
  },
);

test('an order is moved away from the card and back while its page is being opened: the next page alone can be paid', async () => {
  const who = await person(shop);
  const order = await openedMeanwhile(who, async (seen) => {
    const own = call(shop, who).orders;
    await own.changeWay({ ...seen, way: 'transfer' });
    const [{ number, version } = seen] = await ordersOf(who);
    await own.changeWay({ number, version, way: 'card' });
  });
  expect(order).toMatchObject({ status: 'pending', way: 'card' });
  const { url, orderId } = await call(shop, who).payments.createPayment(device('7'));
  expect(orderId).toBe(order.id);
  expect(await payable(who)).toEqual([idIn(url)]);
  await pay(shop, url);
  expect((await ordersOf(who)).map(({ status }) => status)).toEqual(['paid']);
});

test('a device is paid by a double click’s first page while the second is on its way: it is sold once, and the next is another order', async () => {
  const who = await person(shop);
  const as = call(shop, who).payments;
  const first = await as.createPayment(device('7'));
  openPagesAfter(async () => {
    openPagesAfter(async () => {});
    await pay(shop, first.url);
  });
  const second = await as.createPayment(device('7'));
  expect(second.orderId).not.toBe(first.orderId);
  expect(await payable(who)).toEqual([idIn(second.url)]);
});
