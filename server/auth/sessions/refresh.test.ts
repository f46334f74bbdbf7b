import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { testApp } from '../../test/app.ts';
import { browser, codeOf, mailsTo, PASSWORD, registered, requestAuth, signedInAgain } from '../../test/browser.ts';
import { untilBlocked } from '../../test/eventually.ts';
import { sessions } from '../schema.ts';

const app = await testApp();
const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;
const start = app.clock.now;
beforeEach(() => {
  app.clock.now = start;
});
const later = (ms: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
};

const refresh = async (refresh_token: string) => {
  const { status, json } = await requestAuth(app, 'POST', '/token?grant_type=refresh_token', {
    body: { refresh_token },
  });
  return status === 200
    ? { status, token: json.refresh_token as string, access: json.access_token as string, user: json.user }
    : { status, code: json.code as string, message: json.message as string };
};
async function freshSession() {
  const who = await registered(app);
  const { data } = await who.auth.getSession();
  return { ...who, token: data.session!.refresh_token, access: data.session!.access_token };
}
const sessionsOf = (userId: string) => app.db.select().from(sessions).where(eq(sessions.userId, userId));

test('a refresh gives new tokens and says who it is for', async () => {
  const who = await registered(app);
  later(800 * SECOND);
  const { data, error } = await who.auth.refreshSession();
  expect(error).toBeNull();
  expect(data.user?.email).toBe(who.email);
  expect(who.events).toContain('TOKEN_REFRESHED');
  expect(await codeOf(who.auth.getUser())).toBe('ok');
});

test('ten tabs refreshing at once all get the one same new token', async () => {
  const { token } = await freshSession();
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(token)));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  const tokens = new Set(answers.map((answer) => answer.token));
  expect(tokens.size).toBe(1);
  expect(tokens.has(token)).toBe(false);
});

test('one behind is answered with the newest token while nobody was seen with that, and does not move it', async () => {
  const { token: first } = await freshSession();
  const { token: second } = await refresh(first);
  later(DAY);
  expect((await refresh(first)).token).toBe(second);
  expect((await refresh(first)).token).toBe(second);
  expect((await refresh(second!)).status).toBe(200);
});

test('one behind is theft once the newest was seen: in the grace time forgiven, then the session is gone and the owner is mailed', async () => {
  for (const seen of ['by the API', 'by the sign-in server'] as const) {
    const { token: first, id, email } = await freshSession();
    const { token: second, access } = await refresh(first);
    const headers = { authorization: `Bearer ${access}` };
    if (seen === 'by the API') expect((await app.app.request('/api/me', { headers })).status).toBe(200);
    else expect((await requestAuth(app, 'GET', '/user', { token: access! })).status).toBe(200);
    later(9 * SECOND);
    expect((await refresh(first)).token).toBe(second);
    later(1 * SECOND);
    expect(await refresh(first)).toMatchObject({ status: 400, code: 'refresh_token_already_used' });
    expect(await sessionsOf(id)).toEqual([]);
    expect((await mailsTo(app, email))[0]).toMatchObject({
      template: 'accounts.way-in-changed',
      props: { kind: 'token-reused' },
    });
  }
});

test('a client that never got the answer goes on with its older tokens, however long it waits', async () => {
  const { token: first, access } = await freshSession();
  const { token: second } = await refresh(first);
  expect((await requestAuth(app, 'GET', '/user', { token: access })).status, 'the access token from before').toBe(200);
  later(DAY);
  expect((await refresh(first)).token).toBe(second);
});

