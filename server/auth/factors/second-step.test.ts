import { eq } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { profiles } from '../../accounts/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { testApp } from '../../test/app.ts';
import { browser, codeOf, linkTo, mailsTo, PASSWORD, prove, registered, signedInAgain } from '../../test/browser.ts';
import { inEndedSession } from '../../test/ended-session.ts';
import { call, codeOfCall, person, type TestPerson } from '../../test/people.ts';
import { accountChanges, mfaFactors, users } from '../schema.ts';
import { finishRecovery } from './second-step.ts';

const app = await testApp();
const start = app.clock.now;
beforeEach(() => {
  app.clock.now = start;
});
const later = (ms: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
};
const NEW = 'sasvim nova lozinka';
type Client = Awaited<ReturnType<typeof registered>>;

async function protectedOwner() {
  const who = await registered(app);
  await prove(app, who);
  const { data } = await who.auth.mfa.enroll({ factorType: 'totp' });
  const totp = new TOTP({ secret: data!.totp.secret });
  const code = () => {
    later(30_000);
    return totp.generate({ timestamp: app.clock.now.getTime() });
  };
  const { error } = await who.auth.mfa.challengeAndVerify({ factorId: data!.id, code: code() });
  if (error) throw error;
  return { ...who, factorId: data!.id, code };
}

async function byRecoveryLink(who: Pick<Client, 'email'>) {
  const fresh = browser(app);
  await fresh.auth.resetPasswordForEmail(who.email);
  const { token_hash } = await linkTo(app, who.email);
  const { error } = await fresh.auth.verifyOtp({ token_hash, type: 'recovery' });
  if (error) throw error;
  return fresh;
}

async function asPerson({ auth }: Pick<Client, 'auth'>, who: Pick<Client, 'id' | 'email'>): Promise<TestPerson> {
  const { data } = await auth.getSession();
  const claims = JSON.parse(atob(data.session!.access_token.split('.')[1]!));
  return { id: who.id, email: who.email, token: '', sessionId: claims.session_id };
}
const recoveryOf = (as: TestPerson) => call(app, as).accounts.own.secondStepRecovery;
const openChange = async (userId: string) => {
  const rows = await app.db.select().from(accountChanges).where(eq(accountChanges.userId, userId));
  return rows.find(({ kind }) => kind === 'second-step-recovery')!;
};
const subjects = async (email: string) =>
  (await mailsTo(app, email)).map(({ template, props }) => props.kind ?? template);
const factorsOf = (userId: string) => app.db.select().from(mfaFactors).where(eq(mfaFactors.userId, userId));

test('a lost second step goes after a day of announced waiting, and the recovery link then sets a password', async () => {
  const who = await protectedOwner();
  const lost = await byRecoveryLink(who);
  expect(await codeOf(lost.auth.updateUser({ password: NEW })), 'the link alone').toBe('insufficient_aal');
  const as = await asPerson(lost, who);
  const { dueAt } = await recoveryOf(as).start();
  expect(new Date(dueAt).getTime()).toBe(app.clock.now.getTime() + 24 * HOUR_MS);
  expect(await recoveryOf(as).state()).toEqual({ dueAt });
  expect((await subjects(who.email))[0]).toBe('second-step-recovery');

  const { id } = await openChange(who.id);
  later(24 * HOUR_MS - 3_000);
  await expect(finishRecovery(app.deps, id), 'a worker whose clock is behind is asked again').rejects.toThrow('clock');
  expect(await factorsOf(who.id), 'too early').toHaveLength(1);
  later(3_000);
  await Promise.all([finishRecovery(app.deps, id), finishRecovery(app.deps, id)]);
  expect(await factorsOf(who.id)).toEqual([]);
  expect((await subjects(who.email)).filter((kind) => kind === 'factor-removed')).toHaveLength(1);
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, who.id)).orderBy(auditLog.id);
  expect(log.find(({ action }) => action === 'accounts.second-step-removed')).toMatchObject({
    actor: 'system',
    after: { by: 'wait' },
  });
  const again = await byRecoveryLink(who);
  expect(await codeOf(again.auth.updateUser({ password: NEW }))).toBe('ok');
});

test('asked twice, also at the same moment, the first time counts', async () => {
  const who = await protectedOwner();
  const as = await asPerson(await byRecoveryLink(who), who);
  const [one, two] = await Promise.all([recoveryOf(as).start(), recoveryOf(as).start()]);
  expect(two).toEqual(one);
  later(60_000);
  expect(await recoveryOf(as).start()).toEqual(one);
  expect((await subjects(who.email)).filter((kind) => kind === 'second-step-recovery')).toHaveLength(1);
});

