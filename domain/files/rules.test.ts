import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOfPart, missingParts, PART_BYTES, partCount } from './rules.ts';

test('the parts of a file are together as long as the file, and none is empty or longer than a part', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 * PART_BYTES }), (bytes) => {
      const parts = Array.from({ length: partCount(bytes) }, (_, n) => bytesOfPart(bytes, n + 1));
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(bytes);
      expect(Math.min(...parts)).toBeGreaterThan(0);
      expect(Math.max(...parts)).toBeLessThanOrEqual(PART_BYTES);
      expect(bytesOfPart(bytes, parts.length + 1)).toBe(0);
    }),
  );
});

test('what is missing is said by number, in order', () => {
  expect(missingParts(PART_BYTES * 4, [3, 1])).toEqual([2, 4]);
  expect(missingParts(1, [1])).toEqual([]);
});
