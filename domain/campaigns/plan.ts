import { daysFrom } from '../calendar.ts';
import { type Day, daysLater, HOUR_MS } from '../day.ts';
import { plannedUnits, type Schedule } from './schedule.ts';

interface Planned {
  pace: 'even' | 'asap';
  kind: 'banner' | 'spot';
  budget: number;
  schedule: Schedule;
  startsOn: Day;
  endsOn: Day;
}

const MONDAY = Date.parse('1970-01-05');
/** Hours of the wall clock since a Monday midnight. */
const wallHour = (day: Day): number => (Date.parse(day) - MONDAY) / HOUR_MS;

/**
 * Plays that an even pace plans for each day; `seconds` are the lengths of its adverts. Empty where adverts of several lengths make one
 * plan of units into many of plays.
 */
export function planByDay({ pace, kind, budget, schedule, startsOn, endsOn }: Planned, seconds: readonly number[]) {
  const plan = new Map<Day, number>();
  const lengths = [...new Set(seconds)];
  const perPlay = kind === 'banner' ? 1 : lengths.length === 1 ? lengths[0]! : null;
  if (pace !== 'even' || perPlay === null) return plan;
  const starts = wallHour(startsOn);
  const ends = wallHour(daysLater(endsOn, 1));
  const until = (wall: number) => plannedUnits({ budget, schedule, starts, ends }, wall) / perPlay;
  for (const day of daysFrom(startsOn, endsOn))
    plan.set(day, until(wallHour(daysLater(day, 1))) - until(wallHour(day)));
  return plan;
}

/** The same plan for every day; `null`: it differs. */
export function sameDailyPlan(plan: Iterable<number>): number | null {
  const daily = new Set([...plan].map(Math.round));
  return daily.size === 1 ? [...daily][0]! : null;
}
