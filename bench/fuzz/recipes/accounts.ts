import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { ROLES } from '../../../domain/accounts/person-fields.ts';
import { makeOneTimeToken } from '../../../server/auth/recovery/one-time-token.ts';
import { accountChanges } from '../../../server/auth/schema.ts';
import { fingerprint } from '../../../server/platform/secrets/fingerprint.ts';
import { type FuzzContext, PASSWORD } from '../fuzz-context.ts';
import type { Random } from '../random.ts';
import { type Ask, asFreshMember, type Recipe, withId } from './recipe.ts';
import { lifted } from './second-step.ts';

const freshPerson: Recipe = async (context) => withId((await context.createPerson('member')).id);

/** A code as it is mailed to the person's address. */
async function mailedCode(context: FuzzContext, { id, email }: { id: string; email: string }): Promise<string> {
  const { code } = await context.db.transaction((tx) =>
    makeOneTimeToken(tx, context.deps, id, 'reauthentication', email),
  );
  return code;
}

/** Somebody who has just changed how they sign in, and the newest of their changes. */
async function changed(context: FuzzContext, random: Random, ask: Ask) {
  const { token } = await lifted(context, ask, { withCodes: random.chance(0.5) });
  const [change] = (await ask('GET', '/api/me/changes', token)) as { id: string }[];
  return { token, changeId: change!.id };
}

const ownChange: Recipe = async (context, random, ask) => {
  const { token, changeId } = await changed(context, random, ask);
  return { token, params: { id: changeId } };
};

/** The mailed link cannot be read back from its fingerprint, so the change gets another one. */
const changeLink: Recipe = async (context, random, ask) => {
  const { changeId } = await changed(context, random, ask);
  const token = randomBytes(32).toString('base64url');
  await context.db
    .update(accountChanges)
    .set({ undoHash: fingerprint(token) })
    .where(eq(accountChanges.id, changeId));
  return { body: { token } };
};

export const accountRecipes: Record<string, Recipe> = {
  'accounts.admin.people.read': freshPerson,
  'accounts.admin.people.neighbours': freshPerson,
  'accounts.admin.people.history': freshPerson,
  'accounts.admin.people.addNote': async (context, random) => ({
    ...withId((await context.createPerson('member')).id),
    body: { key: random.uuid(), text: 'Zove posle 17 časova.' },
  }),
  'accounts.own.update': asFreshMember(() => ({ from: { city: 'Čačak' }, to: { city: 'Niš' } })),
  'accounts.own.sessions.end': async (context) => {
    const who = await context.createPerson('member');
    const other = await context.signIn(who.id, who.email);
    return { token: who.token, params: { id: other.sessionId } };
  },
  'accounts.own.close': asFreshMember(() => ({ password: PASSWORD })),
  'accounts.own.data': async (context, random) => {
    const { token } = await context.createPerson(random.pick(['waiting', 'member']));
    return { token };
  },
  'accounts.own.proof.give': asFreshMember(() => ({ password: PASSWORD })),
  'accounts.own.proveMailbox': async (context) => {
    const who = await context.createPerson('member');
    return { token: who.token, body: { code: await mailedCode(context, who) } };
  },
  'accounts.own.changes.seen': ownChange,
  'accounts.own.changes.undo': ownChange,
  /** Signed in again by a recovery link, without the authenticator. */
  'accounts.own.secondStepRecovery.start': async (context, _random, ask) => {
    const { id, email } = await lifted(context, ask);
    const link = await context.db.transaction((tx) => makeOneTimeToken(tx, context.deps, id, 'recovery', email));
    const session = (await ask('POST', '/auth/v1/verify', undefined, {
      type: 'recovery',
      token_hash: link.token,
    })) as { access_token: string };
    return { token: session.access_token };
  },
  'accounts.changes.look': changeLink,
  'accounts.changes.undo': changeLink,
  'accounts.changes.keep': changeLink,
  'accounts.admin.people.edit': async (context) => ({
    params: { id: (await context.createPerson('member')).id },
    body: { from: { city: 'Čačak' }, to: { city: 'Bor' } },
  }),
  /** The right of an administrator is the super-admin's to give; the other roles are any administrator's. */
  'accounts.admin.people.setRole': async (context, random) => {
    const role = random.pick(ROLES);
    const token = role === 'admin' ? await context.tokenOf('superAdmin') : undefined;
    const shown = { isCompany: false, isPartner: false, isInstaller: false };
    const body = { on: random.pick([true, false]), shown };
    return { params: { id: (await context.createPerson('member')).id, role }, body, ...(token ? { token } : {}) };
  },
  'accounts.admin.people.block': freshPerson,
  'accounts.admin.people.signOut': freshPerson,
  'accounts.admin.people.notice': freshPerson,
  'accounts.admin.people.terminate': freshPerson,
  'accounts.admin.people.removeSecondStep': async (context, _random, ask) => withId((await lifted(context, ask)).id),
  'accounts.admin.people.erasure': freshPerson,
  'accounts.admin.people.erase': async (context) => {
    const { id, email } = await context.createPerson('member');
    return { params: { id }, body: { email } };
  },
  'accounts.admin.reject': async (context) => ({
    body: { ids: [(await context.createPerson('waiting')).id], reason: 'Podaci nisu potpuni.' },
  }),
  'accounts.admin.approve': async (context) => ({ body: { ids: [(await context.createPerson('waiting')).id] } }),
  'accounts.admin.undoApproval': async (context) => ({ body: { ids: [(await context.createPerson('waiting')).id] } }),
};
