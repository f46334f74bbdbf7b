import { and, eq, ne, sql } from 'drizzle-orm';
import { DAY_MS } from '#domain/day.ts';
import type { Tx } from '../../platform/db.ts';
import { describeUser } from '../account.ts';
import { type AuthRequest, REPEAT_MS, type Session, type User } from '../request.ts';
import { oneTimeTokens, sessions, users } from '../schema.ts';
import { mailIfUnknownDevice } from '../sign-in/known-devices.ts';
import { rememberNetwork } from '../sign-in/known-networks.ts';
import { writeRefreshToken } from './refresh-token.ts';
import { ACCESS_TOKEN_SECONDS } from './tokens.ts';

/** A session ends after ninety days whatever happens, and after thirty days without a refresh. */
export const SESSION_DAYS = 90;
export const INACTIVE_DAYS = 30;

export const refreshKey = ({ deps }: AuthRequest): Buffer => deps.tokens.deriveKey('refresh-token');

/** How the person proved themselves; the names are GoTrue's. */
export type Method = 'password' | 'email/signup' | 'recovery' | 'email_change' | 'totp' | 'mfa/recovery_code';

/**
 * Signs a person in: a new session row and the answer the client stores. A password proves nothing about an address
 * whose mailbox was never proven (domain/auth/proof.ts).
 */
export async function openSession(tx: Tx, request: AuthRequest, userId: string, method: Method) {
  const now = request.deps.now();
  await mailIfUnknownDevice(tx, request.deps, userId, request, { complete: false });
  const [user] = await tx.update(users).set({ lastSignInAt: now }).where(eq(users.id, userId)).returning();
  const hasProven = method !== 'password' || user!.mailboxProvenAt !== null || user!.provisionedAt !== null;
  const [session] = await tx
    .insert(sessions)
    .values({
      userId,
      provenAt: hasProven ? now : null,
      amr: [{ method, timestamp: inSeconds(now) }],
      ip: request.ip,
      userAgent: request.userAgent,
      refreshedAt: now,
      createdAt: now,
      notAfter: new Date(now.getTime() + SESSION_DAYS * DAY_MS),
    })
    .returning();
  await rememberNetwork(tx, request, userId, { secondStepTaken: false });
  return issueSessionTokens(tx, request, user!, session!);
}

/** The body of every answer that carries tokens; the client stores all of it. */
export async function issueSessionTokens(tx: Tx, request: AuthRequest, user: User, session: Session) {
  const { token, expiresAt } = await request.deps.tokens.issue(
    {
      userId: user.id,
      sessionId: session.id,
      email: user.email,
      aal: session.aal,
      amr: session.amr,
      userMetadata: user.userMetadata,
      refreshCounter: session.refreshCounter,
    },
    request.deps.now(),
  );
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: writeRefreshToken({ sessionId: session.id, counter: session.refreshCounter }, refreshKey(request)),
    user: await describeUser(tx, user),
  };
}

/** A second step that was taken: by which authenticator, `null` for a recovery code, and when its code was used. */
interface Step {
  factorId: string | null;
  at: Date;
}

/**
 * Raises the session to aal2. Refresh tokens from before the step are worth nothing from now on (`refreshMinCounter`), and
 * the person's other sessions that never took a second step end.
 */
export async function stepUp(
  tx: Tx,
  request: AuthRequest,
  user: User,
  sessionId: string,
  { method, ...step }: Step & { method: Method },
) {
  const proof = JSON.stringify([{ method, timestamp: inSeconds(step.at) }]);
  const [session] = await tx
    .update(sessions)
    .set({
      aal: 'aal2',
      factorId: step.factorId,
      provenAt: step.at,
      amr: sql`${proof}::jsonb || ${sessions.amr}`,
      refreshCounter: sql`${sessions.refreshCounter} + 1`,
      refreshMinCounter: sql`${sessions.refreshCounter} + 1`,
      newestUsed: false,
      refreshedAt: step.at,
    })
    .where(eq(sessions.id, sessionId))
    .returning();
  if (!session) return null;
  await mailIfUnknownDevice(tx, request.deps, user.id, request, { complete: true });
  await tx.delete(sessions).where(and(eq(sessions.userId, user.id), eq(sessions.aal, 'aal1')));
  await rememberNetwork(tx, request, user.id, { secondStepTaken: true });
  return issueSessionTokens(tx, request, user, session);
}

/**
 * Whether it was this step that raised this session, within the last two minutes, with nothing proven or renewed in it since: its answer
 * may be lost, and whoever brings the same code again is given the same tokens.
 */
export const mayAnswerAgain = (session: Session, step: Step, now: Date): boolean =>
  session.aal === 'aal2' &&
  session.factorId === step.factorId &&
  session.provenAt?.getTime() === step.at.getTime() &&
  session.amr[0]?.timestamp === inSeconds(step.at) &&
  session.refreshCounter === session.refreshMinCounter &&
  now.getTime() - step.at.getTime() < REPEAT_MS;

/** After a new password: everybody else out, and every mailed link or code dead. */
export async function revokeOtherSessions(tx: Tx, userId: string, exceptSessionId: string | null): Promise<number> {
  const others = eq(sessions.userId, userId);
  const ended = await tx
    .delete(sessions)
    .where(exceptSessionId ? and(others, ne(sessions.id, exceptSessionId)) : others)
    .returning({ id: sessions.id });
  await tx.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, userId));
  return ended.length;
}

export const inSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);
