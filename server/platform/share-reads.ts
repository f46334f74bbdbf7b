import { gather } from './gather.ts';

/**
 * A look at the whole that many screens ask for at the same moment, because one change told them all. Whoever asks while a
 * look is under way shares the next one; nobody gets an answer older than their question.
 */
export function shareReads<T>(read: () => Promise<T>): () => Promise<T> {
  const ask = gather<null, T>(async (waiting) => {
    const answer = await read();
    return waiting.map(() => answer);
  }, Number.POSITIVE_INFINITY);
  return () => ask(null);
}
