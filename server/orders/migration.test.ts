import { expect, test } from 'vitest';
import { faultsOf } from '../test/books.ts';
import { shopBeforeMigration } from '../test/migrated.ts';
import { size } from '../test/size.ts';
import { backfillAllOrders, backfillOrders } from './backfill.ts';

/** Each order is what its address says. */
const ROWS = `
  insert into orders (email, kind, product_name, amount, status, paid_at, checkout_session_id, refunded) values
    ('paid', 'device', 'Vidik – 10 uređaja', 199900, 'paid', '2026-01-01', 'cs_1', 0),
    ('waits', 'device', 'Vidik – 1 uređaj', 21900, 'pending', null, 'cs_2', 0),
    ('expired', 'device', 'Vidik – 1 uređaj', 21900, 'cancelled', null, 'cs_3', 0),
    ('sent back', 'device', 'Vidik – 1 uređaj', 21900, 'paid', '2026-01-04', 'cs_4', 21900),
    ('a part sent back', 'special', 'Specijalni Paket - 100 Lokacija', 150000, 'paid', '2026-01-05', 'cs_5', 50000),
    ('runs', 'package', 'starter', 9900, 'paid', '2026-01-06', 'cs_6', 0),
    ('disputed', 'device', 'Vidik – 1 uređaj', 21900, 'paid', '2026-01-07', 'cs_7', 0),
    ('on its way', 'device', 'Vidik – 1 uređaj', 21900, 'pending', null, 'cs_8', 0),
    ('closed', 'device', 'Vidik – 1 uređaj', 21900, 'paid', '2026-01-09', 'cs_9', 0),
    ('twice', 'device', 'Vidik – 1 uređaj', 21900, 'paid', '2026-01-10', 'cs_10', 0);
  insert into checkouts (id, order_id, mode, state) select 'cs_8', id, 'payment', 'processing' from orders where email = 'on its way';
  insert into packages (order_id, email, package_name, l_banners, tv_seconds, amount, currency, payment_key, refunded)
    select id, '', product_name, 1, 1, amount, 'EUR', case kind when 'special' then 'cs_5' else 'in_1' end, refunded
    from orders where kind <> 'device';
  insert into packages (order_id, email, package_name, l_banners, tv_seconds, amount, currency, payment_key)
    select id, '', product_name, 1, 1, amount, 'EUR', 'in_2' from orders where kind = 'package';
  insert into fulfilments (key, order_id, source, returned)
    select checkout_session_id, id, 'webhook', email = 'closed' from orders
    where status = 'paid' and kind <> 'package' and email <> 'sent back'
    union all select 'in_' || n, id, 'webhook', false from orders, generate_series(1, 2) n where kind = 'package'
    union all select 'cs_10_again', id, 'webhook', false from orders where email = 'twice';
  insert into refunds (id, payment_key, amount, currency, stands) values
    ('re_4', 'cs_4', 21900, 'EUR', true), ('re_5', 'cs_5', 50000, 'EUR', true), ('re_6', 'in_2', 9900, 'EUR', true),
    ('dp_7', 'cs_7', 21900, 'EUR', false);
  insert into disputes (id, payment_key, amount, currency, state, question) values ('dp_7', 'cs_7', 21900, 'EUR', 'open', 1);
  insert into withdrawals (order_id, stated_at) select id, '2026-01-20' from orders where email = 'sent back';`;

