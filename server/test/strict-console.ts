import { afterEach, beforeEach, expect, vi } from 'vitest';

/**
 * An unexpected console.error fails the test: expect it with `vi.mocked(console.error)` and clear it. Spies end with their
 * test, because the next file runs in the same worker.
 */
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  expect(vi.mocked(console.error).mock.calls, 'unexpected console.error').toEqual([]);
  vi.restoreAllMocks();
});
