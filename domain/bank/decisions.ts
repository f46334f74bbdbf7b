import type { Currency, Money } from '../money.ts';

/**
 * What may be done with a payment of a statement.
 * - `confirm`: it agrees to the para, alone or together with what came before; the reservation is paid. Where a person had said by
 *   hand that it came, it takes the place of what was said, also when that is owed back because the reservation was cancelled
 * - `part`: it is less; it waits, and the rest is asked for
 * - `surplus`: it is more; the reservation is paid and the rest is owed back
 * - `keep`: of an order: what is more than asked for, or all of it, stays the buyer's money, who is asked where it goes; it may pay for another order
 * - `accept`: the reservation is paid although the money differs; the reason is kept with the difference
 * - `return`: the whole payment is owed back
 */
export const DECISIONS = ['confirm', 'part', 'surplus', 'keep', 'accept', 'return'] as const;
export type Decision = (typeof DECISIONS)[number];

/** A reservation or an order as a payment meets it. */
export interface PayableSummary {
  of: 'reservation' | 'order';
  price: Money;
  /** What has come towards it in its own currency, minor units: parts that wait, what was confirmed, what is about to be. */
  arrived: number;
  /**
   * Of that, what a person said has come, and no line of a statement shows. Of a cancelled reservation it is apart: owed back, or given
   * back already.
   */
  byHand: number;
  status: 'pending' | 'placeno' | 'isteklo' | 'otkazano';
}

export interface ArrivedPayment extends Money {
  /** Other open payments that name the same reservation in the same currency, minor units. */
  others: number;
}

export interface PaymentExpectation {
  /** What a payment may still bring, or show of what was said by hand; nothing of whatever statements have shown or cancelled. */
  expected: Money;
  /** Expected less arrived, negative when more came; `null` in another currency. */
  missing: number | null;
  /** All open payments that name the reservation make its price to the para, this one alone does not. */
  together: boolean;
  decisions: Decision[];
}

/** The one rule of what agrees; the server decides by it, the screen shows it. */
export function expectationOf(
  arrival: ArrivedPayment,
  { of, price, arrived, byHand, status }: PayableSummary,
): PaymentExpectation {
  const left = { pending: price.amount - arrived, isteklo: price.amount - arrived, placeno: byHand, otkazano: byHand }[
    status
  ];
  const expected = { amount: Math.max(0, left), currency: price.currency };
  const isOrder = of === 'order';
  // What is kept goes back to an account in dinars only.
  const kept: Decision[] = isOrder && arrival.currency === 'RSD' ? ['keep'] : [];
  if (expected.amount === 0) return { expected, missing: null, together: false, decisions: ['return', ...kept] };
  // Nothing is paid for any more: the payment shows what was said by hand, or is another one.
  if (status === 'otkazano')
    return arrival.currency === price.currency
      ? { expected, missing: expected.amount - arrival.amount, together: false, decisions: ['confirm', 'return'] }
      : { expected, missing: null, together: false, decisions: ['return'] };
  if (arrival.currency !== price.currency)
    return { expected, missing: null, together: false, decisions: isOrder ? ['return'] : ['accept', 'return'] };
  const missing = expected.amount - arrival.amount;
  const together = missing !== 0 && arrival.others > 0 && missing === arrival.others && status !== 'placeno';
  const decisions: Decision[] =
    missing === 0
      ? ['confirm', 'return']
      : [
          ...(together ? (['confirm'] as const) : []),
          // Whose place is gone is not asked for the rest.
          ...(missing > 0 && status !== 'isteklo' ? (['part'] as const) : []),
          ...(missing < 0 ? (['surplus', ...kept] as const) : []),
          // More than an order asks for is kept or returned; nothing is written off.
          ...(missing < 0 && isOrder ? [] : (['accept'] as const)),
          'return',
        ];
  return { expected, missing, together, decisions };
}

/** Milliseconds between a decision at the desk and everything that follows from it; until then it is taken back without a trace. */
export const DECISION_DELAY_MS = 2 * 60_000;

/** What one person may accept as a difference, minor units. */
const ALONE: Record<Currency, number> = { RSD: 500_000, EUR: 4_267 };

/** Who was given the right so shortly before is no second person. Milliseconds. */
export const RIGHTS_SETTLE_MS = 60 * 60_000;

/** Whether another person has to agree to the difference that is accepted. */
export const needsSecondPerson = ({ expected, missing }: Pick<PaymentExpectation, 'expected' | 'missing'>): boolean =>
  Math.abs(missing ?? expected.amount) > ALONE[expected.currency];

/** Why a payment may be for something that it does not name. */
export const CANDIDATE_REASONS = ['proforma', 'amount', 'surname', 'town', 'suggested'] as const;
export type CandidateReason = (typeof CANDIDATE_REASONS)[number];
