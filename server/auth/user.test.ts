import { createHmac } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { profiles } from '../accounts/schema.ts';
import { testApp } from '../test/app.ts';
import {
  browser,
  codeOf,
  linkTo,
  mailsTo,
  newEmail,
  PASSWORD,
  prove,
  registered,
  registration,
  signedInAgain,
} from '../test/browser.ts';
import { person } from '../test/people.ts';
import { oneTimeTokens, sessions, users } from './schema.ts';

const app = await testApp();
const start = app.clock.now;
beforeEach(() => {
  app.clock.now = start;
});
const later = (ms: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
};
const NEW = 'sasvim nova lozinka';
const change = (current_password?: string) => ({ password: NEW, ...(current_password ? { current_password } : {}) });

test('the person reads themselves, without anything secret', async () => {
  const who = await registered(app);
  const { data } = await who.auth.getUser();
  expect(data.user).toMatchObject({ id: who.id, email: who.email, phone: '', app_metadata: { provider: 'email' } });
  expect(data.user?.identities).toMatchObject([{ provider: 'email', identity_data: { email: who.email } }]);
  expect(JSON.stringify(data.user)).not.toMatch(/hash|argon|vouched/i);
  const { data: identities } = await who.auth.getUserIdentities();
  expect(identities?.identities).toHaveLength(1);
});

test('metadata is merged, and null removes a key', async () => {
  const who = await registered(app, { data: { color: 'plava', size: 3 } });
  const { data } = await who.auth.updateUser({ data: { color: 'zelena', size: null, shape: 'krug' } });
  expect(data.user?.user_metadata).toMatchObject({ color: 'zelena', shape: 'krug' });
  expect(data.user?.user_metadata).not.toHaveProperty('size');
  expect(who.events).toContain('USER_UPDATED');
  expect(await codeOf(who.auth.updateUser({ data: { blob: 'a'.repeat(5000) } }))).toBe('validation_failed');
});

test('a new password needs the current one', async () => {
  const who = await registered(app);
  expect(await codeOf(who.auth.updateUser(change()))).toBe('current_password_required');
  expect(await codeOf(who.auth.updateUser(change('pogrešna')))).toBe('current_password_invalid');
  expect(await codeOf(who.auth.updateUser(change(PASSWORD)))).toBe('ok');
  const signIn = (password: string) => codeOf(browser(app).auth.signInWithPassword({ email: who.email, password }));
  expect(await signIn(PASSWORD)).toBe('invalid_credentials');
  expect(await signIn(NEW)).toBe('ok');
});

