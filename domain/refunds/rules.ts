import type { Day } from '../day.ts';
import { daysLater } from '../day.ts';
import type { Money } from '../money.ts';

/**
 * How much goes back: of so many devices, of the last so many months that were paid ahead, an amount that a person says, or all that is
 * left of the payment.
 */
export const REFUND_SCOPES = ['devices', 'months', 'amount', 'whole'] as const;
export type RefundScope = (typeof REFUND_SCOPES)[number];

export const REFUND_REASONS = ['withdrawal', 'complaint', 'wrong_payment', 'not_delivered', 'agreement'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

/** What becomes of the devices: back and sellable, back and written off, or they stay where they are. */
export const RETURNED_GOODS = ['stock', 'off', 'none'] as const;
export type ReturnedGoods = (typeof RETURNED_GOODS)[number];

/**
 * `asked` waits for a second person, `sending` for the provider; `failed`: the provider refused it, or the buyer's bank sent the money
 * back.
 */
export const REFUND_STATES = ['asked', 'sending', 'done', 'declined', 'lapsed', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** What one person may give back, minor units: of an order, and of a buyer in a day, all together. */
export const REFUND_ALONE: Money = { amount: 50_000, currency: 'EUR' };

/** After so many days nobody has agreed, and it is asked anew. */
const ASKED_DAYS = 7;

/** The last day on which a second person may agree. */
export const askedUntil = (askedOn: Day): Day => daysLater(askedOn, ASKED_DAYS);

/** Milliseconds after which the super-admin may agree to what they asked themselves, where nobody else could. */
export const ALONE_AFTER_MS = 60 * 60_000;

export const NOTE_MAX = 500;

/**
 * What `count` of `all` devices or months come to, after `before` of them. Together the parts of all are the total, to the cent, whatever
 * the steps.
 */
export const shareOf = (total: number, all: number, before: number, count: number): number =>
  Math.round((total * (before + count)) / all) - Math.round((total * before) / all);
