import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { profiles } from '../../accounts/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { fingerprint } from '../../platform/secrets/fingerprint.ts';
import { testApp } from '../../test/app.ts';
import {
  browser,
  codeOf,
  linkTo,
  mailsTo,
  newEmail,
  PASSWORD,
  registered,
  requestAuth,
  sendLinks,
} from '../../test/browser.ts';
import { sendMails } from '../../test/mails.ts';
import { person } from '../../test/people.ts';
import { knownNetworks, linkRequests, oneTimeTokens, users } from '../schema.ts';
import { makeOneTimeToken } from './one-time-token.ts';
import { sendRequestedLink } from './request-link.ts';

const app = await testApp({ env: { PUBLIC_URL: 'https://vidik.example' } });
const start = app.clock.now;
beforeEach(() => {
  app.clock.now = start;
});
const later = (minutes: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + minutes * 60_000);
};
async function asked() {
  const who = await registered(app);
  const fresh = browser(app);
  await fresh.auth.resetPasswordForEmail(who.email, { redirectTo: 'https://evil.example/steal' });
  return { ...who, ...fresh, link: await linkTo(app, who.email) };
}

test('forgotten password, end to end: link, new password, the old one is dead', async () => {
  const { auth, events, email, link } = await asked();
  const { data, error } = await auth.verifyOtp({ token_hash: link.token_hash, type: 'recovery' });
  expect(error).toBeNull();
  expect(data.session).not.toBeNull();
  expect(events).toContain('PASSWORD_RECOVERY');
  expect(await codeOf(auth.updateUser({ password: 'nova lozinka 22' }))).toBe('ok');
  expect(await codeOf(browser(app).auth.signInWithPassword({ email, password: PASSWORD }))).toBe('invalid_credentials');
  expect(await codeOf(browser(app).auth.signInWithPassword({ email, password: 'nova lozinka 22' }))).toBe('ok');
});

test('the link leads to our own page whatever the request asked for, and carries its token behind #', async () => {
  const { email } = await asked();
  const [mail] = await mailsTo(app, email);
  expect(mail?.props.link).toMatch(/^https:\/\/vidik\.example\/auth\/confirm#token_hash=[\w-]{43}&type=recovery$/);
  expect(mail?.props).toMatchObject({ email, minutes: 30 });
});

test('the first recovery link knows only the network in which it was opened, not those of whoever registered the address', async () => {
  const { id, auth, link } = await asked();
  await app.db.insert(knownNetworks).values({ userId: id, network: Buffer.alloc(32), enteredAt: app.clock.now });
  const known = () => app.db.$count(knownNetworks, eq(knownNetworks.userId, id));
  expect(await known()).toBe(2);
  expect(await codeOf(auth.verifyOtp({ token_hash: link.token_hash, type: 'recovery' }))).toBe('ok');
  expect(await known()).toBe(1);
});

test('a link is good once, even for two who press at the same moment', async () => {
  const { link } = await asked();
  const press = () => codeOf(browser(app).auth.verifyOtp({ token_hash: link.token_hash, type: 'recovery' }));
  const codes = await Promise.all(Array.from({ length: 6 }, press));
  expect(codes.sort()).toEqual(['ok', ...Array(5).fill('otp_expired')]);
});

test('a press whose answer was lost is answered again for two minutes; anybody else finds the link used', async () => {
  const { link, email } = await asked();
  const press = (key: string | null, at = browser(app).auth) =>
    codeOf(at.verifyOtp({ token_hash: link.token_hash, type: 'recovery', ...(key ? { key } : {}) }));
  const mine = crypto.randomUUID();
  expect(await press(mine)).toBe('ok');
  expect(await press(crypto.randomUUID())).toBe('otp_expired');
  expect(await press(null)).toBe('otp_expired');
  expect(await codeOf(browser(app).auth.verifyOtp({ email, token: '123456', type: 'recovery' }))).toBe('otp_expired');
  later(1);
  const { auth, events } = browser(app);
  expect(await press(mine, auth)).toBe('ok');
  expect(events).toContain('PASSWORD_RECOVERY');
  later(2);
  expect(await press(mine)).toBe('otp_expired');
});

test('a new password ends also the press that opened the link', async () => {
  const { link, auth } = await asked();
  const press = { token_hash: link.token_hash, type: 'recovery' as const, key: crypto.randomUUID() };
  expect(await codeOf(auth.verifyOtp(press))).toBe('ok');
  expect(await codeOf(auth.updateUser({ password: 'nova lozinka 22' }))).toBe('ok');
  expect(await codeOf(browser(app).auth.verifyOtp(press))).toBe('otp_expired');
});

test('a link is good for half an hour, for its own purpose, and until a newer one', async () => {
  const first = await asked();
  const verify = (token_hash: string, type: 'recovery' | 'signup' | 'email_change' | 'email') =>
    codeOf(browser(app).auth.verifyOtp({ token_hash, type }));
  for (const type of ['signup', 'email', 'email_change'] as const)
    expect(await verify(first.link.token_hash, type)).toBe('otp_expired');
  later(31);
  const { status, json } = await requestAuth(app, 'POST', '/verify', {
    body: { token_hash: first.link.token_hash, type: 'recovery' },
  });
  expect([status, json.code, json.message]).toEqual([403, 'otp_expired', 'Email link is invalid or has expired']);
  const second = await asked();
  await second.auth.resetPasswordForEmail(second.email);
  const newer = await linkTo(app, second.email);
  expect(await verify(second.link.token_hash, 'recovery')).toBe('otp_expired');
  expect(await verify(newer.token_hash, 'recovery')).toBe('ok');
});

test('the code works with its address, five tries long; the message is GoTrue’s', async () => {
  const { auth, email, link } = await asked();
  const wrong = link.code === '123456' ? '123457' : '123456';
  for (let n = 0; n < 4; n += 1)
    expect((await auth.verifyOtp({ type: 'recovery', email, token: wrong })).error?.message).toBe(
      'Token has expired or is invalid',
    );
  expect(await codeOf(auth.verifyOtp({ type: 'recovery', email, token: link.code }))).toBe('ok');

  const unlucky = await asked();
  const off = unlucky.link.code === '123456' ? '123457' : '123456';
  for (let n = 0; n < 5; n += 1) await auth.verifyOtp({ type: 'recovery', email: unlucky.email, token: off });
  expect(await codeOf(auth.verifyOtp({ type: 'recovery', email: unlucky.email, token: unlucky.link.code }))).toBe(
    'otp_expired',
  );
});

test('neither the link nor the code can be found in the tables of the sign-in server', async () => {
  const { id, link } = await asked();
  const [stored] = await app.db.select().from(oneTimeTokens).where(eq(oneTimeTokens.userId, id));
  expect(stored!.linkHash.equals(fingerprint(link.token_hash))).toBe(true);
  expect(stored!.codeHash.equals(fingerprint(link.code))).toBe(false);
  expect(JSON.stringify([stored, await app.db.select().from(auditLog)])).not.toContain(link.token_hash);
});

test('a mailed link stays in the mailbox only: once sent, staff find no trace of it', async () => {
  const { email, link } = await asked();
  await sendMails(app);
  const [sent] = await mailsTo(app, email);
  expect(sent).toMatchObject({ state: 'sent', subject: expect.any(String), props: {}, html: null, text: null });
  const outbox = path.join(app.config.dataDir, 'outbox');
  const files = await Promise.all((await readdir(outbox)).map((name) => readFile(path.join(outbox, name), 'utf8')));
  expect(files.join('').replaceAll('=\n', '')).toContain(link.token_hash);
});

test('nobody without an account, and nobody who is blocked, gets a mail; the answer is the same', async () => {
  const blocked = await registered(app);
  await app.db.update(profiles).set({ blockedAt: new Date() }).where(eq(profiles.id, blocked.id));
  const before = (await mailsTo(app, blocked.email)).length;
  const unknown = newEmail();
  for (const email of [blocked.email, unknown])
    expect(await browser(app).auth.resetPasswordForEmail(email)).toMatchObject({ data: {}, error: null });
  await sendLinks(app);
  expect(await mailsTo(app, blocked.email)).toHaveLength(before);
  expect(await mailsTo(app, unknown)).toEqual([]);
});

test('the worker mails a link once, however often it runs', async () => {
  const who = await registered(app);
  await who.auth.resetPasswordForEmail(who.email);
  const [request] = await app.db.select().from(linkRequests).where(eq(linkRequests.email, who.email));
  await Promise.all([1, 2, 3].map(() => sendRequestedLink(app.deps, request!.id)));
  const recoveries = (await mailsTo(app, who.email)).filter((mail) => mail.template === 'accounts.recovery');
  expect(recoveries).toHaveLength(1);
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, who.id)).orderBy(auditLog.id);
  expect(log.at(-1)).toMatchObject({ action: 'accounts.recovery-requested', actor: 'visitor', ip: '127.0.0.1' });
});

