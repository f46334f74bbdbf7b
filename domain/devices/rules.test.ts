import { expect, test } from 'vitest';
import { formatPairingNumber, parsePairingNumber } from './rules.ts';

test('a number may be typed with the spaces the screen shows', () => {
  expect(parsePairingNumber(' 123 456-789 ')).toBe(123456789);
  expect(parsePairingNumber(formatPairingNumber(987654321).replaceAll('\u00a0', ' '))).toBe(987654321);
});

test.each(['', 'abc', '12345678', '1234567890', '012345678', '12345678x', '-123456789.5'])(
  '„%s“ is no pairing number',
  (text) => {
    expect(parsePairingNumber(text)).toBeNull();
  },
);
