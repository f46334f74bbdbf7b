import { randomUUID } from 'node:crypto';
import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { eq } from 'drizzle-orm';
import type { Duty } from '#domain/access.ts';
import { type Contract, contract } from '#domain/contract.ts';
import { profiles, staffDuties, staffMembers } from '../accounts/schema.ts';
import { sessions, users } from '../auth/schema.ts';
import type { TestApp } from './app.ts';

export interface TestPerson {
  id: string;
  email: string;
  token: string;
  sessionId: string;
}

type Level = 'waiting' | 'member' | 'admin' | 'superAdmin';

/**
 * A person with a valid session in which they have just proven themselves, made directly in the database; signing in for
 * real is tested in accounts.
 */
export async function person(
  { db, deps, config }: TestApp,
  level: Level = 'member',
  profile: Partial<typeof profiles.$inferInsert> = {},
): Promise<TestPerson> {
  const id = randomUUID();
  const email =
    level === 'superAdmin'
      ? config.superAdmin.email
      : (profile.email ?? `${level.toLowerCase()}-${id.slice(-12)}@primer.rs`);
  const sessionId = randomUUID();
  await db.transaction(async (tx) => {
    await tx.insert(users).values({ id, email, emailConfirmedAt: deps.now() });
    await tx.insert(profiles).values({
      id,
      email,
      username: `osoba-${id.slice(-12)}`,
      firstName: 'Milica',
      lastName: 'Živković',
      phone: '+381641234567',
      city: 'Čačak',
      country: 'RS',
      isAdmin: level === 'admin' || level === 'superAdmin',
      toBeRegistered: level === 'waiting',
      ...profile,
    });
    await tx.insert(sessions).values({ id: sessionId, userId: id, refreshedAt: deps.now(), provenAt: deps.now() });
  });
  const who = { id, email, sessionId };
  return { ...who, token: await freshToken(deps, who) };
}

/** An administrator from now on has these duties and no other; `null`: all, as before there were duties. */
export async function giveDuties(
  { db, deps }: TestApp,
  { id }: TestPerson,
  duties: readonly Duty[] | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(staffMembers).where(eq(staffMembers.profileId, id));
    if (!duties) return;
    await tx.insert(staffMembers).values({ profileId: id, version: 1, changedAt: deps.now() });
    if (duties.length > 0)
      await tx.insert(staffDuties).values(duties.map((duty) => ({ profileId: id, duty, since: deps.now() })));
  });
}

type Signed = Pick<TestPerson, 'id' | 'email' | 'sessionId'>;

async function freshToken(deps: TestApp['deps'], { id, email, sessionId }: Signed): Promise<string> {
  const amr = [{ method: 'password', timestamp: Math.floor(deps.now().getTime() / 1000) }];
  const claims = { userId: id, sessionId, email, aal: 'aal1' as const, amr, userMetadata: {} };
  return (await deps.tokens.issue(claims, deps.now())).token;
}

/**
 * A typed client of the API as that person, or as a visitor. Like a tab, it carries a fresh token at every call, however
 * far a test moved the clock; who has a token without a session (a TV, a forger) carries exactly that.
 */
export function call(
  { app, deps }: TestApp,
  who?: TestPerson,
  /** Where from, when the app trusts its proxy (`TRUST_PROXY`). */
  ip?: string,
): JsonifiedClient<ContractRouterClient<Contract>> {
  const link = new OpenAPILink(contract, {
    url: 'http://localhost/api',
    headers: async (): Promise<Record<string, string>> => ({
      ...(who ? { authorization: `Bearer ${who.sessionId ? await freshToken(deps, who) : who.token}` } : {}),
      ...(ip ? { 'x-forwarded-for': ip } : {}),
    }),
    fetch: (request) => Promise.resolve(app.fetch(request)),
  });
  return createORPCClient(link);
}

/** `ok`, or the code of the refusal. */
export const codeOfCall = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );
