import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db.ts';
import { mails } from '../../platform/mail.schema.ts';

/** Nobody is mailed about a demonstration: what its people caused was sent, as far as it says. */
export const markSent = (db: Database) =>
  db
    .update(mails)
    .set({ state: 'sent', attempts: 1, sentAt: sql`${mails.createdAt} + interval '2 seconds'` })
    .where(and(eq(mails.state, 'queued'), lt(mails.createdAt, new Date())));
