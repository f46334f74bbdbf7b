import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unitsTakenBack } from './rules.ts';

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
