import { CronExpressionParser } from 'cron-parser';
import type { Facts, JobKind } from '#domain/system/facts.ts';
import { dayOf, startOfDay, TIME_ZONE } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { HEAVY_JOBS } from '../../heavy-jobs.ts';
import { jobs } from '../../jobs.ts';
import type { Jobs } from '../../platform/jobs/queue.ts';
import { perInstance } from '../../platform/per-instance.ts';

/** When each job is begun by the clock. */
const definitions = perInstance((deps: Dependencies) => new Map(Object.entries<Jobs[string]>(jobs(deps))));

/** The names of the jobs that the clock begins, and of those that somebody does. */
export function jobsByOrigin(deps: Dependencies): { clock: string[]; asked: string[] } {
  const all = [...definitions(deps)];
  const named = (isClock: boolean) => all.filter(([, { every }]) => (every !== undefined) === isClock);
  return { clock: named(true).map(([name]) => name), asked: named(false).map(([name]) => name) };
}

/** Those that may be late. What waits for the heavy job before it is not: heavy jobs take as long as they take. */
export function jobKindsThatMayBeLate(kinds: readonly JobKind[]): JobKind[] {
  const isHeavy = (name: string) => (HEAVY_JOBS as readonly string[]).includes(name);
  const isUnderWay = kinds.some(({ name, active }) => active > 0 && isHeavy(name));
  return kinds.filter(({ name }) => !(isUnderWay && isHeavy(name)));
}

/**
 * The jobs by kind. What has failed counts as long as the queue keeps it, a week; of a job of the clock the last time alone, and no
 * longer once one has ended well.
 */
export async function readJobs(deps: Dependencies): Promise<Facts['jobs']> {
  const { db, now } = deps;
  const known = definitions(deps);
  const { clock, asked } = jobsByOrigin(deps);
  const rows = await db.ask<Omit<JobKind, 'nextAt'> & { done: number }>(
    `with ended as (
       select name as clock, max(completed_on) as last from pgboss.job
       where state in ('completed', 'failed') and name = any($2::text[]) group by 1)
     select name, count(*) filter (where state < 'active' and start_after <= now())::int as waiting,
       count(*) filter (where state = 'active')::int as active,
       extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now()))::float8 as oldest,
       count(*) filter (where state = 'failed' and (last is null or completed_on = last))::int as failed,
       count(*) filter (where state = 'completed' and completed_on >= $1)::int as done
     from pgboss.job left join ended on clock = name where name = any($2::text[] || $3::text[]) group by name`,
    [startOfDay(dayOf(now())), clock, asked],
  );
  const byName = new Map(rows.map((row) => [row.name, row]));
  const kinds = [...known].map(([name, { every }]): JobKind => {
    const { waiting = 0, active = 0, oldest = null, failed = 0 } = byName.get(name) ?? {};
    return { name, waiting, active, oldest, failed, nextAt: every ? nextTime(every, now()) : null };
  });
  const late = jobKindsThatMayBeLate(kinds).flatMap((one) => one.oldest ?? []);
  return {
    waiting: sum(kinds.map((one) => one.waiting)),
    oldest: late.length > 0 ? Math.max(...late) : null,
    failed: sum(kinds.map((one) => one.failed)),
    done: sum(rows.map((one) => one.done)),
    kinds,
  };
}

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);

const nextTime = (every: string, now: Date): Date =>
  CronExpressionParser.parse(every, { currentDate: now, tz: TIME_ZONE }).next().toDate();
