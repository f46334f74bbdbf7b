import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLog } from '../platform/audit.schema.ts';
import { parseConfig } from '../platform/config.ts';
import { testApp } from '../test/app.ts';
import { browser, codeOf, newEmail, PASSWORD, registered, signedInAgain } from '../test/browser.ts';
import { call } from '../test/people.ts';
import { ensureSuperAdmin } from './ensure-super-admin.ts';
import { profiles, sessions, users } from './schema.ts';

const app = await testApp({ env: { SUPER_ADMIN_EMAIL: 'Sef@vidik.example' } });
const email = 'sef@vidik.example';
const configuredFor = (SUPER_ADMIN_EMAIL: string, SUPER_ADMIN_PASSWORD?: string) => ({
  ...app.edges,
  config: parseConfig({ NODE_ENV: 'test', SUPER_ADMIN_EMAIL, SUPER_ADMIN_PASSWORD }),
});
const profileOf = async (address: string) =>
  (await app.db.select().from(profiles).where(eq(profiles.email, address)))[0]!;

test('five servers starting at once make one super-admin, and one of them says the password, once', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => ensureSuperAdmin(app.edges)));
  const said = answers.filter((answer) => answer !== null);
  expect(said).toHaveLength(1);
  expect(said[0]).toEqual({ email, password: expect.stringMatching(/^([2-9a-z]{4}-){4}[2-9a-z]{4}$/) });
  expect(await ensureSuperAdmin(app.edges)).toBeNull();

  const { auth } = await signedInAgain(app, said[0]!);
  const { data } = await auth.getSession();
  const who = { id: data.session!.user.id, email, token: data.session!.access_token, sessionId: '' };
  expect((await call(app, who).accounts.me()).level).toBe('superAdmin');
  expect(await profileOf(email)).toMatchObject({
    isAdmin: true,
    toBeRegistered: false,
    inTree: true,
    parentId: null,
    username: 'vidik',
    path: `root.${who.id.replaceAll('-', '_')}`,
    referralCode: expect.stringMatching(/^[2-9A-Z]{8}$/),
  });
  const log = await app.db.select().from(auditLog).where(eq(auditLog.action, 'accounts.super-admin-made'));
  expect(log).toMatchObject([{ actor: 'system', subjectId: who.id, after: { email, takenOver: false } }]);
  expect(JSON.stringify(log)).not.toContain(said[0]!.password);
});

test('a configured password is used, and never said', async () => {
  const address = newEmail();
  expect(await ensureSuperAdmin(configuredFor(address, 'iz podešavanja 1'))).toBeNull();
  expect(await codeOf(browser(app).auth.signInWithPassword({ email: address, password: 'iz podešavanja 1' }))).toBe(
    'ok',
  );
  expect((await profileOf(address)).username).toMatch(/^vidik-/);
});

test('a password the super-admin has changed stays changed after a restart', async () => {
  const address = newEmail();
  const edges = configuredFor(address, 'iz podešavanja 1');
  await ensureSuperAdmin(edges);
  const { auth } = await signedInAgain(app, { email: address, password: 'iz podešavanja 1' });
  await auth.updateUser({ password: 'promenjena 22', current_password: 'iz podešavanja 1' });
  await ensureSuperAdmin(edges);
  expect(await codeOf(browser(app).auth.signInWithPassword({ email: address, password: 'promenjena 22' }))).toBe('ok');
});

test('whoever opened an account with the address before it was configured loses it, with everything they left behind', async () => {
  const squatter = await registered(app);
  const { data: factor } = await squatter.auth.mfa.enroll({ factorType: 'totp' });
  await app.db.execute(`update auth.mfa_factors set status = 'verified' where id = '${factor!.id}'`);
  await app.db.update(profiles).set({ blockedAt: new Date() }).where(eq(profiles.id, squatter.id));
  const said = await ensureSuperAdmin(configuredFor(squatter.email));
  expect(said?.email).toBe(squatter.email);
  expect(await codeOf(browser(app).auth.signInWithPassword({ email: squatter.email, password: PASSWORD }))).toBe(
    'invalid_credentials',
  );
  expect(await app.db.select().from(sessions).where(eq(sessions.userId, squatter.id))).toEqual([]);
  const { auth } = await signedInAgain(app, said!);
  expect((await auth.mfa.listFactors()).data?.all).toEqual([]);
  expect(await profileOf(squatter.email)).toMatchObject({
    isAdmin: true,
    toBeRegistered: false,
    inTree: true,
    blockedAt: null,
  });
  expect(await ensureSuperAdmin(configuredFor(squatter.email))).toBeNull();
});

test('deleted, the super-admin comes back at the next start, and nobody takes the address in between', async () => {
  await app.db.delete(users).where(eq(users.email, email));
  const attempt = browser(app).auth.signUp({ email, password: PASSWORD, options: { data: {} } });
  expect((await attempt).error).not.toBeNull();
  expect(await ensureSuperAdmin(app.edges)).not.toBeNull();
});
