import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Tx } from './db.ts';
import type { Log } from './log.ts';

/** A job's work. Runs at least once: it must be safe to run twice. Data carries ids only. */
export type Work = (data: Record<string, string>) => Promise<void>;

export interface Queue {
  /** Puts a job in the caller's transaction: it exists exactly when the change that needs it exists. */
  send(tx: Tx, job: string, data: Record<string, string>, options?: { startAfter?: Date }): Promise<void>;
  /** Begins working. `schedules` are cron lines in Belgrade time. */
  start(work: Record<string, Work>, schedules?: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
}

const RETRIES = { retryLimit: 8, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600, notify: true } as const;

/** Jobs live in the same PostgreSQL (schema `pgboss`); a NOTIFY wakes the worker, polling is the fallback. */
export function openQueue(databaseUrl: string, log: Log): Queue {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 3, useListenNotify: true });
  boss.on('error', (error) => log.error({ error }, 'queue'));
  return {
    async send(tx, job, data, options = {}) {
      await boss.send(job, data, { ...options, db: fromDrizzle(tx as never, sql as never) });
    },
    async start(work, schedules = {}) {
      await boss.start();
      for (const [job, run] of Object.entries(work)) {
        await boss.createQueue(job, RETRIES);
        await boss.work<Record<string, string>>(job, { batchSize: 1 }, async ([next]) => {
          if (next) await run(next.data);
        });
      }
      for (const [job, cron] of Object.entries(schedules))
        await boss.schedule(job, cron, {}, { tz: 'Europe/Belgrade' });
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
}
