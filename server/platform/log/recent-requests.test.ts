import { expect, test } from 'vitest';
import { quantile, recentRequests } from './recent-requests.ts';

const MINUTE = 60_000;

test('what nineteen of twenty requests took is known, a tenth too much at most, of several processes together', () => {
  const [fast, slow] = [recentRequests(), recentRequests()];
  for (let n = 0; n < 95; n += 1) fast.add(40, 200, false);
  for (let n = 0; n < 5; n += 1) slow.add(3_000, 200, false);
  slow.add(60_000, 200, true);
  const p95 = quantile([fast.read().times, slow.read().times], 0.95)!;
  expect(p95).toBeGreaterThanOrEqual(40);
  expect(p95).toBeLessThan(44.1);
  expect(quantile([slow.read().times], 0.95)).toBeLessThan(3_301);
  expect(quantile([], 0.95)).toBeNull();
});

test('times are those of five minutes, errors those of an hour', () => {
  const clock = { now: 1_000 * MINUTE };
  const recent = recentRequests(() => clock.now);
  recent.add(10, 500, false);
  clock.now += MINUTE;
  expect(recent.read()).toMatchObject({ perMinute: 1, errors: 1, lastErrorAt: new Date(1_000 * MINUTE) });
  clock.now += 5 * MINUTE;
  expect(recent.read()).toMatchObject({ perMinute: 0, times: [], errors: 1 });
  clock.now += 54 * MINUTE;
  expect(recent.read()).toMatchObject({ errors: 0, lastErrorAt: null });
});
