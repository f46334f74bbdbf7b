import { beforeEach, expect, test, vi } from 'vitest';
import { evict, findFresh, type LimitedCache, store } from './limited-cache.ts';

/** The part of the browser's Cache that LimitedCache uses, with keys in the order of insertion. */
class Memory {
  readonly kept = new Map<string, Response>();
  match = async (address: Request | string) => this.kept.get(nameOf(address))?.clone();
  put = async (address: string, answer: Response) => void this.kept.set(address, answer);
  delete = async (address: Request | string) => this.kept.delete(nameOf(address));
  keys = async () => [...this.kept.keys()].map((address) => new Request(address));
}
const nameOf = (address: Request | string) => (typeof address === 'string' ? address : address.url);

const films: LimitedCache = { name: 'films', days: 30, megabytes: 2 };
const at = (name: string) => `https://vidik.example/${name}`;
const file = (bytes: number, headers: Record<string, string> = {}) => new Response(new Uint8Array(bytes), { headers });
const kept = async () => (await (await caches.open('films')).keys()).map(({ url }) => url);

beforeEach(() => {
  const memory = new Memory();
  vi.stubGlobal('caches', { open: async () => memory });
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-01') });
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

test('what is stored is found, complete', async () => {
  await store(films, at('a'), file(10));
  expect((await (await findFresh(films, at('a')))?.blob())?.size).toBe(10);
});

test('after a month it is deleted', async () => {
  await store(films, at('a'), file(10));
  vi.setSystemTime(new Date('2026-12-02'));
  expect(await findFresh(films, at('a'))).toBeUndefined();
  await evict(films);
  expect(await kept()).toEqual([]);
});

test('what will soon be too old is not enough for whoever wants it to last', async () => {
  await store(films, at('a'), file(10));
  vi.setSystemTime(new Date('2026-11-15'));
  expect(await findFresh(films, at('a'), 15)).toBeDefined();
  vi.setSystemTime(new Date('2026-11-17'));
  expect(await findFresh(films, at('a'), 15)).toBeUndefined();
  expect(await findFresh(films, at('a'))).toBeDefined();
});

test('when the cache is full, the oldest is deleted', async () => {
  for (const [day, name] of [
    ['01', 'first'],
    ['02', 'second'],
    ['03', 'third'],
  ] as const) {
    vi.setSystemTime(new Date(`2026-11-${day}`));
    await store(films, at(name), file(900_000));
  }
  expect(await kept()).toEqual([at('second'), at('third')]);
});

test('nothing of a person is stored, and nothing incomplete', async () => {
  await store(films, at('private'), file(10, { 'cache-control': 'private, max-age=60' }));
  await store(films, at('secret'), file(10, { 'cache-control': 'no-store' }));
  await store(films, at('part'), new Response('01', { status: 206 }));
  await store(films, at('missing'), new Response('no', { status: 404 }));
  expect(await kept()).toEqual([]);
});

test('a full disk does not disturb the page', async () => {
  const complaint = vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) });
  await store(films, at('a'), file(10));
  expect(complaint).toHaveBeenCalledOnce();
});
