import { sql } from 'drizzle-orm';
import { check, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestampColumn } from './columns.ts';
import type { RecentFigures } from './log/recent-requests.ts';
import type { SlowStatements } from './log/slow-statements.ts';
import type { PoolUsage } from './watch/db-usage.ts';

/** What a process says of itself every few seconds. */
export interface ProcessFigures extends RecentFigures, SlowStatements {
  memoryMb: number;
  /** Jobs that it ended in the last whole minute. */
  jobsPerMinute: number;
  /** Milliseconds by which its clock is ahead of the database's. */
  clockMs: number | null;
  pool: PoolUsage;
  streams: number;
}

/** The server processes that work on this database; one that has not been seen for a while is gone (servers/alive.ts). */
export const servers = pgTable(
  'servers',
  {
    id: uuid('id').primaryKey(),
    release: text('release').notNull(),
    /** The newest migration it knows. */
    migration: text('migration').notNull(),
    /** Whether it serves, works or both. One of the version before, which does not say, does both. */
    jobs: text('jobs', { enum: ['web', 'worker', 'both'] })
      .notNull()
      .default('both'),
    /** Machine and port: who starts there again takes the place of whoever was there. `null`: of a version that did not say. */
    place: text('place'),
    /** How it is, as it last said. */
    figures: jsonb('figures').$type<ProcessFigures>(),
    startedAt: timestampColumn('started_at').notNull().defaultNow(),
    seenAt: timestampColumn('seen_at').notNull().defaultNow(),
  },
  (t) => [check('servers_jobs', sql`${t.jobs} in ('web', 'worker', 'both')`)],
);
