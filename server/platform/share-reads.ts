import { gather } from './gather.ts';

/**
 * One look at the database for many screens that ask the same at the same moment, because one change told them all.
 * Whoever asks while a look is under way shares the next one; nobody gets an answer older than their question.
 */
export function shareReads() {
  const looks = new Map<string, { ask: (read: () => Promise<unknown>) => Promise<unknown>; askers: number }>();
  return async <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const look = looks.get(key) ?? {
      ask: gather<() => Promise<unknown>, unknown>(
        async (reads) => {
          const answer = await reads[0]!();
          return reads.map(() => answer);
        },
        { most: Number.POSITIVE_INFINITY, underWay: 1 },
      ),
      askers: 0,
    };
    looks.set(key, look);
    look.askers += 1;
    try {
      return (await look.ask(read)) as T;
    } finally {
      look.askers -= 1;
      if (look.askers === 0) looks.delete(key);
    }
  };
}
