/** Parcels that are offered for one payment of a courier, and among which it is divided, at most. */
export const MOST_COMPENSATED = 20;

/** Why a payment is not divided like that: not to the para, among parcels of several couriers, or twice for the same one. */
export const COMPENSATION_PROBLEMS = ['sum', 'couriers', 'twice'] as const;
export type CompensationProblem = (typeof COMPENSATION_PROBLEMS)[number];

/** What of a payment has not been divided yet, minor units; below zero more was than came. */
export const undivided = (came: number, shares: readonly number[]): number =>
  shares.reduce((left, share) => left - share, came);
