import {
  and,
  asc,
  countDistinct,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  max,
  min,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Permission } from '#domain/access.ts';
import type { Overview, SalesPeriod } from '#domain/admin/contract.ts';
import { HOUR_MS } from '#domain/day.ts';
import { dayShown } from '#domain/events/door/rules.ts';
import type { Currency } from '#domain/money.ts';
import { FAILURES_UNTIL_PROBLEM } from '#domain/payments/problem.ts';
import { backupLateHours } from '#domain/system/limits.ts';
import { dayOf, startOfDay, TIME_ZONE } from '#domain/time.ts';
import { isRequestCondition, profiles } from '../accounts/schema.ts';
import { packages } from '../advertising/schema.ts';
import { BACKUP_JOB, backups, restores } from '../backup/schema.ts';
import { paymentParts, statementImports, statementLines } from '../bank/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { doorChecks, eventChanges, reservations, tickets } from '../events/schema.ts';
import { orders } from '../orders/schema.ts';
import { paymentEvents, providerTasks } from '../payments/schema.ts';
import { dayTotals } from '../platform/day-totals.schema.ts';
import { jobsUnderWay } from '../platform/jobs/under-way.ts';
import { countUpTo, rowsOf } from '../platform/list.ts';
import { mails } from '../platform/mail.schema.ts';
import { countWorkers } from '../platform/servers/alive.ts';
import { stockDevices } from '../stock/schema.ts';
import { stateConditions, vouchers } from '../vouchers/schema.ts';

/** Days of the small bars beside every area. */
const BARS = 11;

/** The day at a glance, as far as its reader may see the lists. */
export async function readOverview(deps: Dependencies, permissions: ReadonlySet<Permission>): Promise<Overview> {
  const shown = <Part>(permission: Permission, part: Part): Part | null => (permissions.has(permission) ? part : null);
  const { db, now, config } = deps;
  const ofEvent = eq(reservations.year, config.event.year);
  const waits = isRequestCondition;
  const [counts, bars, problems, stuckTasks, [latest], [oldest], [tree], bank, doors, upkeep] = await Promise.all([
    countUpTo(db, {
      packages: rowsOf(db, packages),
      sales: rowsOf(db, orders),
      pending: rowsOf(db, orders, eq(orders.status, 'pending')),
      people: rowsOf(db, profiles),
      companies: rowsOf(db, profiles, eq(profiles.isCompany, true)),
      installers: rowsOf(db, profiles, eq(profiles.isInstaller, true)),
      requests: rowsOf(db, profiles, waits),
      reservations: rowsOf(db, reservations, and(ofEvent, inArray(reservations.status, ['pending', 'placeno']))),
      unpaid: rowsOf(db, reservations, and(ofEvent, eq(reservations.status, 'pending'))),
      network: rowsOf(db, profiles, sql`${profiles.inTree}`),
      outside: rowsOf(
        db,
        profiles,
        sql`not in_tree and not toberegistered and blocked_at is null and closed_at is null`,
      ),
      vouchers: rowsOf(db, vouchers),
      unused: rowsOf(db, vouchers, stateConditions.unused),
      queued: rowsOf(db, mails, eq(mails.state, 'queued')),
      failed: rowsOf(db, mails, eq(mails.state, 'failed')),
      lines: rowsOf(db, statementLines, IS_OPEN),
      inStock: rowsOf(db, stockDevices, eq(stockDevices.place, 'stock')),
    }),
    readBars(db, now(), config.event.year),
    db.$count(paymentEvents, and(isNotNull(paymentEvents.problem), isNull(paymentEvents.resolvedAt))),
    db.$count(providerTasks, and(isNull(providerTasks.doneAt), gte(providerTasks.failures, FAILURES_UNTIL_PROBLEM))),
    db
      .select({
        packageName: packages.packageName,
        amount: sql<number>`${packages.amount} - ${packages.refunded}`.mapWith(Number),
        currency: sql<Currency>`${packages.currency}`,
      })
      .from(packages)
      .orderBy(desc(packages.createdAt), desc(packages.id))
      .limit(1),
    db.select({ since: profiles.createdAt }).from(profiles).where(waits).orderBy(asc(profiles.createdAt)).limit(1),
    db
      .select({ levels: sql<number>`coalesce(max(${profiles.networkLevel}), 0)`.mapWith(Number) })
      .from(profiles)
      .where(sql`${profiles.inTree}`),
    readOldestStatement(db),
    readDoors(deps),
    readUpkeep(deps),
  ]);
  return {
    packages: shown('see sales', {
      total: counts.packages,
      today: bars.packages.at(-1)!,
      bars: bars.packages,
      latest: latest ?? null,
    }),
    sales: shown('see sales', {
      total: counts.sales,
      pending: counts.pending,
      today: bars.sales.at(-1)!,
      problems: problems + stuckTasks,
      bars: bars.sales,
    }),
    people: shown('see people', {
      total: counts.people,
      companies: counts.companies,
      installers: counts.installers,
      bars: bars.people,
    }),
    requests: shown('decide registrations', { total: counts.requests, oldest: oldest?.since ?? null }),
    event: shown('manage event', { total: counts.reservations, unpaid: counts.unpaid, bars: bars.reservations }),
    doors: shown('manage event', doors),
    network: shown('manage network', {
      total: counts.network,
      outside: counts.outside,
      levels: tree!.levels,
      bars: bars.network,
    }),
    vouchers: shown('manage vouchers', { total: counts.vouchers, unused: counts.unused }),
    mail: shown('manage mail', { waiting: counts.queued, failed: counts.failed }),
    bank: shown('keep accounts', { open: counts.lines, oldest: bank }),
    stock: shown('keep stock', { left: counts.inStock }),
    upkeep,
  };
}

