import type { Decision } from '#domain/bank/decisions.ts';

interface Seen {
  /** Of the reservation beside which the payment is seen. */
  number: number | undefined;
  /** The payment names nobody, and nobody has asked for that reservation: it is only suggested. */
  isGuess: boolean;
  /** What is expected for it, minor units. */
  expected: number | null;
}

/** What a decision is written for: a payment that only may be somebody's goes back to whoever paid, and to no guest. */
export const targetOf = (decision: Decision, { number, isGuess, expected }: Seen) =>
  decision === 'return' && isGuess ? { shown: null } : { reservationNumber: number, shown: expected };
