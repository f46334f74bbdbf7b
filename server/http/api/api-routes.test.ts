import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { common } from '#domain/copy.ts';
import { refuse } from '#domain/refuse.ts';
import { createApp } from '../../app.ts';
import { createLog } from '../../platform/log/log.ts';
import { openMetrics } from '../../platform/log/metrics.ts';
import { testApp } from '../../test/app.ts';
import { person } from '../../test/people.ts';
import { PAGE_HEADERS } from '../security-headers.ts';

const t = await testApp({ env: { CORS_ORIGINS: 'https://app.vidik.example' } });
const { app, deps } = t;

const post = (body: BodyInit | undefined, headers: Record<string, string> = {}) =>
  app.request('/api/functions/verify-payment', { method: 'POST', body: body ?? null, headers });
const json = { 'content-type': 'application/json' };

test('broken JSON is refused with its own sentence', async () => {
  const answer = await post('{"sessionId": ', json);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'BAD_REQUEST', message: common.badJson });
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonx'])(
  'a body of type %s is refused with its own sentence',
  async (type) => {
    const answer = await post('{"sessionId":"x"}', { 'content-type': type, 'content-length': '17' });
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE', message: common.badContentType });
  },
);

test('a request that is too large is refused, whether it says its size or not', async () => {
  const large = JSON.stringify({ sessionId: 'x'.repeat(1024 * 1024) });
  const stream = new Blob([large]).stream();
  const said = await post(large, { ...json, 'content-length': String(large.length) });
  const unsaid = await app.request('/api/functions/verify-payment', {
    method: 'POST',
    body: stream,
    headers: json,
    duplex: 'half',
  } as RequestInit);
  for (const answer of [said, unsaid]) {
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', message: common.tooLarge });
  }
});

test('an unknown procedure is a 404 in JSON', async () => {
  const answer = await app.request('/api/nema-me');
  expect(answer.status).toBe(404);
  expect(await answer.json()).toEqual({ defined: false, code: 'NOT_FOUND', status: 404, message: common.notFound });
});

