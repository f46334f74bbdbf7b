import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { refuse } from '#domain/refuse.ts';
import type { Reading, StatementFile } from './read.ts';
import type { ThreadAnswer } from './thread.ts';

/** Twelve megabytes take about two seconds. */
const READ_TIMEOUT_MS = 10_000;
/** Megabytes; reading the largest file takes about a third. */
const MEMORY = { maxOldGenerationSizeMb: 768 };

/** Of such threads in a process; whoever brings another statement waits for one of them. */
const limitReads = pLimit(2);

/** Reads a statement on a thread; one that takes too long, or too much memory, is ended and refused. */
export const readInThread = (file: StatementFile, timeoutMs = READ_TIMEOUT_MS): Promise<Reading> =>
  limitReads(read, file, timeoutMs);

async function read(file: StatementFile, timeoutMs: number): Promise<Reading> {
  const thread = new Worker(threadFile(), { workerData: file, resourceLimits: MEMORY });
  // A thread that fails while it is being ended has no listener left; an unhandled event would end the process.
  thread.on('error', () => {});
  const inTime = AbortSignal.timeout(timeoutMs);
  try {
    const [answer] = (await once(thread, 'message', { signal: inTime })) as [ThreadAnswer];
    if ('reading' in answer) return answer.reading;
    const { code, data } = answer.refused;
    throw code === 'STATEMENT_UNREADABLE' ? refuse(code, data) : refuse(code, data);
  } catch (error) {
    const outOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (inTime.aborted || outOfMemory) throw refuse('STATEMENT_UNREADABLE', { reason: 'slow' });
    throw error;
  } finally {
    await thread.terminate();
  }
}

/** Beside this file in the sources; in the bundle, whose parts lie together, by its own name. */
const threadFile = () =>
  import.meta.url.endsWith('.ts')
    ? new URL('./thread.ts', import.meta.url)
    : new URL('./bank/statements/thread.js', import.meta.url);
