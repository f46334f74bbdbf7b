import { eq } from 'drizzle-orm';
import * as z from 'zod';
import type { AuditAction } from '#domain/audit-actions.ts';
import { DAY_MS } from '#domain/day.ts';
import { record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { accountById, signInBlock } from '../account.ts';
import { notifyOfChange } from '../changes/changes.ts';
import { read } from '../input.ts';
import { authRefusal, tooBusy } from '../refusal.ts';
import { type AuthRequest, actorOf, inTransaction, type Session } from '../request.ts';
import { sessions } from '../schema.ts';
import { readRefreshToken } from './refresh-token.ts';
import { INACTIVE_DAYS, issueSessionTokens, refreshKey } from './session.ts';

const RefreshGrant = z.object({ refresh_token: z.string() });

/** Tabs that refresh at the same moment hold tokens a few counters apart; this long they are all given the newest. */
export const GRACE_MS = 10_000;

/**
 * `POST /token?grant_type=refresh_token`. The client signs a person out on any 4xx here, so 4xx means that the session is
 * truly dead; everything that may pass is 503.
 */
export async function refreshGrant(request: AuthRequest, body: unknown) {
  const token = readRefreshToken(read(RefreshGrant, body).refresh_token, refreshKey(request));
  // Only whoever brings no genuine token is counted together with the neighbours.
  if (typeof token === 'string') await request.limits.consumeForWiderNetworks();
  if (token === 'malformed') throw authRefusal('validation_failed', { message: 'Refresh token is not valid' });
  if (token === 'forged') throw authRefusal('refresh_token_not_found');

  return inTransaction(request, async (tx) => {
    const now = request.deps.now();
    const [session] = await tx.select().from(sessions).where(eq(sessions.id, token.sessionId)).for('update');
    const account = session && (await accountById(tx, session.userId));
    if (!session || !account) throw authRefusal('refresh_token_not_found');
    const { user } = account;
    const bar = signInBlock(user, account, now);
    if (bar) {
      await record(tx, actorOf(request), {
        action: 'accounts.refresh-refused',
        on: { kind: 'profile', id: user.id },
        after: { reason: bar === 'user_banned' ? 'blocked' : 'closed' },
      });
      return authRefusal(bar);
    }

    const expired = expiry(session, now);
    if (expired) {
      await endSession(tx, request, session, 'accounts.session-expired');
      return authRefusal('session_expired', { message: `Invalid Refresh Token: Session Expired (${expired})` });
    }
    switch (classifyCounter(token.counter, session, now)) {
      case 'newest': {
        const [moved] = await tx
          .update(sessions)
          .set({
            refreshCounter: session.refreshCounter + 1,
            newestUsed: false,
            refreshedAt: now,
            ip: request.ip,
            userAgent: request.userAgent,
          })
          .where(eq(sessions.id, session.id))
          .returning();
        await record(tx, actorOf(request, user), {
          action: 'accounts.token-refreshed',
          on: { kind: 'profile', id: user.id },
          after: { sessionId: session.id },
        });
        return issueSessionTokens(tx, request, user, moved!);
      }
      case 'repeated':
        return issueSessionTokens(tx, request, user, session);
      case 'outrun by step-up':
        return tooBusy();
      case 'replayed':
        await endSession(tx, request, session, 'accounts.token-reused');
        await notifyOfChange(tx, request.deps, user, { kind: 'token-reused', origin: request });
        return authRefusal('refresh_token_already_used');
      case 'impossible':
        return authRefusal('validation_failed', { message: 'Refresh token is not valid' });
    }
  });
}

/**
 * What a presented counter means. Behind the newest is legitimate within the grace time (several tabs at once), and afterwards only one
 * behind while nobody was seen with the newest (our answer was lost): otherwise two hold the same session, and one is a thief. A tab that
 * was refreshing during the step-up is asked to try again.
 */
export function classifyCounter(
  counter: number,
  session: Pick<Session, 'refreshCounter' | 'refreshMinCounter' | 'refreshedAt' | 'newestUsed'>,
  now: Date,
): 'newest' | 'repeated' | 'outrun by step-up' | 'replayed' | 'impossible' {
  const recent = now.getTime() - session.refreshedAt.getTime() < GRACE_MS;
  if (counter > session.refreshCounter) return 'impossible';
  if (counter < session.refreshMinCounter) return recent ? 'outrun by step-up' : 'replayed';
  if (counter === session.refreshCounter) return 'newest';
  const answerWasLost = counter === session.refreshCounter - 1 && !session.newestUsed;
  return answerWasLost || recent ? 'repeated' : 'replayed';
}

function expiry(session: Session, now: Date): 'Timebox' | 'Inactivity' | null {
  if (session.notAfter && session.notAfter <= now) return 'Timebox';
  return session.refreshedAt.getTime() + INACTIVE_DAYS * DAY_MS <= now.getTime() ? 'Inactivity' : null;
}

async function endSession(tx: Tx, request: AuthRequest, session: Session, action: AuditAction) {
  await tx.delete(sessions).where(eq(sessions.id, session.id));
  await record(tx, actorOf(request), {
    action,
    on: { kind: 'profile', id: session.userId },
    after: { sessionId: session.id, openedFrom: session.ip },
  });
}