test('data is never kept, framed, sniffed or run, and carries its request number', async () => {
  const { headers } = await app.request('/api/me');
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test('what browsers ask of pages is said of pages only', async () => {
  const page = (await app.request('/api')).headers;
  const data = (await app.request('/api/me')).headers;
  for (const [name, value] of Object.entries(PAGE_HEADERS)) {
    expect(page.get(name)).toBe(value);
    expect(data.has(name)).toBe(false);
  }
});

test('only the configured origins may read answers from their own pages', async () => {
  const from = (origin: string) => app.request('/api/me', { headers: { origin } });
  expect((await from('https://app.vidik.example')).headers.get('access-control-allow-origin')).toBe(
    'https://app.vidik.example',
  );
  expect((await from('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  const readable = (await from('https://app.vidik.example')).headers.get('access-control-expose-headers')?.split(',');
  expect(readable).toEqual(
    expect.arrayContaining(['retry-after', 'ratelimit', 'ratelimit-policy', 'idempotency-replayed']),
  );
  const preflight = await app.request('/api/me', {
    method: 'OPTIONS',
    headers: {
      origin: 'https://app.vidik.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization');
});

test('what nobody expected is logged with a number, and the answer says the number and nothing else', async () => {
  const lines: string[] = [];
  const log = createLog('error', { write: (line: string) => lines.push(line) } as never);
  const broken = createApp({
    ...deps,
    log,
    tokens: { ...deps.tokens, verify: () => Promise.reject(new Error('secret of the house')) },
  });
  const answer = await broken.request('/api/me', { headers: { authorization: 'Bearer x.y.z' } });
  const { reference } = (await answer.clone().json()).data;
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({
    defined: false,
    code: 'INTERNAL_SERVER_ERROR',
    status: 500,
    message: common.serverErrorWithReference(reference),
    data: { reference },
  });
  expect(answer.headers.get('x-request-id')).toBe(reference);
  expect(JSON.parse(lines.join(''))).toMatchObject({ requestId: reference, error: { message: 'secret of the house' } });
  expect(lines.join('')).not.toContain('x.y.z');
});

test('a refusal that the procedure does not declare is an unexpected error', async () => {
  const lines: string[] = [];
  const who = await person(t, 'member');
  const broken = createApp({
    ...deps,
    log: createLog('error', { write: (line: string) => lines.push(line) } as never),
    passwords: { ...deps.passwords, verify: () => Promise.reject(refuse('ORDER_GONE')) },
  });
  const answer = await broken.request('/api/me/close', {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${who.token}` },
    body: JSON.stringify({ password: 'bilo šta' }),
  });
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
  expect(lines.join('')).toContain('ORDER_GONE');
});

test('the API describes itself, for programs and for people, without help from elsewhere', async () => {
  const document = await app.request('/api/openapi.json');
  const described = await document.json();
  expect(described).toMatchObject({ openapi: expect.stringMatching(/^3\.1/), servers: [{ url: '/api' }] });
  expect(described.paths['/functions/create-payment'].post.responses).toHaveProperty('409');
  expect(Object.keys(described.paths).length).toBeGreaterThan(5);
  const again = await app.request('/api/openapi.json', { headers: { 'if-none-match': document.headers.get('etag')! } });
  expect(again.status).toBe(304);

  const page = await app.request('/api');
  const html = await page.text();
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(html).toContain('/api/functions/create-payment');
  expect(html).not.toMatch(/<script|(src|href)="(https?:)?\/\//);
});

test('what a key may call says every refusal and header that only programs meet, and what no key opens says none of them', async () => {
  const { paths, components } = await (await app.request('/api/openapi.json')).json();
  const answers = ({ responses }: { responses: Record<string, { $ref?: string; description?: string }> }) =>
    Object.fromEntries(
      Object.entries(responses).map(([status, answer]) => [
        status,
        (answer.$ref ? components.responses[answer.$ref.split('/').at(-1)!] : answer).description.replaceAll('`', ''),
      ]),
    );
  const headersOf = (name: string) => Object.keys(components.responses[name].headers);

  const write = paths['/admin/stock/limit'].post;
  expect(answers(write)).toMatchObject({
    400: 'BAD_REQUEST, IDEMPOTENCY_KEY_INVALID',
    401: 'UNAUTHORIZED, KEY_REFUSED',
    403: 'FORBIDDEN, KEY_FORBIDDEN',
    409: expect.stringMatching(/IDEMPOTENCY_KEY_RUNNING, ANSWER_NOT_KEPT$/),
    413: 'PAYLOAD_TOO_LARGE',
    415: 'UNSUPPORTED_MEDIA_TYPE',
    422: expect.stringMatching(/IDEMPOTENCY_KEY_REUSED$/),
    429: 'TOO_MANY_REQUESTS',
    500: 'INTERNAL_SERVER_ERROR',
    503: 'SERVICE_UNAVAILABLE',
  });
  expect(write.parameters).toEqual([
    { $ref: '#/components/parameters/Accept-Language' },
    { $ref: '#/components/parameters/Idempotency-Key' },
  ]);
  expect(Object.keys(write.responses[200].headers)).toEqual(['RateLimit', 'RateLimit-Policy', 'Idempotency-Replayed']);
  const refund = paths['/admin/orders/{order}/refunds'].post;
  expect(Object.keys(refund.responses[409].headers), 'a refusal that is kept').toContain('Idempotency-Replayed');
  expect(headersOf('BAD_REQUEST-or-IDEMPOTENCY_KEY_INVALID')).toContain('Idempotency-Replayed');
  expect(headersOf('BAD_REQUEST')).toEqual(['RateLimit', 'RateLimit-Policy']);
  expect(headersOf('TOO_MANY_REQUESTS')).toEqual(['RateLimit', 'RateLimit-Policy', 'Retry-After']);
  expect(headersOf('SERVICE_UNAVAILABLE')).toContain('Retry-After');
  expect(headersOf('UNAUTHORIZED-or-KEY_REFUSED')).toEqual(['RateLimit', 'RateLimit-Policy']);
  expect(components.schemas.KEY_FORBIDDEN.properties.data.properties.why.enum).toContain('read only');

  const read = answers(paths['/admin/stock'].get);
  expect(read).toMatchObject({ 401: 'UNAUTHORIZED, KEY_REFUSED', 500: 'INTERNAL_SERVER_ERROR' });
  expect(Object.values(read).join()).not.toContain('IDEMPOTENCY');
  const ofPeople = answers(paths['/me'].get);
  expect(ofPeople).toMatchObject({ 401: 'UNAUTHORIZED', 403: 'FORBIDDEN' });
  expect(Object.values(ofPeople).join()).not.toMatch(/KEY|INTERNAL/);
  const ofAnybody = answers(paths['/devices/pairings/{number}'].get);
  expect(ofAnybody, 'a key that is brought is looked at').toMatchObject({ 401: 'KEY_REFUSED', 403: 'KEY_FORBIDDEN' });
});

test('the server reports that it runs and whether it can work', async () => {
  expect(await (await app.request('/healthz')).json()).toEqual({ ok: true, payments: 'sandbox' });
  expect((await app.request('/readyz')).status).toBe(200);
  const lost = createApp({
    ...deps,
    db: { ...deps.db, ask: () => Promise.reject(new Error('gone')) } as never,
  });
  const answer = await lost.request('/readyz');
  expect([answer.status, await answer.json()]).toEqual([503, { ok: false, reason: 'database' }]);
  expect((await lost.request('/healthz')).status).toBe(200);
});

test('metrics are for this machine while the site is, or for whoever knows the token', async () => {
  const metrics = openMetrics();
  const open = createApp(deps, { metrics });
  const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });
  const status = async (target: typeof open, address: string, headers = {}) =>
    (await target.request('/metrics', { headers }, from(address))).status;

  expect(await status(open, '127.0.0.1')).toBe(200);
  expect(await status(open, '203.0.113.9')).toBe(404);
  expect(await status(open, '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toBe(404);

  const site = createApp({ ...deps, config: { ...deps.config, publicUrl: 'https://vidik.example' } }, { metrics });
  expect(await status(site, '127.0.0.1'), 'a proxy on the same machine').toBe(404);
  expect(await status(site, '127.0.0.1', { 'x-real-ip': '203.0.113.9' })).toBe(404);

  const token = randomUUID();
  const guarded = createApp({ ...deps, config: { ...deps.config, metricsToken: token } }, { metrics });
  expect(await status(guarded, '127.0.0.1')).toBe(404);
  expect(await status(guarded, '203.0.113.9', { authorization: `Bearer ${token}` })).toBe(200);
  expect(await status(guarded, '203.0.113.9', { authorization: `Bearer ${randomUUID()}` })).toBe(404);
});

test('a zero character, which no text of ours can hold, is bad input and not our failure', async () => {
  const who = await person(t, 'admin');
  const answer = await app.request('/api/admin/orders?search=%00', {
    headers: { authorization: `Bearer ${who.token}` },
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'BAD_REQUEST', message: common.badInput });
});

test('refused input says which fields and why, in Serbian', async () => {
  const admin = await person(t, 'admin');
  const refused = await app.request('/api/admin/registration-requests/approve', {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ids: ['x'] }),
  });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({
    code: 'BAD_REQUEST',
    message: common.badInput,
    data: { issues: [{ path: 'ids.0', message: 'Oznaka nije ispravna.' }] },
  });
});
