import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FetchEvent } from './scope.ts';
import { respondWithPage } from './site.ts';

const ORIGIN = 'https://vidik.example';
/** What the browser keeps, by its address. */
const kept = new Map<string, Response>();

beforeEach(() => {
  kept.clear();
  const match = async (address: string) => kept.get(address)?.clone();
  vi.stubGlobal('self', { location: { origin: ORIGIN } });
  vi.stubGlobal('caches', { open: async () => ({ match }) });
});
afterEach(() => void vi.unstubAllGlobals());

const keepTv = () => kept.set(`${ORIGIN}/tv`, new Response('worked', { headers: { 'x-kept-at': String(Date.now()) } }));

/** What the browser shows when that page is opened and the network answers so. */
async function opened(path: string, status: number): Promise<[status: number, text: string]> {
  vi.stubGlobal('fetch', async () => new Response('answered', { status }));
  const request = { url: ORIGIN + path, mode: 'navigate' } as Request;
  const event = { request, preloadResponse: Promise.resolve(undefined), waitUntil: () => {} };
  const answer = await respondWithPage(event as unknown as FetchEvent);
  return [answer.status, await answer.text()];
}

test('a TV that is switched on while a proxy has no server shows the page that worked last', async () => {
  keepTv();
  for (const status of [502, 503, 504]) expect(await opened('/tv', status)).toEqual([200, 'worked']);
  expect(await opened('/tv', 200)).toEqual([200, 'answered']);
});

test('a TV that has kept no page tries again by itself; other pages show what was answered', async () => {
  const [status, text] = await opened('/tv', 502);
  expect(status).toBe(503);
  expect(text).toContain('http-equiv="refresh"');
  expect(await opened('/account', 502)).toEqual([502, 'answered']);
});
