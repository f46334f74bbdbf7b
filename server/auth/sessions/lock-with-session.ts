import { eq } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Person } from '../../context.ts';
import type { Tx } from '../../platform/db.ts';
import { sessions, users } from '../schema.ts';

/** Whoever acts, and the session that they act in. */
export type OpenSession = Pick<Person, 'id' | 'sessionId'>;

/**
 * Locks the account and looks at the session once more: one that its owner ended while the request waited, by taking a change back or
 * with a new password, does nothing any more. What `lockAccountOfSession` is to `/auth/v1`.
 */
export async function lockWithSession(tx: Tx, { id, sessionId }: OpenSession): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update');
  if ((await tx.$count(sessions, eq(sessions.id, sessionId))) === 0) throw refuse('UNAUTHORIZED');
}

/**
 * Every deed of staff that asks for a fresh proof holds whoever does it, profile before session as a block does, and does nothing in a
 * session that was ended while it waited. Orders and people whom the deed is about are held before, everything else after: what goes with
 * an erased account is waited for while its profile is held.
 */
export async function lockOpenSessionShared(tx: Tx, { id, sessionId }: OpenSession): Promise<void> {
  await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, id)).for('key share');
  const session = tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId)).for('key share');
  if ((await session).length === 0) throw refuse('UNAUTHORIZED');
}