test('further behind is forgiven for ten seconds and is theft afterwards: the session is gone', async () => {
  const { token: first, id, auth } = await freshSession();
  const { token: second } = await refresh(first);
  const { token: third } = await refresh(second!);
  later(9 * SECOND);
  expect((await refresh(first)).token).toBe(third);
  later(1 * SECOND);
  expect(await refresh(first)).toEqual({
    status: 400,
    code: 'refresh_token_already_used',
    message: 'Invalid Refresh Token: Already Used',
  });
  expect(await sessionsOf(id)).toEqual([]);
  expect((await refresh(third!)).code).toBe('refresh_token_not_found');
  expect((await auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id);
  expect(log.at(-1)).toMatchObject({ action: 'accounts.token-reused', actor: 'visitor' });
});

test('theft ends the one session it was committed on, not the person’s others', async () => {
  const who = await freshSession();
  const other = await signedInAgain(app, who);
  const { token: second } = await refresh(who.token);
  await refresh(second!);
  later(11 * SECOND);
  expect((await refresh(who.token)).code).toBe('refresh_token_already_used');
  expect(await sessionsOf(who.id)).toHaveLength(1);
  expect(await codeOf(other.auth.refreshSession())).toBe('ok');
});

test('tokens that never were are refused, each in its way', async () => {
  const { token, id } = await freshSession();
  expect(await refresh('nešto sasvim deseto')).toMatchObject({ status: 400, code: 'validation_failed' });
  expect(await refresh(token.slice(0, -4))).toMatchObject({ status: 400, code: 'validation_failed' });
  await app.db.delete(sessions).where(eq(sessions.userId, id));
  expect(await refresh(token)).toMatchObject({ status: 400, code: 'refresh_token_not_found' });
  const { json } = await requestAuth(app, 'POST', '/token?grant_type=refresh_token', { body: {} });
  expect(json.code).toBe('validation_failed');
});

test('a token ahead of its session (a database put back from a backup) is refused without harm', async () => {
  const { token, id } = await freshSession();
  const { token: second } = await refresh(token);
  await app.db.update(sessions).set({ refreshCounter: 0 }).where(eq(sessions.userId, id));
  expect(await refresh(second!)).toMatchObject({ status: 400, code: 'validation_failed' });
  expect(await sessionsOf(id)).toHaveLength(1);
});

test('a session ends after thirty days of silence', async () => {
  const { token, id } = await freshSession();
  later(30 * DAY - SECOND);
  const { token: second } = await refresh(token);
  later(30 * DAY);
  expect(await refresh(second!)).toMatchObject({
    status: 400,
    code: 'session_expired',
    message: 'Invalid Refresh Token: Session Expired (Inactivity)',
  });
  expect(await sessionsOf(id)).toEqual([]);
});

test('a session ends after ninety days, however busy', async () => {
  let { token }: { token?: string } = await freshSession();
  for (let day = 0; day < 80; day += 20) {
    later(20 * DAY);
    ({ token } = await refresh(token!));
  }
  later(10 * DAY);
  expect(await refresh(token!)).toMatchObject({ code: 'session_expired' });
});

test('a refresh that had to wait judges by what the others left behind', async () => {
  const { token, id } = await freshSession();
  const [before] = await sessionsOf(id);
  let waiting: ReturnType<typeof refresh> | undefined;
  await app.db.transaction(async (tx) => {
    await tx.update(sessions).set({ refreshCounter: 2 }).where(eq(sessions.id, before!.id));
    waiting = refresh(token);
    await untilBlocked(app);
  });
  expect((await waiting!).status).toBe(200);
  expect((await sessionsOf(id))[0]!.refreshCounter).toBe(2);
});

test('while another transaction holds the session the answer is 503, so nobody is signed out', async () => {
  const impatient = await testApp({ databaseUrl: app.databaseUrl, generousTimeouts: false });
  const { token, id } = await freshSession();
  await app.db.transaction(async (tx) => {
    await tx.select().from(sessions).where(eq(sessions.userId, id)).for('update');
    const body = { refresh_token: token };
    expect((await requestAuth(impatient, 'POST', '/token?grant_type=refresh_token', { body })).status).toBe(503);
  });
  expect((await refresh(token)).status).toBe(200);
});

test('a broken database answers 5xx, and the session stays', async () => {
  const who = await freshSession();
  const lost = { transaction: { value: () => Promise.reject(new Error('connection lost')) } };
  const ill = createApp({ ...app.deps, db: Object.create(app.db, lost) });
  const { status, json } = await requestAuth({ app: ill }, 'POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: who.token },
  });
  expect([status, json.code, typeof json.error_id]).toEqual([500, 'unexpected_failure', 'string']);
  expect((await refresh(who.token)).status).toBe(200);
});

test('after a sign-out elsewhere, an open tab learns that its session is gone', async () => {
  const who = await registered(app);
  const tab = await signedInAgain(app, who);
  await who.auth.signOut({ scope: 'global' });
  expect((await tab.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect(await codeOf(tab.auth.refreshSession())).not.toBe('ok');
  expect(await codeOf(browser(app).auth.signInWithPassword({ email: who.email, password: PASSWORD }))).toBe('ok');
});
