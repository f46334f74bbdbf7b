/**
 * What a stream says, for so many milliseconds; then it ends without a word, for whoever listens to ask anew. A line that broke unheard says
 * nothing, and a browser would wait for it without end.
 */
export async function* listenFor<T>(
  milliseconds: number,
  signal: AbortSignal,
  open: (signal: AbortSignal) => Promise<AsyncIterable<T>>,
): AsyncGenerator<T, void> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), milliseconds);
  try {
    for await (const one of await open(AbortSignal.any([signal, limit.signal]))) yield one;
  } catch (error) {
    if (signal.aborted || !limit.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
}
