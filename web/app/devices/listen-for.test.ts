import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenFor } from './listen-for.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Says this, and then nothing more until it is cut off. */
async function* silentAfter(words: readonly string[], signal: AbortSignal): AsyncGenerator<string, void> {
  yield* words;
  await new Promise((_, cut) => signal.addEventListener('abort', () => cut(signal.reason)));
}
async function heard(stream: AsyncIterable<string>): Promise<string[]> {
  const words: string[] = [];
  for await (const word of stream) words.push(word);
  return words;
}

test('a TV asks anew after a while, because a line that broke unheard would never say that it was unlinked', async () => {
  const life = new AbortController();
  const words = heard(listenFor(60_000, life.signal, async (signal) => silentAfter(['linked'], signal)));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await words).toEqual(['linked']);
});

test('what goes wrong before is told, and so is the end of the page', async () => {
  const life = new AbortController();
  const broken = async () => {
    throw new Error('offline');
  };
  await expect(heard(listenFor(60_000, life.signal, broken))).rejects.toThrow('offline');
  const ended = heard(listenFor(60_000, life.signal, async (signal) => silentAfter([], signal)));
  const told = expect(ended).rejects.toBeInstanceOf(DOMException);
  await vi.advanceTimersByTimeAsync(1_000);
  life.abort();
  await told;
});
