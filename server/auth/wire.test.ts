import { createHmac } from 'node:crypto';
import { AuthClient } from '@supabase/auth-js';
import { eq } from 'drizzle-orm';
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { testApp } from '../test/app.ts';
import {
  type browser,
  codeOf,
  newEmail,
  PASSWORD,
  prove,
  registered,
  registration,
  requestAuth,
} from '../test/browser.ts';
import { sessions } from './schema.ts';

const app = await testApp({ env: { CORS_ORIGINS: 'https://app.vidik.example' } });
const tokenOf = async ({ auth }: ReturnType<typeof browser>) => (await auth.getSession()).data.session!.access_token;

test('with the client’s version header a refusal has a string code and the header comes back', async () => {
  const { status, json, headers } = await requestAuth(app, 'GET', '/user');
  expect([status, json]).toEqual([
    401,
    { code: 'no_authorization', message: 'This endpoint requires a valid Bearer token' },
  ]);
  expect(headers.get('x-supabase-api-version')).toBe('2024-01-01');
  expect(headers.get('x-sb-error-code')).toBe('no_authorization');
});

test('without it the answer has GoTrue’s older form', async () => {
  const response = await app.app.request('/auth/v1/user');
  expect(await response.json()).toEqual({
    code: 401,
    error_code: 'no_authorization',
    msg: 'This endpoint requires a valid Bearer token',
  });
  expect(response.headers.get('x-supabase-api-version')).toBeNull();
});

test.each([
  ['GET', '/'],
  ['GET', '/verify?token=x&type=signup'],
  ['GET', '/authorize?provider=google'],
  ['POST', '/otp'],
  ['POST', '/magiclink'],
  ['GET', '/admin/users'],
  ['POST', '/invite'],
  ['POST', '/sso'],
  ['GET', '/token'],
  ['PATCH', '/user'],
  ['GET', '/factors/'],
  ['GET', '/../../index.html'],
])('%s %s is an address nobody has: JSON, never a page', async (method, path) => {
  const { status, headers, json } = await requestAuth(app, method, path, { headers: { accept: 'text/html' } });
  expect(status).toBe(404);
  expect(headers.get('content-type')).toContain('application/json');
  expect(json.code).toMatch(/not_found/i);
});

test('accounts of other providers cannot be linked', async () => {
  for (const [method, path] of [
    ['GET', '/user/identities/authorize?provider=google'],
    ['DELETE', '/user/identities/1'],
  ] as const)
    expect((await requestAuth(app, method, path)).json.code).toBe('manual_linking_disabled');
});