test('orders of before keep their status and get claims, payments, parcels and events; every sum is the same', async () => {
  const { client, db, migrate } = await shopBeforeMigration('0071');
  await client.query(ROWS);
  const sums = () =>
    client
      .query(`select status, kind, count(*)::int as orders, sum(amount)::int as amount, sum(refunded)::int as refunded
        from orders group by 1, 2 order by 1, 2`)
      .then(({ rows }) => rows);
  const before = await sums();
  const booked = await faultsOf(db);
  await migrate();
  await backfillOrders({ db });
  expect(await sums()).toEqual(before);
  const states = await client.query({
    text: `select email, payment_state, fulfilment_state, disputed, delivered_parcels, parcels from orders order by number`,
    rowMode: 'array',
  });
  expect(states.rows).toEqual([
    ['paid', 'paid', 'delivered', false, 1, 1],
    ['waits', 'unpaid', 'new', false, 0, 0],
    ['expired', 'cancelled', null, false, 0, 0],
    ['sent back', 'refunded', 'delivered', false, 1, 1],
    ['a part sent back', 'part_refunded', null, false, 0, 0],
    ['runs', 'paid', null, false, 0, 0],
    ['disputed', 'paid', 'delivered', true, 1, 1],
    ['on its way', 'processing', 'new', false, 0, 0],
    ['closed', 'paid', 'new', false, 0, 0],
    ['twice', 'paid', 'delivered', false, 1, 1],
  ]);
  const events = await client.query({
    text: `select email, string_agg(e.kind, ', ' order by e.kind) from order_events e join orders o on o.id = order_id group by email order by min(number)`,
    rowMode: 'array',
  });
  expect(events.rows).toEqual([
    ['paid', 'delivered_before_records, paid, placed'],
    ['waits', 'placed'],
    ['expired', 'cancelled, placed'],
    ['sent back', 'delivered_before_records, paid, placed, refunded, withdrawn'],
    ['a part sent back', 'paid, placed, refunded'],
    ['runs', 'paid, paid, placed, refunded'],
    ['disputed', 'delivered_before_records, disputed, paid, placed'],
    ['on its way', 'placed'],
    ['closed', 'paid, placed'],
    ['twice', 'delivered_before_records, overpaid, paid, placed'],
  ]);
  expect(await db.ask('select * from order_differences')).toEqual([]);
  expect(await faultsOf(db)).toEqual(booked);
});

test('what a server of the version before writes during an upgrade is caught up with, and waits to be packed', async () => {
  const { client, db, migrate } = await shopBeforeMigration('0071');
  await migrate();
  await client.query(ROWS);
  await client.query(`update orders set paid_at = now() + interval '1 second' where paid_at is not null`);
  await backfillAllOrders(db);
  expect(await db.ask('select * from order_differences')).toEqual([]);
  const [paid] = await db.ask(`select payment_state, fulfilment_state from orders where email = 'paid'`);
  expect(paid).toEqual({ payment_state: 'paid', fulfilment_state: 'new' });
  await backfillAllOrders(db);
  expect(await db.ask(`select count(*)::int as n from order_events`)).toEqual([{ n: 25 }]);
});

/** A moment of each order's payment, counted from now. */
const PAID_LATELY = `
  update orders set paid_at = now() - interval '29 days' where email = 'paid';
  update orders set paid_at = now() - interval '31 days' where email = 'twice';`;
const TO_SORT = `select email from shipments join orders on orders.id = order_id where to_sort order by email`;

test('of what was paid before the upgrade, the last thirty days are to be sorted', async () => {
  const { client, db, migrate } = await shopBeforeMigration('0071');
  await client.query(ROWS + PAID_LATELY);
  await migrate();
  await backfillAllOrders(db);
  expect(await db.ask(TO_SORT)).toEqual([{ email: 'paid' }]);
  await db.ask(`update shipments set to_sort = false`);
  await backfillAllOrders(db);
  expect(await db.ask(TO_SORT), 'asked once').toEqual([]);
});

test('of a shop that was upgraded earlier, it is the thirty days before that upgrade', async () => {
  const { client, db, migrate } = await shopBeforeMigration('0138');
  await client.query(ROWS + PAID_LATELY);
  await backfillAllOrders(db);
  await migrate();
  expect(await db.ask(TO_SORT)).toEqual([{ email: 'paid' }]);
});

const SALES = size(2_000, 1_000_000);
test(`${SALES} orders of before are given their facts, a part at a time, after a migration that waits for none of them`, async () => {
  const { client, db, migrate } = await shopBeforeMigration('0071');
  await client.query(`
    alter table orders disable trigger user;
    insert into orders (email, kind, product_name, amount, status, paid_at, checkout_session_id)
    select '', 'device', 'Vidik – 1 uređaj', 21900, 'paid', now(), 'cs_' || n from generate_series(1, ${SALES}) n;
    alter table orders enable trigger user;
    insert into fulfilments (key, order_id, source) select checkout_session_id, id, 'webhook' from orders`);
  await migrate();
  expect(await db.ask('select from claims limit 1')).toEqual([]);
  await backfillAllOrders(db);
  expect(await db.ask('select * from order_differences')).toEqual([]);
}, 900_000);
