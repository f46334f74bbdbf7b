import { afterEach, expect, test, vi } from 'vitest';
import { runInOneWindow } from './one-window.ts';

const locks = (request: (name: string, options: object, work: () => Promise<void>) => Promise<void>) =>
  vi.stubGlobal('navigator', { locks: { request } });

afterEach(() => vi.unstubAllGlobals());

test('a TV whose browser refuses the lock shows adverts all the same, once', async () => {
  vi.stubGlobal('window', {});
  locks(async () => {
    throw new DOMException('Access to the LockManager is denied.', 'SecurityError');
  });
  const [elsewhere, work] = [vi.fn(), vi.fn(async () => {})];
  await runInOneWindow(new AbortController().signal, elsewhere, work);
  expect(work).toHaveBeenCalledTimes(1);
  expect(elsewhere.mock.calls).toEqual([[false]]);
});

test('what fails under the lock is not begun a second time without it, nor is what was aborted', async () => {
  vi.stubGlobal('window', {});
  locks((_name, _options, work) => work());
  const failing = vi.fn(async () => {
    throw new Error('no player');
  });
  await runInOneWindow(new AbortController().signal, () => {}, failing);
  expect(failing).toHaveBeenCalledTimes(1);

  const ended = new AbortController();
  ended.abort();
  locks(() => Promise.reject(ended.signal.reason));
  const work = vi.fn(async () => {});
  await runInOneWindow(ended.signal, () => {}, work);
  expect(work).not.toHaveBeenCalled();
});
