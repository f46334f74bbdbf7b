import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { fromDrizzle, type Job, type JobResult, PgBoss } from 'pg-boss';
import type { Tx } from './db.ts';
import type { Log } from './log.ts';

/** A job's work. Runs at least once: it must be safe to run twice. Data carries ids only. */
export type Work = (data: Record<string, string>) => Promise<void>;

/** The jobs by name; `every` is a cron line in Belgrade time for those that run by the clock. */
export type Jobs = Record<string, { work: Work; every?: string }>;

export interface Queue {
  /** Puts jobs in the caller's transaction: they exist exactly when the change that needs them exists. */
  send(
    tx: Tx,
    job: string,
    data: Record<string, string> | Record<string, string>[],
    options?: { startAfter?: Date },
  ): Promise<void>;
  /** Begins working. Jobs put in before are not lost: they wait. */
  start(jobs: Jobs): Promise<void>;
  /** Lets running jobs end, five seconds at most. */
  stop(): Promise<void>;
}

const RETRIES = { retryLimit: 10, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600, notify: true } as const;

/**
 * Ten at a time, and without a pause while there are ten: a thousand mails of one approval go out in a row. A job that is
 * to be tried again has no NOTIFY of its own; the slow look every five seconds finds it.
 */
const WORKING = {
  batchSize: 10,
  burstWhenBatchFull: true,
  notifyPollingIntervalSeconds: 5,
  perJobResults: true,
} as const;

/**
 * Opens the queue and makes what it needs in the database: schema `pgboss` and a place for every named job. Jobs live in
 * the same PostgreSQL as everything else; a NOTIFY wakes the worker, polling is the fallback.
 */
export async function openQueue(databaseUrl: string, log: Log, jobNames: readonly string[]): Promise<Queue> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 3, useListenNotify: true });
  boss.on('error', (error) => log.error({ error }, 'queue'));
  await boss.start();
  const known = new Set((await boss.getQueues()).map((queue) => queue.name));
  for (const name of jobNames) if (!known.has(name)) await boss.createQueue(name, RETRIES);
  return {
    async send(tx, job, data, options = {}) {
      const list = Array.isArray(data) ? data : [data];
      await boss.insert(
        job,
        list.map((item) => ({ data: item, ...options })),
        { db: fromDrizzle(tx as never, sql as never) },
      );
    },
    async start(jobs) {
      for (const [name, { work, every }] of Object.entries(jobs)) {
        await boss.work(name, WORKING, (batch: Job<Record<string, string>>[]) =>
          Promise.all(batch.map((job) => outcomeOf(job, work))),
        );
        if (every) await boss.schedule(name, every, {}, { tz: 'Europe/Belgrade' });
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
}

/**
 * `send` as a part of a larger statement: a job for each of `rows`, with its column `data`. For the few statements that a
 * rush goes through; the worker finds such jobs when it looks. pg-boss lets its tables be written directly.
 */
export const jobsFor = (job: string, rows: SQL): SQL => sql`
  insert into pgboss.job (name, data, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
                          deletion_seconds, keep_until)
  select q.name, r.data, q.policy, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.expire_seconds,
         q.deletion_seconds, now() + q.retention_seconds * interval '1s'
  from pgboss.queue q cross join (${rows}) r where q.name = ${job}`;

/** The share of time the program is busy, above which jobs wait; how long one looks, and how long one waits at most. */
const BUSY = 0.7;
const LOOK_MS = 5;
const PATIENCE_MS = 250;

let lastTurn = Promise.resolve();

/**
 * Nobody waits for a job, but somebody may wait for an answer: jobs begin one after another, each when the program has a
 * moment to spare, and under a lasting rush a few a second all the same.
 */
function turn(): Promise<void> {
  lastTurn = lastTurn.then(async () => {
    const began = performance.now();
    do {
      const before = performance.eventLoopUtilization();
      await sleep(LOOK_MS);
      if (performance.eventLoopUtilization(before).utilization < BUSY) return;
    } while (performance.now() - began < PATIENCE_MS);
  });
  return lastTurn;
}

/** Each job of a batch succeeds or fails by itself. */
async function outcomeOf(job: Job<Record<string, string>>, work: Work): Promise<JobResult> {
  await turn();
  try {
    await work(job.data ?? {});
    return { id: job.id, status: 'completed' };
  } catch (error) {
    return { id: job.id, status: 'failed', output: { message: String(error) } };
  }
}
