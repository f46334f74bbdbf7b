import { expect, test, vi } from 'vitest';
import { openPlayLog } from './play-log.ts';

vi.mock('idb', () => ({
  openDB: () => {
    throw new ReferenceError('indexedDB is not defined');
  },
}));

test('a TV whose browser has no database keeps plays in memory', async () => {
  const log = await openPlayLog();
  const facts = { startedAt: '2026-12-01T12:00:00.000Z', shownMs: 15_000, visibleMs: 15_000, progressMs: 15_000 };
  log.add({ lease: 'first', ...facts });
  expect(log.first(10)).toEqual([{ lease: 'first', ...facts }]);
  log.remove(['first']);
  expect(log.count()).toBe(0);
});