test('whoever only knows the password cannot ask for it, nor whoever opened the link long ago', async () => {
  const who = await protectedOwner();
  const half = await asPerson(await signedInAgain(app, who), who);
  expect(await codeOfCall(recoveryOf(half).start())).toBe('RECOVERY_LINK_NEEDED');
  const byLink = await asPerson(await byRecoveryLink(who), who);
  later(600_000);
  expect(await codeOfCall(recoveryOf(byLink).start())).toBe('RECOVERY_LINK_NEEDED');
  const plain = await registered(app);
  expect(await codeOfCall(recoveryOf(await asPerson(plain, plain)).start())).toBe('NO_SECOND_STEP');
  expect(await codeOfCall(recoveryOf(await asPerson(who, who)).start())).toBe('NO_SECOND_STEP');
});

test('a sign-in with the second step calls the removal off, and the owner is notified', async () => {
  const who = await protectedOwner();
  await recoveryOf(await asPerson(await byRecoveryLink(who), who)).start();
  const { id } = await openChange(who.id);
  const home = await signedInAgain(app, who);
  expect(await codeOf(home.auth.mfa.challengeAndVerify({ factorId: who.factorId, code: who.code() }))).toBe('ok');
  expect((await subjects(who.email))[0]).toBe('accounts.second-step-stays');
  later(48 * HOUR_MS);
  await finishRecovery(app.deps, id);
  expect(await factorsOf(who.id)).toHaveLength(1);
});

test('the mailed link calls the removal off', async () => {
  const who = await protectedOwner();
  await recoveryOf(await asPerson(await byRecoveryLink(who), who)).start();
  const { id } = await openChange(who.id);
  const mail = (await mailsTo(app, who.email)).find(({ props }) => props.kind === 'second-step-recovery');
  const token = String((mail!.props.undo as { link: string }).link).split('#token=')[1]!;
  expect(await call(app).accounts.changes.look({ token })).toMatchObject({ kind: 'second-step-recovery' });
  await call(app).accounts.changes.undo({ token });
  later(25 * HOUR_MS);
  await finishRecovery(app.deps, id);
  expect(await factorsOf(who.id)).toHaveLength(1);
});

test('„it was me“ in that mail lets the removal go on', async () => {
  const who = await protectedOwner();
  await recoveryOf(await asPerson(await byRecoveryLink(who), who)).start();
  const { id } = await openChange(who.id);
  const mail = (await mailsTo(app, who.email)).find(({ props }) => props.kind === 'second-step-recovery');
  const token = String((mail!.props.undo as { link: string }).link).split('#token=')[1]!;
  expect(await call(app).accounts.changes.keep({ token })).toEqual({ kept: true });
  later(24 * HOUR_MS);
  await finishRecovery(app.deps, id);
  expect(await factorsOf(who.id)).toEqual([]);
});

test('what the removal took away comes back with the link in its mail', async () => {
  const who = await protectedOwner();
  await recoveryOf(await asPerson(await byRecoveryLink(who), who)).start();
  const { id } = await openChange(who.id);
  later(24 * HOUR_MS);
  await finishRecovery(app.deps, id);
  const mail = (await mailsTo(app, who.email)).find(({ props }) => props.kind === 'factor-removed');
  const token = String((mail!.props.undo as { link: string }).link).split('#token=')[1]!;
  await call(app).accounts.changes.undo({ token });
  expect(await factorsOf(who.id)).toMatchObject([{ id: who.factorId, status: 'verified' }]);
});

test('staff remove a lost second step with a fresh proof; it is mailed to the owner, audited, and can be undone', async () => {
  const who = await protectedOwner();
  await app.db.update(profiles).set({ toBeRegistered: false }).where(eq(profiles.id, who.id));
  const admin = await person(app, 'admin');
  const remove = (as: TestPerson, id: string) =>
    codeOfCall(call(app, as).accounts.admin.people.removeSecondStep({ id }));
  const now = app.clock.now;
  later(601_000);
  expect(await remove(admin, who.id)).toBe('PROOF_NEEDED');
  app.clock.now = now;
  expect(await remove(admin, who.id)).toBe('ok');
  expect(await factorsOf(who.id)).toEqual([]);
  expect(await codeOf(who.auth.getUser()), 'signed out').not.toBe('ok');
  expect((await mailsTo(app, who.email))[0]!.props).toMatchObject({ kind: 'factor-removed', about: { by: 'staff' } });
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, who.id)).orderBy(auditLog.id);
  expect(log.at(-1)).toMatchObject({ action: 'accounts.second-step-removed', actor: admin.id, after: { by: 'staff' } });
  expect(await remove(admin, who.id), 'twice').toBe('NO_SECOND_STEP');
  expect(await remove(admin, crypto.randomUUID())).toBe('PERSON_GONE');
});

