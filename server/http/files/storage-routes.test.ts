import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import { openMetrics } from '../../platform/log/metrics.ts';
import { type FileStore, StorageUnavailable } from '../../platform/storage/file-store.ts';
import { openFolderStore } from '../../platform/storage/folder.ts';
import type { RequestContext } from '../request-context.ts';
import { serveHttp } from '../serve-http.ts';
import { storageRoutes } from './storage-routes.ts';

const room = mkdtempSync(path.join(tmpdir(), 'vidik-storage-'));
afterAll(() => rmSync(room, { recursive: true }));
const put = (name: string, content: string) => {
  mkdirSync(path.dirname(path.join(room, name)), { recursive: true });
  writeFileSync(path.join(room, name), content);
};
put('uploaded/ads/spot.mp4', '0123456789');
put('uploaded/ads/naša reklama.png', 'png');
put('shipped/templates/l-baner.psd', 'shipped');
put('shipped/ads/spot.mp4', 'the shipped one');
put('uploaded/ads/.hidden', 'secret');
put('secret.txt', 'secret');
symlinkSync(path.join(room, 'secret.txt'), path.join(room, 'uploaded/ads/link.txt'));

const written = new PassThrough({ encoding: 'utf8' });
const log = createLog('info', written);
const shipped = openFolderStore(path.join(room, 'shipped'));
const app = new Hono().route('/storage', storageRoutes(log, [openFolderStore(path.join(room, 'uploaded')), shipped]));
const get = (target: string, headers: Record<string, string> = {}) => app.request(target, { headers });

test('a file comes whole, with its type, a long life and no right to run anything', async () => {
  const answer = await get('/storage/ads/spot.mp4');
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe('0123456789');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': '10',
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=2592000',
    'content-security-policy': expect.stringContaining('sandbox'),
    etag: expect.stringMatching(/^"[^"]+"$/),
  });
});

test('what was shipped is found even when the place of stored files is away', async () => {
  const unreachable = () => Promise.reject(new StorageUnavailable('away'));
  const away = new Hono().route(
    '/storage',
    storageRoutes(log, [{ stat: unreachable } as unknown as FileStore, shipped]),
  );
  away.onError((error, c) => c.text('', error instanceof StorageUnavailable ? 503 : 500));
  expect(await (await away.request('/storage/templates/l-baner.psd')).text()).toBe('shipped');
  expect((await away.request('/storage/ads/nema.png')).status).toBe(503);
});

test('what was shipped is found where nothing was uploaded', async () => {
  expect(await (await get('/storage/templates/l-baner.psd')).text()).toBe('shipped');
});

test.each([
  ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
  ['bytes=7-', 206, '789', 'bytes 7-9/10'],
  ['bytes=-2', 206, '89', 'bytes 8-9/10'],
  ['bytes=-20', 206, '0123456789', 'bytes 0-9/10'],
  ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
  ['bytes=10-', 416, '', 'bytes */10'],
  ['bytes=-0', 416, '', 'bytes */10'],
  ['bytes=5-2', 416, '', 'bytes */10'],
  ['bytes=-', 416, '', 'bytes */10'],
  ['bytes=', 416, '', 'bytes */10'],
  ['bytes=a-b', 416, '', 'bytes */10'],
  ['bytes=0-3;5', 416, '', 'bytes */10'],
  ['bytes=99999999999999999999-', 416, '', 'bytes */10'],
  ['bytes=0-1,3-4', 200, '0123456789', null],
  ['lines=1-2', 200, '0123456789', null],
])('the range %s is answered with %i', async (range, status, body, contentRange) => {
  const answer = await get('/storage/ads/spot.mp4', { range });
  expect({ status: answer.status, body: await answer.text(), range: answer.headers.get('content-range') }).toEqual({
    status,
    body,
    range: contentRange,
  });
});

test('a range of a file that has changed since is the whole new file', async () => {
  const answer = await get('/storage/ads/spot.mp4', { range: 'bytes=0-3', 'if-range': '"older"' });
  expect({ status: answer.status, body: await answer.text() }).toEqual({ status: 200, body: '0123456789' });
});

test('an unchanged file is not sent again', async () => {
  const { headers } = await get('/storage/ads/spot.mp4');
  const again = await get('/storage/ads/spot.mp4', { 'if-none-match': headers.get('etag')! });
  expect({ status: again.status, body: await again.text() }).toEqual({ status: 304, body: '' });
});

test('on request a file is offered for saving, under its own name', async () => {
  const { headers } = await get(`/storage/ads/${encodeURIComponent('naša reklama.png')}?download`);
  expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''na%C5%A1a%20reklama.png");
});

test.each([
  '/storage/ads',
  '/storage/ads/',
  '/storage/',
  '/storage/ads/nema.png',
  '/storage/nema/spot.mp4',
  '/storage/ads/.hidden',
  '/storage/ads/link.txt',
  '/storage/ads/..%2f..%2fsecret.txt',
  '/storage/%2e%2e/%2e%2e/secret.txt',
  '/storage/ads/..%5c..%5csecret.txt',
  '/storage/ads//spot.mp4',
  '/storage/ads/spot.mp4%00.png',
  '/storage/ads/%',
  '/storage/ads/%252e%252e%252fsecret.txt',
])('%s is nothing', async (target) => {
  const answer = await get(target);
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toContain('secret');
});

test('a file whose place fails in the middle is cut off, and the answer does not say where it lay', async () => {
  async function* half() {
    yield Buffer.from('01234');
    throw new Error("EIO: read error, open '/var/lib/vidik/storage/ads/spot.mp4'");
  }
  const failing = {
    stat: async () => ({ bytes: 1_000, modified: new Date(0) }),
    read: async () => Readable.from(half()),
  } as unknown as FileStore;
  const http = await serveHttp({
    fetch: new Hono<RequestContext>().route('/storage', storageRoutes(log, [failing])).fetch,
    site: { answer: () => false } as never,
    metrics: openMetrics(),
    log,
    nameRoute: (name) => name,
    host: '127.0.0.1',
    port: 0,
  });
  let heard = '';
  const whole = async () => {
    const { body } = await fetch(`http://127.0.0.1:${http.port}/storage/ads/spot.mp4`);
    for await (const part of body!.pipeThrough(new TextDecoderStream())) heard += part;
  };
  await expect(whole()).rejects.toThrow();
  await http.stop();
  expect(heard).not.toMatch(/E/);
  expect(String(written.read())).toMatch(/EIO.*a file is cut off/);
});
