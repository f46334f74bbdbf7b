import { eq, sql } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { testApp } from '../test/app.ts';
import { linkTo, mailsTo, newEmail, PASSWORD, sendLinks } from '../test/browser.ts';
import { ownerOf, signedUp } from '../test/owner.ts';
import { call } from '../test/people.ts';
import { cleanUpAccounts } from './clean-up.ts';
import { knownNetworks, sessions } from './schema.ts';

/** RATE_LIMITS=on, behind one proxy that says where requests come from; strangers with a /48 of their own. */
const app = await testApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } });
let homes = 0;
const home = () => {
  homes += 1;
  return `2001:db8:a:${homes.toString(16)}::1`;
};
let strangers = 0;
const elsewhere = () => {
  strangers += 1;
  return `2001:db8:ffff:${strangers.toString(16)}::1`;
};
/** As if the networks counted so far had asked very often. */
const useUp = (limit: string) =>
  app.db.execute(sql`update auth.throttles set points = 100000 where key like ${`${limit}:%`}`);
const RATE_LIMITED = 'over_request_rate_limit';
afterEach(() => {
  vi.useRealTimers();
  app.clock.now = new Date();
});

test('whoever guesses passwords from a thousand networks shuts only strangers out', async () => {
  const owner = await signedUp(app, home());
  for (let n = 0; n < 101; n += 1) await owner.from(elsewhere()).signIn('pogrešna');
  expect((await owner.from(elsewhere()).signIn(PASSWORD)).json.code).toBe(RATE_LIMITED);
  expect((await owner.from(owner.home).signIn(PASSWORD)).status).toBe(200);
});

test('a household is not shut out by its neighbours in the same /48', async () => {
  const owner = await signedUp(app, '2001:db8:b:1::1');
  await owner.from('2001:db8:b:aa00::1').ask('POST', '/recover', { email: newEmail() });
  await useUp('link-requests');
  expect((await owner.from('2001:db8:b:ffff::1').recover()).status, 'somebody new in that /48').toBe(429);
  expect((await owner.from(owner.home).recover()).status).toBe(200);
});

test('proofs inside an open session have a counter of their own', async () => {
  const owner = await signedUp(app, home());
  const { access_token: token } = (await owner.from(owner.home).signIn(PASSWORD)).json;
  for (let n = 0; n < 101; n += 1) await owner.from(elsewhere()).signIn('pogrešna');
  const change = (current_password: string, ip: string) =>
    owner.from(ip).ask('PUT', '/user', { password: `nova ${PASSWORD}`, current_password }, token);
  for (let n = 0; n < 9; n += 1)
    expect((await change('pogrešna', elsewhere())).json.code).toBe('current_password_invalid');
  expect((await change(PASSWORD, elsewhere())).status, 'the right one from anywhere').toBe(200);
  const guesser = (await owner.from(owner.home).signIn(`nova ${PASSWORD}`)).json.access_token;
  for (let n = 0; n < 10; n += 1)
    await owner.from(elsewhere()).ask('PUT', '/user', { password: 'x'.repeat(9), current_password: 'y' }, guesser);
  const refused = await owner
    .from(elsewhere())
    .ask('PUT', '/user', { password: 'x'.repeat(9), current_password: 'y' }, guesser);
  expect(refused.json.code).toBe(RATE_LIMITED);
});

test('a session has five wrong codes of the second step, another session five of its own', async () => {
  const owner = await ownerOf(app, home());
  const first = await owner.from(owner.home).firstStep();
  for (let n = 0; n < 5; n += 1) expect((await owner.from(owner.home).secondStep(first, '000000')).status).toBe(422);
  expect((await owner.from(owner.home).secondStep(first, owner.code())).json.code).toBe(RATE_LIMITED);
  const second = await owner.from(owner.home).firstStep();
  expect((await owner.from(owner.home).secondStep(second, owner.code())).status).toBe(200);
});

test('a thief with the password cannot lock the second step: the owner’s own network and recovery codes go on', async () => {
  const owner = await ownerOf(app, home());
  for (let n = 0; n < 5; n += 1) {
    const thief = owner.from(elsewhere());
    const session = await thief.firstStep();
    for (let guess = 0; guess < 5; guess += 1) await thief.secondStep(session, '000000');
  }
  const away = owner.from(elsewhere());
  expect((await away.secondStep(await away.firstStep(), owner.code())).json.code, 'a new network').toBe(RATE_LIMITED);
  const atHome = owner.from(owner.home);
  expect((await atHome.secondStep(await atHome.firstStep(), owner.code())).status, 'the known network').toBe(200);
  const lifted = await away.recoveryCode(await away.firstStep(), owner.recoveryCodes[0]!);
  expect(lifted.status, 'a recovery code, from anywhere').toBe(200);
});

