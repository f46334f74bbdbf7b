import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { lowerCasePath, pageOf } from '#domain/pages.ts';
import { createApp } from '../../app.ts';
import { openMetrics } from '../../platform/log/metrics.ts';
import { testApp } from '../../test/app.ts';
import { PAGE_HEADERS } from '../security-headers.ts';
import { serveHttp } from '../serve-http.ts';
import { openSite } from './site.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'vidik-site-'));
const usbPackages = `<!doctype html><title>USB</title><script>start()</script>${'<p>219€</p>'.repeat(200)}`;
const built: Record<string, string | Buffer> = {
  'index.html': '<h1>Vidik</h1>',
  'usb-packages/index.html': usbPackages,
  'usb-packages/index.html.br': brotliCompressSync(usbPackages),
  'usb-packages/index.html.gz': gzipSync(usbPackages),
  '404/index.html': '<h1>404</h1>',
  '__spa-fallback.html': '<div id="app"></div>',
  'assets/entry-AbC123.js': 'run()',
  'favicon.svg': '<svg/>',
  'sw.js': 'self',
};
for (const [name, content] of Object.entries(built)) {
  mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
  writeFileSync(path.join(directory, name), content);
}
writeFileSync(path.join(path.dirname(directory), 'vidik-secret.txt'), 'secret');

const { deps } = await testApp();
const site = openSite({
  directory,
  isPage: (pathname) => pageOf(pathname) !== null,
  otherCase: lowerCasePath,
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
  rmSync(directory, { recursive: true });
  rmSync(path.join(path.dirname(directory), 'vidik-secret.txt'));
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Exactly that path on the wire: `fetch` would tidy it up first. */
function get(target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port: http.port, path: target, method, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}

test('a prerendered page comes compressed, with a policy for exactly its scripts', async () => {
  const { status, headers, body } = await get('/usb-packages?from=mail', { 'accept-encoding': 'gzip, deflate, br' });
  expect(status).toBe(200);
  expect(brotliDecompressSync(body).toString()).toBe(usbPackages);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
    'content-length': String(body.length),
  });
  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[^']+';/);
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers).toMatchObject(PAGE_HEADERS);
});

test.each([
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0.5, br;q=0.1', 'br'],
  ['identity', undefined],
  ['br;q=0.0', undefined],
  ['', undefined],
])('a browser that accepts "%s" gets %s', async (accepted, encoding) => {
  const { headers } = await get('/usb-packages', { 'accept-encoding': accepted });
  expect(headers['content-encoding']).toBe(encoding);
});

test('a page that has not changed is not sent again, by encoding', async () => {
  const plain = await get('/usb-packages');
  const packed = await get('/usb-packages', { 'accept-encoding': 'br' });
  expect(plain.headers.etag).not.toBe(packed.headers.etag);
  const again = await get('/usb-packages', { 'if-none-match': `"x", W/${plain.headers.etag}` });
  expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
  expect(again.headers['content-security-policy']).toBe(plain.headers['content-security-policy']);
  expect((await get('/usb-packages', { 'if-none-match': packed.headers.etag! })).status).toBe(200);
});

test('HEAD says the same without the page', async () => {
  const { status, headers, body } = await get('/usb-packages', {}, 'HEAD');
  expect({ status, length: headers['content-length'], sent: body.length }).toEqual({
    status: 200,
    length: String(Buffer.byteLength(usbPackages)),
    sent: 0,
  });
});

test('files with a hash in their name are kept for ever, others are asked about', async () => {
  const cacheOf = async (target: string) => (await get(target)).headers['cache-control'];
  expect(await cacheOf('/assets/entry-AbC123.js')).toBe('public, max-age=31536000, immutable');
  expect(await cacheOf('/favicon.svg')).toBe('public, max-age=3600');
  expect(await cacheOf('/sw.js')).toBe('no-cache');
});

test.each(['/auth', '/usb-purchase?product=x&price=1', '/device-login/abc', '/admin/sales'])(
  'the page %s is drawn in the browser',
  async (target) => {
    expect(await get(target)).toMatchObject({ status: 200, body: Buffer.from('<div id="app"></div>') });
  },
);

test.each([
  '/nema-me',
  '/404',
  '/404/index.html',
  '/__spa-fallback.html',
  '/Nema-Me',
  '/Device-login/%00',
  '/index.html.br',
  '/device-login/%00',
])('the address %s does not exist, and says so with a page and the status', async (target) => {
  const { status, headers, body } = await get(target);
  expect({ status, body: body.toString() }).toEqual({ status: 404, body: '<h1>404</h1>' });
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  expect(headers['content-security-policy']).toContain("script-src 'self'");
});

test.each([
  '/../vidik-secret.txt',
  '/assets/../../vidik-secret.txt',
  '/%2e%2e/vidik-secret.txt',
  '/..%2fvidik-secret.txt',
  '/assets/..%5c..%5cvidik-secret.txt',
  '//vidik-secret.txt',
  '//evil.example/usb-packages/',
  '/usb-packages%00.html',
  '/%',
  '/%ff',
  '/\\evil.example',
  '/storage/..%2f..%2fvidik-secret.txt',
])('%s leads nowhere', async (target) => {
  const { status, headers, body } = await get(target);
  expect([400, 404]).toContain(status);
  expect(headers.location).toBeUndefined();
  expect(body.toString()).not.toContain('secret');
});

test('a slash too many is taken away, with the question kept', async () => {
  const { status, headers } = await get('/usb-purchase/?product=x');
  expect({ status, location: headers.location }).toEqual({ status: 308, location: '/usb-purchase?product=x' });
});

test.each([
  ['/USB-packages', '/usb-packages'],
  ['/Auth', '/auth'],
  ['/Event/Karte/?Paket=A', '/event/karte?Paket=A'],
  ['/Event/Karta/aB9_Zz?x=Y', '/event/karta/aB9_Zz?x=Y'],
  ['/DEVICE-LOGIN', '/device-login'],
  ['/Admin/Users', '/admin/users'],
])('%s leads to %s: the letters of tokens and questions are kept', async (target, location) => {
  const { status, headers, body } = await get(target);
  expect({ status, location: headers.location, body: body.length }).toEqual({ status: 308, location, body: 0 });
});

test.each(['/api/nema', '/auth/v1/nema', '/webhooks/nema', '/storage/nema/nema', '/metrics/nema', '/api', '/storage'])(
  'a program that asks %s never gets a page of the site',
  async (target) => {
    const { body } = await get(target, { accept: 'text/html' });
    expect(body.toString()).not.toContain('<h1>404</h1>');
    expect(body.toString()).not.toContain('id="app"');
  },
);

test('pages are not for posting to', async () => {
  const { status, headers } = await get('/usb-packages', {}, 'POST');
  expect({ status, type: headers['content-type'] }).toEqual({ status: 404, type: 'application/json' });
});

test('metrics count requests by part of the server, never by address', async () => {
  await get('/nema-me-nigde');
  const text = await metrics.exposition();
  expect(text).toMatch(/vidik_http_request_seconds_count\{area="pages",method="GET",status="404"\} \d+/);
  expect(text).not.toContain('nema-me');
});
