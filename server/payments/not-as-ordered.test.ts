import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { packages } from '../advertising/schema.ts';
import { runProviderTasks } from '../flows/payments/provider-tasks.ts';
import { orders } from '../orders/schema.ts';
import { mails } from '../platform/mail.schema.ts';
import { call, person, type TestPerson } from '../test/people.ts';
import { buyer, deliver, firm, GOOD_CARD, pay, press, testShop } from '../test/shop.ts';
import { checkouts, orderPayments, paymentEvents } from './schema.ts';

/** Payments that are not what was ordered: each waits for a person, and none brings about what a right one would. */

const shop = await testShop();
const admin = call(shop, await person(shop, 'admin'));

const device = { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo: buyer };
const special = { productName: 'Specijalni Paket - 100 Lokacija', productPrice: 1500, companyInfo: firm };
const ordered = (who: TestPerson, product: typeof device | typeof special = device) =>
  call(shop, who).payments.createPayment(product);

/** Another paid page for the same order, as a person can make one in Stripe's dashboard. */
async function paidBeside(orderId: string, unit_amount: number, currency: string) {
  const session = await shop.stripe.checkout.sessions.create({
    mode: 'payment',
    metadata: { order_id: orderId },
    line_items: [{ quantity: 1, price_data: { currency, unit_amount, product_data: { name: 'Vidik' } } }],
    success_url: 'http://localhost:3000/payment-success?session_id={CHECKOUT_SESSION_ID}',
  });
  await press(shop, session.url!, { do: 'pay', card: GOOD_CARD });
  return session.id;
}

const orderOf = async (id: string) => (await shop.db.select().from(orders).where(eq(orders.id, id)))[0]!;
const mailsTo = async (who: TestPerson) =>
  (await shop.db.select().from(mails).where(eq(mails.profileId, who.id))).map(({ template }) => template);
const problemsOf = async (objectId: string) =>
  (await admin.payments.admin.problems({})).rows
    .filter((row) => row.objectId === objectId)
    .map(({ problem }) => problem);

test.each([
  ['the right number in another currency', 21_900, 'rsd'],
  ['a cent less than the price', 21_899, 'eur'],
  ['more than the price', 30_000, 'eur'],
])(
  '%s does not pay an order: it stays open, nobody is thanked, and a person sees the problem',
  async (_, amount, currency) => {
    const who = await person(shop);
    const { orderId } = await ordered(who);
    const sessionId = await paidBeside(orderId, amount, currency);
    expect(await orderOf(orderId)).toMatchObject({ status: 'pending', paidAt: null });
    expect(await shop.db.$count(orderPayments, eq(orderPayments.orderId, orderId))).toBe(0);
    expect(await mailsTo(who)).toEqual([]);
    expect(await problemsOf(sessionId)).toEqual(['AMOUNT_DIFFERS']);
    await shop.db.insert(checkouts).values({ id: sessionId, orderId, mode: 'payment' });
    expect(await call(shop, who).payments.verifyPayment({ sessionId })).toEqual({ status: 'processing' });
    expect((await orderOf(orderId)).status).toBe('pending');
  },
);

test('an order that is paid a second time is sold once, and the second payment waits for a person', async () => {
  const who = await person(shop);
  const { url, orderId } = await ordered(who, special);
  const first = await pay(shop, url);
  const paid = await orderOf(orderId);
  const second = await paidBeside(orderId, paid.amount, 'eur');
  expect(await problemsOf(first)).toEqual([]);
  expect(await problemsOf(second)).toEqual(['PAID_TWICE']);
  const { version, updatedAt, ...rest } = await orderOf(orderId);
  expect(paid).toMatchObject(rest);
  expect(version, 'what came is an event of the order').toBe(paid.version + 1);
  expect(updatedAt >= paid.updatedAt).toBe(true);
  expect(await shop.db.$count(packages, eq(packages.orderId, orderId))).toBe(1);
  expect(await mailsTo(who)).toEqual(['advertising.special-started']);
});

