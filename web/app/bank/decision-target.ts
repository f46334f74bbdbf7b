import type { Decision } from '#domain/bank/decisions.ts';
import type { Comparison } from './comparison.tsx';

interface Seen {
  /** Of the reservation beside which the payment is seen. */
  number: number | undefined;
  /** The payment names nobody, and nobody has asked for that reservation: it is only suggested. */
  isGuess: boolean;
  /** What is expected for it, minor units. */
  expected: number | null;
}

/** What a decision is written for: a payment that only may be somebody's goes back to whoever paid, and to no guest. */
export const targetOfDecision = (decision: Decision, { number, isGuess, expected }: Seen) =>
  decision === 'return' && isGuess ? { shown: null } : { reservationNumber: number, shown: expected };

/** Whether a part makes somebody ask for the rest: not once the event is over, nor where somebody said by hand that all of it came. */
export const isRestAsked = ({ reservation }: Pick<Comparison, 'reservation'>, now = new Date()): boolean =>
  !reservation || (reservation.status === 'pending' && now < new Date(reservation.endsAt));
