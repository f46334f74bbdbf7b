import { eq } from 'drizzle-orm';
import type { CallLimits } from '../limits.ts';
import type { Tx } from '../platform/db.ts';
import { type Account, lockAccount, signInBlock } from './account.ts';
import { authRefusal } from './refusal.ts';
import type { AuthRequest, Session, User } from './request.ts';
import { sessions } from './schema.ts';
import { noteNewestToken } from './sessions/newest-token.ts';
import { readSession } from './sessions/read-session.ts';
import { limitsFor } from './sign-in/known-networks.ts';

/**
 * The person and the session behind the bearer token, or GoTrue's errors in its order: no token, bad token, ended session, blocked person.
 * The session is asked of the database each time, so that signing out elsewhere takes effect at once. `limits` are the call's for this
 * person, session and network.
 */
export async function signedIn(request: AuthRequest): Promise<{ user: User; session: Session; limits: CallLimits }> {
  if (!request.bearer) throw authRefusal('no_authorization');
  const claims = await request.deps.tokens.verify(request.bearer);
  if (!claims) throw authRefusal('bad_jwt');
  const found = await readSession(request.deps.db, claims.sessionId);
  if (!found || found.user.id !== claims.userId) throw authRefusal('session_not_found');
  const bar = signInBlock(found.user, found.profile, request.deps.now());
  if (bar) throw authRefusal(bar, { status: 403 });
  const { user, session } = found;
  request.note.person = user.id;
  await noteNewestToken(request.deps.db, session, claims.refreshCounter);
  const limits = (await limitsFor(request, { userId: user.id })).as({ person: user.id, session: session.id });
  await limits.consumeForPerson();
  return { user, session, limits };
}

/**
 * Locks the account and looks at the session once more: one that ended while the request waited for the lock, because its
 * owner took a change back, changes nothing any more.
 */
export async function lockAccountOfSession(
  tx: Tx,
  { id, userId }: Session,
): Promise<{ account: Account; session: Session }> {
  const account = await lockAccount(tx, userId);
  const [session] = await tx.select().from(sessions).where(eq(sessions.id, id));
  if (!account || session?.userId !== userId) throw authRefusal('session_not_found');
  return { account, session };
}
