import { expect, test, vi } from 'vitest';
import { openPlayLog } from './play-log.ts';

/** As a database behaves once the browser has closed it. */
function closed(): never {
  throw new DOMException('The database connection is closing.', 'InvalidStateError');
}
vi.mock('idb', () => ({
  openDB: async () => ({ getAll: async () => [], put: async () => closed(), transaction: () => closed() }),
}));

test('a TV whose log was closed by the browser keeps plays in memory, and lets go of those that the server has', async () => {
  const log = await openPlayLog();
  const facts = { startedAt: '2026-12-01T12:00:00.000Z', shownMs: 15_000, visibleMs: 15_000, progressMs: 15_000 };
  for (const lease of ['first', 'second']) log.add({ lease, ...facts });
  expect(log.count()).toBe(2);
  log.remove(['first']);
  expect(log.first(10)).toEqual([{ lease: 'second', ...facts }]);
  // An answer that names nothing comes each minute.
  log.remove([]);
  expect(log.count()).toBe(1);
});
