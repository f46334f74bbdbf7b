import { hoursOfWeek, type Schedule } from './schedule.ts';

const HOURS_OF_WEEK = 168;

/** Why an even campaign is late: too few TVs fit its choice, its cap is low for them, or it has few hours. */
export type WhyBehind =
  | { why: 'few'; tvs: number; needed: number }
  | { why: 'cap'; cap: number }
  | { why: 'hours'; hours: number };

/** The same for its company. `reached`: TVs that fit, as its editor says it; `null`: fewer than five. */
export type OwnLate = Exclude<WhyBehind, { why: 'few' }> | { why: 'few'; reached: number | null };

interface Late {
  /** Units that are not counted yet, and days until its end. */
  left: number;
  daysLeft: number;
  /** Plays that one unit of its budget is: 1 for banners, 1 / seconds for spots. */
  playsPerUnit: number;
  cap: number | null;
  schedule: Schedule;
  /** TVs that fit and showed something in 14 days, and plays of them all in a day. */
  tvs: number;
  daily: number;
}

/**
 * The first that explains it: with its cap the TVs cannot reach what is left, in its hours they cannot, or there are too few. What a TV
 * can show in a day is what those that fit show on average.
 */
export function whyBehind({ left, daysLeft, playsPerUnit, cap, schedule, tvs, daily }: Late): WhyBehind {
  const hours = hoursOfWeek(schedule);
  const neededDaily = (left * playsPerUnit) / Math.max(1, daysLeft);
  const ofOne = tvs > 0 ? Math.max(1, daily / tvs) : 1;
  if (cap !== null && tvs > 0 && cap < ofOne && tvs * cap < neededDaily && daily >= neededDaily)
    return { why: 'cap', cap };
  const share = hours / HOURS_OF_WEEK;
  if (share < 1 && daily >= neededDaily && daily * share < neededDaily) return { why: 'hours', hours };
  const inHours = Math.min(cap ?? Number.POSITIVE_INFINITY, Math.max(1, ofOne * share));
  return { why: 'few', tvs, needed: Math.max(tvs + 1, Math.ceil(neededDaily / inHours)) };
}