/** Of a statement: nobody has decided about it. */
const IS_OPEN = eq(statementLines.state, 'open');

/** The oldest statement that has such lines; `null`: none has. */
async function readOldestStatement(db: Dependencies['db']) {
  const open = db.select({ id: statementLines.importId }).from(statementLines).where(IS_OPEN);
  const [statement] = await db
    .select()
    .from(statementImports)
    .where(inArray(statementImports.id, open))
    .orderBy(asc(statementImports.lastDay), asc(statementImports.importedAt))
    .limit(1);
  if (!statement) return null;
  const { number, lastDay, importedAt } = statement;
  return { number, day: lastDay ? startOfDay(lastDay) : importedAt };
}

/** Backups, and whether the shop is held after a restore. */
async function readUpkeep({ db, config, now }: Dependencies): Promise<Overview['upkeep']> {
  // Where one is due by itself, one in a folder that somebody named does not take its place.
  const counted = config.backup.everyHours === undefined ? undefined : eq(backups.isElsewhere, false);
  const [[backup], [held], [first], working, [making]] = await Promise.all([
    db
      .select({ at: max(backups.madeAt) })
      .from(backups)
      .where(counted),
    db
      .select({ of: min(restores.madeAt) })
      .from(restores)
      .where(isNull(restores.resumedAt)),
    db.select({ at: profiles.createdAt }).from(profiles).orderBy(asc(profiles.createdAt)).limit(1),
    countWorkers(db),
    jobsUnderWay(db, BACKUP_JOB),
  ]);
  const since = backup?.at ?? first?.at ?? now();
  return {
    lastBackupAt: backup?.at ?? null,
    isBackupLate: now().getTime() - since.getTime() > backupLateHours(config.backup.everyHours) * HOUR_MS,
    heldSince: held?.of ?? null,
    jobsWait: working === 0,
    backup: making?.progress ?? null,
  };
}

