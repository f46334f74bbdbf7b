import { sql } from 'drizzle-orm';
import { devicePackages } from '#domain/catalogue/catalogue.ts';
import { openDatabase } from '../../server/platform/db.ts';
import { TOWN_NAMES } from '../../server/seed/names.ts';
import { type Db, firstNames, one, surnames, withoutIndexes } from './lists-rows.ts';

/** Orders of one company, which buys all the time. */
export const OF_ONE_COMPANY = 20_000;
const TABLES = ['orders', 'order_lines', 'claims', 'fulfilments', 'shipments', 'order_events', 'day_totals'];

/**
 * Orders of devices of three years with all that the shop writes of each, three events among it: 98 of 100 delivered, 3 of 10 to
 * Beograd, one company with 20,000; those of the last days are wherever orders are. People are there before.
 */
export async function fillSales(url: string, orders: number): Promise<void> {
  const db = openDatabase(url, { max: 1, statementMs: 1_200_000 });
  try {
    await db.transaction(async (transaction) => {
      const tx = transaction as unknown as Db;
      await tx.execute(sql`delete from order_catch_ups`);
      await tx.execute(sql`delete from book_catch_ups`);
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`set local work_mem = '256MB'`);
      await tx.execute(sql`set local maintenance_work_mem = '512MB'`);
      await withoutIndexes(tx, TABLES, () => writeOrders(tx, orders));
    });
    await db.execute(sql.raw(`vacuum (analyze) ${TABLES.join(', ')}`));
    await refuseDifferences(db);
  } finally {
    await db.close();
  }
}

