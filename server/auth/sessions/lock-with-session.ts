import { eq } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import type { Person } from '../../context.ts';
import type { Tx } from '../../platform/db.ts';
import { sessions, users } from '../schema.ts';

/**
 * Locks the account and looks at the session once more: one that its owner ended while the request waited, by taking a change back or
 * with a new password, does nothing any more. What `lockAccountOfSession` is to `/auth/v1`.
 */
export async function lockWithSession(tx: Tx, { id, sessionId }: Pick<Person, 'id' | 'sessionId'>): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update');
  if ((await tx.$count(sessions, eq(sessions.id, sessionId))) === 0) throw refuse('UNAUTHORIZED');
}
