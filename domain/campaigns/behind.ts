import { hoursOfWeek, type Schedule, shareOfViewing, type Viewing } from '../playout/schedule.ts';

/**
 * Why an even campaign is late: too few TVs fit its choice, its cap is low for them, or it has few hours. Where `needed` is not above
 * `tvs`, nothing of its choice is the reason (`isChoiceEnough`).
 */
export type WhyBehind =
  | { why: 'few'; tvs: number; needed: number }
  | { why: 'cap'; cap: number }
  | { why: 'hours'; hours: number };

/** The same for its company. `reached`: TVs that fit, as its editor says it; `null`: fewer than five. */
export type OwnWhyBehind = Exclude<WhyBehind, { why: 'few' }> | { why: 'few'; reached: number | null };

/** As the mail to its company says it. */
export type MailedWhyBehind =
  | Exclude<WhyBehind, { why: 'few' }>
  | { why: 'few'; reached: number | null; needed: number };

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
  viewing: Viewing;
}

/** It stood still or others were shown: the TVs that fit can show what is left until its end, under its cap and in its hours. */
export const isChoiceEnough = (of: WhyBehind): boolean => of.why === 'few' && of.needed <= of.tvs;

/**
 * The first that explains it: with its cap the TVs cannot reach what is left, in its hours they cannot, or there are too few. What a TV
 * can show in a day is what those that fit show on average, in its hours as much of it as all TVs together show then.
 */
export function whyBehind(late: Late): WhyBehind {
  const { cap, schedule, tvs, daily, viewing } = late;
  const { neededDaily, ofOne } = averagesOf(late);
  if (cap !== null && ofOne !== null && cap < ofOne && tvs * cap < neededDaily && daily >= neededDaily)
    return { why: 'cap', cap };
  const share = shareOfViewing(schedule, viewing);
  if (share < 1 && daily >= neededDaily && daily * share < neededDaily)
    return { why: 'hours', hours: hoursOfWeek(schedule) };
  return { why: 'few', tvs, needed: neededTvs(late) };
}

/** About how many TVs would reach what is left, under its cap and in its hours; one of which nothing is known shows one play a day. */
export function neededTvs(late: Late): number {
  const { neededDaily, ofOne } = averagesOf(late);
  const inHours = ofOne === null ? 1 : ofOne * shareOfViewing(late.schedule, late.viewing);
  return Math.ceil(neededDaily / Math.min(late.cap ?? Number.POSITIVE_INFINITY, inHours));
}

/** Plays that it needs in a day, and that one TV shows in a day; `null`: no TV that fits has shown any. */
const averagesOf = ({ left, daysLeft, playsPerUnit, tvs, daily }: Late) => ({
  neededDaily: (left * playsPerUnit) / Math.max(1, daysLeft),
  ofOne: tvs > 0 && daily > 0 ? daily / tvs : null,
});
