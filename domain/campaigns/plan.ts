import { daysFrom } from '../calendar.ts';
import { type Day, daysLater, HOUR_MS } from '../day.ts';
import { plannedUnits, type Schedule } from '../playout/schedule.ts';
import { wallHour } from '../playout/slots.ts';
import { startOfDay } from '../time.ts';

interface Planned {
  pace: 'even' | 'asap';
  kind: 'banner' | 'spot';
  budget: number;
  schedule: Schedule;
  /** Its plan begins with this moment, of an approved one its approval. */
  startsAt: Date;
  startsOn: Day;
  endsOn: Day;
}

const MONDAY = Date.parse('1970-01-05');
/** At its midnight. */
const wallHourOf = (day: Day): number => (Date.parse(day) - MONDAY) / HOUR_MS;

/**
 * Plays that an even pace plans for each day; `seconds` are the lengths of its adverts. Empty where adverts of several lengths make one
 * plan of units into many of plays.
 */
export function planByDay(planned: Planned, seconds: readonly number[]) {
  const { pace, kind, budget, schedule, startsAt, startsOn, endsOn } = planned;
  const plan = new Map<Day, number>();
  const lengths = [...new Set(seconds)];
  const perPlay = kind === 'banner' ? 1 : lengths.length === 1 ? lengths[0]! : null;
  if (pace !== 'even' || perPlay === null) return plan;
  const firstMoment = startOfDay(startsOn);
  const starts = wallHour(startsAt > firstMoment ? startsAt : firstMoment);
  const ends = wallHourOf(daysLater(endsOn, 1));
  const until = (wall: number) => plannedUnits({ budget, schedule, starts, ends }, wall) / perPlay;
  for (const day of daysFrom(startsOn, endsOn))
    plan.set(day, until(wallHourOf(daysLater(day, 1))) - until(wallHourOf(day)));
  return plan;
}

/** The same plan for every day; `null`: it differs. */
export function sameDailyPlan(plan: Iterable<number>): number | null {
  const daily = new Set([...plan].map(Math.round));
  return daily.size === 1 ? [...daily][0]! : null;
}
