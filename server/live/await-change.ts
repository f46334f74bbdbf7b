import type { Live } from './listen.ts';

/**
 * Yields once at the start and again whenever `topic` was notified, when notifications may have been missed, or when the milliseconds
 * that `until` names have passed; ends when it names none. Listening begins before the first yield, so nothing falls
 * between a look at the database and the wait.
 */
export async function* awaitChange(
  live: Live,
  topic: string,
  signal: AbortSignal,
  until: () => number,
): AsyncGenerator<void> {
  const stop = new AbortController();
  const notifications = live.subscribe([topic], AbortSignal.any([signal, stop.signal]))[Symbol.asyncIterator]();
  let next = notifications.next();
  try {
    yield;
    while (!signal.aborted) {
      const left = until();
      if (left <= 0) return;
      const received = await within(next, left);
      if (received === 'time') {
        yield;
        continue;
      }
      if (received.done) return;
      next = notifications.next();
      yield;
    }
  } finally {
    stop.abort();
  }
}

async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | 'time'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const time = new Promise<'time'>((resolve) => {
    timer = setTimeout(() => resolve('time'), milliseconds);
  });
  try {
    return await Promise.race([promise, time]);
  } finally {
    clearTimeout(timer);
  }
}
