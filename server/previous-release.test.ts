import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sessions } from './auth/schema.ts';
import { findContradictions } from './backup/proofs.ts';
import { migrateRestored, restoreArchive } from './backup/restore.ts';
import { documents } from './documents/schema.ts';
import { runProviderTasks } from './flows/payments/provider-tasks.ts';
import { jobNames } from './jobs.ts';
import { backfillAllOrders } from './orders/backfill.ts';
import { orders } from './orders/schema.ts';
import { createLog } from './platform/log/log.ts';
import { mails } from './platform/mail.schema.ts';
import { storageIn } from './platform/storage/open.ts';
import { faultsOf } from './test/books.ts';
import { emptyDatabase } from './test/empty-database.ts';
import { call } from './test/people.ts';
import { GOOD_CARD, press, testShop } from './test/shop.ts';
import { whenOver } from './test/when-over.ts';

/**
 * The upgrade from the release before orders had parcels and documents: its demo year, and beside it one order of each kind that was under
 * way, made by that release itself (`npm run render:previous`) and known here by the name in its buyer's address. The tests are one
 * story; what the provider says of sessions of before arrives where it arrives in life.
 */

const MINUTE_MS = 60_000;
const url = await emptyDatabase();
const folder = mkdtempSync(path.join(tmpdir(), 'vidik-previous-'));
whenOver(() => rmSync(folder, { recursive: true, force: true }));
const dataDir = path.join(folder, 'data');
type Ask = (statement: string) => Promise<Record<string, unknown>[]>;

/** What no upgrade changes: money, units and states, in columns that both releases have. */
const KEPT = {
  orders: `select number::int, kind, email, product_name, amount, currency, status, refunded, paid_at from orders order by number`,
  periods: `select payment_key, order_id, package_name, l_banners, tv_seconds, amount, currency, refunded, period_end
    from packages order by payment_key`,
  balances: `select id, l_banners::text, tv_seconds::text from profiles order by id`,
  ledger: `select profile_id, unit, reason, sum(delta)::text as sum, count(*)::int from ledger group by 1, 2, 3 order by 1, 2, 3`,
  refunds: `select id, payment_key, amount, currency, stands from refunds order by id`,
  disputes: `select id, payment_key, amount, currency, state from disputes order by id`,
  withdrawals: `select order_id, stated_at, received_on, reason, resolved_at, resolution from withdrawals order by order_id`,
  subscriptions: `select id, status, amount, currency, current_period_end, cancel_at, cancel_at_period_end, paused from subscriptions order by id`,
  pages: `select id, order_id, mode, state from checkouts order by id`,
  vouchers: `select iskoriscen, voided_at is not null as voided, count(*)::int, sum(kol_lbanera)::int as banners from vaucerkod group by 1, 2 order by 1, 2`,
  reservations: `select godina, status, valuta, count(*)::int, sum(iznos)::text as sum from porudzbine group by 1, 2, 3 order by 1, 2, 3`,
  parts: `select state, currency, count(*)::int, sum(amount)::text as sum from payment_parts group by 1, 2 order by 1, 2`,
  totals: `select list, kind, state, currency, sum(count)::text as count, sum(amount)::text as amount, sum(refunded)::text as refunded
    from day_totals group by 1, 2, 3, 4 having sum(count) <> 0 order by 1, 2, 3, 4`,
  mails: `select template, count(*)::int from mails group by 1 order by 1`,
};
async function kept(ask: Ask) {
  const found: Record<string, unknown[]> = {};
  for (const [what, statement] of Object.entries(KEPT)) found[what] = await ask(statement);
  return found;
}
const payments = (ask: Ask) => ask('select key, order_id, returned from fulfilments order by key');

const before: { kept: Record<string, unknown[]>; payments: unknown[] } = { kept: {}, payments: [] };
const { head } = await restoreArchive({
  archive: path.resolve('server', 'test', 'archives', '0065_demo_year.tar.gz'),
  url,
  dataDir,
  storage: storageIn(dataDir),
  log: createLog('silent'),
  jobNames,
  async beforeHeld(client) {
    const ask: Ask = async (statement) => (await client.query(statement)).rows;
    before.kept = await kept(ask);
    before.payments = await payments(ask);
  },
});
await migrateRestored(url);
const shop = await testShop({
  quick: true,
  restored: { url, dataDir, at: new Date(new Date(head.madeAt).getTime() + 10 * MINUTE_MS) },
});
const { db } = shop;
// The shop was upgraded where it stood, and then: what is asked in the database is counted from there.
await db.ask('delete from restores');
await db.ask(
  `update order_catch_ups set asked_at = '${new Date(head.madeAt).toISOString()}'::timestamptz + interval '5 minutes'`,
);
const ask: Ask = (statement) => db.ask(statement);

