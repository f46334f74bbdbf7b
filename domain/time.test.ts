import { expect, test } from 'vitest';
import { daysFrom } from './calendar.ts';
import { daysLater } from './day.ts';
import { dayOf, daysSince, momentOf, startOfDay } from './time.ts';

test('a day begins at midnight in Belgrade, in summer, in winter, and on the days the clocks change', () => {
  for (const [day, moment] of [
    ['2026-07-01', '2026-06-30T22:00:00.000Z'],
    ['2026-12-01', '2026-11-30T23:00:00.000Z'],
    ['2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['2026-10-26', '2026-10-25T23:00:00.000Z'],
  ] as const) {
    const start = startOfDay(day);
    expect(start.toISOString(), day).toBe(moment);
    expect(dayOf(start)).toBe(day);
    expect(dayOf(new Date(start.getTime() - 1))).toBe(daysLater(day, -1));
  }
});

test('days are counted on the calendar', () => {
  expect(daysLater('2026-02-20', 14)).toBe('2026-03-06');
  expect(daysLater('2028-02-20', 14)).toBe('2028-03-05');
  expect(daysLater('2026-12-31', 1)).toBe('2027-01-01');
  expect(daysLater('2026-03-01', -1)).toBe('2026-02-28');
});

test('what is no day is no answer to how many days later it is', () => {
  expect(() => daysLater('9999-12-31', 1)).toThrow(RangeError);
  expect(() => daysLater('0000-01-01', -1)).toThrow(RangeError);
  expect(() => daysLater('', 1)).toThrow(RangeError);
});

test('days are listed one after the other, ten years of them at most', () => {
  expect(daysFrom('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  expect(daysFrom('2028-02-28', '2028-02-27')).toEqual([]);
  expect(daysFrom('2028-02-28', '9999-12-31').at(-1)).toBe('2038-02-27');
});

test('days are those of the calendar in Belgrade, also over a night and a change of clocks', () => {
  expect(daysSince(new Date('2027-05-01T21:30:00Z'), new Date('2027-05-01T22:30:00Z'))).toBe(1);
  expect(daysSince(new Date('2027-05-01T22:30:00Z'), new Date('2027-05-02T20:00:00Z'))).toBe(0);
  expect(daysSince(new Date('2027-03-27T12:00:00Z'), new Date('2027-03-29T00:00:00Z'))).toBe(2);
});

test('a time that is typed is the time of Belgrade, in summer, in winter, and on the days the clocks change', () => {
  const at = (day: string, time: string) => momentOf(day, time).toISOString();
  expect(at('2027-07-01', '10:30')).toBe('2027-07-01T08:30:00.000Z');
  expect(at('2027-01-15', '10:30')).toBe('2027-01-15T09:30:00.000Z');
  expect(at('2027-03-28', '01:30')).toBe('2027-03-28T00:30:00.000Z');
  expect(at('2027-03-28', '03:30')).toBe('2027-03-28T01:30:00.000Z');
  expect(at('2027-10-31', '02:30')).toBe('2027-10-31T00:30:00.000Z');
  expect(at('2027-10-31', '03:30')).toBe('2027-10-31T02:30:00.000Z');
});
