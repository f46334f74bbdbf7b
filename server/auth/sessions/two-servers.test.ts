import { eq } from 'drizzle-orm';
import { decodeProtectedHeader } from 'jose';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '#domain/day.ts';
import { createApp } from '../../app.ts';
import { openDatabase } from '../../platform/db.ts';
import { testApp } from '../../test/app.ts';
import { codeOf, registered, requestAuth } from '../../test/browser.ts';
import { keys } from '../schema.ts';
import { rotateSigningKeys } from './signing-keys.ts';
import { openTokens } from './tokens.ts';

/** Two server processes on one database: each has its own pool, and reads the keys for itself. */
const app = await testApp();
const issuer = `${app.config.publicUrl}/auth/v1`;
const pool = openDatabase(app.databaseUrl, { max: 5 });
afterAll(() => pool.close());
const tokens = await openTokens(pool, issuer, { now: app.deps.now });
const other = { app: createApp({ ...app.deps, db: pool, tokens }) };
const session = async ({ auth }: Awaited<ReturnType<typeof registered>>) => (await auth.getSession()).data.session!;

test('what one server issued, the other takes: access token, refresh token, mailed link', async () => {
  const who = await registered(app);
  const { access_token, refresh_token } = await session(who);
  expect((await requestAuth(other, 'GET', '/user', { token: access_token })).status).toBe(200);
  const answers = await Promise.all(
    [app, other, app, other].map((server) =>
      requestAuth(server, 'POST', '/token?grant_type=refresh_token', { body: { refresh_token } }),
    ),
  );
  expect(new Set(answers.map(({ json }) => json.refresh_token)).size).toBe(1);
  await who.auth.signOut({ scope: 'local' });
  expect((await requestAuth(other, 'GET', '/user', { token: access_token })).json.code).toBe('session_not_found');
});

test('servers starting at once on an empty database agree on the keys', async () => {
  await app.db.delete(keys);
  const keySets = await Promise.all([app.db, pool, app.db, pool].map((db) => openTokens(db, issuer)));
  expect(new Set(keySets.map((keySet) => JSON.stringify(keySet.jwks()))).size).toBe(1);
  expect(new Set(keySets.map((keySet) => keySet.deriveKey('x').toString('hex'))).size).toBe(1);
  expect(keySets[0]!.deriveKey('x').equals(keySets[0]!.deriveKey('y'))).toBe(false);
});

test('when the signing keys are deleted because a dump of them leaked, the next start makes others and the rest stays', async () => {
  const before = await openTokens(app.db, issuer);
  const claims = { userId: crypto.randomUUID(), sessionId: crypto.randomUUID(), email: '', userMetadata: {} };
  const { token } = await before.issue({ ...claims, aal: 'aal1', amr: [] }, new Date());
  await app.db.delete(keys).where(eq(keys.kind, 'jwt'));
  const keySets = await Promise.all([app.db, pool].map((db) => openTokens(db, issuer)));
  for (const keySet of keySets) {
    expect(await keySet.verify(token)).toBeNull();
    expect(keySet.deriveKey('x').equals(before.deriveKey('x')), 'tickets and second steps').toBe(true);
  }
  expect(JSON.stringify(keySets[0]!.jwks())).toBe(JSON.stringify(keySets[1]!.jwks()));
});

test('after half a year another key signs; both are published, and a server that has not loaded it still verifies', async () => {
  const [fresh, stale] = [await openTokens(app.db, issuer), await openTokens(pool, issuer)];
  const claims = {
    userId: crypto.randomUUID(),
    sessionId: crypto.randomUUID(),
    email: '',
    aal: 'aal1' as const,
    amr: [],
    userMetadata: {},
  };
  const before = await fresh.issue(claims, new Date());
  const halfAYear = new Date(Date.now() + 181 * DAY_MS);
  await app.db.transaction((tx) => rotateSigningKeys(tx, halfAYear, { sealing: [] }));
  await app.db.transaction((tx) => rotateSigningKeys(tx, halfAYear, { sealing: [] }));
  const renewed = await openTokens(app.db, issuer);
  const after = await renewed.issue(claims, new Date());
  const kid = (token: string) => decodeProtectedHeader(token).kid;
  expect(kid(after.token)).not.toBe(kid(before.token));
  expect(renewed.jwks().keys.map((key) => key.kid)).toEqual([kid(before.token), kid(after.token)]);
  expect(await renewed.verify(before.token)).not.toBeNull();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  expect(await stale.verify(after.token), 'an unknown key makes it look').not.toBeNull();
  vi.useRealTimers();

  await app.db.transaction((tx) =>
    rotateSigningKeys(tx, new Date(halfAYear.getTime() + 25 * HOUR_MS), { sealing: [] }),
  );
  expect((await openTokens(app.db, issuer)).jwks().keys.map((key) => key.kid)).toEqual([kid(after.token)]);
  const secrets = await app.db.select().from(keys).where(eq(keys.kind, 'secret'));
  expect(secrets).toHaveLength(1);
  expect(await codeOf((await registered(app)).auth.getUser())).toBe('ok');
});

test('ten requests at once with a token of a key that this server has not loaded are all let in', async () => {
  const serverWith = async (db: typeof pool) => ({
    ...app,
    app: createApp({ ...app.deps, db, tokens: await openTokens(db, issuer, { now: app.deps.now }) }),
  });
  const stale = await serverWith(pool);
  const { access_token, refresh_token } = await session(await registered(stale));
  await app.db.transaction((tx) => rotateSigningKeys(tx, new Date(), { sealing: [], atOnce: true }));
  const body = { refresh_token };
  const { json } = await requestAuth(await serverWith(app.db), 'POST', '/token?grant_type=refresh_token', { body });
  expect(decodeProtectedHeader(json.access_token).kid).not.toBe(decodeProtectedHeader(access_token).kid);

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  const ask = () => requestAuth(stale, 'GET', '/user', { token: json.access_token });
  const answers = await Promise.all(Array.from({ length: 10 }, ask));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
});
