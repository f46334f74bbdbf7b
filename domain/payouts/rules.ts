import { checkDigits } from '../events/payment/model97.ts';

/**
 * Money on its way to a buyer's account: `account` waits until the account is known, `ready` for a list, `listed` for the bank. Of
 * `returned` the bank sent the money back and `refused` it never paid; another payout took their place. `stopped` never went.
 */
export const PAYOUT_STATES = ['account', 'ready', 'listed', 'done', 'returned', 'refused', 'stopped'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/** Of these one refund has one at most. */
export const LIVE_PAYOUTS = ['account', 'ready', 'listed', 'done'] as const satisfies readonly PayoutState[];

/** How money goes back: to the card it came from, or to an account that the buyer names. */
export const REFUND_WAYS = ['card', 'account'] as const;
export type RefundWay = (typeof REFUND_WAYS)[number];

/** So many payouts are in one payment order, and are confirmed with one press, at most. */
export const MOST_PAYOUTS = 500;

/** As long as a name on a payment order may be (ISO 20022 `Max70Text`). */
export const PAYEE_MAX = 70;

/**
 * What the bank names an executed payout by: model 97, `kk6YYYYnnnnnn`. The 6 keeps it apart from what buyers name (5 of orders, none of
 * reservations).
 */
export function payoutReference(year: number, number: number): string {
  const rest = `6${year}${String(number).padStart(6, '0')}`;
  return `${checkDigits(rest)}${rest}`;
}

/** Whether a text of a statement may name a payout. */
export const namesPayout = (text: string): boolean => /\d{2}6(20|21)\d{2}\d{6}/.test(text.replace(/\D/g, ''));

/** Banks of Montenegro begin with a 5; nothing is paid there by a domestic payment order. */
export const isSerbianAccount = (account: string): boolean => !account.startsWith('5');

/** Bank and control digits stay: `160-•••••-91`. */
export const maskedAccount = (account: string): string => `${account.slice(0, 3)}-•••••-${account.slice(16)}`;
