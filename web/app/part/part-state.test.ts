import { expect, test, vi } from 'vitest';
import { type Loaded, partStateOf } from './part-state.ts';

const ready: Loaded = {
  data: 1,
  error: null,
  dataUpdatedAt: 2_000,
  isFetching: false,
  fetchStatus: 'idle',
  refetch: vi.fn(async () => {}),
};
const failed = { ...ready, data: undefined, error: new Error('500'), dataUpdatedAt: 0 };

test('nothing that was not loaded is ready, and what failed says so instead of loading for ever', () => {
  expect(partStateOf(ready).state).toBe('ready');
  expect(partStateOf({ ...ready, data: undefined, isFetching: true, fetchStatus: 'fetching' }).state).toBe('loading');
  expect(partStateOf(failed).state).toBe('failed');
  expect(partStateOf({ ...ready, data: undefined, fetchStatus: 'paused' }).state).toBe('failed');
});

test('what failed and is read again by itself keeps its button, busy, until it is there', () => {
  const again = {
    ...failed,
    error: null,
    isFetchedAfterMount: true,
    isFetching: true,
    fetchStatus: 'fetching' as const,
  };
  expect(partStateOf(again)).toMatchObject({ state: 'failed', busy: true });
  expect(partStateOf({ ...again, data: 1, isFetching: false, fetchStatus: 'idle' }).state).toBe('ready');
});

test('what cannot be read again stays, and is dated', () => {
  expect(partStateOf({ ...ready, error: new Error('cut') })).toMatchObject({ state: 'stale', at: 2_000 });
  expect(partStateOf({ ...ready, fetchStatus: 'paused' }).state).toBe('stale');
});

test('a figure of several answers is as good as the worst of them, and only those are asked again', () => {
  const [good, bad] = [vi.fn(async () => {}), vi.fn(async () => {})];
  const part = partStateOf({ ...ready, refetch: good }, { ...failed, refetch: bad });
  expect(part.state).toBe('failed');
  part.retry();
  expect([good.mock.calls.length, bad.mock.calls.length]).toEqual([0, 1]);
  expect(partStateOf({ ...ready, dataUpdatedAt: 5_000, error: new Error('cut') }, ready).at).toBe(2_000);
});
