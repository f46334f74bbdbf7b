import fc from 'fast-check';
import { stdnum } from 'stdnum';
import { expect, test } from 'vitest';
import { companyNumberText, isLikelyRegistrationNumber, isTaxNumber } from './company-numbers.ts';

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
