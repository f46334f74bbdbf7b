import pLimit from 'p-limit';

/**
 * A reading that everybody who asks at the same time shares: one runs, and whoever asks meanwhile gets the next. However many ask, it holds
 * one connection to the database.
 */
export function shareRuns<Args extends unknown[], Answer>(
  read: (...args: Args) => Promise<Answer>,
): (...args: Args) => Promise<Answer> {
  const line = pLimit(1);
  let next: Promise<Answer> | null = null;
  return (...args) => {
    next ??= line(() => {
      next = null;
      return read(...args);
    });
    return next;
  };
}
