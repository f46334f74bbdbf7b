import { expect, test } from 'vitest';
import { daysLater, HOUR_MS } from '../day.ts';
import { LAST_REPORT_DELAY_MS, reportsOfDayEndAt, rewardOf } from '../rewards/rules.ts';
import { dayOf, startOfDay } from '../time.ts';
import { type Candidate, choose } from './choose.ts';
import { ADVERT_SECONDS_PER_HOUR, hourOf } from './rules.ts';
import { plannedUnits, scheduledHours, WHOLE_WEEK } from './schedule.ts';
import { planSlots, wallHour } from './slots.ts';

const SPRING = { day: '2027-03-28', hours: 23, twos: 0 };
const AUTUMN = { day: '2027-10-31', hours: 25, twos: 2 };
const SUNDAY = 6;

const candidate = (day: string, more: Partial<Candidate>): Candidate => ({
  id: 'one',
  creatives: [{ id: 'banner', seconds: 15, units: 1 }],
  startsAt: startOfDay(daysLater(day, -1)),
  endsAt: startOfDay(daysLater(day, 2)),
  wallStarts: wallHour(startOfDay(daysLater(day, -1))),
  wallEnds: wallHour(startOfDay(daysLater(day, 2))),
  schedule: WHOLE_WEEK,
  pace: 'asap',
  budget: 100_000,
  taken: 0,
  silent: 0,
  isScarce: false,
  capLeft: {},
  interval: null,
  ...more,
});
/** What one TV gets from half an hour before that day until half an hour after it. */
const given = (day: string, one: Candidate) => {
  const from = new Date(startOfDay(day).getTime() - HOUR_MS / 2);
  const until = startOfDay(daysLater(day, 1)).getTime() + HOUR_MS / 2;
  const slots = planSlots(from, (until - from.getTime()) / 60_000, [], ADVERT_SECONDS_PER_HOUR);
  const chosen = choose(slots, [one], { last: null, scarceSeconds: Number.MAX_SAFE_INTEGER, random: () => 0 });
  return { slots, chosen, within: chosen.filter(({ slot }) => slot.day === day) };
};

test.each([SPRING, AUTUMN])(
  'on $day, a day of $hours hours: schedule, cap, pace, ceiling, and what is shown before and after midnight',
  ({ day, hours, twos }) => {
    const next = daysLater(day, 1);
    const { slots, within } = given(day, candidate(day, {}));
    const ofDay = slots.filter((slot) => slot.day === day);
    expect(ofDay).toHaveLength(hours);
    expect(new Set(ofDay.map(({ opensAt }) => opensAt.getTime())).size, 'each hour once').toBe(hours);
    expect(slots.map((slot) => slot.day)).toEqual([daysLater(day, -1), ...ofDay.map(() => day), next]);
    expect(within, 'every hour is filled, also the one that comes twice').toHaveLength(48 * hours);

    const atTwo = WHOLE_WEEK.map((_, weekday) => (weekday === SUNDAY ? 1 << 2 : 0));
    const shownAtTwo = given(day, candidate(day, { schedule: atTwo })).chosen;
    expect(new Set(shownAtTwo.map(({ opensAt }) => opensAt.getTime())).size).toBe(twos);
    expect(shownAtTwo).toHaveLength(48 * twos);
    const fromThree = WHOLE_WEEK.map((_, weekday) => (weekday === SUNDAY ? 1 << 3 : 0));
    expect(given(day, candidate(day, { schedule: fromThree })).chosen).toHaveLength(48);

    const capped = given(day, candidate(day, { capLeft: { [daysLater(day, -1)]: 3, [day]: 5, [next]: 2 } }));
    expect(capped.within, 'the cap of the whole day').toHaveLength(5);
    expect(capped.chosen.map(({ slot }) => slot.day)).toEqual([
      ...Array.from({ length: 3 }, () => daysLater(day, -1)),
      ...Array.from({ length: 5 }, () => day),
      ...Array.from({ length: 2 }, () => next),
    ]);

    const [starts, ends] = [wallHour(startOfDay(day)), wallHour(startOfDay(next))];
    expect(ends - starts, 'on the clock on the wall every day has 24 hours').toBe(24);
    expect(scheduledHours(WHOLE_WEEK, starts, ends)).toBe(24);
    const times = { startsAt: startOfDay(day), endsAt: startOfDay(next), wallStarts: starts, wallEnds: ends };
    const even = given(day, candidate(day, { ...times, pace: 'even', budget: 240 }));
    expect(even.chosen, 'the budget of the day is spent on it, and on no other').toHaveLength(240);
    expect(even.within).toHaveLength(240);
    let taken = 0;
    for (const slot of even.slots.filter((one) => one.day === day)) {
      taken += even.chosen.filter((one) => one.slot === slot).length;
      const plan = { budget: 240, schedule: WHOLE_WEEK, starts, ends };
      expect(taken).toBeLessThanOrEqual(Math.round(plannedUnits(plan, slot.wallEnd + 0.15 * 24)));
      expect(taken).toBeGreaterThanOrEqual(Math.floor(plannedUnits(plan, slot.wallEnd)));
    }

    const rates = { banner: 4_000, tvSecond: 400, ceiling: 6_000 };
    expect(rewardOf({ banners: 48 * hours, tvSeconds: 0 }, rates), 'one ceiling for the day').toBe(6_000);
    expect(reportsOfDayEndAt(day)).toEqual(
      new Date(startOfDay(day).getTime() + hours * HOUR_MS + LAST_REPORT_DELAY_MS),
    );

    const midnight = startOfDay(next).getTime();
    expect(dayOf(hourOf(new Date(midnight - 1))), 'a second before midnight').toBe(day);
    expect(dayOf(hourOf(new Date(midnight))), 'and at midnight').toBe(next);
  },
);