test('what a card paid twice goes back from the order’s page, and stands in Danas once the payment that counts is back instead', async () => {
  const kept = async (number: number) =>
    (await admin.admin.today()).deadlines!.filter((one) => one.kind === 'kept' && one.number === number);
  const twice = async () => {
    const { url, orderId } = await ordered(await person(shop));
    const first = await pay(shop, url);
    const second = await paidBeside(orderId, 21_900, 'eur');
    return { first, second, orderId, number: (await orderOf(orderId)).number };
  };
  const right = await twice();
  expect(await kept(right.number)).toEqual([]);
  const { version, payments } = await admin.refunds.admin.read({ order: right.number });
  const surplus = payments.find(({ isSurplus }) => isSurplus)!;
  expect(surplus.key).toBe(right.second);
  const wanted = { order: right.number, payment: surplus.key, scope: 'whole', reason: 'wrong_payment' } as const;
  await admin.refunds.admin.ask({ ...wanted, goods: 'none', id: randomUUID(), version, shown: 21_900 });
  await runProviderTasks(shop.deps);
  expect(await orderOf(right.orderId)).toMatchObject({ paymentState: 'paid', fulfilmentState: 'new', refunded: 0 });
  expect(await kept(right.number)).toEqual([]);

  const wrong = await twice();
  const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(wrong.first);
  await shop.stripe.refunds.create({ payment_intent: String(payment_intent) });
  await shop.sandbox.control.advance(0);
  expect(await orderOf(wrong.orderId)).toMatchObject({ paymentState: 'refunded', fulfilmentState: null });
  expect(await kept(wrong.number)).toMatchObject([{ amount: { amount: 21_900, currency: 'EUR' } }]);
});

test('an event of the wrong mode is refused and not kept, in test mode and in live mode', async () => {
  const { body } = shop.webhooks.at(-1)!;
  const sent = async (livemode: boolean) => {
    const id = `evt_mode_${livemode}_${shop.connection.live}`;
    const payload = JSON.stringify({ ...JSON.parse(body), id, livemode });
    const signature = shop.stripe.webhooks.generateTestHeaderString({ payload, secret: shop.sandbox.webhookSecret });
    const { status } = await deliver(shop, payload, signature);
    return [status, await shop.db.$count(paymentEvents, eq(paymentEvents.id, id))];
  };
  expect(await sent(true)).toEqual([400, 0]);
  expect(await sent(false)).toEqual([200, 1]);
  shop.connection.live = true;
  expect(await sent(false)).toEqual([400, 0]);
  expect(await sent(true)).toEqual([200, 1]);
  shop.connection.live = false;
});

test('while the secret of the webhook is replaced, events signed with either are taken, and afterwards those with the new one', async () => {
  const { url } = await ordered(await person(shop));
  await pay(shop, url);
  const { body } = shop.webhooks.at(-1)!;
  const [old] = shop.connection.webhookSecrets;
  const sent = async (secret: string) =>
    (await deliver(shop, body, shop.stripe.webhooks.generateTestHeaderString({ payload: body, secret }))).status;
  shop.connection.webhookSecrets = ['whsec_new', old!];
  expect([await sent('whsec_new'), await sent(old!), await sent('whsec_other')]).toEqual([200, 200, 400]);
  shop.connection.webhookSecrets = ['whsec_new'];
  expect([await sent('whsec_new'), await sent(old!)]).toEqual([200, 400]);
  shop.connection.webhookSecrets = [old!];
});

test('an event that comes again is answered without asking Stripe', async () => {
  const { url } = await ordered(await person(shop));
  await pay(shop, url);
  const { body } = shop.webhooks.at(-1)!;
  const signature = shop.stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret: shop.sandbox.webhookSecret,
  });
  await shop.restartSandbox(async () => {
    const answer = await deliver(shop, body, signature);
    expect([answer.status, await answer.json()]).toEqual([200, { received: 'repeated' }]);
  });
});
