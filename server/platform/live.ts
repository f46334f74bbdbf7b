import { EventEmitter, on } from 'node:events';
import type { Sql } from 'postgres';

/**
 * Changes as the database tells them (channel `live`, see migration 0001): a list's table name, or `account:<id>`.
 * Works across any number of server processes; the listening connection re-subscribes by itself, and every reader is
 * then told `resumed`, because words may have been missed.
 */
export interface Live {
  /** Words from now on, until the signal aborts. */
  words(signal: AbortSignal): AsyncIterable<string>;
  close(): Promise<void>;
}

export const RESUMED = 'resumed';

export async function openLive(client: Sql): Promise<Live> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  let first = true;
  const subscription = await client.listen(
    'live',
    (word) => emitter.emit('word', word),
    () => {
      if (!first) emitter.emit('word', RESUMED);
      first = false;
    },
  );
  return {
    async *words(signal) {
      try {
        for await (const [word] of on(emitter, 'word', { signal })) yield word as string;
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    close: () => subscription.unlisten(),
  };
}