test('in a session that was ended while the removal waited, staff remove no second step', async () => {
  const who = await protectedOwner();
  const admin = await person(app, 'admin');
  const remove = () => call(app, admin).accounts.admin.people.removeSecondStep({ id: who.id });
  expect(await inEndedSession(app, admin, remove)).toBe('UNAUTHORIZED');
  expect(await factorsOf(who.id)).toMatchObject([{ id: who.factorId, status: 'verified' }]);
  expect(await codeOf(who.auth.getUser()), 'still signed in').toBe('ok');
});

test('the second step of staff and of the super-admin is removed by the super-admin alone', async () => {
  const colleague = await protectedOwner();
  await app.db.update(profiles).set({ toBeRegistered: false, isAdmin: true }).where(eq(profiles.id, colleague.id));
  const [admin, boss] = [await person(app, 'admin'), await person(app, 'superAdmin')];
  const remove = (as: TestPerson, id: string) =>
    codeOfCall(call(app, as).accounts.admin.people.removeSecondStep({ id }));
  expect(await remove(admin, colleague.id)).toBe('ONLY_SUPER_ADMIN');
  expect(await remove(admin, boss.id)).toBe('ONLY_SUPER_ADMIN');
  expect(await factorsOf(colleague.id)).toHaveLength(1);
  expect(await remove(boss, colleague.id)).toBe('ok');
});

test('a stranger on somebody’s address with a second step of their own does not keep the owner out', async () => {
  const stranger = await registered(app);
  // As it could be done before a proof was asked for.
  await app.db
    .insert(mfaFactors)
    .values({ userId: stranger.id, status: 'verified', secret: Buffer.alloc(48), friendlyName: '' });
  const owner = await byRecoveryLink(stranger);
  expect(await factorsOf(stranger.id)).toEqual([]);
  expect(await codeOf(owner.auth.updateUser({ password: NEW }))).toBe('ok');
  expect(await codeOf(browser(app).auth.signInWithPassword({ email: stranger.email, password: PASSWORD }))).toBe(
    'invalid_credentials',
  );
});

test('a waiting account sees and ends its sessions, takes its data and closes itself; closed, it waits no more', async () => {
  const who = await registered(app);
  const other = await signedInAgain(app, who);
  const as = await asPerson(who, who);
  const own = call(app, as).accounts.own;
  const list = await own.sessions.list();
  expect(list).toHaveLength(2);
  expect(await own.sessions.end({ id: list.find(({ current }) => !current)!.id })).toEqual({ ended: true });
  expect(await codeOf(other.auth.getUser())).not.toBe('ok');
  expect(await own.acceptances()).toEqual([]);
  await prove(app, who);
  const file = (await own.data({ format: 'json' })) as File;
  expect(JSON.parse(await file.text())).toMatchObject({ account: [{ email: who.email }] });
  expect(await codeOfCall(own.close({ password: 'nije ta' }))).toBe('PASSWORD_WRONG');
  expect(await codeOfCall(own.close({ password: PASSWORD }))).toBe('ok');
  const admin = call(app, await person(app, 'admin'));
  expect((await admin.accounts.admin.registrationRequests()).map(({ id }) => id)).not.toContain(who.id);
  expect(await admin.accounts.admin.approve({ ids: [who.id] })).toMatchObject({ approved: 0 });
});

test('whoever owes the second step sees no sessions, takes no data and closes nothing', async () => {
  const who = await protectedOwner();
  const own = call(app, await asPerson(await signedInAgain(app, who), who)).accounts.own;
  expect(await codeOfCall(own.sessions.list())).toBe('FORBIDDEN');
  expect(await codeOfCall(own.changes.list())).toBe('FORBIDDEN');
  expect(await codeOfCall(own.close({ password: PASSWORD }))).toBe('FORBIDDEN');
  expect(await codeOfCall(own.data({ format: 'json' }) as Promise<unknown>)).toBe('FORBIDDEN');
  expect(await app.db.select().from(users).where(eq(users.id, who.id))).toHaveLength(1);
});
