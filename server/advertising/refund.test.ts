import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { closeAccount } from '../flows/people/close-account.ts';
import { orders } from '../orders/schema.ts';
import { paymentEvents } from '../payments/schema.ts';
import { testAdverts } from '../test/adverts.ts';
import { call, person, type TestPerson } from '../test/people.ts';
import { firm, pay, testShop } from '../test/shop.ts';
import { ledger, packages } from './schema.ts';

const shop = await testShop();
const admin = call(shop, await person(shop, 'admin'));
const as = (who: TestPerson) => call(shop, who);
const balanceOf = async (who: TestPerson) => {
  const { banners, tvSeconds } = await as(who).advertising.account();
  return [banners, tvSeconds];
};

/** Somebody who paid for a month of starter, with what Stripe calls the payment. */
async function subscriber() {
  const who = await person(shop);
  const { url } = await as(who).payments.createPayment({
    productName: 'starter',
    productPrice: 99,
    companyInfo: firm,
  });
  await pay(shop, url);
  const [sold] = await shop.db.select().from(packages).where(eq(packages.profileId, who.id));
  const { data } = await shop.stripe.invoicePayments.list({ invoice: sold!.paymentKey });
  return { who, sold: sold!, intent: data[0]!.payment.payment_intent as string };
}
const deliverEvents = () => shop.sandbox.control.advance(0);
async function refund(intent: string, amount?: number) {
  const made = await shop.stripe.refunds.create({ payment_intent: intent, ...(amount ? { amount } : {}) });
  await deliverEvents();
  return made.id;
}
const spend = (who: TestPerson, banners: number) =>
  shop.db.insert(ledger).values({
    profileId: who.id,
    unit: 'banner',
    delta: -banners,
    reason: 'shown',
    reference: `${who.id}/prikazano`,
    actor: 'system',
  });
const problemsOf = async (id: string) =>
  (await admin.payments.admin.problems({})).rows
    .filter(({ objectId }) => objectId === id)
    .map(({ problem }) => problem);

test('a whole refund takes back what the month credited, as entries of its own; the sold month stays', async () => {
  const { who, sold, intent } = await subscriber();
  const id = await refund(intent);
  expect(await balanceOf(who)).toEqual([0, 0]);
  const { rows } = await as(who).advertising.ledger({ unit: 'banner' });
  expect(rows).toMatchObject([
    { delta: -3_000, balance: 0, reason: 'refund', packageName: 'starter' },
    { delta: 3_000, balance: 3_000, reason: 'package', packageName: 'starter' },
  ]);
  expect((await as(who).advertising.periods({})).rows).toMatchObject([{ id: sold.id, amount: 9_900, refunded: 9_900 }]);
  expect(await problemsOf(id)).toEqual([]);
});

test('parts of a refund take their parts, and never more than the month had', async () => {
  const { who, intent } = await subscriber();
  await refund(intent, 3_300);
  expect(await balanceOf(who)).toEqual([2_000, 20_000]);
  await refund(intent, 3_300);
  await refund(intent, 3_300);
  expect(await balanceOf(who)).toEqual([0, 0]);
  await expect(refund(intent, 1)).rejects.toThrow(/refunded/);
});

test('what was spent cannot be taken back: the balance stops at zero and staff are notified', async () => {
  const { who, intent } = await subscriber();
  await spend(who, 2_500);
  const id = await refund(intent);
  expect(await balanceOf(who)).toEqual([0, 0]);
  expect(await problemsOf(id)).toEqual(['REFUND_OF_SPENT']);
  const [event] = (await admin.payments.admin.problems({})).rows.filter(({ objectId }) => objectId === id);
  expect(event).toMatchObject({ type: 'refund.created', amount: 9_900, currency: 'EUR' });
  expect(await admin.payments.admin.retake({ id: event!.id })).toEqual({ problem: 'REFUND_OF_SPENT' });
  await admin.payments.admin.dismiss({ id: event!.id, note: 'Dogovoreno sa kupcem' });
  expect(await problemsOf(id)).toEqual([]);
  expect((await admin.payments.admin.problems({ all: true })).rows).toContainEqual(
    expect.objectContaining({ id: event!.id, resolvedAt: expect.any(String) }),
  );
  await expect(admin.payments.admin.dismiss({ id: event!.id, note: 'opet' })).rejects.toMatchObject({
    code: 'PROBLEM_GONE',
  });
});

