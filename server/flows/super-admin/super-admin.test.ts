import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS, daysLater } from '#domain/day.ts';
import { dayOf } from '#domain/time.ts';
import { profiles } from '../../accounts/schema.ts';
import { createApp } from '../../app.ts';
import { notifyOfChange } from '../../auth/changes/changes.ts';
import { finishRecovery } from '../../auth/factors/second-step.ts';
import { knownNetworks, mfaFactors, recoveryCodes, sessions, users } from '../../auth/schema.ts';
import { parseConfig } from '../../config.ts';
import { apiKeys } from '../../integrations/keys/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testApp } from '../../test/app.ts';
import { browser, codeOf, newEmail, PASSWORD, prove, registered, signedInAgain } from '../../test/browser.ts';
import { call, person, type TestPerson } from '../../test/people.ts';
import { ensureSuperAdmin } from './ensure-super-admin.ts';
import { demoteFormerSuperAdmin } from './former-super-admin.ts';
import { configuredPasswordDiffers, rescueOwner } from './rescue-owner.ts';

const app = await testApp({ env: { SUPER_ADMIN_EMAIL: 'Sef@vidik.example' } });
const email = 'sef@vidik.example';
const configuredFor = (SUPER_ADMIN_EMAIL: string, SUPER_ADMIN_PASSWORD?: string) => ({
  ...app.deps,
  config: parseConfig({ NODE_ENV: 'test', SUPER_ADMIN_EMAIL, SUPER_ADMIN_PASSWORD }),
});
const profileOf = async (address: string) =>
  (await app.db.select().from(profiles).where(eq(profiles.email, address)))[0]!;

test('five servers starting at once make one super-admin, and one of them says the password, once', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => ensureSuperAdmin(app.deps)));
  const said = answers.filter((answer) => answer !== null);
  expect(said).toHaveLength(1);
  expect(said[0]).toEqual({ email, password: expect.stringMatching(/^([2-9a-z]{4}-){4}[2-9a-z]{4}$/) });
  expect(await ensureSuperAdmin(app.deps)).toBeNull();

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
  const deps = configuredFor(address, 'iz podešavanja 1');
  await ensureSuperAdmin(deps);
  const { auth } = await signedInAgain(app, { email: address, password: 'iz podešavanja 1' });
  await auth.updateUser({ password: 'promenjena 22', current_password: 'iz podešavanja 1' });
  await ensureSuperAdmin(deps);
  expect(await codeOf(browser(app).auth.signInWithPassword({ email: address, password: 'promenjena 22' }))).toBe('ok');
});

test('whoever opened an account with the address before it was configured loses it, with everything they left behind', async () => {
  const squatter = await registered(app);
  await prove(app, squatter);
  const { data: factor } = await squatter.auth.mfa.enroll({ factorType: 'totp' });
  await app.db.execute(`update auth.mfa_factors set status = 'verified' where id = '${factor!.id}'`);
  await app.db.update(profiles).set({ blockedAt: new Date() }).where(eq(profiles.id, squatter.id));
  const said = await ensureSuperAdmin(configuredFor(squatter.email));
  expect(said?.email).toBe(squatter.email);
  expect(await codeOf(browser(app).auth.signInWithPassword({ email: squatter.email, password: PASSWORD }))).toBe(
    'invalid_credentials',
  );
  expect(await app.db.select().from(sessions).where(eq(sessions.userId, squatter.id))).toEqual([]);
  expect(await app.db.$count(knownNetworks, eq(knownNetworks.userId, squatter.id)), 'no network is spared').toBe(0);
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
  expect(await ensureSuperAdmin(app.deps)).not.toBeNull();
});

const mailsTo = async (to: string) =>
  (await app.db.select().from(mails).where(eq(mails.to, to)).orderBy(desc(mails.number))).map((mail) => mail.template);
const actionsOn = async (id: string) =>
  (await app.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)).map(
    ({ action }) => action,
  );
/** The same database under another configuration, and somebody signed in there. */
const serverFor = (deps: typeof app.deps) => ({ ...app, app: createApp(deps), deps });
async function signedInAt(deps: typeof app.deps, signIn: { email: string; password: string }) {
  const at = serverFor(deps);
  const { auth } = browser(at);
  const { data, error } = await auth.signInWithPassword(signIn);
  if (error || !data.session) throw error ?? new Error('no session');
  const who: TestPerson = { id: data.user.id, email: signIn.email, token: data.session.access_token, sessionId: '' };
  return { auth, who, as: call(at, who) };
}

