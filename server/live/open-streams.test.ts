import { randomUUID } from 'node:crypto';
import { createConnection, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { devices } from '../devices/schema.ts';
import { openSite } from '../http/files/site.ts';
import { serveHttp } from '../http/serve-http.ts';
import { createLog } from '../platform/log/log.ts';
import { openMetrics } from '../platform/log/metrics.ts';
import { fingerprint } from '../platform/secrets/fingerprint.ts';
import { testApp } from '../test/app.ts';
import { eventually } from '../test/eventually.ts';
import { person } from '../test/people.ts';

/** RATE_LIMITS=on, behind one proxy that says where requests come from; streams over a real connection. */
const app = await testApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } });
const silent = {
  site: openSite({
    directory: '/nowhere',
    isPage: () => false,
    otherCase: () => null,
    security: { publicUrl: 'http://localhost:3000' },
  }),
  metrics: openMetrics(),
  log: createLog('silent'),
  host: '127.0.0.1',
  port: 0,
};
const http = await serveHttp({ nameRoute: (path) => path, fetch: app.app.fetch, ...silent });
/** With their responses: `fetch` hangs up on a stream whose response nobody holds any more. */
const streams: { client: AbortController; response: Response }[] = [];
afterAll(async () => {
  for (const { client } of streams) client.abort();
  await http.stop();
});

/** Opens a stream and leaves it open; `close` hangs up. */
async function open(path: string, { ip = '198.51.100.1', token = '' } = {}) {
  const client = new AbortController();
  const response = await fetch(`http://127.0.0.1:${http.port}/api${path}`, {
    headers: { 'x-forwarded-for': ip, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    signal: client.signal,
  });
  streams.push({ client, response });
  return { response, status: response.status, close: () => client.abort() };
}
async function waitingTv(ip: string) {
  const response = await app.app.request('/api/tv/pairings', { method: 'POST', headers: { 'x-forwarded-for': ip } });
  const { number, secret } = (await response.json()) as { number: number; secret: string };
  return { path: `/tv/pairings/${number}/wait`, token: secret };
}

test('a TV number has three streams; a fourth is refused for the moment, and gets in when one has ended', async () => {
  const { path, token } = await waitingTv('198.51.100.1');
  const held = [];
  for (let n = 0; n < 3; n += 1) held.push(await open(path, { ip: `198.51.100.${n}`, token }));
  expect(held.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { response } = await open(path, { ip: '203.0.113.9', token });
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
  expect(await response.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  held[0]!.close();
  await eventually(async () => expect((await open(path, { token })).status).toBe(200));
});

test('whoever does not know a TV’s secret holds no stream of it', async () => {
  const { path, token } = await waitingTv('198.51.100.2');
  for (let n = 0; n < 5; n += 1) expect((await open(path, { token: `${token}x` })).status).toBe(404);
  expect((await open(path, { token })).status).toBe(200);
});

test('a session has twenty streams, another session of the same network its own', async () => {
  const [one, other] = [await person(app), await person(app)];
  const statuses = [];
  for (let n = 0; n < 22; n += 1) statuses.push((await open('/live/me', { ip: '198.51.100.3', ...one })).status);
  expect(statuses.indexOf(503)).toBe(20);
  expect((await open('/live/me', { ip: '198.51.100.3', ...other })).status).toBe(200);
});

test('a network has a hundred streams, whoever opens them', async () => {
  const ip = '198.51.100.4';
  const statuses = [];
  for (let session = 0; session < 6; session += 1) {
    const { token } = await person(app);
    for (let n = 0; n < 18; n += 1) statuses.push((await open('/live/me', { ip, token })).status);
  }
  expect(statuses.indexOf(503)).toBe(100);
});

test('linked TVs, however many, take no stream from people or from pairing', async () => {
  const ip = '198.51.100.5';
  const owner = await person(app);
  const tokens = Array.from({ length: 35 }, () => `tv_${randomUUID()}`);
  await app.db.insert(devices).values(
    tokens.map((token, n) => ({
      profileId: owner.id,
      number: 500_000_000 + n,
      name: 'Izlog',
      tokenHash: fingerprint(token),
      tokenMadeAt: app.clock.now,
    })),
  );
  const statuses = [];
  for (const token of tokens)
    for (let n = 0; n < 4; n += 1) statuses.push((await open('/tv/stay', { ip, token })).status);
  expect(statuses, 'each has three of its own').toEqual(tokens.flatMap(() => [200, 200, 200, 503]));
  const { path, token } = await waitingTv(ip);
  expect((await open(path, { ip, token })).status).toBe(200);
  expect((await open('/live/me', { ip, ...owner })).status).toBe(200);
});

test('more connections than the server takes are closed at once, and the others go on', async () => {
  const small = await serveHttp({ nameRoute: (path) => path, fetch: app.app.fetch, ...silent, maxConnections: 2 });
  const connect = () =>
    new Promise<Socket>((resolve) => {
      const socket = createConnection(small.port, '127.0.0.1', () => resolve(socket));
      socket.on('error', () => {});
    });
  const held = [await connect(), await connect()];
  const third = await connect();
  await eventually(() => expect(third.closed).toBe(true));
  held[0]!.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  expect(String(await new Promise((answer) => held[0]!.once('data', answer)))).toMatch(/^HTTP\/1\.1 200/);
  for (const socket of held) socket.destroy();
  await small.stop();
});