async function writeOrders(db: Db, count: number): Promise<void> {
  await db.execute(sql`create temporary table buyers on commit drop as
    select row_number() over () - 1 as place, id, email, coalesce(phone, '+381641234567') as phone from profiles`);
  await db.execute(sql`create temporary table sold on commit drop as
    select drawn.*, gen_random_uuid() as id, b.id as profile_id, b.email, b.phone,
      case when luck < 0.85 then 1 when luck < 0.99 then 10 else 100 end as devices,
      case when by_company then 'transfer' when luck < 0.45 then 'card' when luck < 0.9 then 'cash_on_delivery' else 'transfer' end as way,
      case when age > interval '20 days' then case when fate < 0.98 then 'delivered' when fate < 0.99 then 'cancelled' else 'refused' end
        when age > interval '6 days' then case when fate < 0.9 then 'delivered' when fate < 0.94 then 'in_transit' else 'cancelled' end
        when age > interval '2 days' then case when fate < 0.5 then 'in_transit' when fate < 0.8 then 'handed_over' else 'packed' end
        when fate < 0.7 then 'new' else 'unpaid' end as ends
    from (
      select n, random() as luck, random() as fate, n <= ${OF_ONE_COMPANY}::int as by_company, age, now() - age as created_at,
        case when n > ${OF_ONE_COMPANY}::int then floor(random() * (select count(*) from buyers)) else 0 end as by
      from (select n, interval '3 years' * power(random(), 1.4) as age from generate_series(1, ${count}::int) n) aged
    ) drawn join buyers b on b.place = drawn.by`);
  const names = devicePackages.map(({ name }) => name);
  const prices = devicePackages.map(({ price }) => price.amount);
  const ofSize = (list: readonly (string | number)[], type: 'text' | 'int') =>
    sql`(string_to_array(${list.join('|')}::text, '|'))[case devices when 1 then 1 when 10 then 2 else 3 end]::${sql.raw(type)}`;
  await db.execute(sql`insert into orders (id, profile_id, email, kind, product_name, amount, way, rate, status, payment_state, fulfilment_state,
      delivered_parcels, parcels, checkout_session_id, paid_at, version, delivery, created_at, updated_at)
    select id, profile_id, email, 'device', ${ofSize(names, 'text')}, ${ofSize(prices, 'int')}, way, 117.2, 'pending', 'unpaid', null,
      0, 0, case way when 'card' then 'cs_' || n end, null, 3,
      jsonb_build_object('firstName', ${one(firstNames, 1.6)}, 'lastName', ${one(surnames, 1.8)}, 'phone', phone, 'country', 'RS',
        'address', 'Ulica lipa', 'addressNumber', (n % 90)::text, 'postalCode', '11000',
        'city', case when random() < 0.3 then 'Beograd' else ${one(TOWN_NAMES, 1)} end)
        || case when by_company then jsonb_build_object('company_name', 'Gradske apoteke Jadran', 'company_tax_number', '101234567') else '{}' end,
      created_at, created_at
    from sold order by created_at`);
  await db.execute(sql`create temporary table facts on commit drop as
    select s.*, o.number, o.product_name, o.amount, o.number || '-1' as parcel, round(o.amount * 1.172)::int * 100 as dinars,
      ends not in ('unpaid', 'cancelled', 'refused') and (s.way <> 'cash_on_delivery' or ends = 'delivered') as is_paid,
      ends in ('packed', 'handed_over', 'in_transit', 'delivered', 'refused') as is_sent
    from sold s join orders o using (id)`);
  await db.execute(sql`insert into order_lines (order_id, position, kind, name, quantity, amount, currency)
    select id, 1, 'goods', product_name, devices, amount, 'EUR' from facts`);
  await db.execute(sql`insert into claims (order_id, way, amount, currency, state, reference, valid_until, created_at)
    select id, way, case way when 'card' then amount else dinars end, case way when 'card' then 'EUR' else 'RSD' end,
      case when ends in ('cancelled', 'refused') then 'cancelled' else 'live' end,
      case way when 'transfer' then '52026' || lpad(n::text, 8, '0') end, case way when 'transfer' then (created_at + interval '7 days')::date end,
      created_at
    from facts`);
  await db.execute(sql`insert into fulfilments (key, order_id, source, way, amount, currency, at)
    select case way when 'card' then 'cs_' || n when 'transfer' then 'line:' || n else 'cash:' || parcel end, id,
      case way when 'card' then 'webhook' when 'transfer' then 'statement' else 'parcel' end, way,
      case way when 'card' then amount else dinars end, case way when 'card' then 'EUR' else 'RSD' end, created_at + interval '1 hour'
    from facts where is_paid`);
  await db.execute(sql`insert into shipments (order_id, n, courier, state, devices, token, collect_amount, collect_account, delivered_at, created_at)
    select id, 1, 'd-express', ends, devices, md5(n::text), case way when 'cash_on_delivery' then dinars end,
      case way when 'cash_on_delivery' then '160000000000000195' end, case ends when 'delivered' then created_at + interval '3 days' end,
      created_at + interval '1 day'
    from facts where is_sent`);
  await db.execute(sql`insert into order_events (order_id, moment, kind, actor, facts, reference)
    select id, moment, kind, 'system', jsonb_build_object('amount', amount, 'currency', 'EUR'), reference
    from facts cross join lateral (values
      ('placed', created_at, '', true),
      ('paid', created_at + interval '1 hour', case way when 'card' then 'cs_' || n else 'line:' || n end, is_paid and way <> 'cash_on_delivery'),
      ('packed', created_at + interval '1 day', parcel, is_sent),
      ('cancelled', created_at + interval '2 hours', '', ends = 'cancelled'),
      ('delivered', created_at + interval '3 days', parcel, ends = 'delivered' and way = 'cash_on_delivery')
    ) happened (kind, moment, reference, has) where has
    order by moment`);
  // As `refresh_order` does it, for all of them.
  await db.execute(sql`create index filling_claims on claims (order_id, created_at)`);
  await db.execute(sql`create index filling_fulfilments on fulfilments (order_id)`);
  await db.execute(sql`create index filling_shipments on shipments (order_id)`);
  await db.execute(sql`analyze orders, order_lines, claims, fulfilments, shipments`);
  await db.execute(sql`update orders o set payment_state = s.payment_state, status = s.status, fulfilment_state = s.fulfilment_state,
      delivered_parcels = s.delivered_parcels, parcels = s.parcels,
      paid_at = case when s.status = 'paid' then o.created_at + interval '1 hour' end
    from order_states s where s.id = o.id`);
  await db.execute(sql`drop index filling_claims, filling_fulfilments, filling_shipments`);
  await db.execute(sql`delete from day_totals`);
  await db.execute(sql`insert into day_totals (list, day, kind, state, currency, count, amount, refunded)
    select list, day, kind, state, currency, count, amount, refunded from counted_day_totals`);
}

async function refuseDifferences(db: Db): Promise<void> {
  const { rows } = await db.execute(sql`select * from order_differences limit 1`);
  if (rows.length > 0)
    throw new Error(`The facts of these orders do not make their states: ${JSON.stringify(rows[0])}`);
}
