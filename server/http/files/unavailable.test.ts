import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lowerCasePath, needsDatabase, pageOf } from '#domain/pages.ts';
import { UNAVAILABLE_SECONDS } from '#domain/shell/unavailable-copy.ts';
import { createApp } from '../../app.ts';
import { openMetrics } from '../../platform/log/metrics.ts';
import { watchPresence } from '../../platform/watch/database-presence.ts';
import { testApp } from '../../test/app.ts';
import { eventually } from '../../test/eventually.ts';
import { databaseProxy } from '../../test/postgres/database-proxy.ts';
import { serveHttp } from '../serve-http.ts';
import { openSite } from './site.ts';

/** The site of a server whose way to the database these tests hold still and cut. */
const directory = mkdtempSync(path.join(tmpdir(), 'vidik-site-'));
const built: Record<string, string> = {
  'index.html': '<h1>Vidik</h1>',
  '404.html': '<h1>404</h1>',
  '503.html': '<h1>503</h1><script>count()</script>',
  '__spa-fallback.html': '<div id="app"></div>',
  'app.js': 'run()',
};
for (const [name, content] of Object.entries(built)) writeFileSync(path.join(directory, name), content);

const { databaseUrl } = await testApp();
const network = await databaseProxy(databaseUrl);
const { deps, db } = await testApp({ databaseUrl: network.url, generousTimeouts: false });
const site = openSite({
  directory,
  isPage: (pathname) => pageOf(pathname) !== null,
  otherCase: lowerCasePath,
  needsDatabase,
  isAway: watchPresence(db),
  security: { publicUrl: 'http://localhost:3000' },
});
const metrics = openMetrics();
const http = await serveHttp({
  fetch: createApp(deps, { site, metrics }).fetch,
  site,
  metrics,
  log: deps.log,
  nameRoute: (name) => name,
  host: '127.0.0.1',
  port: 0,
});
afterAll(async () => {
  await http.stop();
  await network.close();
  rmSync(directory, { recursive: true });
});
const get = (target: string, options?: RequestInit) => fetch(`http://127.0.0.1:${http.port}${target}`, options);

test('while the database is away, a page that needs it says when to come back, and opens again afterwards', async () => {
  expect((await get('/account')).status).toBe(200);
  network.standStill();
  const answer = await eventually(async () => {
    const response = await get('/account', { headers: { 'if-none-match': '"x"' } });
    expect(response.status).toBe(503);
    return response;
  });
  expect(await answer.text()).toBe(built['503.html']);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'retry-after': String(UNAVAILABLE_SECONDS),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/script-src 'self' 'sha256-/),
  });
  expect(answer.headers.get('etag')).toBeNull();
  expect(await (await get('/admin/sales', { method: 'HEAD' })).text()).toBe('');
  // Whose page it is nobody can say now: a tab that was open before goes on (decision 213).
  expect((await get('/admin/system')).status).toBe(503);

  // What needs no database, and what shows what its device keeps, opens as always; programs never get a page.
  for (const target of ['/', '/app.js', '/admin/check-in', '/event/karta/abc', '/tv'])
    expect((await get(target)).status, target).toBe(200);
  expect((await get('/nema-me')).status).toBe(404);
  expect((await get('/api/me')).headers.get('content-type')).toContain('json');

  network.resume();
  await eventually(async () => expect((await get('/account')).status).toBe(200));
});

test('the page itself has no address: it is never an answer that is good', async () => {
  for (const target of ['/503', '/503.html']) expect((await get(target)).status, target).toBe(404);
});

test('a connection that was cut while nobody used it is no outage', async () => {
  await eventually(async () => expect((await get('/account')).status).toBe(200));
  network.cut();
  for (let n = 0; n < 5; n += 1) expect((await get('/account')).status).toBe(200);
});
