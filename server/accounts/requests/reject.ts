import { and, inArray, ne, sql } from 'drizzle-orm';
import { users } from '../../auth/schema.ts';
import { type Actor, record, redactAuditEntries } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { acceptances, isRequestCondition, profiles } from '../schema.ts';

/**
 * Removes those of the given requests that still wait with their accounts, so that the addresses can register again; answers
 * with whom it removed. The super-admin is never a request. The log keeps that a request was deleted and why, not who it was:
 * the person asked to be no one here.
 */
export async function reject(
  tx: Tx,
  actor: Actor,
  { ids, reason, superAdminEmail }: { ids: string[]; reason: string; superAdminEmail: string },
) {
  // Deleting a profile takes the network's lock; taken first, it cannot be waited for while holding a row.
  await tx.execute(sql`select lock_network()`);
  // Before the profiles, as everybody does who holds both (`lockPerson`).
  await tx.select({ id: users.id }).from(users).where(inArray(users.id, ids)).orderBy(users.id).for('update');
  const waiting = await tx
    .select({ id: profiles.id, email: profiles.email })
    .from(profiles)
    .where(and(inArray(profiles.id, ids), isRequestCondition, ne(profiles.email, superAdminEmail)))
    .orderBy(profiles.id)
    .for('update');
  if (waiting.length === 0) return [];
  const gone = waiting.map(({ id }) => id);
  await tx.delete(acceptances).where(inArray(acceptances.userId, gone));
  await tx.delete(users).where(inArray(users.id, gone));
  await redactAuditEntries(tx, 'profile', gone);
  await record(
    tx,
    actor,
    waiting.map(({ id }) => ({ action: 'accounts.rejected', on: { kind: 'profile', id }, after: { reason } })),
  );
  return waiting;
}