test('a refund that the bank sends back gives the credit back, once, and says why', async () => {
  const { who, intent } = await subscriber();
  const id = await refund(intent);
  await shop.sandbox.control.failRefund(id);
  expect(await balanceOf(who)).toEqual([3_000, 30_000]);
  const { rows } = await as(who).advertising.ledger({ unit: 'banner' });
  expect(rows.map(({ delta, reason, packageName, note }) => [delta, reason, packageName, note])).toEqual([
    [3_000, 'correction', 'starter', null],
    [-3_000, 'refund', 'starter', null],
    [3_000, 'package', 'starter', null],
  ]);
  expect((await as(who).advertising.periods({})).rows).toMatchObject([{ refunded: 0 }]);
  const [order] = await shop.db.select().from(orders).where(eq(orders.profileId, who.id));
  const { gave } = await admin.orders.admin.read({ number: order!.number });
  expect(gave.filter(({ unit }) => unit === 'banner').map(({ cause, delta }) => [cause, delta])).toEqual([
    ['correction', 3_000],
    ['refund', -3_000],
    ['package', 3_000],
  ]);
});

test('the same refund reported again, late or twice at once, takes nothing more', async () => {
  const { who, intent } = await subscriber();
  shop.sandbox.control.setFaults({ duplicate: 3, shuffle: true });
  await refund(intent, 3_300);
  shop.sandbox.control.setFaults(null);
  expect(await balanceOf(who)).toEqual([2_000, 20_000]);
});

test('a refund reported before its payment settles the payment first', async () => {
  const who = await person(shop);
  const { url } = await as(who).payments.createPayment({ productName: 'starter', productPrice: 99, companyInfo: firm });
  shop.sandbox.control.setFaults({ hold: true });
  const paying = pay(shop, url);
  await paying;
  const sessionId = url.split('/').at(-1)!;
  const session = await shop.stripe.checkout.sessions.retrieve(sessionId);
  const { data } = await shop.stripe.invoicePayments.list({ invoice: session.invoice as string });
  await shop.stripe.refunds.create({ payment_intent: data[0]!.payment.payment_intent as string });
  shop.sandbox.control.setFaults({ hold: false, shuffle: true });
  await deliverEvents();
  shop.sandbox.control.setFaults(null);
  expect(await balanceOf(who)).toEqual([0, 0]);
  expect((await as(who).orders.mine()).map(({ status }) => status)).toEqual(['paid']);
  expect((await as(who).advertising.ledger({})).rows).toHaveLength(4);
});

test('a refunded device order says how much went back, and no balance moves', async () => {
  const who = await person(shop, 'member', { address: 'Glavna', addressNumber: '1', postalCode: '11000' });
  const { url, orderId } = await as(who).payments.createPayment({ productName: 'Vidik – 1 uređaj', productPrice: 219 });
  const sessionId = await pay(shop, url);
  const session = await shop.stripe.checkout.sessions.retrieve(sessionId);
  await refund(session.payment_intent as string, 1_900);
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId));
  expect(order).toMatchObject({ status: 'paid', refunded: 1_900 });
  expect(await balanceOf(who)).toEqual([0, 0]);
});

test('the books cannot be rewritten, whoever tries, and no balance moves beside them', async () => {
  const { who } = await subscriber();
  const mine = and(eq(ledger.profileId, who.id), eq(ledger.unit, 'banner'));
  await expect(shop.db.update(ledger).set({ delta: 9 }).where(mine)).rejects.toThrow();
  await expect(shop.db.delete(ledger).where(mine)).rejects.toThrow();
  await expect(shop.db.ask('truncate ledger')).rejects.toThrow(/append-only/);
  await expect(shop.db.ask('update profiles set l_banners = 9 where id = $1', [who.id])).rejects.toThrow(/ledger/);
  await expect(spend(who, 3_001)).rejects.toThrow();
  expect(await balanceOf(who)).toEqual([3_000, 30_000]);
});

test('a payment of a customer nobody knows is kept for the admin, with what it says, and settled once it is known', async () => {
  const stranger = await shop.stripe.customers.create({ email: 'neznan@primer.rs' });
  const session = await shop.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: stranger.id,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'eur',
          unit_amount: 9_900,
          recurring: { interval: 'month' },
          product_data: { name: 'Reklamni paket Starter' },
        },
      },
    ],
    success_url: 'http://localhost:3000/payment-success?session_id={CHECKOUT_SESSION_ID}',
  });
  await pay(shop, session.url!);
  const { rows, open } = await admin.payments.admin.problems({});
  const invoice = rows.find(({ type, customerId }) => type === 'invoice.paid' && customerId === stranger.id)!;
  expect(invoice).toMatchObject({
    problem: 'UNKNOWN_ORDER',
    amount: 9_900,
    currency: 'EUR',
    email: 'neznan@primer.rs',
  });
  expect(open).toBeGreaterThanOrEqual(3);
  expect(await admin.payments.admin.retake({ id: invoice.id })).toEqual({ problem: 'UNKNOWN_ORDER' });

  const who = await person(shop);
  const [order] = await shop.db
    .insert(orders)
    .values({ profileId: who.id, email: who.email, kind: 'package', productName: 'starter', amount: 9_900 })
    .returning();
  const { subscription } = await shop.stripe.checkout.sessions.retrieve(session.id);
  await shop.stripe.subscriptions.update(subscription as string, { metadata: { order_id: order!.id } });
  await deliverEvents();
  expect(await balanceOf(who)).toEqual([0, 0]);
  // The invoice keeps the words it was written with; the next one has the new ones.
  await shop.sandbox.control.advance(31.5);
  expect(await balanceOf(who)).toEqual([3_000, 30_000]);
});

