import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPlayLog } from './play-log.ts';

const database = vi.hoisted(() => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  return { opening: promise, open: resolve };
});
vi.mock('idb', () => ({ openDB: () => database.opening }));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a TV whose database hangs goes on in memory after seconds, and keeps in it what was shown once it opens', async () => {
  const facts = { startedAt: '2026-12-01T12:00:00.000Z', shownMs: 15_000, visibleMs: 15_000, progressMs: 15_000 };
  const opening = openPlayLog();
  await vi.advanceTimersByTimeAsync(5_000);
  const log = await opening;
  for (const lease of ['first', 'second']) log.add({ lease, ...facts });
  log.remove(['first']);
  expect(log.first(10)).toEqual([{ lease: 'second', ...facts }]);

  const kept: string[] = [];
  database.open({
    getAll: async () => [{ lease: 'before', ...facts }],
    put: async (_: string, { lease }: { lease: string }) => void kept.push(lease),
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(log.first(10).map(({ lease }) => lease)).toEqual(['second', 'before']);
  log.add({ lease: 'third', ...facts });
  expect(kept).toEqual(['second', 'third']);
});