test('after ten wrong codes the owner is notified, once a day, with a link that ends all sessions and asks for a new password', async () => {
  const owner = await ownerOf(app, home());
  const mails = async () => (await mailsTo(app, owner.email)).filter(({ props }) => props.kind === 'codes-guessed');
  const countMails = async () => (await mails()).length;
  const guess = async (times: number) => {
    const thief = owner.from(elsewhere());
    const session = await thief.firstStep();
    for (let n = 0; n < times; n += 1) await thief.secondStep(session, '000000');
  };
  await guess(5);
  await guess(4);
  expect(await countMails()).toBe(0);
  await guess(1);
  expect(await countMails()).toBe(1);
  await guess(5);
  expect(await countMails()).toBe(1);

  const { link } = (await mails())[0]!.props.undo as { link: string };
  const token = link.split('#token=')[1]!;
  expect(await call(app).accounts.changes.look({ token })).toMatchObject({ kind: 'codes-guessed', later: 0 });
  expect(await app.db.$count(sessions, eq(sessions.userId, owner.id)), 'looking ends nothing').toBeGreaterThan(0);
  const { passwordToken } = await call(app).accounts.changes.undo({ token });
  expect(await app.db.$count(sessions, eq(sessions.userId, owner.id))).toBe(0);
  const atHome = owner.from(owner.home);
  expect((await atHome.signIn(PASSWORD)).status, 'the password that was known').toBe(400);
  const opened = await atHome.ask('POST', '/verify', { type: 'recovery', token_hash: passwordToken });
  expect(opened.status).toBe(200);
  const lifted = await atHome.secondStep(opened.json.access_token, owner.code());
  expect(lifted.status, 'the second step stays').toBe(200);
});

test('strangers who ask for links all day leave the owner’s network its own', async () => {
  const owner = await signedUp(app, home());
  const recoveries = async () => {
    await sendLinks(app);
    return (await mailsTo(app, owner.email)).filter(({ template }) => template === 'accounts.recovery').length;
  };
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  for (let n = 0; n < 30; n += 1) {
    vi.setSystemTime(Date.now() + 61_000);
    expect((await owner.from(elsewhere()).recover()).status).toBe(200);
    await sendLinks(app);
  }
  expect(await recoveries(), 'what a mailbox gets in a day because of strangers').toBe(20);
  expect((await owner.from(owner.home).recover()).status).toBe(200);
  expect(await recoveries()).toBe(21);
  expect((await owner.from(owner.home).ask('POST', '/verify', await linkTo(app, owner.email))).status).toBe(200);
});

test('strangers who guess mailed codes use up neither the owner’s tries nor the code', async () => {
  const owner = await signedUp(app, home());
  await owner.from(owner.home).recover();
  const { code: token } = await linkTo(app, owner.email);
  const type = (ip: string, typed: string) =>
    owner.from(ip).ask('POST', '/verify', { type: 'recovery', email: owner.email, token: typed });
  for (let n = 0; n < 12; n += 1) await type(elsewhere(), '000000');
  expect((await type(elsewhere(), token)).json.code).toBe(RATE_LIMITED);
  expect((await type(owner.home, '000001')).status).toBe(403);
  expect((await type(owner.home, token)).status).toBe(200);
});

test('a session asks for one mailed code a minute, wherever it asks from', async () => {
  const owner = await signedUp(app, home());
  const ask = () => owner.from(elsewhere()).ask('GET', '/reauthenticate', undefined, owner.token);
  expect((await ask()).status).toBe(200);
  expect((await ask()).json.code).toBe('over_email_send_rate_limit');
  const other = (await owner.from(owner.home).signIn(PASSWORD)).json.access_token;
  expect((await owner.from(owner.home).ask('GET', '/reauthenticate', undefined, other)).status).toBe(200);
});

test('worthless refresh tokens from the same network stop nobody whose token is genuine', async () => {
  const owner = await signedUp(app, '2001:db8:c:1::1');
  const { refresh_token } = (await owner.from(owner.home).signIn(PASSWORD)).json;
  const refresh = (ip: string, token: string) =>
    owner.from(ip).ask('POST', '/token?grant_type=refresh_token', { refresh_token: token });
  expect((await refresh('2001:db8:c:aa00::1', 'garbage')).status).toBe(400);
  await useUp('refreshes');
  expect((await refresh('2001:db8:c:fff0::1', 'garbage')).status).toBe(503);
  expect((await refresh(owner.home, refresh_token)).status).toBe(200);
});

test('a network is known once the account was entered from it with everything it asks for, for ninety days', async () => {
  const owner = await ownerOf(app, home());
  const known = async () =>
    (await app.db.select().from(knownNetworks).where(eq(knownNetworks.userId, owner.id))).length;
  expect(await known()).toBe(1);
  const away = owner.from(elsewhere());
  const session = await away.firstStep();
  expect(await known(), 'the password alone').toBe(1);
  await away.secondStep(session, owner.code());
  expect(await known()).toBe(2);
  app.clock.now = new Date(app.clock.now.getTime() + 91 * DAY_MS);
  await cleanUpAccounts(app.deps);
  expect(await known()).toBe(0);
});
