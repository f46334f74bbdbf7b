import { implement, os } from '@orpc/server';
import { isAtLeast, levelOf, type Permission, permissionsOf } from '#domain/access.ts';
import { isFresh } from '#domain/auth/proof.ts';
import { contract } from '#domain/contract.ts';
import { refuse } from '#domain/refuse.ts';
import { signInBlock } from './auth/account.ts';
import { noteNewestToken } from './auth/sessions/newest-token.ts';
import { readSession } from './auth/sessions/read-session.ts';
import { limitsFor } from './auth/sign-in/known-networks.ts';
import { isAwaitingResume } from './backup/awaiting-resume.ts';
import type { Context, Person } from './context.ts';
import type { Dependencies } from './dependencies.ts';
import { tvOfToken } from './devices/token.ts';
import { bearerToken } from './http/bearer.ts';
import type { CheckedKey } from './integrations/keys/check-key.ts';
import type { Actor } from './platform/audit.ts';

/** The access levels. A handler begins by naming one; nothing else in the server decides who may call it. */

export const anyone = implement(contract).$context<Context>();

/** A valid access token of a session that has not ended. Waiting accounts pass here, and only here. */
export const signedIn = anyone.use(async ({ context, next }) => {
  refuseKeys(context);
  const person = await personOf(context.deps, context.headers);
  if (!person) throw refuse('UNAUTHORIZED');
  return next({ context: await admit(person, context) });
});

/** Whoever holds the account, approved or waiting, with the second step taken if there is one: for what is theirs alone. */
export const accountHolder = signedIn.use(({ context, next }) => {
  requireSecondStep(context.person);
  return next();
});

/** An approved account, with its second step taken if it has one. */
export const member = accountHolder.use(({ context, next }) => {
  requireApproval(context.person);
  return next();
});

/** Staff, whatever they may do. */
export const anyStaff = member.use(({ context: { person }, next }) => {
  refuseUnfitStaff(person, isAtLeast(person.level, 'admin'));
  return next();
});

/** Staff who may do that, and keys of programs with that duty. */
export const staff = (permission: Permission) =>
  anyone.use(async ({ context, next }) => {
    const person = context.key ? personOfKey(context.key) : await personOf(context.deps, context.headers);
    if (!person) throw refuse('UNAUTHORIZED');
    const admitted = await admit(person, context);
    requireSecondStep(person);
    requireApproval(person);
    if (person.key && !person.permissions.has(permission)) throw refuse('KEY_FORBIDDEN', { why: 'duty' });
    refuseUnfitStaff(person, person.permissions.has(permission));
    return next({ context: admitted });
  });

/** The same as an answer, where a refusal must not be told from what does not exist. */
export const mayAct = (person: Person, permission: Permission): boolean =>
  person.permissions.has(permission) && !person.mustAddSecondStep && !person.mustChangePassword;

/** What is between a person and their own account, or between two people, is no program's. */
export function refuseKeys({ key }: Pick<Context, 'key'> | Pick<Person, 'key'>): void {
  if (key) throw refuse('KEY_FORBIDDEN', { why: 'person' });
}

async function admit(person: Person, context: Context) {
  context.note.person = person.id;
  const ofAccount = await limitsFor(context, { userId: person.id });
  const limits = ofAccount.as({ person: person.id, session: person.sessionId });
  await limits.consumeForPerson();
  return { person, actor: actorOf(person, context), limits };
}

function requireSecondStep({ owesSecondStep }: Person): void {
  if (owesSecondStep) throw refuse('FORBIDDEN', { reason: 'second step' });
}

function requireApproval({ level }: Person): void {
  if (!isAtLeast(level, 'member')) throw refuse('FORBIDDEN', { reason: 'waiting' });
}

function refuseUnfitStaff({ mustAddSecondStep, mustChangePassword }: Person, allowed: boolean): void {
  if (!allowed) throw refuse('FORBIDDEN');
  if (mustChangePassword) throw refuse('FORBIDDEN', { reason: 'first password' });
  if (mustAddSecondStep) throw refuse('FORBIDDEN', { reason: 'no second step' });
}

