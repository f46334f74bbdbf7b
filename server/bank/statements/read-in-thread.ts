import { refuse } from '#domain/refuse.ts';
import { askThread, ThreadEnded } from '../../platform/process/ask-thread.ts';
import type { Reading, StatementFile } from './read.ts';
import type { ThreadAnswer } from './thread.ts';

/** Twelve megabytes take about two seconds. */
const READ_TIMEOUT_MS = 10_000;

/** Reads a statement on a thread; one that takes too long, or too much memory, is ended and refused. */
export async function readInThread(file: StatementFile, timeoutMs = READ_TIMEOUT_MS): Promise<Reading> {
  const answer = await askThread<ThreadAnswer>(threadFile(), file, timeoutMs).catch((error) => {
    throw error instanceof ThreadEnded ? refuse('STATEMENT_UNREADABLE', { reason: 'slow' }) : error;
  });
  if ('reading' in answer) return answer.reading;
  const { code, data } = answer.refused;
  throw code === 'STATEMENT_UNREADABLE' ? refuse(code, data) : refuse(code, data);
}

/** Beside this file in the sources; in the bundle, whose parts lie together, by its own name. */
const threadFile = () =>
  import.meta.url.endsWith('.ts')
    ? new URL('./thread.ts', import.meta.url)
    : new URL('./bank/statements/thread.js', import.meta.url);
