import { useSyncExternalStore } from 'react';
import { packageOf, priceIn } from '#domain/events/packages.ts';
import { createFailed, dialog } from '#domain/events/reservation-copy.ts';
import { client } from '../../api.ts';
import { toast } from '../../ui/overlay/toast.tsx';
import { type Outcome, write } from '../../write.ts';
import type { ShownReservation } from './payment-step.tsx';
import { clearDraft, type Draft, isSent, storeMade, storeSent } from './reservation-draft.ts';

/**
 * The writing of one reservation, apart from the dialog: closing it does not stop what was confirmed. Whoever has closed it
 * reads the result in a message.
 */
export type Attempt =
  | { state: 'none' }
  | { state: 'reserving' }
  | { state: 'refused'; code: string; text: string }
  | { state: 'unknown'; text: string }
  | { state: 'reserved'; reservation: ShownReservation };

const NONE: Attempt = { state: 'none' };
let current: { key: string; attempt: Attempt } = { key: '', attempt: NONE };
const listeners = new Set<() => void>();

/** What became of the draft's key is known for good: the next reservation is another one. */
export const isSettled = (attempt: Attempt): boolean =>
  attempt.state === 'reserved' || (attempt.state === 'refused' && SETTLED.has(attempt.code));

const SETTLED = new Set(['RESERVATION_LAPSED', 'RESERVATION_SETTLED']);

/** Of the draft with this key. A refusal or an unknown outcome is forgotten with `forgetAttempt`. */
export const useAttempt = (key: string): Attempt => useSyncExternalStore(listen, () => attemptOf(key));

const attemptOf = (key: string): Attempt => (current.key === key ? current.attempt : NONE);

export function forgetAttempt(key: string): void {
  if (attemptOf(key).state !== 'reserving') become(key, NONE);
}

function listen(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function become(key: string, attempt: Attempt) {
  current = { key, attempt };
  for (const listener of listeners) listener();
}

/** The same key never makes a second reservation, so asking again is harmless. */
export async function sendReservation(draft: Draft): Promise<void> {
  const { key, personalInfo, selectedCountry, selectedPackage } = draft;
  if (!selectedCountry || !selectedPackage || attemptOf(key).state === 'reserving') return;
  become(key, { state: 'reserving' });
  const shownAmount = priceIn(packageOf(selectedPackage), selectedCountry).amount;
  const sentBefore = isSent(draft);
  storeSent(key);
  const outcome = await write(() =>
    client.events.reserve({ key, personalInfo, selectedCountry, selectedPackage, shownAmount }),
  );
  // Of an attempt before this one nobody knows whether it arrived.
  if (outcome.outcome === 'refused' && !sentBefore) storeSent(null);
  finish(key, outcome);
}

function finish(key: string, outcome: Outcome<ShownReservation>) {
  const closed = listeners.size === 0;
  if (outcome.outcome === 'done') {
    const { number, link } = outcome.value;
    const path = new URL(link).pathname;
    storeMade({ number, path });
    if (closed) {
      clearDraft();
      toast.success(dialog.made.toast(number), {
        label: dialog.made.open,
        onPress: () => window.location.assign(path),
        lasts: 30_000,
      });
    }
    return become(key, closed ? NONE : { state: 'reserved', reservation: outcome.value });
  }
  if (outcome.outcome === 'unknown') {
    if (closed) toast.info(dialog.made.unknown);
    return become(key, { state: 'unknown', text: outcome.text });
  }
  const text = sentenceOf(outcome);
  const refused: Attempt = { state: 'refused', code: outcome.code, text };
  if (closed) {
    if (isSettled(refused)) clearDraft();
    toast.error(dialog.made.refused(text));
  }
  become(key, refused);
}

/** A refusal that nobody foresaw is told with the specified sentence. */
function sentenceOf({ code, text }: { code: string; text: string }): string {
  if (code === 'OFFLINE') return dialog.review.offline;
  return EXPECTED.has(code) ? text : createFailed;
}

const EXPECTED = new Set([
  'EVENT_CANCELLED',
  'EVENT_OVER',
  'EVENT_PRICE_CHANGED',
  'RESERVATION_LAPSED',
  'RESERVATION_SETTLED',
  'SCARCE_PLACE_HELD',
  'SOLD_OUT',
  'TOO_MANY_REQUESTS',
  'TOO_MANY_RESERVATIONS',
]);
