import { type jobNames, jobs } from '../../jobs.ts';
import type { Jobs } from '../../platform/jobs/queue.ts';
import { errorLine } from '../../platform/log/log.ts';
import type { ResumePart } from './part.ts';

/** They keep the files of this machine in order and write to nobody. */
const NOT_CAUGHT_UP: readonly (typeof jobNames)[number][] = ['mail.clean-outbox', 'backup.make', 'backup.list-erased'];

/**
 * What the shop before may have done by itself since the backup: the jobs that waited in the archive, and once everything that runs by the
 * clock. Done now, its mails wait for the decision; done after it, people would be written to a second time. So one that fails holds the
 * shop, until it is decided that the queue and the clock see to it.
 */
export const catchUpJobs: ResumePart = {
  name: 'jobs',
  async run(deps, { restoredAt, jobs: decision }, heavy) {
    const works: Jobs = jobs(deps);
    const failed: string[] = [];
    const attempt = async (name: string, data: Record<string, string>): Promise<boolean> => {
      try {
        const job = works[name]!;
        await (job.heavy && heavy ? heavy.run(name, data, () => {}) : job.work(data));
        return true;
      } catch (error) {
        deps.log.error({ error, job: name }, 'a job of a restored shop fails');
        failed.push(`  ${name}: ${errorLine(error)}`);
        return false;
      }
    };
    const waiting = await deps.db.ask<{ id: string; name: string; data: Record<string, string> | null }>(
      `select id, name, data from pgboss.job
       where state < 'completed' and name = any($1::text[]) and created_on <= $2 and start_after <= now() order by created_on`,
      [Object.keys(works), restoredAt],
    );
    for (const { id, name, data } of waiting) {
      if (!(await attempt(name, data ?? {}))) continue;
      await deps.db.ask(`update pgboss.job set state = 'completed', completed_on = now() where id = $1 and name = $2`, [
        id,
        name,
      ]);
    }
    const timed = Object.entries(works).filter(
      ([name, { every }]) => every !== undefined && !(NOT_CAUGHT_UP as readonly string[]).includes(name),
    );
    for (const [name] of timed) await attempt(name, {});
    const done = `${waiting.length} waiting jobs and ${timed.length} jobs of the clock done`;
    if (failed.length === 0) return { lines: [done] };
    const isLeft = decision === 'leave';
    const fate = isLeft ? 'and are left to the queue and the clock' : 'and may be left to the queue and the clock';
    return { waits: !isLeft, lines: [`${done}, of which ${failed.length} failed ${fate}:`, ...failed] };
  },
};
