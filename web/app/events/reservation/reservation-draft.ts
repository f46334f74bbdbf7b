import type { Country, PackageId } from '#domain/events/packages.ts';
import type { PersonalInfo } from '#domain/events/rules.ts';
import { STEPS, type Step, stepAfter, stepBefore } from '#domain/events/steps.ts';

/**
 * The state of the dialog from opening to closing. It is kept in the tab's storage, so that a reloaded tab continues
 * with the same key and therefore the same reservation. Closing deletes it, unless nobody knows yet whether it was written.
 */
export interface Draft {
  key: string;
  step: Step;
  personalInfo: PersonalInfo;
  selectedCountry: Country | null;
  selectedPackage: PackageId | null;
  /** The package that the dialog was opened with: choosing it again is nothing to lose. */
  preselected: PackageId | null;
}

export type DraftChange =
  | { what: 'person'; personalInfo: PersonalInfo }
  | { what: 'country'; country: Country }
  | { what: 'package'; packageId: PackageId }
  | { what: 'next' }
  | { what: 'back' }
  | { what: 'go'; step: Step };

export const emptyPerson: PersonalInfo = { firstName: '', lastName: '', email: '', phone: '' };

export const newDraft = (preselected: { packageId?: PackageId; country?: Country } = {}): Draft => ({
  key: crypto.randomUUID(),
  step: STEPS[0],
  personalInfo: emptyPerson,
  selectedCountry: preselected.country ?? null,
  selectedPackage: preselected.packageId ?? null,
  preselected: preselected.packageId ?? null,
});

/** Each selection goes one step on; going back keeps what was entered. */
export function changeDraft(draft: Draft, change: DraftChange): Draft {
  switch (change.what) {
    case 'person':
      return { ...draft, personalInfo: change.personalInfo };
    case 'country':
      return { ...draft, selectedCountry: change.country, step: stepAfter(draft.step) };
    case 'package':
      return { ...draft, selectedPackage: change.packageId, step: stepAfter(draft.step) };
    case 'next':
      return { ...draft, step: stepAfter(draft.step) };
    case 'back':
      return { ...draft, step: stepBefore(draft.step) };
    case 'go':
      return { ...draft, step: change.step };
  }
}

/** Whether closing would lose something that somebody typed or chose. */
export const hasEntries = ({ personalInfo, selectedCountry, selectedPackage, preselected }: Draft): boolean =>
  Object.values(personalInfo).some((text) => text.trim() !== '') ||
  selectedCountry !== null ||
  selectedPackage !== preselected;

const STORAGE_KEY = 'vidik.reservation';

export const storeDraft = (draft: Draft | null): void => keep(STORAGE_KEY, draft);

export function storedDraft(): Draft | null {
  const draft = kept<Draft>(STORAGE_KEY);
  return draft && STEPS.includes(draft.step) ? draft : null;
}

const SENT_KEY = 'vidik.reservation.sent';

/** The draft with this key was sent, and nobody has read an answer that says what became of it. */
export const storeSent = (key: string | null): void => keep(SENT_KEY, key === null ? null : { key });
export const isSent = ({ key }: Draft): boolean => kept<{ key: string }>(SENT_KEY)?.key === key;

/** Everything that was entered is forgotten. */
export function clearDraft(): void {
  storeDraft(null);
  storeSent(null);
}

/** The newest reservation of this tab, so that the way to it stays after the dialog is closed. */
export interface MadeReservation {
  number: number;
  /** The path of its page. */
  path: string;
}

const MADE_KEY = 'vidik.reservation.made';
const listeners = new Set<() => void>();

export function storeMade(made: MadeReservation): void {
  keep(MADE_KEY, made);
  for (const listener of listeners) listener();
}

export const storedMade = (): MadeReservation | null => kept<MadeReservation>(MADE_KEY);

export function onReservationMade(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keep(key: string, value: object | null): void {
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify(value));
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage the dialog starts again after a reload; nothing else is lost.
  }
}

function kept<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}
