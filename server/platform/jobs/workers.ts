import type { Job, JobResult, PgBoss } from 'pg-boss';
import { errorLine, type Log } from '../log/log.ts';
import type { BegunJobs } from './heavy-lane.ts';

/** A job that is to be tried again has no NOTIFY of its own; the slow look every five seconds finds it. */
const WORKING = {
  batchSize: 10,
  burstWhenBatchFull: true,
  notifyPollingIntervalSeconds: 5,
  perJobResults: true,
} as const;

/** Workers of a job that others wait for: a long one holds up none that come after it. What runs by the clock needs one. */
const WORKERS = 3;

type LightJobHandler = (data: Record<string, string>) => Promise<void>;

/** Those who do the jobs that are not heavy, some for each name. */
export function openWorkers({ boss, begun, onDone }: { boss: PgBoss; begun: BegunJobs; onDone: () => void }) {
  const started: string[] = [];

  /** Each job of a batch succeeds or fails by itself. */
  async function outcomeOf(name: string, job: Job<Record<string, string>>, work: LightJobHandler): Promise<JobResult> {
    const state = { name, data: job.data ?? {}, isDone: false };
    begun.set(job.id, state);
    try {
      await work(job.data ?? {});
      state.isDone = true;
      onDone();
      return { id: job.id, status: 'completed' };
    } catch (error) {
      begun.delete(job.id);
      return { id: job.id, status: 'failed', output: { message: errorLine(error) } };
    }
  }

  return {
    async begin(name: string, work: LightJobHandler, { byClock }: { byClock: boolean }) {
      const options = { ...WORKING, localConcurrency: byClock ? 1 : WORKERS };
      started.push(name);
      await boss.work(name, options, async (batch: Job<Record<string, string>>[]) => {
        const results = await Promise.all(batch.map((job) => outcomeOf(name, job, work)));
        setImmediate(() => {
          for (const { id } of batch) begun.delete(id);
        });
        return results;
      });
    },
    beginNoMore() {
      for (const name of started) void boss.offWork(name, { wait: false });
    },
  };
}

interface Ending {
  boss: PgBoss;
  log: Log;
  begun: BegunJobs;
  stopHeavy: () => Promise<void> | undefined;
  cutOff: (name: string, data: Record<string, string>) => Promise<void> | undefined;
  giveBack: (ids: readonly string[]) => Promise<void>;
}

/**
 * Ends pg-boss, which calls a job that has not ended a failure that waits before it is tried again; those are then anybody's
 * at once. What is done and only waits for the others of its batch is done.
 */
export async function stopPgBoss({ boss, log, begun, stopHeavy, cutOff, giveBack }: Ending) {
  const left = [...begun];
  begun.clear();
  await stopHeavy();
  const done = left.filter(([, { isDone }]) => isDone);
  for (const name of new Set(done.map(([, job]) => job.name)))
    await boss.complete(
      name,
      done.filter(([, job]) => job.name === name).map(([id]) => id),
    );
  const cut = left.filter(([, { isDone }]) => !isDone);
  for (const [, { name, data }] of cut) await cutOff(name, data)?.catch((error) => log.error({ error, name }, 'queue'));
  await boss.stop({ graceful: true, timeout: 1_000 });
  const ids = cut.map(([id]) => id);
  if (ids.length === 0) return;
  await giveBack(ids);
  log.warn({ jobs: ids.length }, 'jobs that had not ended were given back');
}
