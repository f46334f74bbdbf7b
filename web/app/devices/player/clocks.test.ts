import { beforeEach, expect, test, vi } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { createServerClock, createStepTimer } from './clocks.ts';

const SERVER = Date.parse('2026-12-01T12:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('1970-01-01T00:10:00Z') });
  return () => vi.useRealTimers();
});
/** The steady clock and the calendar go on. */
const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);

test('before the first answer there is no time, whatever the calendar of the TV says', () => {
  const clock = createServerClock();
  expect(clock.now()).toBeNull();
  const asked = performance.now();
  pass(200);
  clock.hear(new Date(SERVER).toISOString(), asked);
  expect(clock.now()).toBe(SERVER + 100);
  vi.setSystemTime(new Date('2031-01-01'));
  pass(1_000);
  expect(clock.now()).toBe(SERVER + 1_100);
  clock.forget();
  expect(clock.now()).toBeNull();
});

test('the fastest answer is believed, a slow one after it only once the clock may have drifted', () => {
  const clock = createServerClock();
  clock.hear(new Date(SERVER).toISOString(), performance.now());
  const slow = performance.now();
  pass(8_000);
  clock.hear(new Date(SERVER).toISOString(), slow);
  expect(clock.now()).toBe(SERVER + 8_000);
  pass(11 * 60_000);
  clock.hear(new Date(SERVER + HOUR_MS).toISOString(), performance.now() - 2_000);
  expect(clock.now()).toBe(SERVER + 3_601_000);
});

test('a machine that slept is found out by its steady clock, or by its calendar when the steady one stood still', () => {
  const look = createStepTimer();
  pass(250);
  expect(look()).toEqual({ step: 250, slept: false, clockStood: false });
  pass(60_000);
  expect(look()).toEqual({ step: 60_000, slept: true, clockStood: false });
  pass(250);
  vi.setSystemTime(Date.now() + HOUR_MS);
  expect(look()).toEqual({ step: 250, slept: true, clockStood: true });
  pass(250);
  expect(look()).toMatchObject({ slept: false });
});
