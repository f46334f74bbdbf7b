import { expect, test } from 'vitest';
import { isEventOver } from './event-over.ts';

test('guests of an event that is over, or of an earlier year’s, are neither corrected nor mailed again', () => {
  const standing = { over: false, event: { year: 2027 } };
  expect(isEventOver(standing)).toBe(false);
  expect(isEventOver(standing, 2027)).toBe(false);
  expect(isEventOver(standing, 2026)).toBe(true);
  expect(isEventOver({ ...standing, over: true })).toBe(true);
});
