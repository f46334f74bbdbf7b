import { type SQL, sql } from 'drizzle-orm';
import type { Overview, SalesPeriod } from '#domain/admin/contract.ts';
import { TIME_ZONE } from '#domain/time.ts';
import { profiles } from '../accounts/schema.ts';
import { packages } from '../advertising/schema.ts';
import type { Edges } from '../app.ts';
import { reservations } from '../events/schema.ts';
import { orders } from '../orders/schema.ts';
import { stripeEvents } from '../payments/schema.ts';
import { mails } from '../platform/mail.schema.ts';
import { oneForEach } from '../platform/one-for-each.ts';
import { shareReads } from '../platform/share-reads.ts';
import { vouchers } from '../vouchers/schema.ts';

/** Days of the small bars beside every area. */
const BARS = 11;

const together = oneForEach((_: Edges) => shareReads());

/** The day at a glance; dashboards that ask together are answered together. */
export const overviewOf = (edges: Edges): Promise<Overview> => together(edges)('overview', () => readOverview(edges));

async function readOverview({ db, now }: Edges): Promise<Overview> {
  const today = startOfDay(now());
  const bars = (from: SQL, at: SQL, where: SQL = sql`true`) => barsOf(now(), from, at, where);
  const [row] = await db.execute<{ overview: Overview & { requests: { oldest: string | null } } }>(sql`
    select jsonb_build_object(
      'packages', (select jsonb_build_object('total', count(*), 'today', count(*) filter (where created_at >= ${today})) from ${packages})
        || jsonb_build_object('bars', ${bars(sql`${packages}`, sql`created_at`)},
          'problems', (select count(*) from ${stripeEvents} where problem is not null and resolved_at is null), 'latest',
          (select jsonb_build_object('packageName', package_name, 'amount', amount, 'currency', currency)
           from ${packages} order by created_at desc, id desc limit 1)),
      'sales', (select jsonb_build_object('total', count(*), 'pending', count(*) filter (where status = 'pending'),
          'today', count(*) filter (where paid_at >= ${today})) from ${orders})
        || jsonb_build_object('bars', ${bars(sql`${orders}`, sql`paid_at`)}),
      'people', (select jsonb_build_object('total', count(*), 'companies', count(*) filter (where is_company),
          'installers', count(*) filter (where is_monter)) from ${profiles})
        || jsonb_build_object('bars', ${bars(sql`${profiles}`, sql`created_at`)}),
      'requests', (select jsonb_build_object('total', count(*), 'oldest', min(created_at)) from ${profiles} where toberegistered),
      'event', (select jsonb_build_object('total', count(*), 'unpaid', count(*) filter (where status = 'pending')) from ${reservations})
        || jsonb_build_object('bars', ${bars(sql`${reservations}`, sql`created_at`)}),
      'network', (select jsonb_build_object('total', count(*) filter (where in_tree),
          'outside', count(*) filter (where not in_tree and not toberegistered and blocked_at is null),
          'levels', coalesce(max(network_level), 0)) from ${profiles})
        || jsonb_build_object('bars', ${bars(sql`${profiles}`, sql`joined_network_at`, sql`in_tree`)}),
      'vouchers', (select jsonb_build_object('total', count(*),
          'unused', count(*) filter (where not iskoriscen and voided_at is null)) from ${vouchers}),
      'mail', (select jsonb_build_object('waiting', count(*) filter (where state = 'queued'),
          'failed', count(*) filter (where state = 'failed')) from ${mails} where state <> 'sent')
    ) as overview`);
  const { overview } = row!;
  const { oldest } = overview.requests as { oldest: string | null };
  return { ...overview, requests: { ...overview.requests, oldest: oldest === null ? null : new Date(oldest) } };
}

/** Midnight in Belgrade before that moment. */
const startOfDay = (now: Date): SQL =>
  sql`(date_trunc('day', ${now.toISOString()}::timestamptz at time zone ${TIME_ZONE}) at time zone ${TIME_ZONE})`;

const barsOf = (now: Date, from: SQL, at: SQL, where: SQL): SQL => sql`(
  select jsonb_agg(coalesce(counted.n, 0) order by day)
  from generate_series(0, ${sql.raw(String(BARS - 1))}) back,
    lateral (select (${now.toISOString()}::timestamptz at time zone ${TIME_ZONE})::date - back as day) d
    left join (
      select (${at} at time zone ${TIME_ZONE})::date as on_day, count(*) as n from ${from}
      where ${where} and ${at} >= ${startOfDay(now)} - interval '${sql.raw(String(BARS))} days'
      group by 1
    ) counted on counted.on_day = d.day)`;

/** What was paid, by day or by month. */
export async function readSales({ db, now }: Edges, by: 'day' | 'month'): Promise<SalesPeriod[]> {
  const unit = sql.raw(`'${by}'`);
  const last = sql`date_trunc(${unit}, ${now().toISOString()}::timestamptz at time zone ${TIME_ZONE})`;
  const first = by === 'day' ? sql`${last} - interval '29 days'` : sql`${last} - interval '11 months'`;
  const since = sql`(${first}) at time zone ${TIME_ZONE}`;
  const period = (at: SQL) => sql`date_trunc(${unit}, ${at} at time zone ${TIME_ZONE})`;
  const rows = await db.execute<{ start: string } & Record<string, string | number>>(sql`
    with devices as (
      select ${period(sql`paid_at`)} as p, count(*) as n, sum(amount - refunded) as amount
      from ${orders} where kind = 'device' and paid_at >= ${since} group by 1),
    sold as (
      select ${period(sql`created_at`)} as p, count(*) as n, sum(amount - refunded) as amount
      from ${packages} where created_at >= ${since} group by 1),
    places as (
      select ${period(sql`paid_at`)} as p, count(*) as n,
        sum(iznos) filter (where valuta = 'RSD') as rsd, sum(iznos) filter (where valuta = 'EUR') as eur
      from (select confirmed_at as paid_at, iznos, valuta from ${reservations} where confirmed_at is not null) paid
      where paid_at >= ${since} group by 1)
    select to_char(s, 'YYYY-MM-DD') as start,
      coalesce(d.n, 0)::int as device_count, coalesce(d.amount, 0)::float8 as device_amount,
      coalesce(k.n, 0)::int as package_count, coalesce(k.amount, 0)::float8 as package_amount,
      coalesce(e.n, 0)::int as event_count, coalesce(e.rsd, 0)::float8 as event_rsd, coalesce(e.eur, 0)::float8 as event_eur
    from generate_series(${first}, ${last}, ${sql.raw(`interval '1 ${by}'`)}) s
      left join devices d on d.p = s left join sold k on k.p = s left join places e on e.p = s
    order by s`);
  return rows.map((row) => ({
    start: row.start,
    devices: { count: Number(row.device_count), amount: Number(row.device_amount) },
    packages: { count: Number(row.package_count), amount: Number(row.package_amount) },
    event: { count: Number(row.event_count), rsd: Number(row.event_rsd), eur: Number(row.event_eur) },
  }));
}
