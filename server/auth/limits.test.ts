import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { createApp } from '../app.ts';
import { testApp } from '../test/app.ts';
import { browser, codeOf, newEmail, PASSWORD, registration, requestAuth } from '../test/browser.ts';
import { cleanUpAccounts } from './clean-up.ts';
import { sessions, throttles } from './schema.ts';

/** RATE_LIMITS=on, behind one proxy that says where requests come from. */
const app = await testApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } });
const twin = { app: createApp(app.deps) };
let networks = 0;
const somewhere = () => {
  networks += 1;
  return `198.51.${Math.floor(networks / 250)}.${1 + (networks % 250)}`;
};
const from = (ip: string, path: string, body: object, on: Pick<typeof app, 'app'> = app) =>
  requestAuth(on, 'POST', path, { body, headers: { 'x-forwarded-for': ip } });
const signIn = (ip: string, email: string, password: string, on?: Pick<typeof app, 'app'>) =>
  from(ip, '/token?grant_type=password', { email, password }, on);
const account = async () => {
  const email = newEmail();
  const made = await from(somewhere(), '/signup', { email, password: PASSWORD, data: registration() });
  return { email, token: made.json.access_token as string, refresh: made.json.refresh_token as string };
};
/** The counters run by this clock: a minute does not pass while a busy machine takes its time. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

test('after ten wrong passwords from one place the eleventh is not even looked at, known address or not', async () => {
  const { email } = await account();
  for (const address of [email, newEmail()]) {
    const ip = somewhere();
    for (let n = 0; n < 10; n += 1) expect((await signIn(ip, address, `pogrešna ${n}`)).status).toBe(400);
    const { status, json, headers } = await signIn(ip, address, PASSWORD);
    expect([status, json.code, json.message]).toEqual([429, 'over_request_rate_limit', 'Request rate limit reached']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(800);
  }
  expect((await signIn(somewhere(), email, PASSWORD)).status).toBe(200);
});

test('a hundred guesses at the same moment are a hundred guesses', async () => {
  const { email } = await account();
  const ip = somewhere();
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => signIn(ip, email, `pogrešna ${n}`)));
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
});

test('the right password clears the count', async () => {
  const { email } = await account();
  const ip = somewhere();
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 8; n += 1) await signIn(ip, email, 'pogrešna');
    expect((await signIn(ip, email, PASSWORD)).status).toBe(200);
  }
});

test('guessing from a hundred places at once stops too, for an hour', async () => {
  const { email } = await account();
  for (let n = 0; n < 100; n += 1) await signIn(somewhere(), email, 'pogrešna');
  expect((await signIn(somewhere(), email, PASSWORD)).status).toBe(429);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3601_000 });
  expect((await signIn(somewhere(), email, PASSWORD)).status).toBe(200);
});

test('servers on one database count together', async () => {
  const { email } = await account();
  const ip = somewhere();
  for (let n = 0; n < 10; n += 1) await signIn(ip, email, 'pogrešna', n % 2 ? twin : app);
  expect((await signIn(ip, email, PASSWORD, app)).status).toBe(429);
  expect((await signIn(ip, email, PASSWORD, twin)).status).toBe(429);
});

test('a forged X-Forwarded-For does not give a guesser a new place', async () => {
  const { email } = await account();
  const ip = somewhere();
  for (let n = 0; n < 10; n += 1) await signIn(`10.0.0.${n}, ${ip}`, email, 'pogrešna');
  expect((await signIn(`10.0.0.99, ${ip}`, email, PASSWORD)).status).toBe(429);
});

test('one request a minute for one address and network, counted alike for known and unknown ones', async () => {
  const { email } = await account();
  const answers = [];
  for (const address of [email, newEmail()]) {
    const ip = somewhere();
    expect((await from(ip, '/recover', { email: address })).status).toBe(200);
    const { status, json } = await from(ip, '/recover', { email: address });
    answers.push([status, json.code]);
    expect(json.message).toMatch(/^For security purposes, you can only request this after (59|60) seconds\.$/);
    expect((await from(somewhere(), '/resend', { email: address, type: 'signup' })).status, 'another kind').toBe(200);
  }
  expect(answers).toEqual(Array(2).fill([429, 'over_email_send_rate_limit']));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  expect((await from(somewhere(), '/recover', { email })).status).toBe(200);
});

test('a code that was mailed to prove who asks holds up no change of the address, of which one a minute is taken', async () => {
  const { token } = await account();
  const ask = (method: string, path: string, body?: object) =>
    requestAuth(app, method, path, { token, body, headers: { 'x-forwarded-for': somewhere() } });
  expect((await ask('GET', '/reauthenticate')).status).toBe(200);
  await app.db.update(sessions).set({ provenAt: app.clock.now });
  expect((await ask('PUT', '/user', { email: newEmail() })).status).toBe(200);
  expect((await ask('PUT', '/user', { email: newEmail() })).json.code).toBe('over_email_send_rate_limit');
  expect((await ask('GET', '/reauthenticate')).json.code).toBe('over_email_send_rate_limit');
});

test('thirty mails an hour is what one place may cause', async () => {
  const ip = somewhere();
  for (let n = 0; n < 30; n += 1) {
    const { status } = await from(ip, n % 2 ? '/recover' : '/resend', { email: newEmail(), type: 'signup' });
    expect(status).toBe(200);
  }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 });
  const { status, json } = await from(ip, '/recover', { email: newEmail() });
  expect([status, json.code, json.message]).toEqual([429, 'over_email_send_rate_limit', 'email rate limit exceeded']);
});

test('a registration mails the typed address, so it is counted among the mails that one place may cause', async () => {
  const ip = somewhere();
  const register = () => from(ip, '/signup', { email: newEmail(), password: PASSWORD, data: registration() });
  for (let n = 0; n < 30; n += 1) expect((await register()).status).toBe(200);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 });
  expect((await register()).json.code).toBe('over_email_send_rate_limit');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3301_000 });
  expect((await register()).status).toBe(200);
});

test('thirty registrations in five minutes is what one place may try', async () => {
  const ip = somewhere();
  for (let n = 0; n < 30; n += 1) await from(ip, '/signup', {});
  expect((await from(ip, '/signup', {})).json.code).toBe('over_request_rate_limit');
});

test('codes cannot be guessed: ten tries an hour for an address, whoever asks from wherever', async () => {
  const { email } = await account();
  const guess = (token: string) => from(somewhere(), '/verify', { type: 'recovery', email, token });
  for (let n = 0; n < 10; n += 1) expect((await guess(`00000${n}`)).status).toBe(403);
  expect((await guess('000010')).json.code).toBe('over_request_rate_limit');
});

test('authenticator codes cannot be guessed: twenty tries an hour for a person, however many networks are used', async () => {
  const { token } = await account();
  await app.db.update(sessions).set({ provenAt: app.clock.now });
  const call = (path: string, body: object) =>
    requestAuth(app, 'POST', path, { token, body, headers: { 'x-forwarded-for': somewhere() } });
  const { json: factor } = await call('/factors', { factor_type: 'totp' });
  const guess = async () => {
    const { json } = await call(`/factors/${factor.id}/challenge`, {});
    return call(`/factors/${factor.id}/verify`, { challenge_id: json.id, code: '000000' });
  };
  for (let n = 0; n < 20; n += 1) expect((await guess()).status).toBe(422);
  expect((await guess()).json.code).toBe('over_request_rate_limit');
});

test('too many refreshes are answered with 503, which signs nobody out', async () => {
  const { refresh } = await account();
  const ip = somewhere();
  await app.db.execute(`update auth.throttles set points = 0`);
  const statuses = new Map<number, number>();
  for (let batch = 0; batch < 10; batch += 1) {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => from(ip, '/token?grant_type=refresh_token', { refresh_token: 'x' })),
    );
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 400: 900, 503: 100 });
  expect((await from(ip, '/token?grant_type=refresh_token', { refresh_token: refresh })).status).toBe(503);
  expect((await from(somewhere(), '/token?grant_type=refresh_token', { refresh_token: refresh })).status).toBe(200);
});

test('the counters hold no addresses, and go when their time is over', async () => {
  const email = newEmail();
  await signIn(somewhere(), email, PASSWORD);
  const rows = await app.db.select().from(throttles);
  expect(JSON.stringify(rows)).not.toMatch(/primer\.rs|198\.51/);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 48 * HOUR_MS });
  await cleanUpAccounts(app.deps);
  expect(await app.db.select().from(throttles)).toEqual([]);
});

test('the real client reports a limit as a code that the screen can explain', async () => {
  const ip = somewhere();
  const { auth } = browser({
    app: {
      fetch: (request: Request) => {
        request.headers.set('x-forwarded-for', ip);
        return app.app.fetch(request);
      },
    } as typeof app.app,
  });
  const email = newEmail();
  for (let n = 0; n < 10; n += 1) await auth.signInWithPassword({ email, password: 'pogrešna' });
  expect(await codeOf(auth.signInWithPassword({ email, password: 'pogrešna' }))).toBe('over_request_rate_limit');
});
