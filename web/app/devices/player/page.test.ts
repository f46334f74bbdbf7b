import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLeaseBag } from './bag.ts';
import { measureFreeStorage } from './free-storage.ts';
import { recordCrash, runStaffCommand, screenReport } from './page.ts';
import type { LoggedPlay } from './play-log.ts';
import type { TvPlayerState } from './tv-player-state.ts';
import type { TvLease } from './view.ts';

vi.mock('../../api-client.ts', () => ({ clientWith: () => ({}) }));

const NOON = Date.parse('2026-12-01T12:00:00Z');
const storage = new Map<string, string>();
const asked: { path: string; token: string; body: unknown }[] = [];
const opened: string[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  storage.clear();
  for (const list of [asked, opened]) list.length = 0;
  vi.stubGlobal('document', { visibilityState: 'visible' });
  vi.stubGlobal('window', {
    innerWidth: 1920,
    innerHeight: 1080,
    devicePixelRatio: 1,
    location: { replace: (path: string) => opened.push(path) },
    localStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
      removeItem: (key: string) => storage.delete(key),
    },
  });
  vi.stubGlobal('fetch', async (path: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
    asked.push({ path, token: headers.authorization!, body: JSON.parse(body) });
    return new Response();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a TV that is linked anew reports with its old token the play that has just ended, and gives back what it holds', async () => {
  storage.set('vidik.tv', 'tv_old');
  const bag = createLeaseBag();
  const hour = { opensAt: new Date(NOON).toISOString(), closesAt: new Date(NOON + 3_600_000).toISOString() };
  bag.take([{ id: 'held', seconds: 15, ...hour } as TvLease], NOON);
  const play: LoggedPlay = { lease: 'shown', startedAt: hour.opensAt, shownMs: 1, visibleMs: 1, progressMs: 1 };
  const parts = { bag, command: 'relink', playing: null, log: { first: () => [play] } };
  const tv = parts as unknown as TvPlayerState;
  runStaffCommand(tv);
  expect(asked, 'a page that has just begun waits').toEqual([]);
  await vi.advanceTimersByTimeAsync(61_000);
  runStaffCommand(tv);
  expect(asked).toMatchObject([
    { path: '/api/tv/report', token: 'Bearer tv_old', body: { plays: [play], unplayed: ['held'] } },
  ]);
  expect(storage.has('vidik.tv')).toBe(false);
  expect(opened).toEqual(['/tv']);
});

test('a TV whose browser is full or stores nothing begins again after a crash all the same', () => {
  const refused = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
  const { location, localStorage } = window;
  vi.stubGlobal('window', { location, localStorage, sessionStorage: { getItem: refused, setItem: refused } });
  const { pause, again } = recordCrash(new Error('no picture'));
  expect(pause).toBe(10_000);
  again();
  expect(opened).toEqual(['/tv']);
});

test('a TV says how much its browser can still store, and nothing of it where the browser does not tell', async () => {
  const tells = async (estimate: () => Promise<StorageEstimate>) => {
    vi.stubGlobal('navigator', { storage: { estimate } });
    await measureFreeStorage();
    return screenReport().freeStorage;
  };
  expect(await tells(async () => ({ quota: 2_000_000_000.5, usage: 500_000_000 }))).toBe(1_500_000_000);
  expect(await tells(async () => ({ quota: 1_000, usage: 4_000 })), 'more than it was promised').toBe(0);
  expect(await tells(async () => ({}))).toBeUndefined();
  const refuses = async () => {
    throw new TypeError('no storage');
  };
  expect(await tells(refuses)).toBeUndefined();
  vi.stubGlobal('navigator', {});
  await measureFreeStorage();
  expect(screenReport()).not.toHaveProperty('freeStorage');
});
