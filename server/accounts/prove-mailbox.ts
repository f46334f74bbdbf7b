import { eq } from 'drizzle-orm';
import type { Edges } from '../app.ts';
import { type Actor, record } from '../platform/audit.ts';
import { redeemCode } from './one-time-token.ts';
import { users } from './schema.ts';
import { throttleOf } from './throttle.ts';

/** Somebody who read the code in their mailbox types it here; a wrong one is counted and written down. */
export async function proveMailbox(
  edges: Edges,
  actor: Actor,
  { id, email }: { id: string; email: string },
  code: string,
): Promise<'proven' | 'wrong' | 'too many'> {
  const throttle = throttleOf(edges);
  if (!(await throttle.allows('mailed code', email))) return 'too many';
  const right = await edges.db.transaction(async (tx) => {
    const fits = await redeemCode(tx, edges, id, 'reauthentication', code);
    if (fits) await tx.update(users).set({ mailboxProvenAt: edges.now() }).where(eq(users.id, id));
    await record(tx, actor, {
      action: fits ? 'accounts.mailbox-proven' : 'accounts.verification-failed',
      on: { kind: 'profile', id },
    });
    return fits;
  });
  if (!right) return 'wrong';
  await throttle.forgive('mailed code', email);
  return 'proven';
}
