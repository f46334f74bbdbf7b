import { sql } from 'drizzle-orm';
import { boolean, check, customType, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { FEEDS, type Feed } from '#domain/integrations/feeds/rows.ts';
import { oneOfCondition, timestampColumn } from '../../platform/columns.ts';

/** A transaction's number, which is never given again; as text, because it does not fit into a number. */
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/**
 * Where each row of a feed stands: the transaction that changed it last. Triggers write it (migration `feeds`), in the transaction of
 * the change. A removed row stays, so that its readers hear of it.
 */
export const feedRows = pgTable(
  'feed_rows',
  {
    feed: text('feed').$type<Feed>().notNull(),
    rowId: text('row_id').notNull(),
    changedIn: transactionId('changed_in').notNull(),
    isRemoved: boolean('removed').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.feed, t.rowId] }),
    index('feed_rows_order').on(t.feed, t.changedIn, t.rowId),
    check('feed_rows_feed', oneOfCondition(t.feed, FEEDS)),
  ],
);

/** Which count of transactions the feeds follow: after a restore another one begins, and readers with it. */
export const feedGenerations = pgTable('feed_generations', {
  id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
  startedAt: timestampColumn('started_at').notNull().defaultNow(),
});
