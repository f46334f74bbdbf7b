import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAccount, formatIban, ibanOf, isIban, parseAccount } from './bank-accounts.ts';
import { checkDigits, isModel97 } from './model97.ts';
import { formatReference, referenceDigits, referencesIn, reservationNumberIn } from './reference.ts';

test.each([
  ['123412', '14', 'the National Bank’s own example'],
  ['3220000111111111000', '16', 'an electricity bill'],
  ['20260920001', '22', 'cdigit'],
  ['2026000123', '38', 'cdigit'],
  ['17162543', '69', 'cdigit'],
  ['794', '44', 'ISO 7064’s example'],
  ['ABC2026', '75', 'letters count as 10 to 35'],
])('the check digits of %s are %s (%s)', (reference, check) => {
  expect(checkDigits(reference)).toBe(check);
  expect(isModel97(check + reference)).toBe(true);
});

test('a doubled prefix and the equivalents 01 and 00 are refused', () => {
  expect(isModel97('9714123412')).toBe(false);
  expect(checkDigits('14123412')).toBe('44');
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), (n) => {
      const base = String(n);
      const check = Number(checkDigits(base));
      for (const other of [check - 97, check + 97].filter((c) => c >= 0 && c <= 99)) {
        expect(isModel97(String(other).padStart(2, '0') + base)).toBe(false);
      }
    }),
  );
});

test.each([
  ['840-955845-10', '840000000095584510'],
  ['165-55-74', '165000000000005574'],
  ['310-1234567891211-86', '310123456789121186'],
  ['845000000040484987', '845000000040484987'],
  ['160000000003465595', '160000000003465595'],
  ['840000074332484318', '840000074332484318'],
  ['ME25 5100 0000 0006 2341 33', '510000000006234133'],
  ['111123456789012383', '111123456789012383'],
])('the account %s is %s', (text, digits) => expect(parseAccount(text)).toBe(digits));

test.each([
  '845000000014284968',
  '160000000123456778',
  '111123456789012311',
  '',
  '1-2',
  '165-x-74',
  '16555740000000000001',
])('the account %s is refused', (text) => expect(parseAccount(text)).toBeNull());

test('an IBAN of a valid account always has 35 in Serbia and 25 in Montenegro', () => {
  expect(ibanOf('260005601001611379', 'RS')).toBe('RS35260005601001611379');
  expect(ibanOf('510000000006234133', 'ME')).toBe('ME25510000000006234133');
  expect(isIban('ME25505000012345678951')).toBe(true);
  expect(isIban('ME26505000012345678951')).toBe(false);
  expect(isIban('BE72000000001616')).toBe(true);
  expect(formatIban('ME25510000000006234133')).toBe('ME25 5100 0000 0006 2341 33');
  expect(formatAccount('165000000000005574')).toBe('165-0000000000055-74');
});

const reservation = fc.record({
  year: fc.integer({ min: 2024, max: 2199 }),
  number: fc.integer({ min: 1, max: 9_999_999 }),
});

test('the reference of reservation 123 in 2026 is 38-2026000123', () => {
  expect(formatReference({ year: 2026, number: 123 })).toBe('38-2026000123');
  expect(referenceDigits({ year: 2026, number: 123 })).toBe('382026000123');
});

test.each([
  '38-2026000123',
  '97 38-2026000123',
  '97382026000123',
  '97 38 2026 000 123',
  '(97) 38/2026000123',
  'Rezervacija 123 38-2026000123',
  'uplata po pozivu 38-2026-000-123, hvala',
  'RF97382026000123',
  'Rezervacija br. 123, poziv 97 38.2026.000123 od 3. 9. 2026.',
])('a bank may pass the reference on as “%s”', (text) =>
  expect(referencesIn(text)).toEqual([{ year: 2026, number: 123 }]),
);

test('every reference is found again, and no reference with one wrong digit is', () => {
  fc.assert(
    fc.property(reservation, fc.nat(), fc.integer({ min: 1, max: 9 }), (numbered, at, shift) => {
      const digits = referenceDigits(numbered);
      expect(isModel97(digits)).toBe(true);
      expect(referencesIn(`97 ${formatReference(numbered)}`)).toContainEqual(numbered);
      const position = at % digits.length;
      const wrong = [...digits].map((d, i) => (i === position ? String((Number(d) + shift) % 10) : d)).join('');
      expect(referencesIn(wrong)).not.toContainEqual(numbered);
    }),
  );
});

test('the number alone is read from what people write', () => {
  expect(reservationNumberIn('Rezervacija br. 101')).toBe(101);
  expect(reservationNumberIn('REZERVACIJE broj: 7')).toBe(7);
  expect(reservationNumberIn('uplata 101')).toBeNull();
});
