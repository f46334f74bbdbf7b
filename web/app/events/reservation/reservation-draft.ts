import type { Country, PackageId } from '#domain/events/packages.ts';
import type { PersonalInfo } from '#domain/events/rules.ts';
import { STEPS, type Step, stepAfter, stepBefore } from '#domain/events/steps.ts';

/**
 * The state of the dialog from opening to closing. It is kept in the tab's storage, so that a reloaded tab continues
 * with the same key and therefore the same reservation. Closing the dialog deletes it.
 */
export interface Draft {
  key: string;
  step: Step;
  personalInfo: PersonalInfo;
  selectedCountry: Country | null;
  selectedPackage: PackageId | null;
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

const STORAGE_KEY = 'vidik.reservation';

export function storeDraft(draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(draft));
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage the dialog starts again after a reload; nothing else is lost.
  }
}

export function storedDraft(): Draft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Draft | null;
    return draft && STEPS.includes(draft.step) ? draft : null;
  } catch {
    return null;
  }
}
