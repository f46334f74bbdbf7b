import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReel } from './create-reel.ts';
import { FILM_TIMEOUT_MS } from './times.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** As a browser has it whose decoder answers after so many milliseconds. */
class Video extends EventTarget {
  src = 'blob:film';
  dataset: Record<string, string> = {};
  muted = false;
  error = null;
  preload = '';
  readyState = 0;
  beginsAfter: number;
  constructor(beginsAfter: number) {
    super();
    this.beginsAfter = beginsAfter;
  }
  play = () => new Promise<void>((resolve) => void setTimeout(resolve, this.beginsAfter));
  pause() {}
  load() {}
  hasAttribute = () => this.src !== '';
  removeAttribute() {
    this.src = '';
  }
}
const reelOf = (front: Video, back: Video) =>
  createReel(front as unknown as HTMLVideoElement, back as unknown as HTMLVideoElement);

test('a film that does not begin in time is let go of, so that it does not begin later, unseen and with its sound', async () => {
  const [on, late] = [new Video(0), new Video(FILM_TIMEOUT_MS.begins + 1_000)];
  const cut = reelOf(on, late).cut(FILM_TIMEOUT_MS.begins, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(FILM_TIMEOUT_MS.begins);
  expect(await cut).toBe(false);
  expect([on.src, late.src]).toEqual(['blob:film', '']);
});

test('one that begins in time takes the place of the one before', async () => {
  const [before, film] = [new Video(0), new Video(1_000)];
  const cut = reelOf(before, film).cut(FILM_TIMEOUT_MS.begins, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await cut).toBe(true);
  expect([before.src, film.src]).toEqual(['', 'blob:film']);
  expect(film.dataset).toHaveProperty('on');
});

test('a film whose line went silent is asked for anew with the next try; one that arrives slowly goes on', async () => {
  vi.stubGlobal('HTMLMediaElement', { HAVE_FUTURE_DATA: 3 });
  const silent = new Video(0);
  const reel = reelOf(new Video(0), silent);
  const ready = reel.prepare('https://vidik.example/film.mp4', 20_000, new AbortController().signal);
  expect(silent.src).toBe('https://vidik.example/film.mp4');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await ready).toBe(false);
  expect(silent.src, 'nothing is waited for').toBe('');

  const slow = reel.prepare('https://vidik.example/film.mp4', 20_000, new AbortController().signal);
  silent.dispatchEvent(new Event('progress'));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await slow).toBe(false);
  expect(silent.src).toBe('https://vidik.example/film.mp4');
  vi.unstubAllGlobals();
});
