import type { Refusal, Unknown } from '../../write.ts';

/** Refusals that say more than that it was not possible. */
const SAID_BY_CODE = new Set([
  'LAPSED_PLACE_TAKEN',
  'RESERVATION_CHANGED',
  'RESERVATION_CANCELLED',
  'PAYMENT_REASON_NEEDED',
  'NOTE_GONE',
  'NOTE_CHANGED',
  'NOTE_OF_ANOTHER',
  'RESERVATION_GONE',
  'OFFLINE',
]);

/** What is said of a change that was refused, or of which nobody knows whether it was made; `error` where that says no more. */
export function refusalText(done: Refusal | Unknown, error: string): string {
  const saysItself = done.outcome === 'refused' ? SAID_BY_CODE.has(done.code) : !done.failed;
  return saysItself ? done.text : error;
}