test('a generated password gives no staff rights until its owner has chosen another; a configured one does', async () => {
  const deps = configuredFor(newEmail());
  const first = await signedInAt(deps, (await ensureSuperAdmin(deps))!);
  expect(await first.as.accounts.me()).toMatchObject({ level: 'superAdmin', mustChangePassword: true });
  for (const duty of [() => first.as.admin.overview(), () => first.as.accounts.admin.people.count({})])
    await expect(duty()).rejects.toMatchObject({
      code: 'FORBIDDEN',
      data: { reason: 'first password' },
      message: 'Pre rada u administraciji promenite početnu lozinku (Moj nalog, Bezbednost).',
    });
  expect(await first.as.orders.mine(), 'what a member may').toEqual([]);

  const { email } = deps.config.superAdmin;
  const said = (await app.db.select().from(users).where(eq(users.email, email)))[0]!;
  expect(said.mustChangePassword).toBe(true);
  const again = await rescueOwner(deps);
  const rescued = await signedInAt(deps, again);
  const changed = await rescued.auth.updateUser({ password: 'sasvim moja 22', current_password: again.password });
  expect(changed.error).toBeNull();
  expect(await rescued.as.accounts.me()).toMatchObject({ mustChangePassword: false });
  expect(await rescued.as.accounts.admin.people.count({})).toMatchObject({ total: { count: expect.any(Number) } });

  const configured = configuredFor(newEmail(), 'iz podešavanja 1');
  await ensureSuperAdmin(configured);
  const { as } = await signedInAt(configured, {
    email: configured.config.superAdmin.email,
    password: 'iz podešavanja 1',
  });
  expect(await as.accounts.me()).toMatchObject({ mustChangePassword: false });
});

test('the super-admin comes back from a lost password, a stolen second step, a block and a closing', async () => {
  const deps = configuredFor(newEmail(), 'iz podešavanja 1');
  const { email } = deps.config.superAdmin;
  await ensureSuperAdmin(deps);
  const thief = await signedInAt(deps, { email, password: 'iz podešavanja 1' });
  const { id } = thief.who;
  const secret = Buffer.alloc(48);
  await app.db.insert(mfaFactors).values({ userId: id, status: 'verified', secret });
  await app.db.insert(recoveryCodes).values({ userId: id, codeHash: secret, createdAt: new Date() } as never);
  await app.db.update(profiles).set({ closedAt: new Date(), isAdmin: false }).where(eq(profiles.id, id));

  const signIn = await rescueOwner(deps);
  expect(signIn).toEqual({ email, password: expect.stringMatching(/^([2-9a-z]{4}-){4}[2-9a-z]{4}$/) });
  expect(await app.db.select().from(mfaFactors).where(eq(mfaFactors.userId, id))).toEqual([]);
  expect(await app.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, id))).toEqual([]);
  await expect(thief.as.accounts.me()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(await codeOf(browser(app).auth.signInWithPassword({ email, password: 'iz podešavanja 1' }))).not.toBe('ok');
  expect(await profileOf(email)).toMatchObject({ closedAt: null, blockedAt: null, isAdmin: true });
  expect((await (await signedInAt(deps, signIn)).as.accounts.me()).level).toBe('superAdmin');
  expect(await mailsTo(email)).toContain('accounts.owner-rescued');
  expect(await actionsOn(id)).toContain('accounts.owner-rescued');
  expect(JSON.stringify(await app.db.select().from(mails).where(eq(mails.to, email)))).not.toContain(signIn.password);
});

test('a rescue stands in the owner’s list of changes, and ends the links and waiting of whoever had the mailbox before', async () => {
  const deps = configuredFor(newEmail(), 'iz podešavanja 1');
  const { email } = deps.config.superAdmin;
  await ensureSuperAdmin(deps);
  const { id } = await profileOf(email);
  const origin = { ip: '203.0.113.9', userAgent: null };
  const dueAt = new Date(app.clock.now.getTime() + DAY_MS);
  const asked = await app.db.transaction(async (tx) => {
    await notifyOfChange(tx, app.deps, { id, email }, { kind: 'new-device', origin });
    return notifyOfChange(tx, app.deps, { id, email }, { kind: 'second-step-recovery', origin, dueAt });
  });
  const links = (await app.db.select().from(mails).where(eq(mails.to, email))).flatMap(({ props }) => {
    const { link } = ((props as { undo?: unknown }).undo ?? {}) as { link?: string };
    return link ? [link.split('#token=')[1]!] : [];
  });
  expect(links).toHaveLength(2);

  app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  const { as } = await signedInAt(deps, await rescueOwner(deps));
  for (const token of links)
    await expect(call(app).accounts.changes.undo({ token })).rejects.toMatchObject({ code: 'CHANGE_LINK_OLD' });
  await app.db.insert(mfaFactors).values({ userId: id, status: 'verified', secret: Buffer.alloc(48) });
  await finishRecovery({ ...app.deps, now: () => dueAt }, asked);
  expect(await app.db.$count(mfaFactors, eq(mfaFactors.userId, id)), 'the new second step stays').toBe(1);
  await app.db.delete(mfaFactors).where(eq(mfaFactors.userId, id));

  const list = await as.accounts.own.changes.list();
  expect(list[0]).toMatchObject({ kind: 'owner-rescued', network: null, undoable: false, asks: false });
  expect(list.filter(({ undoable }) => undoable)).toEqual([]);
});

