import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatReference, referenceDigits, referencesIn } from '../../events/payment/reference.ts';
import {
  isUsableReference,
  orderReferencesIn,
  shownReference,
  transferReference,
  withCheckDigits,
} from './reference.ts';

const order = fc
  .record({ year: fc.integer({ min: 2024, max: 2099 }), number: fc.integer({ min: 1, max: 999_999_999 }) })
  .map(({ year, number }) => transferReference(year, number));
const reservation = fc.record({
  year: fc.integer({ min: 2024, max: 2099 }),
  number: fc.integer({ min: 1, max: 999_999_999 }),
});

test('a reference is a five, the year and a number, behind two check digits', () => {
  expect(transferReference(2026, 123)).toBe('52026000123');
  expect(shownReference('52026000123')).toBe('79-52026000123');
});

test('no reference of an order is one of a reservation, and none of those that are given out reads as one', () => {
  fc.assert(
    fc.property(order, reservation, (reference, reserved) => {
      expect(withCheckDigits(reference)).not.toBe(referenceDigits(reserved));
      fc.pre(isUsableReference(reference));
      for (const written of [
        withCheckDigits(reference),
        `97 ${shownReference(reference)}`,
        `97${withCheckDigits(reference)}`,
      ]) {
        expect(referencesIn(written)).toEqual([]);
        expect(orderReferencesIn(written)).toContain(reference);
      }
    }),
    { numRuns: 3000 },
  );
});

test('no reference of a reservation reads as one of an order', () => {
  fc.assert(
    fc.property(reservation, (reserved) => {
      for (const written of [
        formatReference(reserved),
        `97 ${formatReference(reserved)}`,
        `97${referenceDigits(reserved)}`,
      ])
        expect(orderReferencesIn(written)).toEqual([]);
    }),
    { numRuns: 3000 },
  );
});

test('of the first hundred thousand numbers of a year about one in a hundred is left out', () => {
  const left = Array.from({ length: 100_000 }, (_, n) => transferReference(2026, n + 1)).filter(
    (one) => !isUsableReference(one),
  );
  expect(left.length).toBeGreaterThan(0);
  expect(left.length).toBeLessThan(2_000);
});

test('a reference with a wrong digit, and one inside a sentence', () => {
  expect(orderReferencesIn('Uplata po predračunu, poziv 97 79-52026000123, hvala')).toEqual(['52026000123']);
  expect(orderReferencesIn('79-52026000124')).toEqual([]);
});
