import { needsSecondPerson } from './decisions.ts';

/** Whether a courier has said which parcels a transfer of its is for. `unnamed`: the line holds no mark to ask by. */
export const PAYOUT_QUESTIONS = ['waiting', 'unnamed', 'answered'] as const;
export type PayoutInquiryState = (typeof PAYOUT_QUESTIONS)[number];

/**
 * What a parcel that a courier names means. Given by the database (view `courier_payout_findings`), the first that fits of: unknown,
 * early, paid, twice, less, more, matches.
 * - `matches`: what was to be collected, to the para
 * - `less`, `more`: another amount
 * - `twice`: named twice, here or in another open transfer
 * - `paid`: another transfer has paid it, or is about to
 * - `early`: nobody has told us yet that it was delivered
 * - `unknown`: no parcel of ours on delivery that this courier carried
 */
export const PARCEL_FINDINGS = ['matches', 'less', 'more', 'twice', 'paid', 'early', 'unknown'] as const;
export type ParcelFinding = (typeof PARCEL_FINDINGS)[number];

export interface NamedParcel {
  reference: string;
  finding: ParcelFinding;
  /** Para; `null` of a parcel that is not ours. */
  expected: number | null;
}

/** Whether a line can pay a parcel. */
export const canLinePayParcel = ({ finding }: Pick<NamedParcel, 'finding'>): boolean =>
  finding === 'matches' || finding === 'less' || finding === 'more' || finding === 'twice';

/**
 * What came less what these parcels were to bring, in para. Of what is more nobody's order is paid: it is owed back. What is less, the
 * courier has kept.
 */
export const payoutDifference = (came: number, parcels: readonly NamedParcel[]): number =>
  came - parcels.reduce((sum, { expected }) => sum + (expected ?? 0), 0);

/** What a courier keeps above that, a second person agrees to. */
export const needsSecondPersonForKept = (difference: number): boolean =>
  difference < 0 && needsSecondPerson({ expected: { amount: 0, currency: 'RSD' }, missing: difference });

/** Longest mark of a transfer that a person types. */
export const PAYOUT_MARK_MAX = 60;
/** Parcels of one transfer; a courier that names more is not believed. */
export const MOST_PARCELS = 2_000;
