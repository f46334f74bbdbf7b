import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tvAddress } from '../tv-rest.ts';
import type { Reel } from './create-reel.ts';
import { createTvState, type TvPlayerState } from './tv-player-state.ts';
import type { PlayerView } from './view.ts';
import { runTvWatchdog } from './watch.ts';

vi.mock('../../api-client.ts', () => ({ clientWith: () => ({}) }));

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-12-01T12:00:00Z') });
  const location = { search: '' };
  const replaceState = (_: unknown, __: string, address: string) => {
    location.search = new URL(address, 'https://vidik.example').search;
  };
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location, history: { state: null, replaceState } }));
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A TV that is watched over, what its screen was told, and what was done. */
function watched(more: Partial<TvPlayerState> = {}) {
  const end = new AbortController();
  const shown: Partial<PlayerView>[] = [];
  const [giveBackAll, rung] = [vi.fn(), vi.fn()];
  const bell = new EventTarget();
  bell.addEventListener('ring', rung);
  const parts = {
    signal: end.signal,
    show: (change: Partial<PlayerView>) => shown.push(change),
    log: { count: () => 2 },
    clock: { now: () => Date.now() },
    bag: { giveBackAll },
    bell,
    heard: performance.now(),
    isOffline: false,
    version: '',
    command: null,
    asksAfter: null,
    playing: null,
    plate: null,
    isAsking: false,
    isResting: false,
    ...more,
  };
  const tv = parts as unknown as TvPlayerState;
  void runTvWatchdog(tv);
  const plates = () => shown.flatMap(({ plate }) => (plate ? [plate.is] : []));
  return { tv, shown, plates, giveBackAll, rung, end: () => end.abort() };
}
const later = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('after 150 seconds without an answer a TV says for ten seconds that it is offline, every ten minutes, after two hours in other words', async () => {
  const { shown, plates, end } = watched();
  await later(149 * SECOND);
  expect(shown).toEqual([]);
  await later(2 * SECOND);
  expect(shown).toMatchObject([{ plate: { is: 'offline', kept: 2 } }]);
  await later(10 * SECOND);
  expect(shown.at(-1)).toEqual({ plate: null });
  await later(588 * SECOND);
  expect(plates()).toEqual(['offline']);
  await later(2 * SECOND);
  expect(plates()).toEqual(['offline', 'offline']);
  await later(2 * HOUR);
  expect(new Set(plates().slice(0, 12))).toEqual(new Set(['offline']));
  expect(plates()[12]).toBe('offlineLong');
  end();
});

test('when the browser says that it is offline, a TV says so at once, and never over an advert', async () => {
  const { tv, plates, end } = watched();
  Object.assign(tv, { playing: () => null });
  Object.assign(navigator, { onLine: false });
  window.dispatchEvent(new Event('offline'));
  await later(0);
  expect(plates()).toEqual([]);
  Object.assign(tv, { playing: null });
  window.dispatchEvent(new Event('offline'));
  await later(0);
  expect(plates()).toEqual(['offline']);
  end();
});

test('four hours after the last key a TV asks whether somebody watches; a minute later it gives its leases back, until a key is pressed', async () => {
  const { tv, shown, giveBackAll, rung, end } = watched({ asksAfter: 4 * HOUR, heard: Number.POSITIVE_INFINITY });
  await later(HOUR);
  window.dispatchEvent(new Event('keydown'));
  await later(4 * HOUR);
  expect(shown).toEqual([]);
  await later(2 * SECOND);
  expect(shown).toEqual([{ asks: true }]);
  await later(59 * SECOND);
  expect(giveBackAll).not.toHaveBeenCalled();
  await later(3 * SECOND);
  expect(shown.at(-1)).toEqual({ asks: false });
  expect(giveBackAll).toHaveBeenCalledOnce();
  expect(tv.isResting).toBe(true);
  expect(rung).toHaveBeenCalledOnce();
  window.dispatchEvent(new Event('keydown'));
  expect(tv.isResting).toBe(false);
  expect(rung).toHaveBeenCalledTimes(2);
  await later(4 * HOUR + 2 * SECOND);
  expect(shown.at(-1), 'hours after that key it asks again').toEqual({ asks: true });
  end();
});

test('a TV that nobody watches stays so when its page is loaded anew, and asks again, until a key is pressed', async () => {
  const load = () => createTvState(new AbortController().signal, () => {}, {} as Reel, {} as Reel);
  const { tv, end } = watched({ asksAfter: 4 * HOUR, heard: Number.POSITIVE_INFINITY });
  await later(4 * HOUR + 63 * SECOND);
  expect(tv.isResting).toBe(true);
  expect(tvAddress(true)).toBe(`/tv?kept&rests=${4 * HOUR}`);
  end();

  const { isResting, asksAfter } = await load();
  expect({ isResting, asksAfter }).toEqual({ isResting: true, asksAfter: 4 * HOUR });
  const anew = watched({ isResting, asksAfter, heard: Number.POSITIVE_INFINITY });
  await later(2 * SECOND);
  expect(anew.shown).toEqual([{ asks: true }]);
  window.dispatchEvent(new Event('keydown'));
  expect(anew.tv.isResting).toBe(false);
  expect(await load()).toMatchObject({ isResting: false, asksAfter: null });
  anew.end();
});

test('a TV that need not ask any more goes on by itself, and takes its question away', async () => {
  const { tv, shown, giveBackAll, rung, end } = watched({ asksAfter: 4 * HOUR, heard: Number.POSITIVE_INFINITY });
  await later(4 * HOUR + 2 * SECOND);
  expect(tv.isAsking).toBe(true);
  tv.asksAfter = null;
  await later(2 * SECOND);
  expect(shown.at(-1)).toEqual({ asks: false });
  expect(tv.isAsking).toBe(false);
  expect(giveBackAll).not.toHaveBeenCalled();

  tv.asksAfter = 4 * HOUR;
  await later(63 * SECOND);
  expect(tv.isResting).toBe(true);
  const before = rung.mock.calls.length;
  tv.asksAfter = null;
  await later(2 * SECOND);
  expect(tv.isResting).toBe(false);
  expect(tvAddress(), 'nor does the page that is loaded anew rest').toBe('/tv');
  expect(rung, 'the server is asked at once').toHaveBeenCalledTimes(before + 1);
  await later(HOUR);
  expect(rung).toHaveBeenCalledTimes(before + 1);
  end();
});
