import type { Sql } from 'postgres';

/**
 * Changes as the database tells them (channel `live`): a list's table name, or `<kind>:<id>` for one row's reader.
 * Works across any number of server processes. The listening connection re-subscribes by itself, and every reader is
 * then told `RESUMED`, because words may have been missed meanwhile.
 */
export interface Live {
  /**
   * Those of `topics` that are said from this call on, until the signal aborts or the server stops. A slow reader's
   * repeated words are folded. A word costs nothing to readers of other topics, and no query to anybody.
   */
  words(topics: readonly string[], signal: AbortSignal): AsyncIterable<string>;
  /** Streams open in this process. */
  readers(): number;
  close(): Promise<void>;
}

export const RESUMED = 'resumed';

export async function openLive(client: Sql): Promise<Live> {
  const readers = new Set<Reader>();
  const byTopic = new Map<string, Set<Reader>>();
  let first = true;
  const subscription = await client.listen(
    'live',
    (word) => {
      for (const reader of byTopic.get(word) ?? []) reader.hear(word);
    },
    () => {
      if (!first) for (const reader of readers) reader.hear(RESUMED);
      first = false;
    },
  );

  function open(topics: readonly string[]): Reader {
    const reader = newReader(() => {
      readers.delete(reader);
      for (const topic of topics) {
        const others = byTopic.get(topic);
        others?.delete(reader);
        if (others?.size === 0) byTopic.delete(topic);
      }
    });
    readers.add(reader);
    for (const topic of topics) byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(reader));
    return reader;
  }

  return {
    words(topics, signal) {
      const reader = open(topics);
      if (signal.aborted) reader.end();
      else signal.addEventListener('abort', reader.end, { once: true });
      return reader;
    },
    readers: () => readers.size,
    async close() {
      for (const reader of readers) reader.end();
      await subscription.unlisten();
    },
  };
}

interface Reader extends AsyncIterableIterator<string> {
  hear(word: string): void;
  end(): void;
}

/** One reader's waiting words, each at most once: a list that changed five times is read again once. */
function newReader(onEnd: () => void): Reader {
  const waiting = new Set<string>();
  let wake: (() => void) | null = null;
  let ended = false;
  const end = () => {
    ended = true;
    onEnd();
    wake?.();
  };
  return {
    hear(word) {
      waiting.add(word);
      wake?.();
    },
    end,
    async next() {
      while (waiting.size === 0 && !ended) await new Promise<void>((resolve) => (wake = resolve));
      wake = null;
      const [word] = waiting;
      if (word === undefined || ended) return { done: true, value: undefined };
      waiting.delete(word);
      return { done: false, value: word };
    },
    async return() {
      end();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
