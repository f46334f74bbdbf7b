import type { DECLINABLE } from '../campaign-kinds.ts';
import type { VENUES } from '../places/rules.ts';
import { hourMask, type Schedule } from '../playout/schedule.ts';

export type RuledCategory = (typeof DECLINABLE)[number];
export type Venue = (typeof VENUES)[number];

/** What the desk has set for adverts of a category. */
export interface CategoryRule {
  category: RuledCategory;
  /** Whether new adverts of it are taken. */
  isTaken: boolean;
  /** Hours of Belgrade in which they are shown: from 0 to 23 until 1 to 24. `from` above `to` goes past midnight. */
  from: number;
  to: number;
  /** Kinds of place where they are shown; empty: everywhere. */
  venues: Venue[];
  /** Whether the company names the permit or approval it has. */
  needsProof: boolean;
}

/** Characters of what a company writes about its permit. */
export const PROOF_MOST = 200;

/** The hours of any day, as bits of a day of a `Schedule`. */
export const ruleHourMask = ({ from, to }: Pick<CategoryRule, 'from' | 'to'>): number =>
  from < to ? hourMask(from, to) : hourMask(from, 24) | hourMask(0, to);

interface Plan {
  schedule: Schedule;
  venues: readonly Venue[];
}

/** What of a schedule is within the hours of a rule. */
export const withinHours = (rule: Pick<CategoryRule, 'from' | 'to'>, schedule: Schedule): number[] =>
  schedule.map((day) => day & ruleHourMask(rule));

/** What keeps an advert of the category from being shown by that plan. */
export const CATEGORY_PROBLEMS = ['taken', 'hours', 'venues', 'proof'] as const;
export type CategoryProblem = (typeof CATEGORY_PROBLEMS)[number];

export function categoryProblems(rule: CategoryRule, { schedule, venues, proof }: Plan & { proof: string }) {
  const hours = ruleHourMask(rule);
  const isOutside = rule.venues.length > 0 && (venues.length === 0 || venues.some((one) => !rule.venues.includes(one)));
  const found: CategoryProblem[] = [];
  if (!rule.isTaken) found.push('taken');
  if (schedule.some((day) => (day & ~hours) !== 0)) found.push('hours');
  if (isOutside) found.push('venues');
  if (rule.needsProof && proof.trim() === '') found.push('proof');
  return found;
}

/** The plan without what the rule forbids; a choice of places that the rule leaves nothing of becomes all that it allows. */
export function planWithinRule(
  rule: CategoryRule,
  { schedule, venues }: Plan,
): { schedule: number[]; venues: Venue[] } {
  const both = venues.filter((one) => rule.venues.includes(one));
  return {
    schedule: withinHours(rule, schedule),
    venues: rule.venues.length === 0 ? [...venues] : both.length > 0 ? both : [...rule.venues],
  };
}
