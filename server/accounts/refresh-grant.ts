import { eq } from 'drizzle-orm';
import * as z from 'zod';
import { record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { networkOf } from '../platform/throttle.ts';
import { accountById, barOf } from './account.ts';
import { refuse, tooBusy } from './auth-refusal.ts';
import { read } from './input.ts';
import { readRefreshToken } from './refresh-token.ts';
import { sessions } from './schema.ts';
import { DAY_MS, describeSession, INACTIVE_DAYS, refreshKey } from './session.ts';
import { actorOf, atomically, type Session, type Visit } from './visit.ts';

const RefreshGrant = z.object({ refresh_token: z.string() });

/** Tabs that refresh at the same moment hold tokens a few counters apart; this long they are all given the newest. */
export const GRACE_MS = 10_000;

/**
 * `POST /token?grant_type=refresh_token`. The client signs a person out on any 4xx here, so 4xx means that the session is
 * truly dead; everything that may pass is 503.
 */
export async function refreshGrant(visit: Visit, body: unknown) {
  await visit.throttle.take('ip refresh', networkOf(visit.ip));
  const token = readRefreshToken(read(RefreshGrant, body).refresh_token, refreshKey(visit));
  if (token === 'malformed') throw refuse('validation_failed', { message: 'Refresh token is not valid' });
  if (token === 'forged') throw refuse('refresh_token_not_found');

  return atomically(visit, async (tx) => {
    const now = visit.edges.now();
    const [session] = await tx.select().from(sessions).where(eq(sessions.id, token.sessionId)).for('update');
    const account = session && (await accountById(tx, session.userId));
    if (!session || !account) throw refuse('refresh_token_not_found');
    const { user } = account;
    const bar = barOf(user, account, now);
    if (bar) {
      await record(tx, actorOf(visit), {
        action: 'accounts.refresh-refused',
        on: { kind: 'profile', id: user.id },
        after: { reason: bar === 'user_banned' ? 'blocked' : 'closed' },
      });
      return refuse(bar);
    }

    const expired = expiry(session, now);
    if (expired) {
      await endSession(tx, visit, session, 'accounts.session-expired');
      return refuse('session_expired', { message: `Invalid Refresh Token: Session Expired (${expired})` });
    }
    switch (judge(token.counter, session, now)) {
      case 'newest': {
        const [moved] = await tx
          .update(sessions)
          .set({
            refreshCounter: session.refreshCounter + 1,
            refreshedAt: now,
            ip: visit.ip,
            userAgent: visit.userAgent,
          })
          .where(eq(sessions.id, session.id))
          .returning();
        await record(tx, actorOf(visit, user), {
          action: 'accounts.token-refreshed',
          on: { kind: 'profile', id: user.id },
          after: { sessionId: session.id },
        });
        return describeSession(tx, visit, user, moved!);
      }
      case 'repeated':
        return describeSession(tx, visit, user, session);
      case 'outrun by step-up':
        return tooBusy();
      case 'replayed':
        await endSession(tx, visit, session, 'accounts.token-reused');
        return refuse('refresh_token_already_used');
      case 'impossible':
        return refuse('validation_failed', { message: 'Refresh token is not valid' });
    }
  });
}

/**
 * What a presented counter means. One behind is always honest: the client never got our answer. More than one behind is
 * honest within the grace time (several tabs at once) and theft afterwards. Below the step-up nothing is given back, but
 * a tab that was refreshing during the step-up is asked to try again rather than signed out.
 */
export function judge(
  counter: number,
  session: Pick<Session, 'refreshCounter' | 'refreshMinCounter' | 'refreshedAt'>,
  now: Date,
): 'newest' | 'repeated' | 'outrun by step-up' | 'replayed' | 'impossible' {
  const recent = now.getTime() - session.refreshedAt.getTime() < GRACE_MS;
  if (counter > session.refreshCounter) return 'impossible';
  if (counter < session.refreshMinCounter) return recent ? 'outrun by step-up' : 'replayed';
  if (counter === session.refreshCounter) return 'newest';
  return counter === session.refreshCounter - 1 || recent ? 'repeated' : 'replayed';
}

function expiry(session: Session, now: Date): 'Timebox' | 'Inactivity' | null {
  if (session.notAfter && session.notAfter <= now) return 'Timebox';
  return session.refreshedAt.getTime() + INACTIVE_DAYS * DAY_MS <= now.getTime() ? 'Inactivity' : null;
}

async function endSession(tx: Tx, visit: Visit, session: Session, action: `accounts.${string}`) {
  await tx.delete(sessions).where(eq(sessions.id, session.id));
  await record(tx, actorOf(visit), {
    action,
    on: { kind: 'profile', id: session.userId },
    after: { sessionId: session.id, openedFrom: session.ip },
  });
}
