import * as z from 'zod';

/**
 * What could not be settled by itself; an admin sees it and decides. `PROVIDER_NOT_TOLD` is no event: something that has to
 * be done at the provider has failed so far, and is tried on.
 */
export const PaymentProblem = z.enum([
  'UNKNOWN_ORDER',
  'UNKNOWN_PAYMENT',
  'UNKNOWN_TO_PROVIDER',
  'AMOUNT_DIFFERS',
  'PAID_TWICE',
  'PAID_BESIDE_PARCEL',
  'REFUND_OF_SPENT',
  'UNEXPECTED_INVOICE',
  'ACCOUNT_CLOSED',
  'DISPUTED',
  'DISPUTE_LOST',
  'PAYOUT_FAILED',
  'PROVIDER_NOT_TOLD',
]);
export type PaymentProblem = z.infer<typeof PaymentProblem>;

/** After so many failures, what has to be done at the provider is a problem that staff see; it is tried on all the same. */
export const FAILURES_UNTIL_PROBLEM = 2;

/** Problems that asking the provider again may solve; the others are decided by a person alone. */
export const RETRYABLE: readonly PaymentProblem[] = [
  'UNKNOWN_ORDER',
  'UNKNOWN_PAYMENT',
  'UNKNOWN_TO_PROVIDER',
  'AMOUNT_DIFFERS',
  'PROVIDER_NOT_TOLD',
];
