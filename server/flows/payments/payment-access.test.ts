import { randomUUID } from 'node:crypto';
import { and, eq, isNull, or } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { profiles } from '../../accounts/schema.ts';
import { packages, subscriptions } from '../../advertising/schema.ts';
import { orders } from '../../orders/schema.ts';
import { checkouts, providerTasks, refunds } from '../../payments/schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { eventually } from '../../test/eventually.ts';
import { call, person, type TestPerson } from '../../test/people.ts';
import { buyer, firm, pay, press, testShop } from '../../test/shop.ts';
import { closeAccount } from '../people/close-account.ts';
import { runProviderTasks } from './provider-tasks.ts';

const shop = await testShop();
const admin = call(shop, await person(shop, 'admin'));
const superAdmin = call(shop, await person(shop, 'superAdmin'));
const starter = { productName: 'starter', productPrice: 99, companyInfo: firm };
const device = { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo: buyer };

const as = (who: TestPerson) => call(shop, who);
const idIn = (url: string) => url.split('/').at(-1)!;
const deliverEvents = () => shop.sandbox.control.advance(0);
const run = () => runProviderTasks(shop.deps);
const close = (who: TestPerson) =>
  shop.db.transaction((tx) => closeAccount(tx, shop.deps, { id: who.id }, who.id, { by: 'owner' }));
const block = (who: TestPerson, on = true) => admin.accounts.admin.people.block({ id: who.id, on });
const statusOf = async (session: string) => (await shop.stripe.checkout.sessions.retrieve(session)).status;
const bannersOf = async ({ id }: TestPerson) =>
  (await shop.db.select({ banners: profiles.bannerBalance }).from(profiles).where(eq(profiles.id, id)))[0]!.banners;
const subscriptionOf = async ({ id }: TestPerson) =>
  (await shop.db.select().from(subscriptions).where(eq(subscriptions.profileId, id)))[0]!;
/** To the account's own address, and to the one that a company's form gave. */
const mailsTo = async ({ id, email }: TestPerson) =>
  (
    await shop.db
      .select()
      .from(mails)
      .where(or(eq(mails.to, email), eq(mails.profileId, id)))
      .orderBy(mails.number)
  ).map((m) => m.template);
const problems = async () => (await admin.payments.admin.problems({})).rows;

async function subscriber(): Promise<TestPerson> {
  const who = await person(shop);
  await pay(shop, (await as(who).payments.createPayment(starter)).url);
  return who;
}

test('closing an account expires every open payment page and ends what renews, after the commit', async () => {
  const who = await subscriber();
  const page = idIn((await as(who).payments.createPayment(device)).url);
  await close(who);
  await run();
  expect(await statusOf(page)).toBe('expired');
  expect((await shop.stripe.subscriptions.retrieve((await subscriptionOf(who)).id)).status).toBe('canceled');
  expect(await shop.db.select().from(checkouts).where(eq(checkouts.id, page))).toMatchObject([{ state: 'expired' }]);
  expect(await shop.db.$count(providerTasks, eq(providerTasks.objectId, page))).toBe(1);
  const [order] = await shop.db.select().from(orders).where(eq(orders.kind, 'device'));
  expect(order).toMatchObject({ status: 'cancelled', checkoutKey: null });
});

