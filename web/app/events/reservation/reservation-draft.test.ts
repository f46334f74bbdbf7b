import { expect, test } from 'vitest';
import { changeDraft, hasEntries, newDraft } from './reservation-draft.ts';

const person = { firstName: 'Jelena', lastName: 'Đorđević', email: 'jelena@primer.rs', phone: '064 123 4567' };

test('each selection leads to the next step, and going back keeps what was entered', () => {
  let draft = changeDraft(newDraft(), { what: 'person', personalInfo: person });
  draft = changeDraft(draft, { what: 'next' });
  draft = changeDraft(draft, { what: 'country', country: 'RS' });
  expect(draft.step).toBe('package');
  draft = changeDraft(draft, { what: 'package', packageId: 'ticket-only' });
  expect(draft.step).toBe('payment');
  draft = changeDraft(changeDraft(draft, { what: 'back' }), { what: 'back' });
  expect(draft).toMatchObject({
    step: 'country',
    personalInfo: person,
    selectedCountry: 'RS',
    selectedPackage: 'ticket-only',
  });
});

test('every opened dialog is a reservation of its own, with the chosen package selected', () => {
  const first = newDraft({ packageId: 'apartment-package' });
  expect(first).toMatchObject({ step: 'personal', selectedPackage: 'apartment-package', selectedCountry: null });
  expect(newDraft().key).not.toBe(first.key);
});

test('closing loses something only when somebody typed or chose it', () => {
  const opened = newDraft({ packageId: 'apartment-package' });
  expect(hasEntries(opened)).toBe(false);
  expect(hasEntries(changeDraft(opened, { what: 'package', packageId: 'ticket-only' }))).toBe(true);
  expect(hasEntries(changeDraft(opened, { what: 'country', country: 'CG' }))).toBe(true);
  expect(hasEntries(changeDraft(opened, { what: 'person', personalInfo: person }))).toBe(true);
});
