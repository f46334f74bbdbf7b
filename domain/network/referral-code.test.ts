import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { newReferralCode, normaliseReferralCode } from './referral-code.ts';

test('a new code is eight characters without look-alikes, and is its own normal form', () => {
  for (let i = 0; i < 2_000; i += 1) {
    const code = newReferralCode(randomBytes);
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
    expect(normaliseReferralCode(code)).toBe(code);
  }
});

test('every character is equally likely, and bytes that would favour some are thrown away', () => {
  const counts = new Map<string, number>();
  for (let byte = 0; byte < 248; byte += 1) {
    const code = newReferralCode((size) => new Uint8Array(size).fill(byte));
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  expect([...counts.values()]).toEqual(Array(31).fill(8));
  const answers = [new Uint8Array(16).fill(255), new Uint8Array(16).fill(0)];
  expect(newReferralCode(() => answers.shift()!)).toBe('22222222');
});

test('a code in lower case, with spaces, dashes or invisible characters is the same code', () => {
  expect(normaliseReferralCode(' ab2c de-3f\u200b\n')).toBe('AB2CDE3F');
  expect(normaliseReferralCode('AB2C–DE3F')).toBe('AB2CDE3F');
});

test('what cannot be a code is refused before anything is asked of the database', () => {
  for (const text of [
    '',
    '   ',
    'AB2CDE3',
    'AB2CDE3FF',
    'AB2CDE30',
    'AB2CDEIL',
    "AB2CDE3'",
    '<script>',
    '😀😀😀😀😀😀😀😀',
  ])
    expect(normaliseReferralCode(text)).toBeNull();
});