test('a new password ends every other session and every mailed link; this session goes on; the owner gets a mail', async () => {
  const here = await registered(app);
  const there = await signedInAgain(app, here);
  await here.auth.resetPasswordForEmail(here.email);
  const link = await linkTo(app, here.email);
  expect(await codeOf(here.auth.updateUser(change(PASSWORD)))).toBe('ok');
  expect(await codeOf(here.auth.refreshSession())).toBe('ok');
  expect((await there.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect(await codeOf(browser(app).auth.verifyOtp({ token_hash: link.token_hash, type: 'recovery' }))).toBe(
    'otp_expired',
  );
  expect((await mailsTo(app, here.email))[0]).toMatchObject({
    template: 'accounts.way-in-changed',
    props: { kind: 'password', at: app.clock.now.toISOString() },
  });
});

test('what a new password must not be', async () => {
  const who = await registered(app);
  const set = (password: string) => codeOf(who.auth.updateUser({ password, current_password: PASSWORD }));
  expect(await set('kratk')).toBe('weak_password');
  expect(await set('a'.repeat(129))).toBe('validation_failed');
  expect(await set(PASSWORD)).toBe('same_password');
});

test('a code from the mailbox stands in for the forgotten current password, once', async () => {
  const who = await registered(app);
  expect(await codeOf(who.auth.reauthenticate())).toBe('ok');
  const [mail] = await mailsTo(app, who.email);
  expect(mail).toMatchObject({ template: 'accounts.reauthentication', props: { minutes: 15 } });
  const nonce = String(mail!.props.code);
  expect(nonce).toMatch(/^\d{6}$/);
  const wrong = nonce === '000000' ? '000001' : '000000';
  expect(await codeOf(who.auth.updateUser({ password: NEW, nonce: wrong }))).toBe('reauthentication_not_valid');
  expect(await codeOf(who.auth.updateUser({ password: NEW, nonce }))).toBe('ok');
  expect(await codeOf(who.auth.updateUser({ password: `${NEW} 2`, nonce }))).toBe('reauthentication_not_valid');
});

test('a code ends after five wrong tries and after a quarter of an hour', async () => {
  const who = await registered(app);
  const ask = async () => {
    await who.auth.reauthenticate();
    return String((await mailsTo(app, who.email))[0]!.props.code);
  };
  const guessed = await ask();
  const wrong = guessed === '000000' ? '000001' : '000000';
  for (let n = 0; n < 5; n += 1) await who.auth.updateUser({ password: NEW, nonce: wrong });
  expect(await codeOf(who.auth.updateUser({ password: NEW, nonce: guessed }))).toBe('reauthentication_not_valid');
  const late = await ask();
  later(HOUR_MS / 4);
  await who.auth.refreshSession();
  expect(await codeOf(who.auth.updateUser({ password: NEW, nonce: late }))).toBe('reauthentication_not_valid');
});

test('a session opened by a mailed link needs no current password for ten minutes, and more proof afterwards', async () => {
  const who = await registered(app);
  const recovering = browser(app);
  await recovering.auth.resetPasswordForEmail(who.email);
  const { token_hash } = await linkTo(app, who.email);
  await recovering.auth.verifyOtp({ token_hash, type: 'recovery' });
  later(HOUR_MS / 6 - 1);
  expect(await codeOf(recovering.auth.updateUser(change()))).toBe('ok');
  later(1);
  await recovering.auth.refreshSession();
  expect(await codeOf(recovering.auth.updateUser({ password: PASSWORD }))).toBe('reauthentication_needed');
  expect(await codeOf(recovering.auth.updateUser({ password: PASSWORD, current_password: NEW }))).toBe('ok');
});

test('two new passwords at once: one is taken, the other proved an old one', async () => {
  const here = await registered(app);
  const there = await signedInAgain(app, here);
  const codes = await Promise.all([
    codeOf(here.auth.updateUser({ password: `${NEW} A`, current_password: PASSWORD })),
    codeOf(there.auth.updateUser({ password: `${NEW} B`, current_password: PASSWORD })),
  ]);
  expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
  expect(await app.db.select().from(sessions).where(eq(sessions.userId, here.id))).toHaveLength(1);
});

test('one page sending two new passwords at once sets one of them', async () => {
  const { auth } = await registered(app);
  const set = (password: string) => codeOf(auth.updateUser({ password, current_password: PASSWORD }));
  expect((await Promise.all([set(`${NEW} A`), set(`${NEW} B`)])).sort()).toEqual(['current_password_invalid', 'ok']);
});

test('a new address counts only when both mailboxes agreed, in either order', async () => {
  for (const order of ['old first', 'new first']) {
    const who = await registered(app);
    await prove(app, who);
    const wanted = newEmail();
    const { data } = await who.auth.updateUser({ email: wanted });
    expect([data.user?.email, data.user?.new_email]).toEqual([who.email, wanted]);
    const [toOld, toNew] = [await linkTo(app, who.email), await linkTo(app, wanted)];
    expect(toOld).toMatchObject({ type: 'email_change' });
    const [first, second] = order === 'old first' ? [toOld, toNew] : [toNew, toOld];
    const half = await who.auth.verifyOtp({ token_hash: first.token_hash, type: 'email_change' });
    expect([half.error, half.data.session]).toEqual([null, null]);
    expect((await who.auth.getUser()).data.user?.email).toBe(who.email);
    expect(await codeOf(who.auth.verifyOtp({ token_hash: first.token_hash, type: 'email_change' }))).toBe(
      'otp_expired',
    );
    const whole = await who.auth.verifyOtp({ token_hash: second.token_hash, type: 'email_change' });
    expect(whole.data.session?.user.email).toBe(wanted);
    const [profile] = await app.db.select().from(profiles).where(eq(profiles.id, who.id));
    expect(profile?.email).toBe(wanted);
    expect(await codeOf(browser(app).auth.signInWithPassword({ email: wanted, password: PASSWORD }))).toBe('ok');
    expect(await codeOf(browser(app).auth.signInWithPassword(who))).toBe('invalid_credentials');
  }
});

test('the two codes confirm a change as well, each with its own address', async () => {
  const who = await registered(app);
  await prove(app, who);
  const wanted = newEmail();
  await who.auth.updateUser({ email: wanted });
  const [toOld, toNew] = [await linkTo(app, who.email), await linkTo(app, wanted)];
  const { auth } = browser(app);
  const verify = (email: string, token: string) => codeOf(auth.verifyOtp({ type: 'email_change', email, token }));
  if (toOld.code !== toNew.code) expect(await verify(wanted, toOld.code)).toBe('otp_expired');
  expect(await verify(who.email, toOld.code)).toBe('ok');
  expect(await verify(wanted, toNew.code)).toBe('ok');
  expect((await auth.getUser()).data.user?.email).toBe(wanted);
});

test('of two accounts that move to one address, a typed code is the one’s that it was mailed for', async () => {
  const wanted = newEmail();
  const movers = [await registered(app), await registered(app)];
  const moves = [];
  for (const who of movers) {
    await prove(app, who);
    await who.auth.updateUser({ email: wanted });
    moves.push({ who, toOld: await linkTo(app, who.email), toNew: await linkTo(app, wanted) });
  }
  const { auth } = browser(app);
  const verify = (email: string, token: string) => codeOf(auth.verifyOtp({ type: 'email_change', email, token }));
  const codes = moves.map(({ toNew }) => toNew.code);
  const wrong = ['000000', '000001', '000002'].find((code) => !codes.includes(code))!;
  expect(await verify(wanted, wrong)).toBe('otp_expired');
  for (const { toNew } of moves) expect(await verify(wanted, toNew.code)).toBe('ok');
  const halves = await app.db
    .select({ id: users.id, confirmations: users.emailChangeConfirmations })
    .from(users)
    .where(eq(users.newEmail, wanted));
  expect(halves).toHaveLength(2);
  expect(halves.map(({ confirmations }) => confirmations)).toEqual([1, 1]);
  const [first, second] = moves;
  expect(await verify(second!.who.email, second!.toOld.code)).toBe('ok');
  expect((await auth.getUser()).data.user).toMatchObject({ id: second!.who.id, email: wanted });
  expect(await verify(first!.who.email, first!.toOld.code), 'the address is taken now').toBe('email_exists');
});

test('of two accounts that move to one address and are mailed the same code, it is the one’s with the lower id', async () => {
  const wanted = newEmail();
  const movers = [await registered(app), await registered(app)].sort((one, other) => (one.id < other.id ? 1 : -1));
  const key = app.deps.tokens.deriveKey('one-time-code');
  for (const who of movers) {
    await prove(app, who);
    await who.auth.updateUser({ email: wanted });
    const codeHash = createHmac('sha256', key).update(`email_change_new:${who.id}:123456`).digest();
    await app.db
      .update(oneTimeTokens)
      .set({ codeHash })
      .where(and(eq(oneTimeTokens.userId, who.id), eq(oneTimeTokens.kind, 'email_change_new')));
  }
  const { auth } = browser(app);
  const verify = () => codeOf(auth.verifyOtp({ type: 'email_change', email: wanted, token: '123456' }));
  const confirmed = async () =>
    (await app.db.select().from(users).where(eq(users.newEmail, wanted)))
      .filter(({ emailChangeConfirmations }) => emailChangeConfirmations === 1)
      .map(({ id }) => id);
  expect(await verify()).toBe('ok');
  expect(await confirmed()).toEqual([movers[1]!.id]);
  expect(await verify()).toBe('ok');
  expect((await confirmed()).sort()).toEqual([movers[1]!.id, movers[0]!.id]);
});

test('asking again makes both old links worthless and starts over', async () => {
  const who = await registered(app);
  await prove(app, who);
  const wanted = newEmail();
  await who.auth.updateUser({ email: wanted });
  const stale = await linkTo(app, wanted);
  await who.auth.verifyOtp({ token_hash: (await linkTo(app, who.email)).token_hash, type: 'email_change' });
  await who.auth.resend({ type: 'email_change', email: who.email });
  const fresh = await linkTo(app, wanted);
  expect(await codeOf(who.auth.verifyOtp({ token_hash: stale.token_hash, type: 'email_change' }))).toBe('otp_expired');
  const half = await who.auth.verifyOtp({ token_hash: fresh.token_hash, type: 'email_change' });
  expect(half.data.session).toBeNull();
  expect((await who.auth.getUser()).data.user?.email).toBe(who.email);
});

test('an address in use cannot be taken, now or by the time both agreed', async () => {
  const who = await registered(app);
  await prove(app, who);
  expect(await codeOf(who.auth.updateUser({ email: 'nije adresa' }))).toBe('validation_failed');
  const wanted = newEmail();
  await who.auth.updateUser({ email: wanted });
  const [toOld, toNew] = [await linkTo(app, who.email), await linkTo(app, wanted)];
  await who.auth.verifyOtp({ token_hash: toOld.token_hash, type: 'email_change' });
  await registered(app, { email: wanted });
  expect(await codeOf(who.auth.verifyOtp({ token_hash: toNew.token_hash, type: 'email_change' }))).toBe('email_exists');
  expect((await who.auth.getUser()).data.user?.email).toBe(who.email);
});

test('after the move, links mailed to the old address open nothing, and its name as username moves along', async () => {
  const email = newEmail();
  const who = await registered(app, { email, data: registration({ username: email }) });
  await prove(app, who);
  const wanted = newEmail();
  await who.auth.resetPasswordForEmail(email);
  const recovery = await linkTo(app, email);
  await who.auth.updateUser({ email: wanted });
  for (const address of [email, wanted])
    await who.auth.verifyOtp({ token_hash: (await linkTo(app, address)).token_hash, type: 'email_change' });
  expect(await app.db.select().from(oneTimeTokens).where(eq(oneTimeTokens.userId, who.id))).toEqual([]);
  expect(await codeOf(who.auth.verifyOtp({ token_hash: recovery.token_hash, type: 'recovery' }))).toBe('otp_expired');
  const [profile] = await app.db.select().from(profiles).where(eq(profiles.id, who.id));
  expect(profile?.username).toBe(wanted);
});

test('the super-admin’s address does not move: the rights come with it', async () => {
  const boss = await person(app, 'superAdmin');
  await app.db
    .update(users)
    .set({ passwordHash: await app.deps.passwords.hash(PASSWORD), provisionedAt: app.clock.now })
    .where(eq(users.id, boss.id));
  const { auth } = await signedInAgain(app, { email: boss.email, password: PASSWORD });
  expect(await codeOf(auth.updateUser({ email: newEmail() }))).toBe('email_address_fixed');
});

test('only the owner’s session changes anything: a dead or foreign token does not', async () => {
  const who = await registered(app);
  const there = await signedInAgain(app, who);
  await who.auth.signOut({ scope: 'others' });
  const { error } = await there.auth.updateUser({ data: { color: 'crvena' } });
  expect(error?.name).toBe('AuthSessionMissingError');
  expect((await who.auth.getUser()).data.user?.user_metadata).not.toHaveProperty('color');
});