test('an event of something Stripe itself does not know is kept, not refused for ever', async () => {
  const body = JSON.stringify({
    id: 'evt_odakle',
    object: 'event',
    api_version: '2026-10-28.endive',
    created: 1_795_000_000,
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type: 'invoice.paid',
    data: { object: { id: 'in_nepoznat', object: 'invoice', customer: 'cus_nepoznat', customer_email: 'x@primer.rs' } },
  });
  const signature = shop.stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret: shop.sandbox.webhookSecret,
  });
  const response = await shop.app.request('/webhooks/stripe', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
  });
  expect(response.status).toBe(200);
  const [row] = await shop.db.select().from(paymentEvents).where(eq(paymentEvents.id, 'evt_odakle'));
  expect(row).toMatchObject({ problem: 'UNKNOWN_TO_PROVIDER', objectId: 'in_nepoznat', resolvedAt: null });
  expect(await problemsOf('in_nepoznat')).toEqual(['UNKNOWN_TO_PROVIDER']);
});

test('what campaigns hold and no TV has goes back too: the youngest is paused first, and its company reads why', async () => {
  const { who, sold, intent } = await subscriber();
  const adverts = await testAdverts(shop);
  const [older, younger] = [
    await adverts.campaign(who, {
      budget: 1_000,
      name: 'Starija',
      createdAt: new Date(shop.clock.now.getTime() - 1_000),
    }),
    await adverts.campaign(who, { budget: 1_500, name: 'Mlađa', createdAt: shop.clock.now }),
  ];
  for (const id of [older, younger]) expect(await adverts.approve(id)).toBe(true);
  const { leases } = await (await adverts.tv()).player.bag();
  expect(leases.length).toBeGreaterThan(0);
  const before = await shop.db.ask<{ id: string; leased: number }>(
    'select campaign_id as id, leased::int from unit_reservations where campaign_id = any($1)',
    [[older, younger]],
  );
  const leased = (id: string) => before.find((row) => row.id === id)!.leased;

  const [bought] = await shop.db.select().from(orders).where(eq(orders.profileId, who.id));
  const wanted = { order: bought!.number, payment: sold.paymentKey, scope: 'amount' as const, amount: 4_950 };
  const preview = await admin.refunds.admin.preview({ ...wanted, reason: 'withdrawal', goods: 'none' });
  expect(preview.units).toMatchObject({
    taken: { banners: 1_500 },
    campaigns: [{ name: 'Mlađa', unit: 'banner', units: 1_000 }],
  });

  await refund(intent, 4_950);
  const states = await shop.db.ask<{ name: string; state: string }>(
    'select name, state from campaigns where profile_id = $1 order by name',
    [who.id],
  );
  expect(states).toEqual([
    { name: 'Mlađa', state: 'paused' },
    { name: 'Starija', state: 'approved' },
  ]);
  expect((await balanceOf(who))[0]).toBe(1_500);
  const letters = await shop.db.ask<{ name: string }>(
    `select props->>'name' as name from mails where template = 'campaigns.units-taken'`,
  );
  expect(letters).toEqual([{ name: 'Mlađa' }]);
  await refund(intent);
  expect((await balanceOf(who))[0]).toBe(leased(older) + leased(younger));
  expect(await shop.db.ask('select * from unit_differences')).toEqual([]);
});

test('an account that is closed shows nothing more', async () => {
  const { who } = await subscriber();
  const adverts = await testAdverts(shop);
  const id = await adverts.campaign(who, { budget: 100 });
  await adverts.approve(id);
  await shop.db.transaction((tx) => closeAccount(tx, shop.deps, { id: who.id }, who.id));
  expect(await shop.db.ask('select state from campaigns where id = $1', [id])).toEqual([{ state: 'paused' }]);
  expect(await shop.db.ask('select * from unit_differences')).toEqual([]);
});
