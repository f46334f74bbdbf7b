import { chargedUnits } from '../campaigns/price.ts';
import type { Day } from '../day.ts';
import { daysLater } from '../day.ts';
import type { Money } from '../money.ts';

/**
 * How much goes back: of so many devices, of the last so many months that were paid ahead, what the company terms give back of a package
 * whose contract ends, an amount that a person says, or all that is left of the payment.
 */
export const REFUND_SCOPES = ['devices', 'months', 'terms', 'amount', 'whole'] as const;
export type RefundScope = (typeof REFUND_SCOPES)[number];

export const REFUND_REASONS = [
  'withdrawal',
  'complaint',
  'wrong_payment',
  'not_delivered',
  'agreement',
  'terms_withdrawal',
  'terms_end',
] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

/** Of scope `terms`: a company withdraws from its first contract (10.1 and 10.2), or it ends through no fault of the company (11.4). */
export const TERMS_REASONS = ['terms_withdrawal', 'terms_end'] as const satisfies readonly RefundReason[];
export const isOfTerms = (reason: RefundReason): boolean => TERMS_REASONS.some((one) => one === reason);

/**
 * Days that we have for giving a company money back, counted from the day after its statement (10.2), and for whatever else was agreed from
 * the day after staff asked for it.
 */
export const COMPANY_REFUND_DAYS = 14;

/** Why the company terms give nothing back of a package. */
export const TERMS_PROBLEMS = ['date', 'late', 'not_first', 'not_begun', 'not_last', 'subscribed', 'shown'] as const;
export type TermsProblem = (typeof TERMS_PROBLEMS)[number];

interface Units {
  banners: number;
  tvSeconds: number;
}

/**
 * What `taken` of a month's units are of its price, after `before` of them went back: by `chargedUnits`, the measure of reports. Together
 * the parts of all units are the price, whatever the steps.
 */
export function shareOfUnits(price: number, credited: Units, before: Units, taken: Units): number {
  const all = chargedUnits(credited);
  if (all === 0) return 0;
  const upTo = (units: Units) => Math.round((price * chargedUnits(units)) / all);
  const after = { banners: before.banners + taken.banners, tvSeconds: before.tvSeconds + taken.tvSeconds };
  return upTo(after) - upTo(before);
}

/** What becomes of the devices: back and sellable, back and written off, or they stay where they are. */
export const RETURNED_GOODS_DISPOSITIONS = ['stock', 'off', 'none'] as const;
export type ReturnedGoods = (typeof RETURNED_GOODS_DISPOSITIONS)[number];

/**
 * `asked` waits for a second person, `sending` for the provider; `failed`: the provider refused it, or the buyer's bank sent the money
 * back.
 */
export const REFUND_STATES = ['asked', 'sending', 'done', 'declined', 'lapsed', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** Why somebody may not be the second person: they asked, the money is for them, their rights are new, or, alone, they wait an hour. */
export const NOT_SECOND_REASONS = ['own', 'buyer', 'new', 'early'] as const;
export type NotSecondReason = (typeof NOT_SECOND_REASONS)[number];

/** What one person may give back, minor units: of an order, and of a buyer in a day, all together. */
export const REFUND_ALONE: Money = { amount: 50_000, currency: 'EUR' };

/** After so many days nobody has agreed, and it is asked anew. */
const ASKED_DAYS = 7;

/** The last day on which a second person may agree. */
export const refundApprovalDeadline = (askedOn: Day): Day => daysLater(askedOn, ASKED_DAYS);

/** Milliseconds after which the super-admin may agree to what they asked themselves, where nobody else could. */
export const SELF_APPROVAL_AFTER_MS = 60 * 60_000;

export const NOTE_MAX = 500;

/**
 * What `count` of `all` devices or months come to, after `before` of them. Together the parts of all are the total, to the cent, whatever
 * the steps.
 */
export const shareOf = (total: number, all: number, before: number, count: number): number =>
  Math.round((total * (before + count)) / all) - Math.round((total * before) / all);
