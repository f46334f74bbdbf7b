import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPlayLog } from './play-log.ts';

/** With a database that opens so. */
const openWith = (open: () => Promise<unknown>) => openPlayLog(open as Parameters<typeof openPlayLog>[0]);

/** As a database behaves once the browser has closed it. */
function closed(): never {
  throw new DOMException('The database connection is closing.', 'InvalidStateError');
}
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a TV whose log was closed by the browser keeps plays in memory, and lets go of those that the server has', async () => {
  const log = await openWith(async () => ({
    getAll: async () => [],
    put: async () => closed(),
    transaction: () => closed(),
  }));
  const facts = { startedAt: '2026-12-01T12:00:00.000Z', shownMs: 15_000, visibleMs: 15_000, progressMs: 15_000 };
  for (const lease of ['first', 'second']) log.add({ lease, ...facts });
  expect(log.count()).toBe(2);
  log.remove(['first']);
  expect(log.first(10)).toEqual([{ lease: 'second', ...facts }]);
  // An answer that names nothing comes each minute.
  log.remove([]);
  expect(log.count()).toBe(1);
});

test('a TV whose browser has no database keeps plays in memory', async () => {
  const log = await openWith(async () => {
    throw new ReferenceError('indexedDB is not defined');
  });
  const facts = { startedAt: '2026-12-01T12:00:00.000Z', shownMs: 15_000, visibleMs: 15_000, progressMs: 15_000 };
  log.add({ lease: 'first', ...facts });
  expect(log.first(10)).toEqual([{ lease: 'first', ...facts }]);
  log.remove(['first']);
  expect(log.count()).toBe(0);
});

test('a TV whose database hangs goes on in memory after seconds, and keeps in it what was shown once it opens', async () => {
  const facts = { startedAt: '2026-12-01T12:00:00.000Z', shownMs: 15_000, visibleMs: 15_000, progressMs: 15_000 };
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const opening = openWith(() => promise);
  await vi.advanceTimersByTimeAsync(5_000);
  const log = await opening;
  for (const lease of ['first', 'second']) log.add({ lease, ...facts });
  log.remove(['first']);
  expect(log.first(10)).toEqual([{ lease: 'second', ...facts }]);

  const kept: string[] = [];
  resolve({
    getAll: async () => [{ lease: 'before', ...facts }],
    put: async (_: string, { lease }: { lease: string }) => void kept.push(lease),
  });
  await vi.waitFor(() => expect(log.first(10).map(({ lease }) => lease)).toEqual(['second', 'before']));
  log.add({ lease: 'third', ...facts });
  expect(kept).toEqual(['second', 'third']);
});
