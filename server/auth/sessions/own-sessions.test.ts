import { eq } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { profiles } from '../../accounts/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { testApp } from '../../test/app.ts';
import { codeOf, PASSWORD, prove, registered, signedInAgain } from '../../test/browser.ts';
import { call, person, type TestPerson } from '../../test/people.ts';
import { sessions } from '../schema.ts';

const app = await testApp();
const own = (who: TestPerson) => call(app, who).accounts.own;
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );

/** An approved member with two browsers, the first of them as an API caller. */
async function twoBrowsers() {
  const first = await registered(app);
  await app.db.update(profiles).set({ toBeRegistered: false }).where(eq(profiles.id, first.id));
  const second = await signedInAgain(app, { email: first.email, password: PASSWORD });
  const { data } = await first.auth.getSession();
  const claims = JSON.parse(atob(data.session!.access_token.split('.')[1]!));
  const who: TestPerson = { id: first.id, email: first.email, token: '', sessionId: claims.session_id };
  return { first, second, who };
}

test('a member sees every browser they are signed in with, and sends one of them away', async () => {
  const { second, who } = await twoBrowsers();
  const [mine] = await app.db.select().from(sessions).where(eq(sessions.id, who.sessionId));
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
  await app.db.update(sessions).set({ userAgent, ip: '188.2.10.7' }).where(eq(sessions.id, who.sessionId));
  const list = await own(who).sessions.list();
  expect(list).toHaveLength(2);
  expect(list.find(({ current }) => current)).toMatchObject({
    id: mine!.id,
    browser: 'Firefox',
    system: 'Linux',
    network: '188.2.0.0',
    secondStep: false,
  });

  const other = list.find(({ current }) => !current)!;
  expect(await own(who).sessions.end({ id: other.id })).toEqual({ ended: true });
  expect(await codeOf(second.auth.getUser())).not.toBe('ok');
  expect(await codeOf(second.auth.refreshSession())).not.toBe('ok');
  expect(await own(who).sessions.list()).toHaveLength(1);
  expect(await code(own(who).sessions.end({ id: other.id })), 'twice').toBe('SESSION_GONE');
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, who.id)).orderBy(auditLog.id);
  expect(log.at(-1)).toMatchObject({ action: 'accounts.signed-out', actor: who.id, after: { scope: 'one' } });
});

test('nobody sees or ends somebody else’s session, and ended ones are not listed', async () => {
  const who = await person(app);
  const stranger = await person(app);
  expect(await code(own(stranger).sessions.end({ id: who.sessionId }))).toBe('SESSION_GONE');
  expect((await own(who).sessions.list()).map(({ id }) => id)).toEqual([who.sessionId]);
  const longAgo = new Date(app.clock.now.getTime() - 31 * DAY_MS);
  await app.db.insert(sessions).values({ userId: who.id, refreshedAt: longAgo });
  await app.db.insert(sessions).values({ userId: who.id, refreshedAt: app.clock.now, notAfter: longAgo });
  expect(await own(who).sessions.list()).toHaveLength(1);
});

test('where the operator wants it, staff work only after adding a second step; members are left alone', async () => {
  const strict = await testApp({ env: { REQUIRE_ADMIN_MFA: 'on' } });
  const admin = await registered(strict);
  await strict.db.update(profiles).set({ toBeRegistered: false, isAdmin: true }).where(eq(profiles.id, admin.id));
  const claims = async () =>
    JSON.parse(atob((await admin.auth.getSession()).data.session!.access_token.split('.')[1]!));
  const who: TestPerson = { id: admin.id, email: admin.email, token: '', sessionId: (await claims()).session_id };
  const as = call(strict, who);
  await expect(as.accounts.admin.registrationRequests()).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringContaining('najpre uključite potvrdu u dva koraka'),
  });
  expect(await as.accounts.me()).toMatchObject({ level: 'admin', mustAddSecondStep: true });
  expect(await as.accounts.own.sessions.list()).toHaveLength(1);

  await prove(strict, admin);
  const { data } = await admin.auth.mfa.enroll({ factorType: 'totp' });
  const totp = new TOTP({ secret: data!.totp.secret });
  const factorId = data!.id;
  const given = totp.generate({ timestamp: strict.clock.now.getTime() });
  expect(await codeOf(admin.auth.mfa.challengeAndVerify({ factorId, code: given }))).toBe('ok');
  expect(await as.accounts.admin.registrationRequests()).toEqual([]);
  expect(await as.accounts.me()).toMatchObject({ mustAddSecondStep: false });
  expect(await as.accounts.own.sessions.list()).toMatchObject([{ current: true, secondStep: true }]);

  const member = await person(strict);
  expect(await call(strict, member).accounts.me()).toMatchObject({ mustAddSecondStep: false });
});
