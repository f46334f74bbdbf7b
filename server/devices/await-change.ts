import type { Live } from '../platform/live.ts';
import { RESUMED } from '../platform/live.ts';

/**
 * Yields once at the start and again whenever `word` was said, when words may have been missed, or when `until` is
 * reached. Listening begins before the first yield, so nothing falls between a look at the database and the wait.
 */
export async function* awaitChange(
  live: Live,
  word: string,
  signal: AbortSignal,
  until?: () => number,
): AsyncGenerator<void> {
  const stop = new AbortController();
  const words = live.words(AbortSignal.any([signal, stop.signal]))[Symbol.asyncIterator]();
  let heard = words.next();
  try {
    yield;
    while (!signal.aborted) {
      const left = until ? until() : Number.POSITIVE_INFINITY;
      if (left <= 0) return;
      const next = await Promise.race([heard, after(left, stop.signal)]);
      if (next === 'time') {
        yield;
        continue;
      }
      if (next.done) return;
      heard = words.next();
      if (next.value === word || next.value === RESUMED) yield;
    }
  } finally {
    stop.abort();
  }
}

const LONGEST_TIMER = 2_147_483_647;

function after(milliseconds: number, signal: AbortSignal): Promise<'time'> {
  return new Promise((resolve) => {
    if (!Number.isFinite(milliseconds)) return;
    const timer = setTimeout(() => resolve('time'), Math.min(milliseconds, LONGEST_TIMER));
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}
