import fc from 'fast-check';
import { stdnum } from 'stdnum';
import { expect, test } from 'vitest';
import { companyNumberText, isLikelyRegistrationNumber, isTaxNumber, unitsTakenBack } from '../company-numbers.ts';

test('published tax numbers are accepted, their neighbours are not', () => {
  for (const pib of [
    '100002887',
    '100572465',
    '101017443',
    '106737115',
    '110788270',
    '105848187',
    '02655284',
    '02000989',
  ])
    expect(isTaxNumber(pib), pib).toBe(true);
  for (const pib of ['101134703', '100002888', '123456789', '02655283', '1234567', '', 'abcdefghi', '1000028870'])
    expect(isTaxNumber(pib), pib).toBe(false);
});

test('the tax number rule agrees with a library written by others', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100_000_000, max: 999_999_999 }), (n) => {
      expect(isTaxNumber(String(n))).toBe(stdnum.RS!.pib!.validate(String(n)).isValid);
    }),
    { numRuns: 2_000 },
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (n) => {
      const text = companyNumberText(n);
      expect(isTaxNumber(text)).toBe(stdnum.ME!.pib!.validate(text).isValid);
    }),
    { numRuns: 2_000 },
  );
});

test('published registration numbers look right, mistyped ones are noticed', () => {
  for (const mb of ['17162543', '17067648', '20670487', '08179115', '21452017']) {
    expect(isLikelyRegistrationNumber(mb), mb).toBe(true);
  }
  for (const mb of ['17162544', '20670488', '28945197', '1716254']) {
    expect(isLikelyRegistrationNumber(mb), mb).toBe(false);
  }
});

test('a whole refund takes everything back, parts never take more than the whole', () => {
  expect(unitsTakenBack(3_000, 9_900, 9_900)).toBe(3_000);
  expect(unitsTakenBack(3_000, 3_333, 9_900)).toBe(1_010);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500_000 }), fc.array(fc.integer({ min: 1, max: 9_999 })), (paid, parts) => {
      const taken = parts.reduce((sum, part) => sum + unitsTakenBack(200_000, Math.min(part, paid), paid), 0);
      const returned = parts.reduce((sum, part) => sum + Math.min(part, paid), 0);
      expect(taken).toBeLessThanOrEqual((200_000 * returned) / paid + 1e-6);
    }),
  );
});
