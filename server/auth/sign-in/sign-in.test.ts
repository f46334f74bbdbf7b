import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { profiles } from '../../accounts/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import type { Tx } from '../../platform/db.ts';
import { testApp } from '../../test/app.ts';
import { browser, codeOf, newEmail, PASSWORD, registered, requestAuth } from '../../test/browser.ts';
import { untilBlocked } from '../../test/eventually.ts';
import { openPasswords } from '../passwords/passwords.ts';
import { auditedAddressHash } from '../recovery/request-link.ts';
import { linkRequests, oneTimeTokens, sessions, users } from '../schema.ts';

const work = { hashes: 0, verifications: 0, dummies: 0 };
const real = openPasswords({ cost: { memoryCost: 64, timeCost: 1 } });
const app = await testApp({
  deps: {
    passwords: {
      ...real,
      hash: (password) => {
        work.hashes += 1;
        return real.hash(password);
      },
      verify: (stored, password) => {
        work.verifications += 1;
        if (stored === null) work.dummies += 1;
        return real.verify(stored, password);
      },
    },
  },
});
const workOf = async (what: () => Promise<unknown>) => {
  Object.assign(work, { hashes: 0, verifications: 0, dummies: 0 });
  await what();
  return { ...work };
};

test('the right password opens a session that the client keeps and the API takes', async () => {
  const who = await registered(app);
  const { auth, events } = browser(app);
  const { data, error } = await auth.signInWithPassword({ email: ` ${who.email.toUpperCase()}`, password: PASSWORD });
  expect(error).toBeNull();
  expect(events).toContain('SIGNED_IN');
  expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 900 });
  expect(data.session!.expires_at! * 1000 - app.clock.now.getTime()).toBeGreaterThan(890_000);
  const response = await app.app.request('/api/me', {
    headers: { authorization: `Bearer ${data.session!.access_token}` },
  });
  expect(response.status).toBe(200);
});

test('a wrong password, an unknown address and a missing password get one and the same answer', async () => {
  const { email } = await registered(app);
  const ask = async (body: object) => {
    const { status, text, headers } = await requestAuth(app, 'POST', '/token?grant_type=password', { body });
    return [status, text, headers.get('x-sb-error-code')];
  };
  const wrong = await ask({ email, password: 'pogrešna lozinka' });
  expect(wrong).toEqual([
    400,
    '{"code":"invalid_credentials","message":"Invalid login credentials"}',
    'invalid_credentials',
  ]);
  expect(await ask({ email: newEmail(), password: PASSWORD })).toEqual(wrong);
  expect(await ask({ email: 'ni adresa', password: PASSWORD })).toEqual(wrong);
  expect(await ask({ email, password: '' })).toEqual(wrong);
  expect(await ask({ email })).toEqual(wrong);
  expect(await ask({ email, password: 'a'.repeat(5000) })).toEqual(wrong);
});

test('signing in costs one verification whoever is meant, so its time reveals nothing', async () => {
  const known = await registered(app);
  const blocked = await registered(app);
  await app.db.update(profiles).set({ blockedAt: new Date() }).where(eq(profiles.id, blocked.id));
  const without = await registered(app);
  await app.db.update(users).set({ passwordHash: null }).where(eq(users.id, without.id));
  const signIn = (email: string, password: string) => () => browser(app).auth.signInWithPassword({ email, password });
  const one = { hashes: 0, verifications: 1, dummies: 0 };
  expect(await workOf(signIn(known.email, PASSWORD))).toEqual(one);
  expect(await workOf(signIn(known.email, 'pogrešna'))).toEqual(one);
  expect(await workOf(signIn(blocked.email, PASSWORD))).toEqual(one);
  expect(await workOf(signIn(newEmail(), PASSWORD))).toEqual({ ...one, dummies: 1 });
  expect(await workOf(signIn(without.email, PASSWORD))).toEqual({ ...one, dummies: 1 });
});

test('asking for a link looks nobody up: known and unknown leave one row each, and nothing else happens yet', async () => {
  const { email } = await registered(app);
  for (const path of ['/recover', '/resend']) {
    for (const address of [email, newEmail()]) {
      const body = { email: address, type: 'signup' };
      const { status, text } = await requestAuth(app, 'POST', path, { body });
      expect([status, text]).toEqual([200, '{}']);
    }
  }
  expect(await app.db.select().from(linkRequests)).toHaveLength(4);
  expect(await app.db.select().from(oneTimeTokens)).toHaveLength(0);
});

test('what is wrong with an account is disclosed only to whoever knows its password', async () => {
  const { email, id } = await registered(app);
  const signIn = (password: string) => codeOf(browser(app).auth.signInWithPassword({ email, password }));
  await app.db
    .update(users)
    .set({ bannedUntil: new Date(app.clock.now.getTime() + 1000) })
    .where(eq(users.id, id));
  expect(await signIn('pogrešna')).toBe('invalid_credentials');
  expect(await signIn(PASSWORD)).toBe('user_banned');
  await app.db.update(users).set({ bannedUntil: app.clock.now }).where(eq(users.id, id));
  expect(await signIn(PASSWORD)).toBe('ok');
});

