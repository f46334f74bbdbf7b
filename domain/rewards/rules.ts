import { type Day, daysLater, HOUR_MS, monthsLater } from '../day.ts';
import { REPORT_HOURS } from '../playout/rules.ts';
import { dayOf, startOfDay } from '../time.ts';

/**
 * Viewers are rewarded for plays that were counted on their TVs, by the rule that was in force on the day of the play. Money is in para,
 * rates are in hundredths of a para, and there is one rounding: of what one TV earned on one day, to the nearest para, halves up.
 */

/** Hundredths of a para in a para. */
export const RATE_SCALE = 100;
/** A rate is ten dinars at most, a ceiling ten thousand: what is above is a slip of the keyboard. */
export const RATE_MAX = 10 * 100 * RATE_SCALE;
export const CEILING_MAX = 10_000 * 100;
/** What the first rule is proposed with, para. */
export const DEFAULT_MIN_PAYOUT_PARA = 100 * 100;

/** After the end of a month the last play may come for so long: an hour of leases, its time for reports, and ten minutes to close it. */
export const LAST_REPORT_DELAY_MS = (1 + REPORT_HOURS) * HOUR_MS + 10 * 60_000;

export interface Rates {
  /** Hundredths of a para. */
  banner: number;
  tvSecond: number;
  /** Of one TV on one day, para. */
  ceiling: number;
}

export interface CountedUnits {
  banners: number;
  tvSeconds: number;
}

/** What one TV earned on one day, para. */
export function rewardOf({ banners, tvSeconds }: CountedUnits, { banner, tvSecond, ceiling }: Rates): number {
  const earned = Math.floor((banners * banner + tvSeconds * tvSecond + RATE_SCALE / 2) / RATE_SCALE);
  return Math.min(ceiling, earned);
}

/** Whether the day's ceiling took something away. */
export const isAtCeiling = (seen: CountedUnits, rates: Rates): boolean =>
  rewardOf(seen, rates) < rewardOf(seen, { ...rates, ceiling: Number.MAX_SAFE_INTEGER });

/** The rule in force on a day; `null` before the first one. */
export function ruleOn<Rule extends { validFrom: Day }>(day: Day, rules: readonly Rule[]): Rule | null {
  let found: Rule | null = null;
  for (const rule of rules) if (rule.validFrom <= day && (!found || rule.validFrom > found.validFrom)) found = rule;
  return found;
}

/** A rule holds for days to come only. */
export const earliestRule = (now: Date): Day => daysLater(dayOf(now), 1);

/** `2026-10` of a day; a month's own day is its first. */
export const monthOf = (day: Day): string => day.slice(0, 7);
export const firstDay = (month: string): Day => `${month}-01`;
export const lastDay = (month: string): Day => daysLater(monthsLater(firstDay(month), 1), -1);
export const nextMonth = (month: string): string => monthOf(monthsLater(firstDay(month), 1));

/** From then on nothing that is reported of that day counts. */
export const reportsOfDayEndAt = (day: Day): Date =>
  new Date(startOfDay(daysLater(day, 1)).getTime() + LAST_REPORT_DELAY_MS);
export const reportsOfMonthEndAt = (month: string): Date => reportsOfDayEndAt(lastDay(month));

/** What is withheld of a gross amount, para; the rate in hundredths of a percent. Halves up. */
export const taxOf = (gross: number, rate: number): number => Math.floor((gross * rate + 5_000) / 10_000);

/** What becomes of a statement. `carried`: below the smallest payout, it enters the next one. `held`: looked at before it is paid. */
export const STATEMENT_STATES = ['payable', 'paid', 'carried', 'held'] as const;
export type StatementState = (typeof STATEMENT_STATES)[number];

/** Why one is held: plays that are looked at, a company that has to send an invoice, an account that is no more, or staff said so. */
export const HOLD_REASONS = ['suspected', 'company', 'gone', 'staff'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** What a payable statement waits for, in the order in which it is asked for. */
export const REWARD_WAIT_REASONS = ['account', 'invoice', 'tax_number', 'tax_rate', 'bank'] as const;
export type RewardWaitReason = (typeof REWARD_WAIT_REASONS)[number];

/** What keeps a month open. */
export const CLOSING_STOPS = ['no_rule', 'reports', 'hours', 'not_proven', 'units_differ', 'rewards_differ'] as const;
export type ClosingStop = (typeof CLOSING_STOPS)[number];

const WEIGHTS = [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** A personal number (JMBG): thirteen digits, the last one a check digit by 11. */
export function isPersonalNumber(typed: string): boolean {
  if (!/^\d{13}$/.test(typed)) return false;
  const [day, month] = [Number(typed.slice(0, 2)), Number(typed.slice(2, 4))];
  if (day < 1 || day > 31 || month < 1 || month > 12) return false;
  const sum = WEIGHTS.reduce((all, weight, at) => all + weight * Number(typed[at]), 0);
  const check = 11 - (sum % 11);
  return (check > 9 ? 0 : check) === Number(typed[12]);
}

/** A rate as people type it, `0,045`, in hundredths of a para; `null` for anything else. */
export function parseRewardRate(typed: string): number | null {
  const [, whole, part = ''] = /^(\d{1,2})(?:[.,](\d{1,4}))?$/.exec(typed.trim()) ?? [];
  if (whole === undefined) return null;
  const rate = Number(whole) * 100 * RATE_SCALE + Number(part.padEnd(4, '0'));
  return rate > RATE_MAX ? null : rate;
}
