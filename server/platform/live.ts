import type { Sql } from 'postgres';

/**
 * Changes as the database tells them (channel `live`): a list's table name, or `<kind>:<id>` for one row's reader.
 * Works across any number of server processes. The listening connection re-subscribes by itself, and every reader is
 * then told `RESUMED`, because words may have been missed meanwhile.
 */
export interface Live {
  /**
   * Those of `topics` that are said from this call on, until the signal aborts or the server stops. A slow reader's
   * repeated words are folded, and of several that wait the topic named first comes first, after `RESUMED`. A word costs
   * nothing to readers of other topics, and no query to anybody. A topic with a pause is told so many milliseconds after
   * its first word; all its words meanwhile are that one.
   */
  words(topics: readonly string[], signal: AbortSignal, pauses?: Pauses): AsyncIterable<string>;
  /** Streams open in this process. */
  readers(): number;
  close(): Promise<void>;
}

export const RESUMED = 'resumed';

export type Pauses = Readonly<Record<string, number>>;

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

  function open(topics: readonly string[], pauses: Pauses): Reader {
    const reader = newReader([RESUMED, ...topics], pauses, () => {
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
    words(topics, signal, pauses = {}) {
      const reader = open(topics, pauses);
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
function newReader(order: readonly string[], pauses: Pauses, onEnd: () => void): Reader {
  const waiting = new Set<string>();
  const pausing = new Map<string, ReturnType<typeof setTimeout>>();
  let wake: (() => void) | null = null;
  let ended = false;
  const end = () => {
    ended = true;
    for (const timer of pausing.values()) clearTimeout(timer);
    onEnd();
    wake?.();
  };
  const tell = (word: string) => {
    pausing.delete(word);
    waiting.add(word);
    wake?.();
  };
  return {
    hear(word) {
      const pause = pauses[word];
      if (pause === undefined) tell(word);
      else if (!pausing.has(word)) pausing.set(word, setTimeout(tell, pause, word));
    },
    end,
    async next() {
      while (waiting.size === 0 && !ended) await new Promise<void>((resolve) => (wake = resolve));
      wake = null;
      const word = order.find((one) => waiting.has(one));
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
