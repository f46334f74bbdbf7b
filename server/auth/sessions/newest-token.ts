import { and, eq } from 'drizzle-orm';
import type { Database } from '../../platform/db.ts';
import { sessions } from '../schema.ts';

type Session = Pick<typeof sessions.$inferSelect, 'id' | 'refreshCounter' | 'refreshMinCounter' | 'newestUsed'>;

/**
 * Remembers, once for each refresh, that an access token came back which was given with the newest refresh token: from now
 * on the older one can only be a copy (refresh-grant.ts). A session whose older tokens are worth nothing needs no note.
 */
export async function noteNewestToken(db: Database, session: Session, counter: number | null): Promise<void> {
  const { id, refreshCounter, refreshMinCounter, newestUsed } = session;
  if (newestUsed || counter !== refreshCounter || refreshCounter <= refreshMinCounter) return;
  await db
    .update(sessions)
    .set({ newestUsed: true })
    .where(and(eq(sessions.id, id), eq(sessions.refreshCounter, refreshCounter)));
}
