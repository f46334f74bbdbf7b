import type { Currency } from '#domain/money.ts';
import type { Facts } from '#domain/system/facts.ts';
import { backupLateHours, LIMITS } from '#domain/system/limits.ts';
import { dayOf, startOfDay } from '#domain/time.ts';
import { BACKUP_JOB, backupFailures } from '../../backup/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { jobsUnderWay } from '../../platform/jobs/under-way.ts';
import { doublesUsed } from './doubles.ts';
import { placeForFiles, probeFiles } from './file-place.ts';
import { readJobs } from './job-kinds.ts';
import { type ProcessReport, readProcesses } from './processes.ts';

type Read = { [Part in keyof Facts]: (deps: Dependencies) => Promise<Facts[Part]> };

/** What is known of each part: the numbers of the page and of `/metrics`. Each is one short statement, or none. */
export const FACTS_OF: Read = {
  async version({ db }) {
    const living = (await readProcesses(db)).filter(({ isMissing }) => !isMissing);
    const [newest] = await db.ask<{ tag: string | null }>(
      "select max(migration) as tag from servers where seen_at > now() - interval '1 minute'",
    );
    const releases = [...new Set(living.map(({ release }) => release))];
    return {
      releases: releases.map((release) => {
        const of = living.filter((one) => one.release === release);
        return {
          release,
          places: of.map(({ place }) => place),
          serving: of.filter(serves).map(({ place }) => place),
        };
      }),
      since: earliest(living),
      databaseFits: living.every(({ migration }) => migration === newest!.tag),
    };
  },

  servers: async ({ db }) => ({
    processes: (await readProcesses(db)).map(({ said, migration, ...process }) => process),
  }),

  async database({ db }) {
    const living = (await readProcesses(db)).filter(({ isMissing }) => !isMissing);
    const pools = living.flatMap(({ said }) => said?.pool ?? []);
    const since = pools.flatMap(({ waitingSince }) => (waitingSince ? [waitingSince] : [])).toSorted()[0];
    const sum = (of: (said: NonNullable<ProcessReport['said']>) => number) =>
      living.reduce((all, { said }) => all + (said ? of(said) : 0), 0);
    const clocks = living
      .flatMap((one) => (one.clockMs === null ? [] : [{ place: one.place, ms: one.clockMs, isServing: serves(one) }]))
      .toSorted((a, b) => Math.abs(b.ms) - Math.abs(a.ms));
    return {
      used: sum(({ pool }) => pool.used),
      max: sum(({ pool }) => pool.max),
      waiting: sum(({ pool }) => pool.waiting),
      waitingSince: since ? new Date(since) : null,
      slow: sum(({ slow }) => slow),
      longest: Math.max(0, ...living.map(({ said }) => said?.longest ?? 0)),
      slowest: slowestOf(living),
      clock: clocks[0] ?? null,
    };
  },

  jobs: readJobs,

  async mails({ db, now }) {
    const [row] = await db.ask<Facts['mails']>(
      `with waiting as (
         select queued_at, last_error from mails
         where state = 'queued' and not undecided and awaits is null and (next_attempt_at is null or next_attempt_at <= now()
           or last_error is not null)),
       lately as (select state, sent_at, last_error, number from mails where created_at > $1::timestamptz - interval '3 days')
       select (select count(*)::int from lately where state = 'sent' and sent_at >= $1) as "sentToday",
         (select count(*)::int from waiting) as queued,
         (select extract(epoch from now() - min(queued_at))::float8 from waiting) as oldest,
         (select count(*)::int from mails where state = 'failed') as failed,
         (select coalesce(array_agg(last_error), '{}') from (
           select coalesce(last_error, '') as last_error from mails where state = 'failed' order by number desc limit 50) newest) as errors,
         (select max(sent_at) from lately) as "lastSentAt",
         refused.last_error as refusal, refused.queued_at as "refusedSince"
       from (select 1) one left join lateral (
         select last_error, queued_at from waiting where last_error is not null order by queued_at limit 1) refused on true`,
      [today(now())],
    );
    return row!;
  },

  async payments({ db, now }) {
    const [row] = await db.ask<
      Omit<Facts['payments'], 'sums' | 'oldest'> & {
        sums: { amount: number; currency: Currency }[] | null;
        oldest: Date | null;
      }
    >(
      `with unsettled as (
         select coalesce(page.unknown_since, page.created_at) as since, orders.amount, orders.currency
         from checkouts page join orders on orders.id = page.order_id
         where (page.state = 'processing' or page.unknown_since is not null and page.state = 'open')
           and coalesce(page.unknown_since, page.created_at) < now() - make_interval(secs => $2))
       select (select count(*)::int from unsettled) as unsettled,
         (select json_agg(json_build_object('amount', amount, 'currency', currency)) from (
           select sum(amount)::float8 as amount, currency from unsettled group by 2 order by 2) sums) as sums,
         (select min(since) from unsettled) as oldest,
         (select max(received_at) from stripe_events) as "lastHeardAt",
         (select coalesce(sum(count), 0)::int from day_totals where list = 'orders' and state = 'paid' and day = $1::date) as "paidToday"`,
      [dayOf(now()), LIMITS.payment],
    );
    return { ...row!, sums: row!.sums ?? [] };
  },

  async files(deps) {
    const [kept] = await deps.db.ask<Pick<Facts['files'], 'bytes' | 'count' | 'weekBytes' | 'weekMost'>>(
      `with kinds as (
         select kind, sum(bytes) as bytes, count(*) as count,
           sum(bytes) filter (where created_at > now() - interval '7 days') as week
         from files where removed_at is null group by kind)
       select coalesce(sum(bytes), 0)::float8 as bytes, coalesce(sum(count), 0)::int as count,
         coalesce(sum(week), 0)::float8 as "weekBytes",
         (select kind from kinds where week > 0 order by week desc, kind limit 1) as "weekMost"
       from kinds`,
    );
    const [free, probe] = await Promise.all([placeForFiles(deps, kept!.bytes), probeFiles(deps)]);
    return { ...kept!, ...free, probe };
  },

  async backups({ db, config }) {
    const { everyHours, keep } = config.backup;
    const [[row], [failure], underWay] = await Promise.all([
      db.ask<{ lastAt: Date | null; bytes: number | null; provenAt: Date | null }>(
        `select (select max(checked_at) from backups) as "provenAt", last.made_at as "lastAt", last.bytes::float8 as bytes
         from (select 1) one left join lateral (
           select * from backups where not elsewhere or not $1 order by made_at desc limit 1) last on true`,
        [everyHours !== undefined],
      ),
      db
        .select({ at: backupFailures.failedAt, isDiskFull: backupFailures.isDiskFull, reason: backupFailures.reason })
        .from(backupFailures),
      jobsUnderWay(db, BACKUP_JOB),
    ]);
    const lateHours = backupLateHours(everyHours);
    return { ...row!, keep, lateHours, isUnderWay: underWay.length > 0, failure: failure ?? null };
  },

  doubles: async ({ config }) => ({ used: doublesUsed(config), receipts: config.fiscal }),
};

const serves = ({ role }: Pick<ProcessReport, 'role'>): boolean => role !== 'worker';

/** Rows of the page's table. */
const SLOWEST = 10;

/** Of all processes together, the same statement once. */
function slowestOf(living: ProcessReport[]): Facts['database']['slowest'] {
  const byStatement = new Map<string, Facts['database']['slowest'][number]>();
  for (const { statement, times, longest, lastAt } of living.flatMap(({ said }) => said?.slowest ?? [])) {
    const other = byStatement.get(statement);
    const last = new Date(lastAt);
    byStatement.set(statement, {
      statement,
      times: times + (other?.times ?? 0),
      longest: Math.max(longest, other?.longest ?? 0),
      lastAt: other && other.lastAt > last ? other.lastAt : last,
    });
  }
  return [...byStatement.values()].toSorted((a, b) => b.longest - a.longest).slice(0, SLOWEST);
}

export const today = (now: Date): Date => startOfDay(dayOf(now));

const earliest = (processes: ProcessReport[]): Date | null =>
  processes.map(({ startedAt }) => startedAt).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
