import { eq, sql } from 'drizzle-orm';
import postgres from 'postgres';
import type { Edges } from '../app.ts';
import type { Actor } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { barOf, standing } from './account.ts';
import { AuthRefusal, refuse, tooBusy } from './auth-refusal.ts';
import { profiles, sessions, users } from './schema.ts';
import type { Throttle } from './throttle.ts';

/** One request to the sign-in server, as its verbs see it. */
export interface Visit {
  edges: Edges;
  throttle: Throttle;
  ip: string;
  userAgent: string | null;
  requestId: string;
  bearer: string | null;
}

export type User = typeof users.$inferSelect;
export type Session = typeof sessions.$inferSelect;

/** Who acts: the person when known, else a visitor from somewhere. */
export function actorOf({ ip, requestId }: Visit, user?: Pick<User, 'id' | 'email'>): Actor {
  return { id: user?.id ?? 'visitor', email: user?.email ?? null, ip, requestId };
}

/**
 * One transaction that waits at most three seconds for a lock and then answers "busy". A refusal that `work` *returns*
 * is thrown after the commit, with its audit entry and counters kept; a refusal that it *throws* undoes everything.
 */
export async function atomically<T>(visit: Visit, work: (tx: Tx) => Promise<T | AuthRefusal>): Promise<T> {
  const result = await visit.edges.db
    .transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '3s'`);
      return work(tx);
    })
    .catch((error: unknown) => {
      throw isLockTrouble(error) ? tooBusy() : error;
    });
  if (result instanceof AuthRefusal) throw result;
  return result;
}

function isLockTrouble(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  const LOCK_NOT_AVAILABLE = '55P03';
  const DEADLOCK = '40P01';
  return cause instanceof postgres.PostgresError && [LOCK_NOT_AVAILABLE, DEADLOCK].includes(cause.code);
}

/**
 * The person and living session behind the bearer token. Throws in GoTrue's order: no token, bad token, dead session,
 * blocked person. The session is asked of the database each time: signing out elsewhere bites at once.
 */
export async function signedIn(visit: Visit): Promise<{ user: User; session: Session }> {
  if (!visit.bearer) throw refuse('no_authorization');
  const claims = await visit.edges.tokens.verify(visit.bearer);
  if (!claims) throw refuse('bad_jwt');
  const [found] = await visit.edges.db
    .select({ user: users, session: sessions, ...standing })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(profiles, eq(profiles.id, sessions.userId))
    .where(eq(sessions.id, claims.sessionId));
  if (!found || found.user.id !== claims.userId) throw refuse('session_not_found');
  const bar = barOf(found.user, found, visit.edges.now());
  if (bar) throw refuse(bar, { status: 403 });
  return found;
}
