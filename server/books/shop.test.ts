import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { packages } from '../advertising/schema.ts';
import { runProviderTasks } from '../flows/payments/provider-tasks.ts';
import { closeAccount } from '../flows/people/close-account.ts';
import { erasePerson } from '../flows/people/erase-person.ts';
import { orders } from '../orders/schema.ts';
import { systemActor } from '../platform/audit.ts';
import { balancesOf, entriesOf, faultsOf } from '../test/books.ts';
import { call, person } from '../test/people.ts';
import { buyer, deliver, firm, GOOD_CARD, pay, press, testShop } from '../test/shop.ts';
import { bookEntries } from './schema.ts';

/** The company's books: what is paid through the payment provider. */

const shop = await testShop();
const { control } = shop.sandbox;
const PRICE = 21_900;
const device = { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo: buyer };
const starter = { productName: 'starter', productPrice: 99, companyInfo: firm };
const special = { productName: 'Specijalni Paket - 100 Lokacija', productPrice: 1500, companyInfo: firm };

afterAll(async () => expect(await faultsOf(shop.db)).toEqual([]));

async function sold(product: typeof device | typeof starter | typeof special = device) {
  const who = await person(shop);
  const { url, orderId } = await call(shop, who).payments.createPayment(product);
  const sessionId = await pay(shop, url);
  return { who, orderId, sessionId };
}
const intentOf = async (sessionId: string) =>
  (await shop.stripe.checkout.sessions.retrieve(sessionId)).payment_intent as string;
const entries = (orderId: string) => entriesOf(shop.db, orderId);
const SALE = ['payment', { card_provider: PRICE, sales: -PRICE }];

test('an order that waits for its payment is in no book; paid, it is money at the provider and a sale', async () => {
  const who = await person(shop);
  const { url, orderId } = await call(shop, who).payments.createPayment(device);
  expect(await entries(orderId)).toEqual([]);
  const key = await pay(shop, url);
  expect(await entries(orderId)).toEqual([SALE]);
  expect(await shop.db.select().from(bookEntries).where(eq(bookEntries.concerns, orderId))).toMatchObject([
    { kind: 'payment', reference: key, step: 1, entity: 'company', currency: 'EUR', profileId: who.id },
  ]);
});

