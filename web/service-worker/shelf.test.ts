import { beforeEach, expect, test, vi } from 'vitest';
import { find, keep, type Shelf, tidy } from './shelf.ts';

/** A browser's cache, as far as a shelf uses one: what was put last stands last. */
class Memory {
  readonly kept = new Map<string, Response>();
  match = async (address: Request | string) => this.kept.get(nameOf(address))?.clone();
  put = async (address: string, answer: Response) => void this.kept.set(address, answer);
  delete = async (address: Request | string) => this.kept.delete(nameOf(address));
  keys = async () => [...this.kept.keys()].map((address) => new Request(address));
}
const nameOf = (address: Request | string) => (typeof address === 'string' ? address : address.url);

const shelf: Shelf = { name: 'films', days: 30, megabytes: 2 };
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

test('what is kept is found, whole', async () => {
  await keep(shelf, at('a'), file(10));
  expect((await (await find(shelf, at('a')))?.blob())?.size).toBe(10);
});

test('after a month it is gone', async () => {
  await keep(shelf, at('a'), file(10));
  vi.setSystemTime(new Date('2026-12-02'));
  expect(await find(shelf, at('a'))).toBeUndefined();
  await tidy(shelf);
  expect(await kept()).toEqual([]);
});

test('when the shelf is full, the oldest makes room', async () => {
  for (const [day, name] of [
    ['01', 'first'],
    ['02', 'second'],
    ['03', 'third'],
  ] as const) {
    vi.setSystemTime(new Date(`2026-11-${day}`));
    await keep(shelf, at(name), file(900_000));
  }
  expect(await kept()).toEqual([at('second'), at('third')]);
});

test('nothing of a person is kept, and nothing incomplete', async () => {
  await keep(shelf, at('private'), file(10, { 'cache-control': 'private, max-age=60' }));
  await keep(shelf, at('secret'), file(10, { 'cache-control': 'no-store' }));
  await keep(shelf, at('part'), new Response('01', { status: 206 }));
  await keep(shelf, at('missing'), new Response('no', { status: 404 }));
  expect(await kept()).toEqual([]);
});

test('a full disk costs the reader nothing', async () => {
  const complaint = vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) });
  await keep(shelf, at('a'), file(10));
  expect(complaint).toHaveBeenCalledOnce();
});
