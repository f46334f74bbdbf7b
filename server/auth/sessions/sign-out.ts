import { and, eq, ne } from 'drizzle-orm';
import { record } from '../../platform/audit.ts';
import { authRefusal } from '../refusal.ts';
import { type AuthRequest, actorOf, inTransaction } from '../request.ts';
import { sessions } from '../schema.ts';
import { signedIn } from '../signed-in.ts';

/** `POST /logout?scope=global|local|others`: ends all, this, or all other sessions of the person. */
export async function signOut(request: AuthRequest, scope: string): Promise<void> {
  if (scope !== 'global' && scope !== 'local' && scope !== 'others')
    throw authRefusal('validation_failed', { message: `Unsupported logout scope "${scope.slice(0, 20)}"` });
  const { user, session } = await signedIn(request);
  const ended = {
    global: eq(sessions.userId, user.id),
    local: eq(sessions.id, session.id),
    others: and(eq(sessions.userId, user.id), ne(sessions.id, session.id)),
  }[scope];
  await inTransaction(request, async (tx) => {
    const gone = await tx.delete(sessions).where(ended).returning({ id: sessions.id });
    await record(tx, actorOf(request, user), {
      action: 'accounts.signed-out',
      on: { kind: 'profile', id: user.id },
      after: { scope, sessions: gone.length },
    });
  });
}
