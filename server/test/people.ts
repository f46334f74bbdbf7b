import { randomUUID } from 'node:crypto';
import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { type Contract, contract } from '#domain/contract.ts';
import { profiles, sessions, users } from '../accounts/schema.ts';
import type { TestApp } from './app.ts';

export interface TestPerson {
  id: string;
  email: string;
  token: string;
  sessionId: string;
}

type Standing = 'waiting' | 'member' | 'admin' | 'superAdmin';

/** A person with a living session, made directly in the database; signing in for real is tested in accounts. */
export async function person(
  { db, edges, config }: TestApp,
  standing: Standing = 'member',
  profile: Partial<typeof profiles.$inferInsert> = {},
): Promise<TestPerson> {
  const id = randomUUID();
  const email =
    standing === 'superAdmin'
      ? config.superAdmin.email
      : (profile.email ?? `${standing.toLowerCase()}-${id.slice(0, 8)}@primer.rs`);
  const sessionId = randomUUID();
  await db.transaction(async (tx) => {
    await tx.insert(users).values({ id, email, emailConfirmedAt: edges.now() });
    await tx.insert(profiles).values({
      id,
      email,
      username: `osoba-${id.slice(0, 8)}`,
      firstName: 'Milica',
      lastName: 'Živković',
      phone: '+381641234567',
      city: 'Čačak',
      country: 'RS',
      isAdmin: standing === 'admin' || standing === 'superAdmin',
      toBeRegistered: standing === 'waiting',
      ...profile,
    });
    await tx.insert(sessions).values({ id: sessionId, userId: id, refreshedAt: edges.now() });
  });
  const who = { id, email, sessionId };
  return { ...who, token: await freshToken(edges, who) };
}

type Signed = Pick<TestPerson, 'id' | 'email' | 'sessionId'>;

async function freshToken(edges: TestApp['edges'], { id, email, sessionId }: Signed): Promise<string> {
  const amr = [{ method: 'password', timestamp: Math.floor(edges.now().getTime() / 1000) }];
  const claims = { userId: id, sessionId, email, aal: 'aal1' as const, amr, userMetadata: {} };
  return (await edges.tokens.issue(claims, edges.now())).token;
}

/**
 * A typed client of the API as that person, or as a visitor. Like a tab, it carries a fresh token at every call, however
 * far a test moved the clock; who has a token without a session (a TV, a forger) carries exactly that.
 */
export function call({ app, edges }: TestApp, who?: TestPerson): JsonifiedClient<ContractRouterClient<Contract>> {
  const link = new OpenAPILink(contract, {
    url: 'http://localhost/api',
    headers: async (): Promise<Record<string, string>> =>
      who ? { authorization: `Bearer ${who.sessionId ? await freshToken(edges, who) : who.token}` } : {},
    fetch: (request) => Promise.resolve(app.fetch(request)),
  });
  return createORPCClient(link);
}
