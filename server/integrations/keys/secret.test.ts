import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endingOf, isKey, isWhole, newSecret } from './secret.ts';

test('a key is known by its beginning, and every key is whole and another', () => {
  const keys = Array.from({ length: 500 }, newSecret);
  expect(new Set(keys).size).toBe(500);
  for (const key of keys) {
    expect(isKey(key) && isWhole(key), key).toBe(true);
    expect(key).toHaveLength(4 + 43 + 6);
    expect(endingOf(key)).toBe(key.slice(-4));
  }
});

const SIGNS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];

test('one sign mistyped anywhere, or two beside each other swapped, is always seen', () => {
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 52 }), fc.constantFrom(...SIGNS), (at, sign) => {
      const key = newSecret();
      const typed = key.slice(0, at) + sign + key.slice(at + 1);
      expect(isWhole(typed)).toBe(typed === key);
      const swapped = key.slice(0, at - 1) + key[at]! + key[at - 1]! + key.slice(at + 1);
      expect(isWhole(swapped)).toBe(swapped === key);
    }),
    { numRuns: 500 },
  );
});
