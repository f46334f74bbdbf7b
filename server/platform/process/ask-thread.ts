import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';

/** Megabytes; reading the largest file that anybody may send takes about a third. */
const MEMORY = { maxOldGenerationSizeMb: 768 };

/** Of such threads in a process; whoever brings another file waits for one of them. */
const limitThreads = pLimit(2);

/** A thread that took too long, or too much memory, and was ended. */
export class ThreadEnded extends Error {}

/** The one answer of a thread to what it is given. It may work for so long, and nobody else waits for it. */
export const askThread = <Answer>(script: URL, given: unknown, timeoutMs: number): Promise<Answer> =>
  limitThreads(ask<Answer>, script, given, timeoutMs);

async function ask<Answer>(script: URL, workerData: unknown, timeoutMs: number): Promise<Answer> {
  const thread = new Worker(script, { workerData, resourceLimits: MEMORY });
  // A thread that fails while it is being ended has no listener left; an unhandled event would end the process.
  thread.on('error', () => {});
  const inTime = AbortSignal.timeout(timeoutMs);
  try {
    const [answer] = (await once(thread, 'message', { signal: inTime })) as [Answer];
    return answer;
  } catch (error) {
    const outOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (inTime.aborted || outOfMemory) throw new ThreadEnded('The thread was ended.', { cause: error });
    throw error;
  } finally {
    await thread.terminate();
  }
}
