import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { STOP_REACHES_TV_WITHIN_MS } from '#domain/playout/rules.ts';
import { runAdvertLoop } from './adverts.ts';
import { createLeaseBag } from './bag.ts';
import type { LoggedPlay } from './play-log.ts';
import { ADVERT_GAP_MS, POLL_INTERVAL_MS, POLL_SPREAD_MS } from './times.ts';
import type { TvPlayerState } from './tv-player-state.ts';
import type { TvLease } from './view.ts';

const NOON = Date.parse('2026-12-01T12:00:00Z');
const lease = (id: string, closesAfter: number): TvLease => ({
  id,
  kind: 'banner',
  creative: id,
  sha256: id,
  seconds: 15,
  code: 'https://vidik.example/k/1',
  opens: 'pekara.example',
  opensAt: new Date(NOON).toISOString(),
  closesAt: new Date(NOON + closesAfter * 60_000).toISOString(),
});

/** What happens while the picture of an advert is got ready. */
let decoding: (picture: string) => void;
beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  decoding = () => {};
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal(
    'Image',
    class {
      src = '';
      async decode() {
        decoding(this.src);
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A TV that holds these banners, what it showed, and what it wrote down. */
function tvWith(...leases: TvLease[]) {
  const bag = createLeaseBag();
  bag.take(leases, NOON);
  const shown: string[] = [];
  const log: LoggedPlay[] = [];
  const end = new AbortController();
  const parts = {
    signal: end.signal,
    bag,
    plate: null,
    isAsking: false,
    isResting: false,
    playing: null,
    show: ({ advert }: { advert?: { lease: TvLease } | null }) => {
      if (advert !== undefined) shown.push(advert?.lease.id ?? 'programme');
    },
    clock: { now: () => Date.now() },
    media: { addressOf: ({ id }: TvLease) => id },
    log: { add: async (play: LoggedPlay) => void log.push(play) },
  };
  const tv = parts as unknown as TvPlayerState;
  void runAdvertLoop(tv);
  return { tv, bag, shown, log, end: () => end.abort() };
}

test('an advert that is taken down while it is got ready is not begun: the next of the bag takes its place at once', async () => {
  const tv = tvWith(lease('stopped', 10), lease('next', 30));
  decoding = (picture) => picture === 'stopped' && tv.bag.revoke(['stopped']);
  await vi.advanceTimersByTimeAsync(ADVERT_GAP_MS.first + 1_000);
  expect(tv.shown).toEqual(['next']);
  expect(tv.bag.unplayed(10)).toEqual(['stopped']);
  await vi.advanceTimersByTimeAsync(16_000);
  expect(tv.log).toMatchObject([{ lease: 'next', shownMs: 15_000, visibleMs: 15_000 }]);
  tv.end();
});

test('one that is taken down in the middle ends there, is written down as far as it got, and the programme goes on', async () => {
  const tv = tvWith(lease('stopped', 10), lease('next', 30));
  await vi.advanceTimersByTimeAsync(ADVERT_GAP_MS.first + 5_000);
  expect(tv.shown).toEqual(['stopped']);
  tv.bag.revoke(['stopped']);
  await vi.advanceTimersByTimeAsync(500);
  expect(tv.shown).toEqual(['stopped', 'programme']);
  expect(tv.log).toMatchObject([{ lease: 'stopped' }]);
  expect(tv.log[0]!.shownMs).toBeLessThan(6_000);
  expect(tv.bag.unplayed(10), 'it is reported as a play').toEqual([]);
  await vi.advanceTimersByTimeAsync(ADVERT_GAP_MS.between + 1_000);
  expect(tv.shown).toEqual(['stopped', 'programme', 'next']);
  tv.end();
});

test('an advert whose window is over once it is ready is not begun: the next of the bag takes its place', async () => {
  const tv = tvWith(lease('ending', 0.5), lease('next', 30));
  decoding = (picture) => {
    if (picture === 'ending') vi.setSystemTime(NOON + 20_000);
  };
  await vi.advanceTimersByTimeAsync(ADVERT_GAP_MS.first + 1_000);
  expect(tv.shown).toEqual(['next']);
  await vi.advanceTimersByTimeAsync(16_000);
  expect(tv.log).toMatchObject([{ lease: 'next' }]);
  tv.end();
});

const MEANWHILE: [string, (tv: TvPlayerState) => unknown][] = [
  ['the page goes into the background', () => Object.assign(document, { visibilityState: 'hidden' })],
  ['the TV asks whether somebody watches', (tv) => Object.assign(tv, { isAsking: true })],
  ['a word about the line comes on the screen', (tv) => Object.assign(tv, { plate: { is: 'offlineLong' } })],
];
test.each(MEANWHILE)('when %s meanwhile, an advert is not begun and stays in the bag', async (_, happens) => {
  const tv = tvWith(lease('one', 30));
  decoding = () => happens(tv.tv);
  await vi.advanceTimersByTimeAsync(ADVERT_GAP_MS.first + 20_000);
  expect(tv.shown).toEqual([]);
  expect(tv.log).toEqual([]);
  expect(tv.bag.mayBegin('one', Date.now())).toBe(true);
  Object.assign(document, { visibilityState: 'visible' });
  Object.assign(tv.tv, { isAsking: false, plate: null });
  decoding = () => {};
  await vi.advanceTimersByTimeAsync(16_000);
  expect(tv.log).toMatchObject([{ lease: 'one', shownMs: 15_000, visibleMs: 15_000 }]);
  tv.end();
});

test('a TV hears that a campaign was stopped before what it begins is not counted any more', () => {
  expect(POLL_INTERVAL_MS + POLL_SPREAD_MS).toBeLessThanOrEqual(STOP_REACHES_TV_WITHIN_MS);
});
