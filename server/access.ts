import { implement, ORPCError } from '@orpc/server';
import { eq, sql } from 'drizzle-orm';
import { DUTIES, type Duty, isAtLeast, type Level, levelOf } from '#domain/access.ts';
import { contract } from '#domain/contract.ts';
import { profiles, sessions, users } from './accounts/schema.ts';
import { verifyToken } from './accounts/verified-tokens.ts';
import type { Edges } from './app.ts';
import type { Actor } from './platform/audit.ts';
import type { Database } from './platform/db.ts';

/** The doors. A handler begins by naming one; nothing else in the server decides who may enter. */

export interface Person {
  id: string;
  email: string;
  level: Level;
  sessionId: string;
  aal: 'aal1' | 'aal2';
  profile: typeof profiles.$inferSelect;
}

export interface Context {
  edges: Edges;
  headers: Headers;
  ip: string;
  requestId: string;
  signal?: AbortSignal;
}

export const anyone = implement(contract).$context<Context>();

/** A valid access token of a living session. Waiting accounts enter here, and only here. */
export const signedIn = anyone.use(async ({ context, next }) => {
  const person = await personOf(context.edges, context.headers);
  if (!person) throw new ORPCError('UNAUTHORIZED');
  return next({ context: { person, actor: actorOf(person, context) } });
});

/** An approved account. */
export const member = signedIn.use(({ context, next }) => {
  if (!isAtLeast(context.person.level, 'member')) throw new ORPCError('FORBIDDEN', { data: { reason: 'waiting' } });
  return next();
});

/** Staff with that duty. */
export const staff = (duty: Duty) =>
  member.use(({ context, next }) => {
    if (!isAtLeast(context.person.level, DUTIES[duty])) throw new ORPCError('FORBIDDEN');
    return next();
  });

function actorOf(person: Person, context: Context): Actor {
  return { id: person.id, email: person.email, ip: context.ip, requestId: context.requestId };
}

/**
 * The person behind a request, asked of the database every time: a revoked session, a block or a lost right bites at the
 * next request, not when the token expires. `null` for no, bad or dead tokens.
 */
export async function personOf(edges: Edges, headers: Headers): Promise<Person | null> {
  const [scheme, token] = (headers.get('authorization') ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !token) return null;
  const claims = await verifyToken(edges.tokens, token);
  if (!claims) return null;
  return personOfSession(edges, claims.sessionId, claims.userId);
}

/** The same for a session already known, for long streams that must notice a lost right. */
export async function personOfSession(edges: Edges, sessionId: string, userId: string): Promise<Person | null> {
  const [row] = await standingOf(edges.db).execute({ sessionId });
  if (!row || row.profile.id !== userId) return null;
  if (row.profile.blockedAt || (row.bannedUntil && row.bannedUntil > edges.now())) return null;
  const level = levelOf(
    {
      email: row.profile.email,
      emailConfirmed: row.confirmed,
      isAdmin: row.profile.isAdmin,
      toBeRegistered: row.profile.toBeRegistered,
    },
    edges.config.superAdmin.email,
  );
  return { id: userId, email: row.profile.email, level, sessionId, aal: row.aal, profile: row.profile };
}

/** Asked at every request, so written once for each database. */
const standingQueries = new WeakMap<Database, ReturnType<typeof writeStandingQuery>>();
function standingOf(db: Database) {
  const query = standingQueries.get(db) ?? writeStandingQuery(db);
  standingQueries.set(db, query);
  return query;
}

function writeStandingQuery(db: Database) {
  return db
    .select({
      profile: profiles,
      aal: sessions.aal,
      confirmed: sql<boolean>`${users.emailConfirmedAt} is not null`,
      bannedUntil: users.bannedUntil,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(profiles, eq(profiles.id, sessions.userId))
    .where(eq(sessions.id, sql.placeholder('sessionId')))
    .limit(1)
    .prepare('standing');
}