const orderOf = async (name: string) =>
  (
    await db
      .select()
      .from(orders)
      .where(eq(orders.email, `${name}@primer.rs`))
  )[0]!;
const stateOf = async (name: string) => {
  const [row] = await ask(
    `select concat_ws(' ', status, payment_state, fulfilment_state, case when disputed then 'disputed' end) as state
     from orders where email = '${name}@primer.rs'`,
  );
  return row!.state;
};
/** The page at the provider, whose id the order has only once it is paid. */
const sessionOf = async (name: string) => {
  const [row] = await ask(
    `select c.id from checkouts c join orders o on o.id = c.order_id where o.email = '${name}@primer.rs'`,
  );
  return row!.id as string;
};
const pageOf = async (name: string) => `http://localhost:3000/sandbox/pay/${await sessionOf(name)}`;
const payPage = async (name: string) => press(shop, await pageOf(name), { do: 'pay', card: GOOD_CARD });
const balanceOf = async (name: string) =>
  (
    await ask(
      `select l_banners::int as banners, tv_seconds::int as seconds from profiles where email = '${name}@primer.rs'`,
    )
  )[0];
const papersOf = async (name: string) => {
  const { id } = await orderOf(name);
  return (await db.select().from(documents).where(eq(documents.orderId, id))).map(({ kind }) => kind);
};
const mailsOf = async (name: string) => {
  const { id } = await orderOf(name);
  return (await db.select().from(mails).where(eq(mails.orderId, id))).map(({ template }) => template).sort();
};
async function expectWhole() {
  expect(await findContradictions(db)).toEqual([]);
  expect(await faultsOf(db)).toEqual([]);
}

/** The super-admin of the demo year, signed in. */
async function owner() {
  const { email } = shop.config.superAdmin;
  const [{ id }] = (await ask(`select id from profiles where email = '${email}'`)) as [{ id: string }];
  const sessionId = randomUUID();
  await db
    .insert(sessions)
    .values({ id: sessionId, userId: id, refreshedAt: shop.deps.now(), provenAt: shop.deps.now() });
  return call(shop, { id, email, token: '', sessionId });
}
const desk = await owner();

test('the migrations change no order, unit, payment, refund, dispute, subscription or total, and send no mail', async () => {
  expect(before.kept.orders!.length).toBeGreaterThan(50);
  expect(await kept(ask)).toEqual(before.kept);
  expect(await payments(ask)).toEqual(before.payments);
});

test('a payment of before, whose notice comes before the order has been caught up, settles', async () => {
  expect((await orderOf('lost-webhook')).status).toBe('pending');
  await shop.sandbox.control.redeliver();
  expect((await orderOf('lost-webhook')).status).toBe('paid');
  await shop.sandbox.control.redeliver();
  expect(
    await ask(
      `select count(*)::int as n from fulfilments join orders o on o.id = order_id where email = 'lost-webhook@primer.rs'`,
    ),
  ).toEqual([{ n: 1 }]);
});

test('catching up gives every order its facts and changes no sum', async () => {
  const [sums, paid] = [await kept(ask), await payments(ask)];
  await backfillAllOrders(db);
  expect(await kept(ask)).toEqual(sums);
  expect(await payments(ask)).toEqual(expect.arrayContaining(paid));
  await backfillAllOrders(db);
  expect(await kept(ask)).toEqual(sums);
  await expectWhole();
  const [money] = await ask(`
    select (select sum(amount) from packages) + (select sum(amount) from orders where kind = 'device' and status = 'paid')
      - (select sum(amount) from refunds where stands) as sold,
      (select sum(amount) from book_lines join book_entries on id = entry_id
        where entity = 'company' and account in ('card_provider', 'disputed')) as booked`);
  expect(money!.booked).toBe(money!.sold);
});