for (const [what, leave] of [
  ['closed', close],
  ['blocked', block],
  ['erased', (who: TestPerson) => superAdmin.accounts.admin.people.erase({ id: who.id, email: who.email })],
] as const) {
  test(`a package paid after the account was ${what} is recorded, credits nothing, goes back and is a problem`, async () => {
    const who = await person(shop);
    const { url, orderId } = await as(who).payments.createPayment(starter);
    await leave(who);
    // The page is paid before the provider is notified.
    await pay(shop, url);
    expect(await shop.db.select().from(orders).where(eq(orders.id, orderId))).toMatchObject([{ status: 'paid' }]);
    const [sold] = await shop.db.select().from(packages).where(eq(packages.orderId, orderId));
    expect(sold).toMatchObject({ amount: 9_900, bannerCount: 0, tvSeconds: 0 });
    if (what !== 'erased') expect(await bannersOf(who)).toBe(0);
    const ours = [sold!.paymentKey, idIn(url)];
    expect((await problems()).filter(({ objectId }) => ours.includes(objectId!))).toMatchObject([
      { problem: 'ACCOUNT_CLOSED', amount: 9_900 },
    ]);
    await run();
    await deliverEvents();
    const [after] = await shop.db.select().from(packages).where(eq(packages.orderId, orderId));
    expect(after!.refunded).toBe(9_900);
    const subscription = await shop.stripe.subscriptions.retrieve(sold!.subscriptionId!);
    if (what === 'blocked') expect(subscription.pause_collection).toMatchObject({ behavior: 'void' });
    else expect(subscription.status).toBe('canceled');
    const sent = await mailsTo(who);
    expect(sent).not.toContain('advertising.started');
    if (what !== 'erased') expect(sent).toContain('orders.returned');
    await shop.sandbox.control.advance(32);
    expect(await shop.db.$count(packages, eq(packages.orderId, orderId)), 'nothing renews').toBe(1);
  });
}

test('a device paid after closing goes back whole, whoever reports it first, once', async () => {
  const who = await person(shop);
  const { url, orderId } = await as(who).payments.createPayment(device);
  await close(who);
  shop.sandbox.control.setFaults({ hold: true });
  await pay(shop, url);
  const verify = () => call(shop).payments.verifyPayment({ sessionId: idIn(url) });
  expect(await verify(), 'the buyer is back before the event').toEqual({ status: 'returned' });
  shop.sandbox.control.setFaults({ hold: false, duplicate: 2, shuffle: true });
  await deliverEvents();
  await run();
  shop.sandbox.control.setFaults(null);
  await deliverEvents();
  expect(await verify()).toEqual({ status: 'returned' });
  expect((await problems()).filter(({ objectId }) => objectId === idIn(url))).toMatchObject([
    { problem: 'ACCOUNT_CLOSED' },
  ]);
  expect(await shop.db.select().from(orders).where(eq(orders.id, orderId))).toMatchObject([
    { status: 'paid', refunded: 21_900 },
  ]);
  expect((await mailsTo(who)).filter((template) => template === 'orders.returned')).toHaveLength(1);
  expect(await mailsTo(who)).not.toContain('orders.paid');
});

test('a device paid after closing is never packed, and what the bank sends back is told until it goes back', async () => {
  const who = await person(shop);
  const { url, orderId } = await as(who).payments.createPayment(device);
  const key = idIn(url);
  const orderOf = async () => (await shop.db.select().from(orders).where(eq(orders.id, orderId)))[0]!;
  const { number } = await orderOf();
  const refusesPacking = async (when: string) => {
    const desk = admin.fulfilment.admin;
    const { version, problem } = await desk.read({ number });
    expect(problem, when).toBe('refunding');
    const boxes = [{ grams: 350, serials: ['VDK-26-900001'] }];
    await expect(
      desk.pack({ order: orderId, id: randomUUID(), version, courier: 'own', boxes }),
      when,
    ).rejects.toMatchObject({ code: 'NOT_TO_BE_PACKED' });
    const numbers = [...(await desk.queue()).toPack, ...(await admin.orders.admin.list({ view: 'to_pack' })).rows];
    expect(
      numbers.map((row) => row.number),
      when,
    ).not.toContain(number);
    const { rows } = await admin.orders.admin.list({ search: String(number) });
    expect(
      rows.find((row) => row.number === number),
      when,
    ).toMatchObject({ isPaymentReturned: true });
  };
  const told = async () => {
    const { deadlines } = await admin.admin.today();
    return deadlines!.filter((one) => one.number === number).map(({ kind, amount }) => [kind, amount?.amount]);
  };
  await close(who);
  await pay(shop, url);
  const at = shop.clock.now;
  await shop.restartSandbox(async () => {
    await run();
    await refusesPacking('the provider is away');
    expect(await told(), 'its task is tried again').toEqual([]);
  });
  shop.clock.now = new Date(at.getTime() + 61_000);
  await run();
  shop.clock.now = at;
  await deliverEvents();
  expect(await orderOf()).toMatchObject({ refunded: 21_900, paymentState: 'refunded' });
  expect(await told()).toEqual([]);

  const [made] = await shop.db.select().from(refunds).where(eq(refunds.paymentKey, key));
  await shop.sandbox.control.failRefund(made!.id);
  await deliverEvents();
  expect(await orderOf()).toMatchObject({ refunded: 0, paymentState: 'paid', fulfilmentState: 'new' });
  await refusesPacking('the bank has sent it back');
  expect(await told()).toEqual([['failed', 21_900]]);

  const { version } = await admin.refunds.admin.read({ order: number });
  const again = { order: number, payment: key, version, shown: 21_900, scope: 'whole', reason: 'agreement' } as const;
  await admin.refunds.admin.ask({ ...again, id: randomUUID(), goods: 'none' });
  expect(await told(), 'somebody gives it back').toEqual([]);
  await run();
  await deliverEvents();
  expect(await orderOf()).toMatchObject({ refunded: 21_900, paymentState: 'refunded' });
  expect(await told()).toEqual([]);
});