test('a rescue forgets the devices that came in before: the first sign-in after it is mailed, also from one of those', async () => {
  const deps = configuredFor(newEmail(), 'iz podešavanja 1');
  const { email } = deps.config.superAdmin;
  await ensureSuperAdmin(deps);
  const notices = async () =>
    (await mailsTo(email)).filter((template) => template === 'accounts.way-in-changed').length;
  for (let n = 0; n < 2; n += 1) await signedInAt(deps, { email, password: 'iz podešavanja 1' });
  expect(await notices()).toBe(0);
  const signIn = await rescueOwner(deps);
  for (let n = 0; n < 2; n += 1) await signedInAt(deps, signIn);
  expect(await notices()).toBe(1);
});

test('rescued twice, the last password counts', async () => {
  const deps = configuredFor(newEmail(), 'iz podešavanja 1');
  await ensureSuperAdmin(deps);
  const [first, second] = [await rescueOwner(deps), await rescueOwner(deps)];
  await expect(signedInAt(deps, first)).rejects.toMatchObject({ code: 'invalid_credentials' });
  await signedInAt(deps, second);
});

test('an account that its owner closed is opened when it is configured as the super-admin', async () => {
  const former = await registered(app);
  await app.db.update(profiles).set({ closedAt: new Date() }).where(eq(profiles.id, former.id));
  const deps = configuredFor(former.email);
  const said = await ensureSuperAdmin(deps);
  expect((await (await signedInAt(deps, said!)).as.accounts.me()).level).toBe('superAdmin');
  expect(await profileOf(former.email)).toMatchObject({ closedAt: null });
});

test('after a changed address the former super-admin is a plain member without a session, and both are mailed', async () => {
  const before = configuredFor(newEmail(), 'iz podešavanja 1');
  await ensureSuperAdmin(before);
  const former = await signedInAt(before, { email: before.config.superAdmin.email, password: 'iz podešavanja 1' });
  const plain = await person(app, 'admin');
  const key = { duties: ['sales' as const], writes: false, networks: [], endsOn: daysLater(dayOf(app.clock.now), 90) };
  await former.as.integrations.keys.make({ id: randomUUID(), name: 'Knjigovodstvo', ...key });
  const after = configuredFor(newEmail(), 'iz podešavanja 2');
  await ensureSuperAdmin(after);
  await Promise.all([demoteFormerSuperAdmin(after), demoteFormerSuperAdmin(after)]);

  await expect(former.as.accounts.me()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(await profileOf(former.who.email)).toMatchObject({ isAdmin: false, closedAt: null });
  const again = await signedInAt(after, { email: former.who.email, password: 'iz podešavanja 1' });
  expect((await again.as.accounts.me()).level).toBe('member');
  const [made] = await app.db.select().from(apiKeys).where(eq(apiKeys.madeBy, former.who.id));
  expect(made, 'no key of theirs').toMatchObject({ revokedAt: expect.any(Date) });
  expect(await mailsTo(former.who.email)).toEqual(['accounts.super-admin-moved', 'integrations.key-made']);
  expect(await mailsTo(after.config.superAdmin.email)).toContain('accounts.super-admin-moved');
  expect((await actionsOn(former.who.id)).filter((action) => action === 'accounts.super-admin-left')).toHaveLength(1);
  expect((await profileOf(plain.email)).isAdmin, 'other administrators stay').toBe(true);
});

test('a configured password that is not the stored one is noticed', async () => {
  const address = newEmail();
  await ensureSuperAdmin(configuredFor(address, 'iz podešavanja 1'));
  expect(await configuredPasswordDiffers(configuredFor(address, 'iz podešavanja 1'))).toBe(false);
  expect(await configuredPasswordDiffers(configuredFor(address, 'iz podešavanja 2'))).toBe(true);
  expect(await configuredPasswordDiffers(configuredFor(address))).toBe(false);
});
