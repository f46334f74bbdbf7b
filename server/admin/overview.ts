import { and, count, desc, eq, gte, isNotNull, isNull, min, ne, type SQL, sql } from 'drizzle-orm';
import type { Overview, SalesPeriod } from '#domain/admin/contract.ts';
import type { Currency } from '#domain/money.ts';
import { TOLD_AFTER } from '#domain/payments/contract.ts';
import { TIME_ZONE } from '#domain/time.ts';
import { profiles } from '../accounts/schema.ts';
import { packages } from '../advertising/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { reservations } from '../events/schema.ts';
import { orders } from '../orders/schema.ts';
import { paymentEvents, providerTasks } from '../payments/schema.ts';
import { mails } from '../platform/mail.schema.ts';
import { vouchers } from '../vouchers/schema.ts';

/** Days of the small bars beside every area. */
const BARS = 11;

/** The day at a glance: one query for each area. */
export async function readOverview({ db, now }: Dependencies): Promise<Overview> {
  const today = startOfDay(now());
  const bars = (from: SQL, at: SQL, where: SQL = sql`true`) => sql<number[]>`${barsOf(now(), from, at, where)}`;
  const [[latest], [sold], problems, stuckTasks, [sales], [people], [requests], [event], [network], [codes], [mail]] =
    await Promise.all([
      db
        .select({
          packageName: packages.packageName,
          amount: packages.amount,
          currency: sql<Currency>`${packages.currency}`,
        })
        .from(packages)
        .orderBy(desc(packages.createdAt), desc(packages.id))
        .limit(1),
      db
        .select({
          total: count(),
          today: countIf(gte(packages.createdAt, today)),
          bars: bars(sql`${packages}`, sql`created_at`),
        })
        .from(packages),
      db.$count(paymentEvents, and(isNotNull(paymentEvents.problem), isNull(paymentEvents.resolvedAt))),
      db.$count(providerTasks, and(isNull(providerTasks.doneAt), gte(providerTasks.failures, TOLD_AFTER))),
      db
        .select({
          total: count(),
          pending: countIf(eq(orders.status, 'pending')),
          today: countIf(gte(orders.paidAt, today)),
          bars: bars(sql`${orders}`, sql`paid_at`),
        })
        .from(orders),
      db
        .select({
          total: count(),
          companies: countIf(eq(profiles.isCompany, true)),
          installers: countIf(eq(profiles.isInstaller, true)),
          bars: bars(sql`${profiles}`, sql`created_at`),
        })
        .from(profiles),
      db
        .select({ total: count(), oldest: min(profiles.createdAt) })
        .from(profiles)
        .where(and(eq(profiles.toBeRegistered, true), isNull(profiles.closedAt))),
      db
        .select({
          total: countIf(ne(reservations.status, 'isteklo')),
          unpaid: countIf(eq(reservations.status, 'pending')),
          bars: bars(sql`${reservations}`, sql`created_at`),
        })
        .from(reservations),
      db
        .select({
          total: countIf(eq(profiles.inTree, true)),
          outside: countIf(sql`not in_tree and not toberegistered and blocked_at is null`),
          levels: sql<number>`coalesce(max(${profiles.networkLevel}), 0)`.mapWith(Number),
          bars: bars(sql`${profiles}`, sql`joined_network_at`, sql`in_tree`),
        })
        .from(profiles),
      db.select({ total: count(), unused: countIf(sql`not iskoriscen and voided_at is null`) }).from(vouchers),
      db
        .select({ waiting: countIf(eq(mails.state, 'queued')), failed: countIf(eq(mails.state, 'failed')) })
        .from(mails)
        .where(ne(mails.state, 'sent')),
    ]);
  return {
    packages: { ...sold!, problems: problems + stuckTasks, latest: latest ?? null },
    sales: sales!,
    people: people!,
    requests: requests!,
    event: event!,
    network: network!,
    vouchers: codes!,
    mail: mail!,
  };
}

const countIf = (condition: SQL | undefined) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number);

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
export async function readSales({ db, now }: Dependencies, by: 'day' | 'month'): Promise<SalesPeriod[]> {
  const unit = sql.raw(`'${by}'`);
  const last = sql`date_trunc(${unit}, ${now().toISOString()}::timestamptz at time zone ${TIME_ZONE})`;
  const first = by === 'day' ? sql`${last} - interval '29 days'` : sql`${last} - interval '11 months'`;
  const since = sql`(${first}) at time zone ${TIME_ZONE}`;
  const period = (at: SQL) => sql`date_trunc(${unit}, ${at} at time zone ${TIME_ZONE})`;
  const { rows } = await db.execute<{ start: string } & Record<string, string | number>>(sql`
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
