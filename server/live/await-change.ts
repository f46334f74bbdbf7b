import { type Live, RECONNECT } from './listen.ts';

/**
 * Yields once at the start and again whenever `topic` was notified, when notifications may have been missed, or when the milliseconds
 * that `until` names have passed; ends when it names none. When this server stops, the last one is `reconnect`. Listening begins before the first yield, so nothing falls
 * between a look at the database and the wait.
 */
export async function* awaitChange(
  live: Live,
  topic: string,
  signal: AbortSignal,
  until: () => number,
): AsyncGenerator<'look' | typeof RECONNECT> {
  const stop = new AbortController();
  const notifications = live.subscribe([topic], AbortSignal.any([signal, stop.signal]))[Symbol.asyncIterator]();
  let next = notifications.next();
  try {
    yield 'look';
    while (!signal.aborted) {
      const left = until();
      if (left <= 0) return;
      const received = await within(next, left);
      if (received === 'time') {
        yield 'look';
        continue;
      }
      if (received.done) return;
      if (received.value === RECONNECT) {
        yield RECONNECT;
        return;
      }
      next = notifications.next();
      yield 'look';
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
