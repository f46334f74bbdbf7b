import { afterEach, expect, test, vi } from 'vitest';
import { fetchWithTimeout } from './fetch-with-timeout.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server that takes the request and never answers. */
const silent = (request: Request, init?: RequestInit) =>
  new Promise((_, reject) => {
    const signal = init?.signal ?? request.signal;
    signal.addEventListener('abort', () => reject(signal.reason));
  });

test('a question that nobody answers ends after twenty seconds; a write and a file are waited for', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', silent);
  const ended: string[] = [];
  const follow = (name: string, request: Request) =>
    fetchWithTimeout(request).catch((error) => ended.push(`${name}: ${error.name}`));
  void follow('list', new Request('http://localhost/api/admin/people'));
  void follow('file', new Request('http://localhost/api/admin/people/export'));
  void follow('write', new Request('http://localhost/api/admin/vouchers', { method: 'POST' }));
  await vi.advanceTimersByTimeAsync(19_000);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended).toEqual(['list: TimeoutError']);
});

test('an answered question is not cut while its body comes', async () => {
  vi.useFakeTimers();
  let signal: AbortSignal | undefined;
  vi.stubGlobal('fetch', async (_: Request, init: RequestInit) => {
    signal = init.signal!;
    return new Response('');
  });
  await fetchWithTimeout(new Request('http://localhost/api/live/admin'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(signal?.aborted).toBe(false);
});
