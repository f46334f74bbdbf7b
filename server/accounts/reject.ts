import { and, eq, ne, sql } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { users } from '../auth/schema.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { profiles } from './schema.ts';

/**
 * Removes a waiting request with its account, so that the address can register again. The super-admin is never a request. The log keeps that a request was deleted and why, not who it was: the person asked to be no one here.
 */
export async function reject(
  tx: Tx,
  actor: Actor,
  { id, reason, superAdminEmail }: { id: string; reason: string; superAdminEmail: string },
): Promise<{ email: string }> {
  // Deleting a profile takes the network's lock; taken first, it cannot be waited for while holding a row.
  await tx.execute(sql`select lock_network()`);
  const [waiting] = await tx
    .select({ email: profiles.email })
    .from(profiles)
    .where(and(eq(profiles.id, id), eq(profiles.toBeRegistered, true), ne(profiles.email, superAdminEmail)))
    .for('update');
  if (!waiting) throw refuse('REQUEST_GONE');
  await tx.delete(users).where(eq(users.id, id));
  await record(tx, actor, { action: 'accounts.rejected', on: { kind: 'profile', id }, after: { reason } });
  return waiting;
}