test('blocking a signed-in person takes effect at once: reading the user, refreshing and signing in', async () => {
  const who = await registered(app);
  await app.db.update(profiles).set({ blockedAt: new Date() }).where(eq(profiles.id, who.id));
  expect(await codeOf(who.auth.getUser())).toBe('user_banned');
  expect(await codeOf(who.auth.refreshSession())).toBe('user_banned');
  expect(await codeOf(browser(app).auth.signInWithPassword(who))).toBe('user_banned');
});

test('every sign-in, right or wrong, leaves an entry; an address without an account only a fingerprint', async () => {
  const { email, id } = await registered(app);
  const stranger = newEmail();
  await browser(app).auth.signInWithPassword({ email, password: PASSWORD });
  await browser(app).auth.signInWithPassword({ email, password: 'pogrešna' });
  await browser(app).auth.signInWithPassword({ email: stranger, password: PASSWORD });
  const entries = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id);
  expect(entries.map((entry) => entry.action)).toEqual([
    'accounts.signed-up',
    'accounts.signed-in',
    'accounts.sign-in-failed',
  ]);
  const unknown = await app.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, auditedAddressHash(stranger).id));
  expect(unknown).toMatchObject([{ action: 'accounts.sign-in-failed', actor: 'visitor', actorEmail: null }]);
});

test('a password everybody tries first is accepted with a hint', async () => {
  const { email } = await registered(app, { password: 'lozinka123' });
  const { data } = await browser(app).auth.signInWithPassword({ email, password: 'lozinka123' });
  expect(data.weakPassword).toMatchObject({ reasons: ['pwned'] });
  expect(data.session).not.toBeNull();
});

test('a letter with its hook typed apart is the same letter', async () => {
  const { email } = await registered(app, { password: 'čašća šuma' });
  expect(
    await codeOf(browser(app).auth.signInWithPassword({ email, password: 'c\u030cas\u030cc\u0301a s\u030cuma' })),
  ).toBe('ok');
});

test('a hash of other costs is renewed at the next sign-in', async () => {
  const { email, id } = await registered(app);
  const older = await openPasswords({ cost: { memoryCost: 32, timeCost: 1 } }).hash(PASSWORD);
  await app.db.update(users).set({ passwordHash: older }).where(eq(users.id, id));
  expect(await codeOf(browser(app).auth.signInWithPassword({ email, password: PASSWORD }))).toBe('ok');
  const [user] = await app.db.select().from(users).where(eq(users.id, id));
  expect(user!.passwordHash).toContain('m=64');
  expect(await codeOf(browser(app).auth.signInWithPassword({ email, password: PASSWORD }))).toBe('ok');
});

test('a password changed while the old one is being verified opens nothing', async () => {
  const { email, id } = await registered(app);
  await app.db.delete(sessions).where(eq(sessions.userId, id));
  const passwordHash = await real.hash('nova lozinka');
  const slow = await raceWithChange(
    id,
    () => browser(app).auth.signInWithPassword({ email, password: PASSWORD }),
    (tx) => tx.update(users).set({ passwordHash }).where(eq(users.id, id)),
  );
  expect(slow).toBe('invalid_credentials');
  expect(await app.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
});

test('whoever is blocked while the password is being verified has no session, also none for the day the block ends', async () => {
  const { email, id } = await registered(app);
  await app.db.delete(sessions).where(eq(sessions.userId, id));
  const slow = await raceWithChange(
    id,
    () => browser(app).auth.signInWithPassword({ email, password: PASSWORD }),
    (tx) => tx.update(profiles).set({ blockedAt: app.clock.now }).where(eq(profiles.id, id)),
  );
  expect(slow).toBe('user_banned');
  expect(await app.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
});

/** Holds the account's row while the sign-in verifies, changes something, lets go. */
async function raceWithChange(
  userId: string,
  signIn: () => Promise<{ error: { code?: string } | null }>,
  change: (tx: Tx) => Promise<unknown>,
) {
  let answer: Promise<string> | undefined;
  await app.db.transaction(async (tx) => {
    await tx.select().from(users).where(eq(users.id, userId)).for('update');
    answer = codeOf(signIn());
    await untilBlocked(app);
    await change(tx);
  });
  return answer!;
}

test('grants we do not have are refused', async () => {
  for (const grant of ['pkce', 'id_token', 'web3', '']) {
    const { status, json } = await requestAuth(app, 'POST', `/token?grant_type=${grant}`, {
      body: { email: 'a@b.rs' },
    });
    expect([status, json.code, json.message]).toEqual([400, 'invalid_credentials', 'unsupported_grant_type']);
  }
});
