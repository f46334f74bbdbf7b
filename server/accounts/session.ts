import { and, eq, ne, sql } from 'drizzle-orm';
import type { Tx } from '../platform/db.ts';
import { describeUser } from './account.ts';
import { writeRefreshToken } from './refresh-token.ts';
import { oneTimeTokens, sessions, users } from './schema.ts';
import { ACCESS_TOKEN_SECONDS } from './tokens.ts';
import type { Session, User, Visit } from './visit.ts';

/** A session ends after ninety days whatever happens, and after thirty days without a refresh. */
export const SESSION_DAYS = 90;
export const INACTIVE_DAYS = 30;
export const DAY_MS = 24 * 3600_000;

export const refreshKey = ({ edges }: Visit): Buffer => edges.tokens.deriveKey('refresh-token');

/** How the person proved themselves; the names are GoTrue's. */
export type Method = 'password' | 'email/signup' | 'recovery' | 'email_change' | 'totp' | 'mfa/recovery_code';

/** Signs a person in: a new session row and the answer the client stores. */
export async function openSession(tx: Tx, visit: Visit, userId: string, method: Method) {
  const now = visit.edges.now();
  const [user] = await tx.update(users).set({ lastSignInAt: now }).where(eq(users.id, userId)).returning();
  const [session] = await tx
    .insert(sessions)
    .values({
      userId,
      amr: [{ method, timestamp: inSeconds(now) }],
      ip: visit.ip,
      userAgent: visit.userAgent,
      refreshedAt: now,
      createdAt: now,
      notAfter: new Date(now.getTime() + SESSION_DAYS * DAY_MS),
    })
    .returning();
  return describeSession(tx, visit, user!, session!);
}

/** The body of every answer that carries tokens; the client stores all of it. */
export async function describeSession(tx: Tx, visit: Visit, user: User, session: Session) {
  const { token, expiresAt } = await visit.edges.tokens.issue(
    {
      userId: user.id,
      sessionId: session.id,
      email: user.email,
      aal: session.aal,
      amr: session.amr,
      userMetadata: user.userMetadata,
    },
    visit.edges.now(),
  );
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: writeRefreshToken({ sessionId: session.id, counter: session.refreshCounter }, refreshKey(visit)),
    user: await describeUser(tx, user),
  };
}

/**
 * Raises the session to aal2. Refresh tokens from before the step are worth nothing from now on (`refreshMinCounter`), and
 * the person's other sessions that never took a second step end.
 */
export async function stepUp(
  tx: Tx,
  visit: Visit,
  user: User,
  sessionId: string,
  { method, factorId }: { method: Method; factorId: string | null },
) {
  const now = visit.edges.now();
  const proof = JSON.stringify([{ method, timestamp: inSeconds(now) }]);
  const [session] = await tx
    .update(sessions)
    .set({
      aal: 'aal2',
      factorId,
      amr: sql`${proof}::jsonb || ${sessions.amr}`,
      refreshCounter: sql`${sessions.refreshCounter} + 1`,
      refreshMinCounter: sql`${sessions.refreshCounter} + 1`,
      refreshedAt: now,
    })
    .where(eq(sessions.id, sessionId))
    .returning();
  if (!session) return null;
  await tx.delete(sessions).where(and(eq(sessions.userId, user.id), eq(sessions.aal, 'aal1')));
  return describeSession(tx, visit, user, session);
}

/** After a new password: everybody else out, and every mailed link or code dead. */
export async function endOtherWaysIn(tx: Tx, userId: string, exceptSessionId: string | null): Promise<void> {
  const others = eq(sessions.userId, userId);
  await tx.delete(sessions).where(exceptSessionId ? and(others, ne(sessions.id, exceptSessionId)) : others);
  await tx.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, userId));
}

export const inSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);
