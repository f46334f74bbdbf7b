import { pgTable, text } from 'drizzle-orm/pg-core';

/** Topics of what changed, until `server/live` notifies of them; unlogged, because a reader reads again after any gap. */
export const liveChanges = pgTable('live_changes', { topic: text('topic').notNull() });