test('a bank transfer that arrives after closing goes back, and does not revive what was ended', async () => {
  const who = await person(shop);
  const { url } = await as(who).payments.createPayment(starter);
  await press(shop, url, { do: 'later' });
  await close(who);
  await run();
  await shop.sandbox.control.transfer(idIn(url), true);
  await run();
  await deliverEvents();
  expect(await bannersOf(who)).toBe(0);
  expect(await shop.db.select().from(packages).where(eq(packages.profileId, who.id))).toMatchObject([
    { bannerCount: 0, amount: 9_900, refunded: 9_900 },
  ]);
  expect((await subscriptionOf(who)).status).toBe('canceled');
});

test('blocking pauses what renews and unblocking resumes it; the months between are neither charged nor credited', async () => {
  const who = await subscriber();
  await block(who);
  await run();
  await deliverEvents();
  expect(await subscriptionOf(who)).toMatchObject({ status: 'active', paused: true });
  const paused = (await admin.advertising.admin.sold({ state: 'paused' })).rows.map(
    ({ subscription }) => subscription?.id,
  );
  expect(paused).toContain((await subscriptionOf(who)).id);
  await shop.sandbox.control.advance(31.5);
  expect(await bannersOf(who)).toBe(3_000);
  await block(who, false);
  await run();
  await deliverEvents();
  expect(await subscriptionOf(who)).toMatchObject({ status: 'active', paused: false });
  expect(await bannersOf(who)).toBe(3_000);
  await shop.sandbox.control.advance(31.5);
  expect(await bannersOf(who)).toBe(6_000);
});

const openTasks = (id: string) =>
  shop.db.$count(providerTasks, and(eq(providerTasks.objectId, id), isNull(providerTasks.doneAt)));
/** Works on what is due until nothing is left, as the job of every minute does; an event may ask for more. */
const runToTheEnd = (id: string) =>
  eventually(async () => {
    await run();
    await deliverEvents();
    expect(await openTasks(id)).toBe(0);
  });

test('blocked, unblocked and blocked again in a row ends as the account is, whatever was under way', async () => {
  const who = await subscriber();
  const { id } = await subscriptionOf(who);
  for (const on of [true, false, true]) await Promise.all([block(who, on), run(), run()]);
  await runToTheEnd(id);
  expect((await shop.stripe.subscriptions.retrieve(id)).pause_collection).not.toBeNull();
  for (const on of [false, true, false]) await Promise.all([run(), block(who, on), run()]);
  await runToTheEnd(id);
  expect((await shop.stripe.subscriptions.retrieve(id)).pause_collection).toBeNull();
});

test('a subscription that is unblocked while the provider is being notified of the block is not taken as done', async () => {
  const who = await subscriber();
  const { id } = await subscriptionOf(who);
  const { subscriptions: client } = shop.stripe;
  const update = client.update.bind(client);
  const gate = Promise.withResolvers<void>();
  const spy = vi.spyOn(client, 'update').mockImplementationOnce((async (...args: Parameters<typeof update>) => {
    await gate.promise;
    return update(...args);
  }) as typeof update);
  onTestFinished(() => spy.mockRestore());
  await block(who);
  const first = run();
  await eventually(() => expect(spy).toHaveBeenCalledTimes(1));
  await block(who, false);
  await run();
  expect(await openTasks(id)).toBe(1);
  gate.resolve();
  await first;
  await runToTheEnd(id);
  expect((await shop.stripe.subscriptions.retrieve(id)).pause_collection).toBeNull();
});

