import { expect, test } from 'vitest';
import { hourMask, WHOLE_WEEK } from '../playout/schedule.ts';
import { firstHourOf, lacksHours, nextHourOf } from './first-hour.ts';

const only = (day: number, from: number, to: number) => WHOLE_WEEK.map((_, n) => (n === day ? hourMask(from, to) : 0));

const BEFORE = new Date('2026-11-01T12:00:00Z');

test('a campaign begins with the first hour of its schedule, on the clocks of Belgrade', () => {
  const december = { startsOn: '2026-12-01', endsOn: '2026-12-31' };
  expect(firstHourOf({ ...december, schedule: WHOLE_WEEK }, BEFORE)).toEqual(new Date('2026-11-30T23:00:00Z'));
  // The first of December is a Tuesday.
  expect(firstHourOf({ ...december, schedule: only(1, 6, 10) }, BEFORE)).toEqual(new Date('2026-12-01T05:00:00Z'));
  expect(firstHourOf({ ...december, schedule: only(0, 6, 10) }, BEFORE)).toEqual(new Date('2026-12-07T05:00:00Z'));
});

test('a campaign that is approved when its hours of that day are over begins with those of the next', () => {
  const mornings = { startsOn: '2026-12-01', endsOn: '2026-12-10', schedule: WHOLE_WEEK.map(() => hourMask(6, 10)) };
  const afternoon = new Date('2026-12-01T14:00:00Z');
  expect(firstHourOf(mornings, afternoon)).toEqual(new Date('2026-12-02T05:00:00Z'));
  const within = new Date('2026-12-01T06:20:00Z');
  expect(firstHourOf(mornings, within)).toEqual(within);
});

test('on the day on which the clocks go forward an hour later on the clock is an hour earlier', () => {
  const march = { startsOn: '2027-03-28', endsOn: '2027-03-28' };
  expect(firstHourOf({ ...march, schedule: only(6, 1, 2) }, BEFORE)).toEqual(new Date('2027-03-28T00:00:00Z'));
  expect(firstHourOf({ ...march, schedule: only(6, 3, 4) }, BEFORE)).toEqual(new Date('2027-03-28T01:00:00Z'));
});

test('a schedule without an hour of its days has no beginning', () => {
  const plan = { startsOn: '2026-12-01', endsOn: '2026-12-02', schedule: only(0, 6, 10) };
  expect(firstHourOf(plan, BEFORE)).toBeNull();
});

test('a plan lacks hours when none is still to come; wrong days say so themselves', () => {
  const weekend = WHOLE_WEEK.map((hours, day) => (day < 5 ? 0 : hours));
  const never = WHOLE_WEEK.map(() => 0);
  const lacks = (endsOn: string, now: string, schedule = weekend) =>
    lacksHours({ startsOn: '2026-12-01', endsOn, schedule }, new Date(now));
  // The first of December is a Tuesday, the sixth a Sunday.
  expect(lacks('2026-12-02', '2026-11-01T12:00:00Z')).toBe(true);
  expect(lacks('2026-12-07', '2026-11-01T12:00:00Z')).toBe(false);
  expect(lacks('2026-12-07', '2026-12-07T12:00:00Z')).toBe(true);
  expect(lacks('9999-12-31', '2026-11-01T12:00:00Z', never)).toBe(true);
  for (const endsOn of ['', '2026-11-30', '9999-12-31']) expect(lacks(endsOn, '2026-11-01T12:00:00Z')).toBe(false);
  const mornings = WHOLE_WEEK.map(() => hourMask(6, 10));
  expect(lacks('2026-12-01', '2026-12-01T08:59:00Z', mornings), 'within the last of them').toBe(false);
  expect(lacks('2026-12-01', '2026-12-01T09:00:00Z', mornings), 'those of today are over').toBe(true);
});

test('a campaign is shown next in this hour, if it is one of its plan, or with the first that follows', () => {
  const [startsAt, endsAt] = [new Date('2026-11-30T23:00:00Z'), new Date('2026-12-03T23:00:00Z')];
  const next = (now: string, schedule = WHOLE_WEEK.map(() => hourMask(18, 23))) =>
    nextHourOf({ startsAt, endsAt, schedule }, new Date(now))?.toISOString();
  expect(next('2026-11-20T12:00:00Z')).toBe('2026-12-01T17:00:00.000Z');
  expect(next('2026-12-01T17:20:00Z')).toBe('2026-12-01T17:20:00.000Z');
  expect(next('2026-12-01T22:00:00Z')).toBe('2026-12-02T17:00:00.000Z');
  expect(next('2026-12-03T22:00:00Z')).toBeUndefined();
  expect(next('2026-11-20T12:00:00Z', [...WHOLE_WEEK])).toBe(startsAt.toISOString());
});
