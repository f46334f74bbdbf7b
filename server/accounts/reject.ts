import { and, eq } from 'drizzle-orm';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { profiles, users } from './schema.ts';

/**
 * Removes a waiting request with its account, so that the address can register again; `null` when nobody waits under
 * that id any more. The log keeps that a request was deleted and why, not who it was: the person asked to be no one here.
 */
export async function reject(tx: Tx, actor: Actor, id: string, reason: string): Promise<{ email: string } | null> {
  const [waiting] = await tx
    .select({ email: profiles.email })
    .from(profiles)
    .where(and(eq(profiles.id, id), eq(profiles.toBeRegistered, true)))
    .for('update');
  if (!waiting) return null;
  await tx.delete(users).where(eq(users.id, id));
  await record(tx, actor, { action: 'accounts.rejected', on: { kind: 'profile', id }, after: { reason } });
  return waiting;
}
