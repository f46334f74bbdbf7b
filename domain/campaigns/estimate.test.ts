import { expect, test } from 'vitest';
import { hourMask, type Schedule, WHOLE_WEEK } from '../playout/schedule.ts';
import { estimateOf, remainingCampaignDays } from './estimate.ts';

const chosen = {
  kind: 'banner',
  spotSeconds: 30,
  schedule: WHOLE_WEEK,
  cap: null,
  budget: 1_000,
  startsOn: '2027-03-01',
  days: 10,
  tvs: 20,
  dailySeconds: 3_000,
  viewing: Array.from({ length: 168 }, () => 100),
} as const;

test('enough TVs: it can be spent in five days, and lasts until its end at an even pace', () => {
  expect(estimateOf(chosen)).toEqual({
    daily: 200,
    needed: 100,
    verdict: { is: 'enough', fastest: 5, lastsUntil: '2027-03-10' },
  });
});

test('where TVs do not suffice it says how much will be seen until the end and how long all of it would take, for banners and for spots', () => {
  expect(estimateOf({ ...chosen, budget: 5_000 }).verdict).toEqual({ is: 'few', seen: 2_000, lasts: 25 });
  // 3,000 seconds a day are 100 plays of half a minute, and 30,000 TV seconds until the end.
  const spot = estimateOf({ ...chosen, kind: 'spot', budget: 60_000 });
  expect(spot).toEqual({ daily: 100, needed: 200, verdict: { is: 'few', seen: 30_000, lasts: 20 } });
});

test('the cap and the hours of its own days count: two plays a TV and day, or two Mondays of ten days', () => {
  expect(estimateOf({ ...chosen, cap: 2 }).verdict).toEqual({ is: 'few', seen: 400, lasts: 25 });
  const mondays = WHOLE_WEEK.map((day, n) => (n === 0 ? day : 0)) as unknown as Schedule;
  expect(estimateOf({ ...chosen, schedule: mondays }).verdict).toEqual({ is: 'few', seen: 400, lasts: 25 });
});

test('hours count by when TVs show: an evening is most of a day, and a night little of it', () => {
  // Of each day the five hours of the evening are a half, the six of the night a twentieth.
  const ofDay = [...Array(6).fill(10), ...Array(12).fill(45), ...Array(5).fill(120), 0];
  const viewing = Array.from({ length: 168 }, (_, hour) => ofDay[hour % 24]!);
  const inHours = (from: number, to: number) => WHOLE_WEEK.map(() => hourMask(from, to));
  const seen = (from: number, to: number) =>
    estimateOf({ ...chosen, viewing, schedule: inHours(from, to), budget: 5_000 }).verdict;
  expect(seen(18, 23)).toMatchObject({ is: 'few', seen: 1_000 });
  expect(seen(0, 6)).toMatchObject({ is: 'few', seen: 100 });
  expect(seen(0, 24)).toMatchObject({ is: 'few', seen: 2_000 });
});

test('only the days count that are still to come, and none while a day is not typed', () => {
  expect(remainingCampaignDays('2027-03-20', '2027-03-29', '2027-03-01')).toEqual({ from: '2027-03-20', days: 10 });
  expect(remainingCampaignDays('2027-03-20', '2027-03-29', '2027-03-28'), 'a draft that waited').toEqual({
    from: '2027-03-28',
    days: 2,
  });
  expect(remainingCampaignDays('2027-03-29', '2027-03-29', '2027-03-29')).toEqual({ from: '2027-03-29', days: 1 });
  for (const [from, until] of [
    ['', '2027-03-29'],
    ['2027-03-20', ''],
    ['2027-03-20', '2027-03-19'],
    ['2027-02-20', '2027-02-28'],
    ['0002-03-20', '2027-03-29'],
    ['2027-03-20', '9999-12-31'],
  ] as const)
    expect(remainingCampaignDays(from, until, '2027-03-01')).toBeNull();
});

test('without TVs or without hours it cannot be shown', () => {
  expect(estimateOf({ ...chosen, tvs: 0, dailySeconds: 0 }).verdict).toEqual({ is: 'none' });
  const never = WHOLE_WEEK.map(() => 0) as unknown as Schedule;
  expect(estimateOf({ ...chosen, schedule: never }).verdict).toEqual({ is: 'none' });
  const weekend = WHOLE_WEEK.map((day, n) => (n < 5 ? 0 : day)) as unknown as Schedule;
  expect(estimateOf({ ...chosen, schedule: weekend, days: 2 }).verdict, 'a Monday and a Tuesday').toEqual({
    is: 'none',
  });
});
