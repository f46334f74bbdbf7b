import { expect, test } from 'vitest';
import { filmBodyRefusal, filmHeadRefusal, secondsOfFilm } from './films.ts';

test('a spot costs its seconds, rounded up; what an editing program rounded to a frame costs nothing', () => {
  expect([5_000, 5_040, 5_210, 14_200, 14_201, 15_200, 29_970, 30_200].map(secondsOfFilm)).toEqual([
    5, 5, 6, 14, 15, 15, 30, 30,
  ]);
});

test('five to thirty seconds, lying, large enough to be seen and small enough to be read', () => {
  const head = (width: number, height: number, lengthMs: number | null = 10_000, rate = 25) =>
    filmHeadRefusal({ picture: { width, height, rate }, hasVideo: true, lengthMs });
  expect(head(1920, 1080)).toBeNull();
  expect(head(640, 480), 'another shape is given bars').toBeNull();
  expect(head(1080, 1920)).toEqual({ code: 'FILM_UPRIGHT' });
  expect(head(320, 180)).toEqual({ code: 'FILM_SMALL', width: 320, height: 180 });
  expect(head(50_000, 50_000)).toEqual({ code: 'FILM_LARGE', width: 50_000, height: 50_000 });
  expect(head(1920, 1080, 42_300)).toEqual({ code: 'FILM_LONG', seconds: 43 });
  expect(head(1920, 1080, 4_100)).toEqual({ code: 'FILM_SHORT', seconds: 4.1 });
  expect(head(1920, 1080, null)).toBeNull();
  expect(head(1920, 1080, 10_000, 239.76)).toBeNull();
  expect(head(4096, 2304, 10_000, 3_000), 'each frame costs time').toEqual({ code: 'FILM_FRAMES' });
});

test('what plays shorter than it says, or not to its end, is broken', () => {
  expect(filmBodyRefusal({ lengthMs: 9_900, isWhole: true }, { lengthMs: 10_000 })).toBeNull();
  expect(filmBodyRefusal({ lengthMs: 6_000, isWhole: true }, { lengthMs: 10_000 })).toEqual({ code: 'FILM_BROKEN' });
  expect(filmBodyRefusal({ lengthMs: 10_000, isWhole: false }, { lengthMs: 10_000 })).toEqual({ code: 'FILM_BROKEN' });
  expect(filmBodyRefusal({ lengthMs: 31_000, isWhole: true }, { lengthMs: null })).toEqual({
    code: 'FILM_LONG',
    seconds: 31,
  });
});
