import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hourMask, isScheduled, plannedUnits, scheduledHours, WHOLE_WEEK, withHours } from './schedule.ts';

const evenings = [0, 0, 0, 0, 0xf00000, 0xf00000, 0];
const FRIDAY = 4 * 24;

test('an evening of Friday and Saturday is four hours long each week', () => {
  expect(isScheduled(evenings, FRIDAY + 20)).toBe(true);
  expect(isScheduled(evenings, FRIDAY + 19)).toBe(false);
  expect(isScheduled(evenings, FRIDAY + 24 + 23)).toBe(true);
  expect(isScheduled(evenings, FRIDAY + 48 + 20)).toBe(false);
  expect(scheduledHours(evenings, 0, 168)).toBe(8);
  expect(scheduledHours(evenings, FRIDAY + 22.5, 168 * 3 + FRIDAY + 20.25)).toBe(1.5 + 4 + 16 + 0.25);
});

test('a budget is spread over the scheduled hours alone', () => {
  const campaign = { budget: 800, schedule: evenings, starts: 0, ends: 168 };
  expect(plannedUnits(campaign, FRIDAY)).toBe(0);
  expect(plannedUnits(campaign, FRIDAY + 21)).toBe(100);
  expect(plannedUnits(campaign, FRIDAY + 24)).toBe(400);
  expect(plannedUnits(campaign, 168)).toBe(800);
  expect(plannedUnits(campaign, 500)).toBe(800);
});

test('a plan never falls, and is spent in full at the end', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 0xffffff }), { minLength: 7, maxLength: 7 }),
      fc.integer({ min: 0, max: 5_000 }),
      fc.integer({ min: 1, max: 2_000 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 8 }),
      (schedule, starts, hours, parts) => {
        const campaign = { budget: 1000, schedule, starts, ends: starts + hours };
        const plan = parts.toSorted((a, b) => a - b).map((part) => plannedUnits(campaign, starts + hours * part));
        expect(plan).toEqual(plan.toSorted((a, b) => a - b));
        const none = scheduledHours(schedule, starts, starts + hours) === 0;
        expect(plannedUnits(campaign, starts + hours)).toBe(none ? 0 : 1000);
        expect(scheduledHours(WHOLE_WEEK, starts, starts + hours)).toBe(hours);
      },
    ),
  );
});

test('the scheduled hours of a time are those that one counts hour by hour', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 0xffffff }), { minLength: 7, maxLength: 7 }),
      fc.integer({ min: -400, max: 5_000 }),
      fc.integer({ min: 0, max: 600 }),
      fc.tuple(fc.nat(3), fc.nat(3)),
      (schedule, hour, hours, [early, late]) => {
        const [from, to] = [hour - early / 4, hour + hours + late / 4];
        let counted = isScheduled(schedule, hour - 1) ? early / 4 : 0;
        for (let at = hour; at < hour + hours; at += 1) if (isScheduled(schedule, at)) counted += 1;
        if (isScheduled(schedule, hour + hours)) counted += late / 4;
        expect(scheduledHours(schedule, from, to)).toBe(counted);
      },
    ),
  );
});

test('a stroke that jumps over hours paints those between, also across days, and leaves the others', () => {
  const none = WHOLE_WEEK.map(() => 0);
  expect(withHours(none, { day: 2, hour: 6 }, { day: 2, hour: 6 }, true)).toEqual([0, 0, hourMask(6, 7), 0, 0, 0, 0]);
  expect(withHours(none, { day: 2, hour: 6 }, { day: 2, hour: 10 }, true)).toEqual([0, 0, hourMask(6, 11), 0, 0, 0, 0]);
  expect(withHours(WHOLE_WEEK, { day: 2, hour: 10 }, { day: 2, hour: 6 }, false)[2]).toBe(0xffffff & ~hourMask(6, 11));
  const across = withHours(none, { day: 1, hour: 8 }, { day: 3, hour: 8 }, true);
  expect(across).toEqual([0, hourMask(8, 9), hourMask(8, 9), hourMask(8, 9), 0, 0, 0]);
});
