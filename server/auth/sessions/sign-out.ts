import { and, eq, ne } from 'drizzle-orm';
import { record } from '../../platform/audit.ts';
import { factorsOf, verifiedFactors } from '../account.ts';
import { authRefusal } from '../refusal.ts';
import { type AuthRequest, actorOf, inTransaction } from '../request.ts';
import { sessions } from '../schema.ts';
import { signedIn } from '../signed-in.ts';

/**
 * `POST /logout?scope=global|local|others`: ends all, this, or all other sessions of the person. A session that owes the second step
 * ends itself only, which is also what it means when it names no scope. 422, because the client takes a 403 for done.
 */
export async function signOut(request: AuthRequest, asked: string | null): Promise<void> {
  if (asked !== null && asked !== 'global' && asked !== 'local' && asked !== 'others')
    throw authRefusal('validation_failed', { message: `Unsupported logout scope "${asked.slice(0, 20)}"` });
  const { user, session } = await signedIn(request);
  const owesSecondStep =
    session.aal === 'aal1' && verifiedFactors(await factorsOf(request.deps.db, user.id)).length > 0;
  const scope = asked ?? (owesSecondStep ? 'local' : 'global');
  if (owesSecondStep && scope !== 'local')
    throw authRefusal('insufficient_aal', { status: 422, message: 'AAL2 required to end other sessions' });
  const ended = {
    global: eq(sessions.userId, user.id),
    local: eq(sessions.id, session.id),
    others: and(eq(sessions.userId, user.id), ne(sessions.id, session.id)),
  }[scope];
  await inTransaction(request, async (tx) => {
    const gone = await tx.delete(sessions).where(ended).returning({ id: sessions.id });
    // A session that lives on may ask for ever, and the log is for good.
    if (gone.length > 0)
      await record(tx, actorOf(request, user), {
        action: 'accounts.signed-out',
        on: { kind: 'profile', id: user.id },
        after: { scope, sessions: gone.length },
      });
  });
}
