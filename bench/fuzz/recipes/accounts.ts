import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { ROLES } from '../../../domain/accounts/person-fields.ts';
import { makeOneTimeToken } from '../../../server/auth/one-time-token.ts';
import { accountChanges } from '../../../server/auth/schema.ts';
import { fingerprint } from '../../../server/platform/fingerprint.ts';
import type { Random } from '../random.ts';
import { PASSWORD, type World } from '../world.ts';
import { type Ask, asFreshMember, type Recipe, withId } from './recipe.ts';
import { lifted } from './second-step.ts';

const freshPerson: Recipe = async (world) => withId((await world.made('member')).id);

/** A code as it is mailed to the person's address. */
async function mailedCode(world: World, { id, email }: { id: string; email: string }): Promise<string> {
  const { code } = await world.db.transaction((tx) => makeOneTimeToken(tx, world.deps, id, 'reauthentication', email));
  return code;
}

/** Somebody who has just changed how they sign in, and the newest of their changes. */
async function changed(world: World, random: Random, ask: Ask) {
  const { token } = await lifted(world, ask, { withCodes: random.chance(0.5) });
  const [change] = (await ask('GET', '/api/me/changes', token)) as { id: string }[];
  return { token, changeId: change!.id };
}

const ownChange: Recipe = async (world, random, ask) => {
  const { token, changeId } = await changed(world, random, ask);
  return { token, params: { id: changeId } };
};

/** The mailed link cannot be read back from its fingerprint, so the change gets another one. */
const changeLink: Recipe = async (world, random, ask) => {
  const { changeId } = await changed(world, random, ask);
  const token = randomBytes(32).toString('base64url');
  await world.db
    .update(accountChanges)
    .set({ undoHash: fingerprint(token) })
    .where(eq(accountChanges.id, changeId));
  return { body: { token } };
};

export const accountRecipes: Record<string, Recipe> = {
  'accounts.own.update': asFreshMember(() => ({ from: { city: 'Čačak' }, to: { city: 'Niš' } })),
  'accounts.own.sessions.end': async (world) => {
    const who = await world.made('member');
    const other = await world.signIn(who.id, who.email);
    return { token: who.token, params: { id: other.sessionId } };
  },
  'accounts.own.close': asFreshMember(() => ({ password: PASSWORD })),
  'accounts.own.data': async (world, random) => {
    const { token } = await world.made(random.pick(['waiting', 'member']));
    return { token };
  },
  'accounts.own.proof.give': asFreshMember(() => ({ password: PASSWORD })),
  'accounts.own.proveMailbox': async (world) => {
    const who = await world.made('member');
    return { token: who.token, body: { code: await mailedCode(world, who) } };
  },
  'accounts.own.changes.seen': ownChange,
  'accounts.own.changes.undo': ownChange,
  /** Signed in again by a recovery link, without the authenticator. */
  'accounts.own.secondStepRecovery.start': async (world, _random, ask) => {
    const { id, email } = await lifted(world, ask);
    const link = await world.db.transaction((tx) => makeOneTimeToken(tx, world.deps, id, 'recovery', email));
    const session = (await ask('POST', '/auth/v1/verify', undefined, {
      type: 'recovery',
      token_hash: link.token,
    })) as { access_token: string };
    return { token: session.access_token };
  },
  'accounts.changes.look': changeLink,
  'accounts.changes.undo': changeLink,
  'accounts.changes.keep': changeLink,
  'accounts.admin.people.edit': async (world) => ({
    params: { id: (await world.made('member')).id },
    body: { from: { city: 'Čačak' }, to: { city: 'Bor' } },
  }),
  /** The right of an administrator is the super-admin's to give; the other roles are any administrator's. */
  'accounts.admin.people.setRole': async (world, random) => {
    const role = random.pick(ROLES);
    const token = role === 'admin' ? await world.tokenOf('superAdmin') : undefined;
    return { params: { id: (await world.made('member')).id, role }, ...(token ? { token } : {}) };
  },
  'accounts.admin.people.block': freshPerson,
  'accounts.admin.people.notice': freshPerson,
  'accounts.admin.people.terminate': freshPerson,
  'accounts.admin.people.removeSecondStep': async (world, _random, ask) => withId((await lifted(world, ask)).id),
  'accounts.admin.people.erasure': freshPerson,
  'accounts.admin.people.erase': async (world) => {
    const { id, email } = await world.made('member');
    return { params: { id }, body: { email } };
  },
  'accounts.admin.reject': async (world) => withId((await world.made('waiting')).id),
  'accounts.admin.approve': async (world) => ({ body: { ids: [(await world.made('waiting')).id] } }),
};