test('the same payment, told again by every event and by the buyer who comes back, is entered once', async () => {
  const { who, orderId, sessionId } = await sold();
  for (const { body } of shop.webhooks.filter((sent) => sent.body.includes(orderId))) {
    const again = body.replace(/"id":"evt_/, '"id":"evt_again_');
    const signature = shop.stripe.webhooks.generateTestHeaderString({
      payload: again,
      secret: shop.sandbox.webhookSecret,
    });
    expect((await deliver(shop, again, signature)).status).toBe(200);
  }
  await call(shop, who).payments.verifyPayment({ sessionId });
  expect(await entries(orderId)).toEqual([SALE]);
});

test('every paid month of a package is an entry of its own, and the special package is one', async () => {
  const month = await sold(starter);
  await control.advance(31.2);
  const paid = ['payment', { card_provider: 9_900, sales: -9_900 }];
  expect(await entries(month.orderId)).toEqual([paid, paid]);
  const periods = await shop.db.select().from(packages).where(eq(packages.orderId, month.orderId));
  const references = await shop.db.select().from(bookEntries).where(eq(bookEntries.concerns, month.orderId));
  expect(references.map(({ reference }) => reference).sort()).toEqual(
    periods.map(({ paymentKey }) => paymentKey).sort(),
  );
  const once = await sold(special);
  expect(await balancesOf(shop.db, once.orderId)).toEqual({ card_provider: 150_000, sales: -150_000 });
});

test('a refund leaves the provider and stands beside the sale; one that the bank sends back is the opposite entry', async () => {
  const { orderId, sessionId } = await sold();
  const refund = await shop.stripe.refunds.create({ payment_intent: await intentOf(sessionId), amount: 5_000 });
  await control.advance(0);
  expect(await balancesOf(shop.db, orderId)).toEqual({ card_provider: 16_900, refunds: 5_000, sales: -PRICE });
  await control.failRefund(refund.id);
  await control.advance(0);
  expect(await entries(orderId)).toEqual([
    SALE,
    ['refund', { card_provider: -5_000, refunds: 5_000 }],
    ['refund', { card_provider: 5_000, refunds: -5_000 }],
  ]);
});

test.each([
  ['won', 'won', { card_provider: PRICE, sales: -PRICE }],
  ['lost', 'lost', { refunds: PRICE, sales: -PRICE }],
] as const)('a disputed payment is held until the bank decides, and then %s', async (_, outcome, after) => {
  const { orderId, sessionId } = await sold();
  const dispute = await control.dispute(await intentOf(sessionId));
  await control.advance(0);
  expect(await balancesOf(shop.db, orderId)).toEqual({ disputed: PRICE, sales: -PRICE });
  await control.decideDispute(dispute, outcome);
  await control.advance(0);
  expect(await balancesOf(shop.db, orderId)).toEqual(after);
  expect((await entries(orderId)).map(([kind]) => kind)).toEqual(['payment', 'dispute', 'dispute']);
});

test('what comes for an account that was closed is the customer’s, not a sale, until it has gone back', async () => {
  const who = await person(shop);
  const { url, orderId } = await call(shop, who).payments.createPayment(device);
  await shop.db.transaction((tx) => closeAccount(tx, shop.deps, { id: who.id }, who.id));
  await pay(shop, url);
  expect(await balancesOf(shop.db, orderId)).toEqual({ card_provider: PRICE, customer: -PRICE });
  await runProviderTasks(shop.deps);
  await control.advance(0);
  expect(await balancesOf(shop.db, orderId)).toEqual({});
});

/** Another paid page for the same order, as a person can make one in Stripe's dashboard. */
async function paidBeside(orderId: string, amount: number) {
  const session = await shop.stripe.checkout.sessions.create({
    mode: 'payment',
    metadata: { order_id: orderId },
    line_items: [
      { quantity: 1, price_data: { currency: 'eur', unit_amount: amount, product_data: { name: 'Vidik' } } },
    ],
    success_url: 'http://localhost:3000/payment-success?session_id={CHECKOUT_SESSION_ID}',
  });
  await press(shop, session.url!, { do: 'pay', card: GOOD_CARD });
  return session.id;
}

test('an order that is paid twice is one sale, and the second payment is the customer’s', async () => {
  const { orderId } = await sold();
  const second = await paidBeside(orderId, PRICE);
  expect(await balancesOf(shop.db, orderId)).toEqual({ card_provider: 2 * PRICE, sales: -PRICE, customer: -PRICE });
  await shop.stripe.refunds.create({ payment_intent: await intentOf(second) });
  await control.advance(0);
  expect(await balancesOf(shop.db, orderId)).toEqual({ card_provider: PRICE, sales: -PRICE });
});

test('a payment that could not be settled is in no book, and neither is what goes back of it', async () => {
  const { orderId } = await call(shop, await person(shop)).payments.createPayment(device);
  const other = await paidBeside(orderId, 30_000);
  await shop.stripe.refunds.create({ payment_intent: await intentOf(other) });
  await control.advance(0);
  expect(await entries(orderId)).toEqual([]);
});

test('what could not be settled before its account was closed is entered then, with what had gone back', async () => {
  const who = await person(shop);
  const { orderId } = await call(shop, who).payments.createPayment(device);
  const other = await paidBeside(orderId, 20_000);
  await shop.stripe.refunds.create({ payment_intent: await intentOf(other), amount: 5_000 });
  await control.advance(0);
  await shop.db.transaction((tx) => closeAccount(tx, shop.deps, { id: who.id }, who.id));
  expect(await entries(orderId)).toEqual([]);
  await shop.stripe.refunds.create({ payment_intent: await intentOf(other), amount: 1_000 });
  await control.advance(0);
  expect(await balancesOf(shop.db, orderId)).toEqual({ card_provider: 14_000, customer: -14_000 });
  // The order says another amount than what came: the facts are wrong in themselves, and the proof names them.
  expect(await faultsOf(shop.db)).toMatchObject([{ kind: 'payment', differences: [{ reference: other }, {}] }]);
  await shop.db.update(orders).set({ amount: 20_000 }).where(eq(orders.id, orderId));
});

test('who is erased leaves their entries as they are', async () => {
  const { who, orderId } = await sold();
  await shop.db.transaction((tx) => erasePerson(tx, shop.deps, systemActor, who.id));
  expect(await entries(orderId)).toEqual([SALE]);
});