test('what the provider cannot be notified of is tried for ever, shows as a problem, and is done in the end', async () => {
  const who = await subscriber();
  const { id } = await subscriptionOf(who);
  const shown = async () => (await problems()).filter(({ objectId }) => objectId === id);
  const rowOf = async () => (await shop.db.select().from(providerTasks).where(eq(providerTasks.objectId, id)))[0]!;
  const at = shop.clock.now;
  await close(who);
  // A restricted key without the permission to cancel.
  shop.sandbox.control.setFaults({ forbid: ['DELETE /v1/subscriptions'] });
  await run();
  expect(await shown(), 'once is no problem yet').toEqual([]);
  const pauses: number[] = [];
  for (let tries = 0; tries < 40; tries += 1) {
    const { nextAt } = await rowOf();
    pauses.push((nextAt.getTime() - shop.clock.now.getTime()) / 60_000);
    shop.clock.now = nextAt;
    await run();
  }
  expect(pauses.slice(0, 7)).toEqual([1, 2, 5, 15, 30, 60, 60]);
  expect(pauses.at(-1)).toBe(60);
  expect(await rowOf()).toMatchObject({ failures: 41, doneAt: null, lastError: 'StripePermissionError' });
  const [problem] = await shown();
  expect(problem).toMatchObject({ problem: 'PROVIDER_NOT_TOLD', type: 'match-subscription' });
  expect((await admin.admin.overview()).sales!.problems).toBeGreaterThan(0);
  expect(await admin.payments.admin.retake({ id: problem!.id })).toEqual({ problem: 'PROVIDER_NOT_TOLD' });
  shop.sandbox.control.setFaults(null);
  expect(await admin.payments.admin.retake({ id: problem!.id })).toEqual({ problem: null });
  expect((await shop.stripe.subscriptions.retrieve(id)).status).toBe('canceled');
  expect(await shown()).toEqual([]);
  await expect(admin.payments.admin.dismiss({ id: problem!.id, note: 'x' })).rejects.toMatchObject({
    code: 'PROBLEM_GONE',
  });
  shop.clock.now = at;
});

test('without the provider an account is erased all the same, and its subscription ends when the provider is back', async () => {
  const who = await subscriber();
  const { id } = await subscriptionOf(who);
  await shop.restartSandbox(async () => {
    await superAdmin.accounts.admin.people.erase({ id: who.id, email: who.email });
    await run();
    expect(await shop.db.select().from(providerTasks).where(eq(providerTasks.objectId, id))).toMatchObject([
      { failures: 1, doneAt: null },
    ]);
  });
  const at = shop.clock.now;
  shop.clock.now = new Date(at.getTime() + 61_000);
  await run();
  shop.clock.now = at;
  expect((await shop.stripe.subscriptions.retrieve(id)).status).toBe('canceled');
});

test('payments that are being opened while the account is closed or blocked leave no page that can be paid', async () => {
  for (let round = 0; round < 12; round += 1) {
    const who = await person(shop);
    const leave = round % 2 ? block : close;
    const opening = [
      as(who).payments.createPayment(starter),
      as(who).payments.createPayment({ ...device, buyerInfo: { ...buyer, addressNumber: String(round) } }),
    ];
    if (round % 3) await new Promise((resolve) => setTimeout(resolve, round * 3));
    const outcomes = await Promise.allSettled([...opening, leave(who)]);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: expect.stringMatching(/^(ACCOUNT_CLOSED|UNAUTHORIZED)$/) });
    }
    await run();
    const open = await shop.stripe.checkout.sessions.list({ status: 'open', limit: 100 });
    const mine = await shop.db.select({ id: orders.id }).from(orders).where(eq(orders.profileId, who.id));
    const payable = open.data.filter(({ client_reference_id }) => mine.some(({ id }) => id === client_reference_id));
    expect(payable.map(({ id }) => id)).toEqual([]);
  }
});