test('the super-admin recovers by link only: no code is mailed, none is taken', async () => {
  const boss = await person(app, 'superAdmin');
  await browser(app).auth.resetPasswordForEmail(boss.email);
  await sendLinks(app);
  const mail = (await mailsTo(app, boss.email)).find(({ template }) => template === 'accounts.recovery');
  expect(mail?.props.code).toBeNull();
  const { code } = await app.db.transaction((tx) => makeOneTimeToken(tx, app.deps, boss.id, 'recovery', boss.email));
  const { auth } = browser(app);
  expect(await codeOf(auth.verifyOtp({ type: 'recovery', email: boss.email, token: code }))).toBe('otp_expired');
  await auth.resetPasswordForEmail(boss.email);
  const { token_hash } = await linkTo(app, boss.email);
  expect(await codeOf(auth.verifyOtp({ token_hash, type: 'recovery' }))).toBe('ok');
});

test('a person blocked after asking comes in by no link', async () => {
  const { id, link } = await asked();
  await app.db
    .update(users)
    .set({ bannedUntil: new Date(app.clock.now.getTime() + 1e6) })
    .where(eq(users.id, id));
  expect(await codeOf(browser(app).auth.verifyOtp({ token_hash: link.token_hash, type: 'recovery' }))).toBe(
    'user_banned',
  );
});

test('a verification that says too little is refused plainly', async () => {
  const refused = async (body: object) => (await requestAuth(app, 'POST', '/verify', { body })).json.code;
  expect(await refused({ type: 'recovery' })).toBe('validation_failed');
  expect(await refused({ type: 'recovery', email: 'a@b.rs' })).toBe('validation_failed');
  expect(await refused({ type: 'magiclink', token_hash: 'x' })).toBe('validation_failed');
  expect(await refused({ token_hash: 'x' })).toBe('validation_failed');
  expect((await requestAuth(app, 'POST', '/recover', { body: {} })).json.code).toBe('validation_failed');
  expect((await requestAuth(app, 'POST', '/recover', { body: { email: 'nije' } })).json.code).toBe('validation_failed');
});