/**
 * After an access level, for what must not be done with a stolen session or at an unlocked computer: the person proved themselves
 * within the last minutes (`POST /api/me/proof`). The contract declares the refusal with `proofRefusals`.
 */
export const freshProof = os
  .$context<Context & { person: Person }>()
  .middleware(({ context: { deps, person }, next }) => {
    requireFreshProof(deps, person);
    return next();
  });

/** The same inside a handler, where only some of what it does needs it. */
export function requireFreshProof(deps: Dependencies, person: Person): void {
  refuseKeys(person);
  if (!isFresh(person.provenAt, deps.now())) throw refuse('PROOF_NEEDED');
}

/** For what reaches outside at once, past the queue: a restored shop that is held does it for nobody, staff included. */
export const refuseWhileHeld = os.$context<Context>().middleware(async ({ context: { deps }, next }) => {
  if (await isAwaitingResume(deps.db)) throw refuse('SERVICE_UNAVAILABLE', { seconds: 60 });
  return next();
});

/** A linked TV, by its own token: it reaches its own data and nothing else. */
export const device = anyone.use(async ({ context, next }) => {
  refuseKeys(context);
  const token = bearerToken(context.headers);
  if (!token?.startsWith('tv_')) throw refuse('UNAUTHORIZED');
  const tv = await tvOfToken(context.deps.db, token, context.deps.now());
  if (tv === 'suspended') throw refuse('UNAUTHORIZED', { reason: 'owner suspended' });
  if (!tv) throw refuse('UNAUTHORIZED');
  return next({ context: { tv } });
});

function actorOf(person: Person, context: Context): Actor {
  return { id: person.id, email: person.email, ip: context.ip, requestId: context.requestId, key: person.key };
}

/** Never more than an administrator, and never proven: what asks for either refuses it. */
function personOfKey({ id, name, permissions, maker }: CheckedKey): Person {
  return {
    id: maker.id,
    email: maker.email,
    level: 'admin',
    permissions,
    sessionId: id,
    aal: 'aal1',
    owesSecondStep: false,
    mustAddSecondStep: false,
    mustChangePassword: false,
    hasFactor: false,
    hasPassword: false,
    mailboxProven: false,
    provenAt: null,
    profile: maker,
    key: { id, name },
  };
}

/**
 * The person behind a request, asked of the database every time: a revoked session, a block or a lost right takes effect at the
 * next request, not when the token expires. `null` for no, bad or dead tokens.
 */
export async function personOf(deps: Dependencies, headers: Headers): Promise<Person | null> {
  const token = bearerToken(headers);
  if (!token) return null;
  const claims = await deps.tokens.verify(token);
  if (!claims) return null;
  return personOfSession(deps, claims.sessionId, claims.userId, claims.refreshCounter);
}

/** The same for a session already known, for long streams that must notice a lost right. */
export async function personOfSession(
  deps: Dependencies,
  sessionId: string,
  userId: string,
  refreshCounter: number | null = null,
): Promise<Person | null> {
  const found = await readSession(deps.db, sessionId);
  if (!found || found.user.id !== userId || signInBlock(found.user, found.profile, deps.now())) return null;
  const { user, session, profile, hasFactor, duties } = found;
  await noteNewestToken(deps.db, session, refreshCounter);
  const owesSecondStep = hasFactor && session.aal === 'aal1';
  const rights = {
    email: profile.email,
    emailConfirmed: user.emailConfirmedAt !== null,
    isAdmin: profile.isAdmin,
    toBeRegistered: profile.toBeRegistered,
  };
  const level = owesSecondStep ? 'visitor' : levelOf(rights, deps.config.superAdmin.email);
  return {
    id: userId,
    email: profile.email,
    level,
    permissions: permissionsOf(level, duties),
    sessionId,
    aal: session.aal,
    owesSecondStep,
    mustAddSecondStep: deps.config.requireAdminMfa && session.aal === 'aal1' && isAtLeast(level, 'admin'),
    mustChangePassword: user.mustChangePassword && isAtLeast(level, 'admin'),
    hasFactor,
    hasPassword: user.passwordHash !== null,
    mailboxProven: (user.mailboxProvenAt ?? user.provisionedAt) !== null,
    provenAt: session.provenAt,
    profile,
    key: null,
  };
}