test.each([
  ['waits', 'pending unpaid new'],
  ['expires', 'pending unpaid new'],
  ['transfer', 'pending processing new'],
  ['lost-webhook', 'paid paid new'],
  ['paid', 'paid paid delivered'],
  ['refunded', 'paid refunded delivered'],
  ['part-refunded', 'paid part_refunded delivered'],
  ['refund-failed', 'paid paid delivered'],
  ['withdrawing', 'paid paid delivered'],
  ['withdrawn', 'paid refunded delivered'],
  ['disputed', 'paid paid delivered disputed'],
  ['dispute-won', 'paid paid delivered'],
  ['dispute-lost', 'paid paid'],
  ['subscribed', 'paid paid'],
  ['ending', 'paid paid'],
  ['subscribing', 'pending unpaid'],
  ['special', 'paid paid'],
  ['special-waits', 'pending unpaid'],
])('after the upgrade the order %s is %s', async (name, state) => {
  expect(await stateOf(name)).toBe(state);
});

test('what was paid before counts as delivered, without document or packing; the last thirty days are asked about', async () => {
  const old = `select o.id, o.number::int, o.paid_at from orders o join shipments s on s.order_id = o.id where courier = 'before_records'`;
  const paidBefore = await ask(
    `select id, number::int, paid_at from orders where kind = 'device' and status = 'paid' and email <> 'lost-webhook@primer.rs'
       and not exists (select from fulfilments f where f.order_id = orders.id and returned) order by number`,
  );
  expect(await ask(`${old} order by o.number`)).toEqual(paidBefore);
  expect(
    await ask(`select e.order_id as id from order_events e join orders o on o.id = e.order_id
      where e.kind = 'delivered_before_records' order by o.number`),
  ).toEqual(paidBefore.map(({ id }) => ({ id })));
  expect(await ask('select kind from documents')).toEqual([]);
  const { rows } = await desk.orders.admin.list({ view: 'to_pack' });
  expect(rows.map(({ number }) => number)).toEqual([(await orderOf('lost-webhook')).number]);

  const lately = (await ask(
    `select number::int from orders where id in (select id from (${old}) old) and payment_state <> 'refunded'
       and paid_at > '${new Date(head.madeAt).toISOString()}'::timestamptz + interval '5 minutes' - interval '30 days' order by paid_at, number`,
  )) as { number: number }[];
  expect(lately.map(({ number }) => number)).toContain((await orderOf('paid')).number);
  expect(lately.length).toBeLessThan(paidBefore.length);
  const { unsorted } = await desk.admin.today();
  expect(unsorted!.total).toMatchObject({ count: lately.length });
  for (const { number } of unsorted!.rows) expect(lately.map((one) => one.number)).toContain(number);
});

test('a page opened before is paid afterwards: the device is to be packed, and its buyer is written to', async () => {
  await payPage('waits');
  expect(await stateOf('waits')).toBe('paid paid new');
  expect(await mailsOf('waits')).toEqual(['orders.new-sale', 'orders.paid']);
  await shop.sandbox.control.redeliver();
  expect(await mailsOf('waits')).toEqual(['orders.new-sale', 'orders.paid']);
  await expectWhole();
});

test('a page opened before expires, and a transfer promised before arrives', async () => {
  await shop.sandbox.control.expire(await sessionOf('expires'));
  expect(await stateOf('expires')).toBe('cancelled cancelled');
  await shop.sandbox.control.transfer(await sessionOf('transfer'), true);
  expect(await stateOf('transfer')).toBe('paid paid new');
  await expectWhole();
});

test('pages of a subscription and of the special package opened before are paid, credited once and invoiced', async () => {
  expect(await balanceOf('subscribing')).toEqual({ banners: 0, seconds: 0 });
  await payPage('subscribing');
  expect(await balanceOf('subscribing')).toEqual({ banners: 7_500, seconds: 75_000 });
  expect(await stateOf('subscribing')).toBe('paid paid');
  expect(await papersOf('subscribing')).toEqual(['invoice']);
  await payPage('special-waits');
  expect(await stateOf('special-waits')).toBe('paid paid');
  expect(await papersOf('special-waits')).toEqual(['invoice']);
  await expectWhole();
});

