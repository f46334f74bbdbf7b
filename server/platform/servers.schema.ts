import { sql } from 'drizzle-orm';
import { check, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

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
    startedAt: moment('started_at').notNull().defaultNow(),
    seenAt: moment('seen_at').notNull().defaultNow(),
  },
  (t) => [check('servers_jobs', sql`${t.jobs} in ('web', 'worker', 'both')`)],
);
