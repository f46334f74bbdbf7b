import type { Money } from '../money.ts';

/**
 * What may be done with a payment of a statement.
 * - `confirm`: it agrees to the para, alone or together with what came before; the reservation is paid
 * - `part`: it is less; it waits, and the rest is asked for
 * - `surplus`: it is more; the reservation is paid and the rest is owed back
 * - `accept`: the reservation is paid although the money differs; the reason is kept with the difference
 * - `return`: the whole payment is owed back
 */
export const DECISIONS = ['confirm', 'part', 'surplus', 'accept', 'return'] as const;
export type Decision = (typeof DECISIONS)[number];

/** A reservation as a payment meets it. */
export interface Claim {
  price: Money;
  /** What has come towards it in its own currency, minor units: parts that wait, or what was confirmed. */
  arrived: number;
  /** Of that, what a person said has come, and no line of a statement shows. */
  byHand: number;
  status: 'pending' | 'placeno' | 'isteklo' | 'otkazano';
}

export interface Arrival extends Money {
  /** Other open payments that name the same reservation in the same currency, minor units. */
  others: number;
}

export interface Expectation {
  /** What a payment may still bring; nothing of whatever is paid through statements or cancelled. */
  expected: Money;
  /** Expected less arrived, negative when more came; `null` in another currency. */
  missing: number | null;
  /** All open payments that name the reservation make its price to the para, this one alone does not. */
  together: boolean;
  decisions: Decision[];
}

/** The one rule of what agrees; the server decides by it, the screen shows it. */
export function expectationOf(arrival: Arrival, { price, arrived, byHand, status }: Claim): Expectation {
  const left = { pending: price.amount - arrived, isteklo: price.amount - arrived, placeno: byHand, otkazano: 0 }[
    status
  ];
  const expected = { amount: Math.max(0, left), currency: price.currency };
  if (expected.amount === 0) return { expected, missing: null, together: false, decisions: ['return'] };
  if (arrival.currency !== price.currency)
    return { expected, missing: null, together: false, decisions: ['accept', 'return'] };
  const missing = expected.amount - arrival.amount;
  const together = missing !== 0 && arrival.others > 0 && missing === arrival.others && status !== 'placeno';
  const decisions: Decision[] =
    missing === 0
      ? ['confirm', 'return']
      : [
          ...(together ? (['confirm'] as const) : []),
          // Whose place is gone is not asked for the rest.
          ...(missing > 0 && status !== 'isteklo' ? (['part'] as const) : []),
          ...(missing < 0 ? (['surplus'] as const) : []),
          'accept',
          'return',
        ];
  return { expected, missing, together, decisions };
}

/** Shortest reason: one that says something. */
export const REASON_MIN = 3;
export const REASON_MAX = 500;
