import { type jobNames, jobs } from '../../jobs.ts';
import type { Jobs } from '../../platform/jobs/queue.ts';
import type { ResumePart } from './part.ts';

/** They keep the files of this machine in order and write to nobody. */
const NOT_CAUGHT_UP: readonly (typeof jobNames)[number][] = ['mail.clean-outbox', 'backup.make', 'backup.list-erased'];

/**
 * What the shop before may have done by itself since the backup: the jobs that waited in the archive, and once everything that runs by
 * the clock. Done now, its mails wait for the decision; done after it, people would be written to a second time.
 */
export const catchUpJobs: ResumePart = {
  name: 'jobs',
  async run(deps, { restoredAt }) {
    const works: Jobs = jobs(deps);
    const waiting = await deps.db.ask<{ id: string; name: string; data: Record<string, string> | null }>(
      `select id, name, data from pgboss.job
       where state < 'completed' and name = any($1::text[]) and created_on <= $2 and start_after <= now() order by created_on`,
      [Object.keys(works), restoredAt],
    );
    for (const { id, name, data } of waiting) {
      await works[name]!.work(data ?? {});
      await deps.db.ask(`update pgboss.job set state = 'completed', completed_on = now() where id = $1 and name = $2`, [
        id,
        name,
      ]);
    }
    const timed = Object.entries(works).filter(
      ([name, { every }]) => every !== undefined && !(NOT_CAUGHT_UP as readonly string[]).includes(name),
    );
    for (const [, { work }] of timed) await work({});
    return { lines: [`${waiting.length} waiting jobs and ${timed.length} jobs of the clock done`] };
  },
};