test('broken, foreign, oversized and unstorable bodies each have their answer', async () => {
  const post = async (body: string, headers = {}) => {
    const { status, json } = await requestAuth(app, 'POST', '/token?grant_type=password', { body, headers });
    return [status, json.code];
  };
  expect(await post('{"email":')).toEqual([400, 'bad_json']);
  expect(await post('[1]')).toEqual([400, 'bad_json']);
  expect(await post('"a"')).toEqual([400, 'bad_json']);
  expect(await post('{"email":"a\\u0000@b.rs","password":"x"}')).toEqual([400, 'bad_json']);
  expect(await post('{"email":"\\ud800@b.rs","password":"x"}')).toEqual([400, 'bad_json']);
  expect(await post(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)).toEqual([400, 'bad_json']);
  expect(await post(`{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)).toEqual([400, 'bad_json']);
  expect(await post(JSON.stringify({ email: 'a'.repeat(70_000) }))).toEqual([413, 'request_entity_too_large']);
  expect(await post('email=a', { 'content-type': 'application/x-www-form-urlencoded' })).toEqual([
    415,
    'unsupported_media_type',
  ]);
  expect(await post('{}')).toEqual([400, 'validation_failed']);
  expect(await post('{"email":{"$ne":null},"password":1}')).toEqual([400, 'validation_failed']);
  expect(await post('{"email":"a@b.rs","password":"x","unknown":{"deep":true}}')).toEqual([400, 'invalid_credentials']);
});

test('a body that says its length wrongly, or ends in the middle, breaks nothing', async () => {
  const broken = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"email":"a'));
      controller.error(new Error('the line was cut'));
    },
  });
  const response = await app.app.request('/auth/v1/recover', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': '500' },
    body: broken,
    duplex: 'half',
  } as RequestInit);
  expect(response.status).toBe(400);
});

test('nulls and fields we do not know are taken as the client sends them', async () => {
  const body = {
    email: newEmail(),
    password: PASSWORD,
    data: registration(),
    gotrue_meta_security: {},
    code_challenge: null,
    code_challenge_method: null,
    phone: null,
  };
  expect((await requestAuth(app, 'POST', '/signup?redirect_to=https%3A%2F%2Fevil.example', { body })).status).toBe(200);
});

test('health, settings and the public keys are open; the keys may be cached, nothing else may', async () => {
  expect((await requestAuth(app, 'GET', '/health')).json.name).toBe('vidik-auth');
  expect((await requestAuth(app, 'GET', '/settings')).json).toMatchObject({
    external: { email: true },
    disable_signup: false,
    mailer_autoconfirm: true,
  });
  const { json, headers } = await requestAuth(app, 'GET', '/.well-known/jwks.json');
  expect(headers.get('cache-control')).toBe('public, max-age=600');
  expect(json.keys).toHaveLength(1);
  expect(Object.keys(json.keys[0]).sort()).toEqual(['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y']);
  expect((await requestAuth(app, 'GET', '/settings')).headers.get('cache-control')).toBe('no-store');
});

test('the member app of another origin may call, and may read the version header', async () => {
  const { headers } = await requestAuth(app, 'GET', '/health', { headers: { origin: 'https://app.vidik.example' } });
  expect(headers.get('access-control-allow-origin')).toBe('https://app.vidik.example');
  expect(headers.get('access-control-expose-headers')).toContain('x-supabase-api-version');
  const stranger = await requestAuth(app, 'GET', '/health', { headers: { origin: 'https://evil.example' } });
  expect(stranger.headers.get('access-control-allow-origin')).toBeNull();
});

test('the client verifies a token by itself with the public keys', async () => {
  const who = await registered(app);
  const { data, error } = await who.auth.getClaims();
  expect(error).toBeNull();
  expect(data?.claims).toMatchObject({
    iss: 'http://localhost:3000/auth/v1',
    aud: 'authenticated',
    role: 'authenticated',
    sub: who.id,
    email: who.email,
    aal: 'aal1',
    amr: [{ method: 'password' }],
    is_anonymous: false,
    phone: '',
  });
  expect(data?.header).toMatchObject({ alg: 'ES256', typ: 'JWT' });
  expect(data!.claims.exp - data!.claims.iat).toBe(900);
});

test('forged tokens open nothing', async () => {
  const who = await registered(app);
  const real = await tokenOf(who);
  const [, payload] = real.split('.') as [string, string];
  const { kid } = decodeProtectedHeader(real);
  const claims = decodeJwt(real);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const { json: jwks } = await requestAuth(app, 'GET', '/.well-known/jwks.json');
  const hs256 = (secret: string) => {
    const head = part({ alg: 'HS256', typ: 'JWT', kid });
    return `${head}.${payload}.${createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url')}`;
  };
  const thief = await generateKeyPair('ES256', { extractable: true });
  const signedByThief = (header: object, body: object) =>
    new SignJWT(body as never).setProtectedHeader({ alg: 'ES256', ...header }).sign(thief.privateKey);
  const ours = (change: object) =>
    app.deps.tokens.issue(
      {
        userId: who.id,
        sessionId: String(claims.session_id),
        email: '',
        aal: 'aal1',
        amr: [],
        userMetadata: {},
        ...change,
      },
      app.clock.now,
    );
  const forged: Record<string, string> = {
    'alg none': `${part({ alg: 'none', typ: 'JWT', kid })}.${payload}.`,
    'alg None': `${part({ alg: 'None', typ: 'JWT', kid })}.${payload}.`,
    'HS256 with the public key': hs256(JSON.stringify(jwks.keys[0])),
    'HS256 with x': hs256(jwks.keys[0].x),
    'HS256 with nothing': hs256(''),
    'another key, our kid': await signedByThief({ kid }, claims),
    'another key, its kid': await signedByThief({ kid: crypto.randomUUID() }, claims),
    'key in the header': await signedByThief({ jwk: { kty: 'EC' }, jku: 'https://evil.example/jwks.json' }, claims),
    'no kid': await signedByThief({}, claims),
    'changed payload': real.replace(payload, part({ ...claims, sub: crypto.randomUUID() })),
    'cut signature': real.slice(0, -4),
    'no signature': real.slice(0, real.lastIndexOf('.') + 1),
    'not a token': 'abc',
  };
  for (const [name, token] of Object.entries(forged)) {
    const { status, json } = await requestAuth(app, 'GET', '/user', { token });
    expect([status, json.code], name).toEqual([403, 'bad_jwt']);
    const api = await app.app.request('/api/me', { headers: { authorization: `Bearer ${token}` } });
    expect(api.status, name).toBe(401);
  }
  const otherUser = await ours({ userId: crypto.randomUUID() });
  expect((await requestAuth(app, 'GET', '/user', { token: otherUser.token })).json.code).toBe('session_not_found');
  expect((await requestAuth(app, 'GET', '/user', { token: real })).status).toBe(200);
});

test('a token ends after a quarter of an hour', async () => {
  const who = await registered(app);
  const token = await tokenOf(who);
  const began = app.clock.now;
  app.clock.now = new Date(began.getTime() + 899_000);
  expect((await requestAuth(app, 'GET', '/user', { token })).status).toBe(200);
  app.clock.now = new Date(began.getTime() + 901_000);
  expect((await requestAuth(app, 'GET', '/user', { token })).json.code).toBe('bad_jwt');
  app.clock.now = began;
});

test('a token says nothing of its own about rights: a second step is read from the session', async () => {
  const who = await registered(app);
  const sessionId = String(decodeJwt(await tokenOf(who)).session_id);
  const boast = await app.deps.tokens.issue(
    { userId: who.id, sessionId, email: who.email, aal: 'aal2', amr: [], userMetadata: {} },
    app.clock.now,
  );
  await prove(app, who);
  await who.auth.mfa.enroll({ factorType: 'totp' });
  await app.db.execute(`update auth.mfa_factors set status = 'verified' where user_id = '${who.id}'`);
  const body = { password: 'nova lozinka 22', current_password: PASSWORD };
  expect((await requestAuth(app, 'PUT', '/user', { token: boast.token, body })).json.code).toBe('insufficient_aal');
});

test('only the Bearer scheme is read', async () => {
  const token = await tokenOf(await registered(app));
  for (const authorization of [`Basic ${token}`, token, 'Bearer', `Bearer  `, `bearer ${token} ${token}`])
    expect((await requestAuth(app, 'GET', '/user', { headers: { authorization } })).json.code, authorization).toBe(
      'no_authorization',
    );
  expect((await requestAuth(app, 'GET', '/user', { headers: { authorization: `bearer ${token}` } })).status).toBe(200);
});

test('a session remembers where it was opened', async () => {
  const email = newEmail();
  const body = { email, password: PASSWORD, data: registration() };
  const { json } = await requestAuth(app, 'POST', '/signup', {
    body,
    headers: { 'user-agent': `Firefox ${'x'.repeat(400)}` },
  });
  const [session] = await app.db.select().from(sessions).where(eq(sessions.userId, json.user.id));
  expect(session).toMatchObject({ ip: '127.0.0.1' });
  expect(session!.userAgent).toHaveLength(300);
});

test('a client that keeps the session in storage finds it again after a reload', async () => {
  const who = await registered(app);
  const stored = [...who.storage.entries()].find(([, value]) => value.includes('access_token'))!;
  const reloaded = new AuthClient({
    url: 'http://localhost/auth/v1',
    storageKey: stored[0],
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storage: { getItem: () => stored[1], setItem: () => {}, removeItem: () => {} },
    fetch: async (input, init) => app.app.fetch(new Request(input, init)),
  });
  expect((await reloaded.getSession()).data.session?.user.id).toBe(who.id);
  expect(await codeOf(reloaded.getUser())).toBe('ok');
});