/** How many of this year's tickets were let in today, or on the day of the event that is nearest. */
async function readDoors({ db, config, now }: Dependencies) {
  const { event } = config;
  const [changed] = await db
    .select({ firstDay: eventChanges.firstDay })
    .from(eventChanges)
    .where(eq(eventChanges.year, event.year))
    .orderBy(desc(eventChanges.madeAt))
    .limit(1);
  const day = dayShown({ ...event, ...changed }, dayOf(now()));
  const admits = and(inArray(doorChecks.verdict, ['valid', 'again', 'clash']), isNull(doorChecks.undoneAt));
  const [issued, [inside]] = await Promise.all([
    db.$count(
      tickets,
      inArray(
        tickets.reservationId,
        db
          .select({ id: reservations.id })
          .from(reservations)
          .where(and(eq(reservations.year, event.year), eq(reservations.status, 'placeno'))),
      ),
    ),
    db
      .select({ admitted: countDistinct(doorChecks.ticketId) })
      .from(doorChecks)
      .where(and(eq(doorChecks.year, event.year), eq(doorChecks.day, day), admits)),
  ]);
  return { issued, admitted: inside!.admitted };
}

/** How many came on each of the last days, today last. */
async function readBars(db: Dependencies['db'], now: Date, eventYear: number) {
  const today = sql`(${now.toISOString()}::timestamptz at time zone ${TIME_ZONE})::date`;
  const first = sql`(${today} - ${BARS - 1}::int)`;
  const rows = (table: SQL, at: SQL, where = sql`true`) => sql`
    select (${at} at time zone ${TIME_ZONE})::date as day, count(*) as n from ${table}
    where ${where} and ${at} >= ${first}::timestamp at time zone ${TIME_ZONE} group by 1`;
  const totals = (list: 'orders' | 'packages', state: string) => sql`
    select day, sum(count) as n from ${dayTotals} where list = ${list} and state = ${state} and day >= ${first} group by 1`;
  const bars = (counted: SQL) => sql`(
    select jsonb_agg(coalesce(counted.n, 0) order by day)
    from (select ${first} + ahead as day from generate_series(0, ${BARS - 1}::int) ahead) days left join (${counted}) counted using (day))`;
  const { rows: answer } = await db.execute<
    Record<'packages' | 'sales' | 'people' | 'reservations' | 'network', number[]>
  >(
    sql`select ${bars(totals('packages', ''))} as packages, ${bars(totals('orders', 'paid'))} as sales,
      ${bars(rows(sql`${profiles}`, sql`created_at`))} as people,
      ${bars(rows(sql`${reservations}`, sql`created_at`, sql`${reservations.year} = ${eventYear}`))} as reservations,
      ${bars(rows(sql`${profiles}`, sql`joined_network_at`, sql`in_tree`))} as network`,
  );
  return answer[0]!;
}

/** What was paid, by day or by month: without what went back, and of the event what has come, also where it differs from the price. */
export async function readSales({ db, now }: Dependencies, by: 'day' | 'month'): Promise<SalesPeriod[]> {
  const unit = sql.raw(`'${by}'`);
  const last = sql`date_trunc(${unit}, ${now().toISOString()}::timestamptz at time zone ${TIME_ZONE})`;
  const first = by === 'day' ? sql`${last} - interval '29 days'` : sql`${last} - interval '11 months'`;
  const since = sql`(${first}) at time zone ${TIME_ZONE}`;
  const period = sql`date_trunc(${unit}, day::timestamp)`;
  const { rows } = await db.execute<{ start: string } & Record<string, string | number>>(sql`
    with devices as (
      select ${period} as p, sum(count) as n, sum(amount - refunded) as amount from ${dayTotals}
      where list = 'orders' and kind = 'device' and state = 'paid' and day >= ${first} group by 1),
    sold as (
      select ${period} as p, sum(count) as n, sum(amount - refunded) as amount from ${dayTotals}
      where list = 'packages' and day >= ${first} group by 1),
    places as (
      select date_trunc(${unit}, confirmed_at at time zone ${TIME_ZONE}) as p, count(*) as n,
        sum(came.rsd) as rsd, sum(came.eur) as eur
      from ${reservations} cross join lateral (
        select sum(amount) filter (where currency = 'RSD') as rsd, sum(amount) filter (where currency = 'EUR') as eur
        from ${paymentParts} where reservation_id = ${reservations.id} and state = 'confirmed') came
      where confirmed_at >= ${since} and ${reservations.status} = 'placeno' group by 1)
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
