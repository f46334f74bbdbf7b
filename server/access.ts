import { implement, ORPCError } from '@orpc/server';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { DUTIES, type Duty, isAtLeast, type Level, levelOf } from '#domain/access.ts';
import { contract } from '#domain/contract.ts';
import { mfaFactors, profiles, sessions, users } from './accounts/schema.ts';
import type { Edges } from './app.ts';
import { devices } from './devices/schema.ts';
import type { Actor } from './platform/audit.ts';
import type { Database } from './platform/db.ts';
import { fingerprint } from './platform/fingerprint.ts';
import { gather } from './platform/gather.ts';
import { oneForEach } from './platform/one-for-each.ts';

/** The doors. A handler begins by naming one; nothing else in the server decides who may enter. */

export interface Person {
  id: string;
  email: string;
  level: Level;
  sessionId: string;
  aal: 'aal1' | 'aal2';
  /** Has an authenticator, and this session has only shown the password: until then worth no more than a visitor. */
  owesSecondStep: boolean;
  /** Staff without an authenticator where the operator wants one: may do what a member may, and set one up. */
  mustAddSecondStep: boolean;
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

/** An approved account, with its second step taken if it has one. */
export const member = signedIn.use(({ context, next }) => {
  if (context.person.owesSecondStep) throw new ORPCError('FORBIDDEN', { data: { reason: 'second step' } });
  if (!isAtLeast(context.person.level, 'member')) throw new ORPCError('FORBIDDEN', { data: { reason: 'waiting' } });
  return next();
});

/** Staff with that duty. */
export const staff = (duty: Duty) =>
  member.use(({ context, next }) => {
    const { level, mustAddSecondStep } = context.person;
    if (!isAtLeast(level, DUTIES[duty])) throw new ORPCError('FORBIDDEN');
    if (mustAddSecondStep) throw new ORPCError('FORBIDDEN', { data: { reason: 'no second step' } });
    return next();
  });

/** A linked TV, by its own token: it reaches its own data and nothing else. */
export const device = anyone.use(async ({ context, next }) => {
  const [scheme, token] = (context.headers.get('authorization') ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !token?.startsWith('tv_')) throw new ORPCError('UNAUTHORIZED');
  const [tv] = await context.edges.db
    .update(devices)
    .set({ lastSeenAt: context.edges.now() })
    .where(and(eq(devices.tokenHash, fingerprint(token)), isNull(devices.unlinkedAt)))
    .returning();
  if (!tv) throw new ORPCError('UNAUTHORIZED');
  return next({ context: { tv } });
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
  const claims = await edges.tokens.verify(token);
  if (!claims) return null;
  return personOfSession(edges, claims.sessionId, claims.userId);
}

/** The same for a session already known, for long streams that must notice a lost right. */
export async function personOfSession(edges: Edges, sessionId: string, userId: string): Promise<Person | null> {
  const row = await standingOf(edges.db)(sessionId);
  if (!row || row.profile.id !== userId) return null;
  if (row.profile.blockedAt || row.profile.closedAt || (row.bannedUntil && row.bannedUntil > edges.now())) return null;
  const owesSecondStep = row.hasFactor && row.aal === 'aal1';
  const standing = {
    email: row.profile.email,
    emailConfirmed: row.confirmed,
    isAdmin: row.profile.isAdmin,
    toBeRegistered: row.profile.toBeRegistered,
  };
  const level = owesSecondStep ? 'visitor' : levelOf(standing, edges.config.superAdmin.email);
  return {
    id: userId,
    email: row.profile.email,
    level,
    sessionId,
    aal: row.aal,
    owesSecondStep,
    mustAddSecondStep: edges.config.requireAdminMfa && row.aal === 'aal1' && isAtLeast(level, 'admin'),
    profile: row.profile,
  };
}

/**
 * Asked at every request; those that come at the same moment are asked about together, and the query stays prepared. One
 * at a time, because what the earlier ones asked for keeps PostgreSQL busy meanwhile.
 */
const standingOf = oneForEach((db: Database) => {
  const query = writeStandingQuery(db);
  const ask = async (sessionIds: string[]) => {
    const rows = await query.execute({ sessionIds: `{${[...new Set(sessionIds)].join()}}` });
    const bySession = new Map(rows.map((row) => [row.sessionId, row]));
    return sessionIds.map((id) => bySession.get(id));
  };
  return gather(ask, { underWay: 1 });
});

function writeStandingQuery(db: Database) {
  return db
    .select({
      sessionId: sessions.id,
      profile: profiles,
      aal: sessions.aal,
      hasFactor: sql<boolean>`exists (select 1 from ${mfaFactors} where ${mfaFactors.userId} = ${users.id} and ${mfaFactors.status} = 'verified')`,
      confirmed: sql<boolean>`${users.emailConfirmedAt} is not null`,
      bannedUntil: users.bannedUntil,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(profiles, eq(profiles.id, sessions.userId))
    .where(sql`${sessions.id} = any(${sql.placeholder('sessionIds')}::uuid[])`)
    .prepare('standing');
}
