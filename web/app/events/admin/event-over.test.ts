import { expect, test } from 'vitest';
import { isEventOver } from './event-over.ts';

test('guests of an event that is over, or of an earlier year’s, are neither corrected nor mailed again', () => {
  const state = { over: false, event: { year: 2027 } };
  expect(isEventOver(state)).toBe(false);
  expect(isEventOver(state, 2027)).toBe(false);
  expect(isEventOver(state, 2026)).toBe(true);
  expect(isEventOver({ ...state, over: true })).toBe(true);
});
