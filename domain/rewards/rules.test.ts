import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rateText } from './own-copy.ts';
import {
  isAtCeiling,
  isPersonalNumber,
  parseRewardRate,
  reportsOfMonthEndAt,
  rewardOf,
  ruleOn,
  taxOf,
} from './rules.ts';

const rates = fc.record({
  banner: fc.nat(100_000),
  tvSecond: fc.nat(100_000),
  ceiling: fc.integer({ min: 1, max: 1_000_000 }),
});
const seen = fc.record({ banners: fc.nat(3_000), tvSeconds: fc.nat(20_000) });

test('a TV’s day is what was counted by its rates, to the nearest para and never above the ceiling', () => {
  fc.assert(
    fc.property(seen, rates, (counted, rule) => {
      const exact = (counted.banners * rule.banner + counted.tvSeconds * rule.tvSecond) / 100;
      const reward = rewardOf(counted, rule);
      expect(Number.isInteger(reward) && reward >= 0 && reward <= rule.ceiling).toBe(true);
      if (reward < rule.ceiling) expect(Math.abs(reward - exact)).toBeLessThanOrEqual(0.5);
      expect(isAtCeiling(counted, rule)).toBe(Math.floor(exact + 0.5) > rule.ceiling);
    }),
  );
});

test('more that is counted never earns less', () => {
  fc.assert(
    fc.property(seen, seen, rates, (one, more, rule) => {
      const both = { banners: one.banners + more.banners, tvSeconds: one.tvSeconds + more.tvSeconds };
      expect(rewardOf(both, rule)).toBeGreaterThanOrEqual(rewardOf(one, rule));
    }),
  );
});

test('the rule of a day is the last one from then or before', () => {
  const rules = ['2026-10-01', '2026-03-01', '2027-01-01'].map((validFrom) => ({ validFrom }));
  expect(ruleOn('2026-02-28', rules)).toBeNull();
  expect(ruleOn('2026-09-30', rules)).toEqual({ validFrom: '2026-03-01' });
  expect(ruleOn('2026-10-01', rules)).toEqual({ validFrom: '2026-10-01' });
});

test('a month is over when the last hour of Belgrade can be reported no more, also when the clocks change', () => {
  expect(reportsOfMonthEndAt('2026-10').toISOString()).toBe('2026-11-04T00:10:00.000Z');
  expect(reportsOfMonthEndAt('2027-03').toISOString()).toBe('2027-04-03T23:10:00.000Z');
});

test('what is withheld is rounded to the para, and nothing is withheld at a rate of nothing', () => {
  expect(taxOf(120_848, 2_000)).toBe(24_170);
  expect(taxOf(5, 1_000)).toBe(1);
  expect(taxOf(120_848, 0)).toBe(0);
});

test('a personal number has thirteen digits and a right check digit', () => {
  expect(isPersonalNumber('0101006500006')).toBe(true);
  for (const wrong of ['0101006500007', '010100650000', '3201006500006', '010100650000a', ''])
    expect(isPersonalNumber(wrong), wrong).toBe(false);
});

test('a rate is read and written in dinars with up to four decimals', () => {
  expect([parseRewardRate('0,045'), parseRewardRate('0.4'), parseRewardRate('10')]).toEqual([450, 4_000, 100_000]);
  for (const wrong of ['', 'x', '0,04567', '-1', '11']) expect(parseRewardRate(wrong), wrong).toBeNull();
  expect([rateText(450), rateText(4_000), rateText(10_000)]).toEqual([
    '0,045\u00a0RSD',
    '0,40\u00a0RSD',
    '1,00\u00a0RSD',
  ]);
});
