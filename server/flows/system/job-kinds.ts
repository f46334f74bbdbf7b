import { CronExpressionParser } from 'cron-parser';
import type { Facts, JobKind } from '#domain/system/facts.ts';
import { dayOf, startOfDay, TIME_ZONE } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { jobs } from '../../jobs.ts';
import type { Jobs } from '../../platform/jobs/queue.ts';
import { perInstance } from '../../platform/per-instance.ts';

/** When each job is begun by the clock, and whether it is done one at a time. */
const definitions = perInstance((deps: Dependencies) => new Map(Object.entries<Jobs[string]>(jobs(deps))));

/** The jobs by kind. One that waits for the heavy job before it is not late: heavy jobs take as long as they take. */
export async function readJobs(deps: Dependencies): Promise<Facts['jobs']> {
  const { db, now } = deps;
  const known = definitions(deps);
  const rows = await db.ask<Omit<JobKind, 'nextAt'> & { done: number }>(
    `select name, count(*) filter (where state < 'active' and start_after <= now())::int as waiting,
       count(*) filter (where state = 'active')::int as active,
       extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now()))::float8 as oldest,
       count(*) filter (where state = 'failed' and completed_on >= $1)::int as failed,
       count(*) filter (where state = 'completed' and completed_on >= $1)::int as done
     from pgboss.job where name = any($2::text[]) group by name`,
    [startOfDay(dayOf(now())), [...known.keys()]],
  );
  const byName = new Map(rows.map((row) => [row.name, row]));
  const isHeavyUnderWay = rows.some(({ name, active }) => active > 0 && known.get(name)?.heavy);
  const kinds = [...known].map(([name, { every }]): JobKind => {
    const { waiting = 0, active = 0, oldest = null, failed = 0 } = byName.get(name) ?? {};
    return { name, waiting, active, oldest, failed, nextAt: every ? nextTime(every, now()) : null };
  });
  const late = kinds
    .filter(({ name }) => !(isHeavyUnderWay && known.get(name)!.heavy))
    .flatMap((one) => one.oldest ?? []);
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
