import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLog } from '../../platform/audit.schema.ts';
import { accountChangesOf } from '../../test/account-changes.ts';
import { testApp } from '../../test/app.ts';
import { type browser, codeOf, registered, requestAuth, signedInAgain } from '../../test/browser.ts';

const app = await testApp();
const { withSecondStep } = accountChangesOf(app);
const isStillSignedIn = async ({ auth }: ReturnType<typeof browser>) => (await codeOf(auth.refreshSession())) === 'ok';

async function threeDevices() {
  const first = await registered(app);
  return [first, await signedInAgain(app, first), await signedInAgain(app, first)] as const;
}

test('signing out here leaves the other devices signed in', async () => {
  const [here, there, elsewhere] = await threeDevices();
  const { data } = await here.auth.getSession();
  expect(await codeOf(here.auth.signOut({ scope: 'local' }))).toBe('ok');
  expect(here.events.at(-1)).toBe('SIGNED_OUT');
  const { status, json } = await requestAuth(app, 'GET', '/user', { token: data.session!.access_token });
  expect([status, json.code]).toEqual([403, 'session_not_found']);
  expect([await isStillSignedIn(there), await isStillSignedIn(elsewhere)]).toEqual([true, true]);
});

test('signing out the others leaves this device signed in', async () => {
  const [here, there, elsewhere] = await threeDevices();
  expect(await codeOf(here.auth.signOut({ scope: 'others' }))).toBe('ok');
  expect([await isStillSignedIn(here), await isStillSignedIn(there), await isStillSignedIn(elsewhere)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('signing out everywhere ends every device', async () => {
  const [here, there, elsewhere] = await threeDevices();
  expect(await codeOf(here.auth.signOut())).toBe('ok');
  expect([await isStillSignedIn(here), await isStillSignedIn(there), await isStillSignedIn(elsewhere)]).toEqual([
    false,
    false,
    false,
  ]);
});

test('whoever only knows the password of an account with a second step ends their own session and no other', async () => {
  const owner = await withSecondStep();
  for (const scope of ['others', 'global'] as const) {
    const thief = await signedInAgain(app, owner);
    expect(await codeOf(thief.auth.signOut({ scope })), scope).toBe('insufficient_aal');
    expect(await isStillSignedIn(owner), scope).toBe(true);
    expect(await codeOf(thief.auth.signOut({ scope: 'local' })), scope).toBe('ok');
    expect(await isStillSignedIn(thief), scope).toBe(false);
  }
  const thief = await signedInAgain(app, owner);
  const token = (await thief.auth.getSession()).data.session!.access_token;
  expect((await requestAuth(app, 'POST', '/logout', { token })).status, 'no scope named').toBe(204);
  expect([await isStillSignedIn(thief), await isStillSignedIn(owner)]).toEqual([false, true]);

  const other = await signedInAgain(app, owner);
  expect(await codeOf(owner.auth.signOut({ scope: 'others' })), 'with the second step').toBe('ok');
  expect([await isStillSignedIn(other), await isStillSignedIn(owner)]).toEqual([false, true]);
});

test('without a scope named, a sign-out ends every session where no second step is owed', async () => {
  const [here, there] = await threeDevices();
  const token = (await here.auth.getSession()).data.session!.access_token;
  expect((await requestAuth(app, 'POST', '/logout', { token })).status).toBe(204);
  expect([await isStillSignedIn(here), await isStillSignedIn(there)]).toEqual([false, false]);
});

test('nobody’s sign-out touches somebody else', async () => {
  const one = await registered(app);
  const other = await registered(app);
  await one.auth.signOut();
  expect([await isStillSignedIn(one), await isStillSignedIn(other)]).toEqual([false, true]);
});

test('the answer is 204 to an empty body that claims to be JSON; a scope we do not know is refused', async () => {
  const who = await registered(app);
  const token = (await who.auth.getSession()).data.session!.access_token;
  const headers = { 'content-type': 'application/json;charset=UTF-8' };
  const odd = await requestAuth(app, 'POST', '/logout?scope=everything', { token, headers });
  expect([odd.status, odd.json.code]).toEqual([400, 'validation_failed']);
  const { status, text } = await requestAuth(app, 'POST', '/logout?scope=local', { token, headers });
  expect([status, text]).toEqual([204, '']);
});

test('an entry says who signed out and how many sessions ended', async () => {
  const [here] = await threeDevices();
  await here.auth.signOut();
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, here.id)).orderBy(auditLog.id);
  expect(log.at(-1)).toMatchObject({
    action: 'accounts.signed-out',
    actor: here.id,
    after: { scope: 'global', sessions: 3 },
  });
});

test('a session that signs out the others once more leaves nothing in the log, where nobody else was signed in', async () => {
  const [here] = await threeDevices();
  const signedOut = and(eq(auditLog.subjectId, here.id), eq(auditLog.action, 'accounts.signed-out'));
  for (let n = 0; n < 3; n += 1) await here.auth.signOut({ scope: 'others' });
  expect(await app.db.select().from(auditLog).where(signedOut)).toMatchObject([
    { after: { scope: 'others', sessions: 2 } },
  ]);
});