/** The payment behind a page, as the provider names it. */
async function intentOf(name: string): Promise<string> {
  const session = await shop.stripe.checkout.sessions.retrieve(await sessionOf(name));
  return session.payment_intent as string;
}
/** As the merchant's dashboard does it. */
async function giveBack(name: string, amount?: number) {
  await shop.stripe.refunds.create({ payment_intent: await intentOf(name), ...(amount ? { amount } : {}) });
  await shop.sandbox.control.advance(0);
}
const disputeOf = async (name: string) =>
  (
    await ask(
      `select d.id from disputes d join orders o on o.checkout_session_id = d.payment_key where o.email = '${name}@primer.rs'`,
    )
  )[0]!.id as string;

test('a withdrawal stated before ends with its refund, and money of before goes back in part', async () => {
  await giveBack('withdrawing');
  expect(await stateOf('withdrawing')).toBe('paid refunded delivered');
  const { rows } = await desk.orders.admin.list({ search: 'withdrawing@primer.rs' });
  expect(rows).toMatchObject([{ withdrawal: { state: 'refunded' } }]);
  await giveBack('paid', 10_000);
  expect(await stateOf('paid')).toBe('paid part_refunded delivered');
  expect((await orderOf('paid')).refunded).toBe(10_000);
  await giveBack('special');
  expect(await stateOf('special')).toBe('paid refunded');
  await expectWhole();
});

test('staff give back what was paid before, and issue a račun of it when somebody wants one', async () => {
  const { number } = await orderOf('dispute-won');
  const { payments, version } = await desk.refunds.admin.read({ order: number });
  await desk.refunds.admin.ask({
    id: randomUUID(),
    order: number,
    version,
    shown: 21_900,
    payment: payments[0]!.key,
    scope: 'amount',
    amount: 21_900,
    reason: 'agreement',
    goods: 'none',
    serials: [],
    note: '',
  });
  await runProviderTasks(shop.deps);
  expect(await stateOf('dispute-won')).toBe('paid refunded delivered');
  expect(await papersOf('dispute-won')).toEqual([]);
  await desk.documents.admin.issue({ order: (await orderOf('refund-failed')).number });
  expect(await papersOf('refund-failed')).toEqual(['invoice']);
  await expectWhole();
});

test('a dispute opened before is lost: the money is gone and the order says so', async () => {
  await shop.sandbox.control.decideDispute(await disputeOf('disputed'), 'lost');
  expect(await stateOf('disputed')).toBe('paid refunded delivered');
  expect((await orderOf('disputed')).refunded).toBe((await orderOf('disputed')).amount);
  await expectWhole();
});

test('a month later what runs has renewed once, with units and račun, and what was cancelled has ended', async () => {
  const running = (await ask(
    `select count(*)::int as n from subscriptions where status = 'active' and not cancel_at_period_end`,
  )) as [{ n: number }];
  expect(running[0].n).toBeGreaterThan(3);
  const periodsOf = async (name: string) =>
    (
      await ask(
        `select count(*)::int as n from packages p join orders o on o.id = p.order_id where o.email = '${name}@primer.rs'`,
      )
    )[0]!.n;
  const [subscribed, ending] = [await balanceOf('subscribed'), await balanceOf('ending')];
  await shop.sandbox.control.advance(31.2);
  expect(await periodsOf('subscribed')).toBe(2);
  expect(await balanceOf('subscribed')).toEqual({
    banners: 7_500 + (subscribed!.banners as number),
    seconds: 75_000 + (subscribed!.seconds as number),
  });
  expect(await papersOf('subscribed')).toEqual(['invoice']);
  expect(await periodsOf('ending')).toBe(1);
  expect(await balanceOf('ending')).toEqual(ending);
  expect(
    await ask(
      `select s.status from subscriptions s join orders o on o.id = s.order_id where o.email = 'ending@primer.rs'`,
    ),
  ).toEqual([{ status: 'canceled' }]);
  await shop.sandbox.control.redeliver();
  expect(await periodsOf('subscribed')).toBe(2);
  await expectWhole();
});

test('at the end no notice of the provider waits for a person but those of disputes', async () => {
  const { rows } = await desk.payments.admin.problems({});
  expect(rows.filter(({ problem }) => !['DISPUTED', 'DISPUTE_LOST'].includes(problem))).toEqual([]);
});
