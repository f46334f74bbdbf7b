import { refuse } from '#domain/refuse.ts';
import { LARGEST_INTAKE } from '#domain/stock/rules.ts';
import { askThread, ThreadEnded } from '../platform/process/ask-thread.ts';
import type { FileLine, readLines } from './read-file.ts';

/** The longest intake takes less than a second. */
const READ_TIMEOUT_MS = 10_000;

/** Reads an intake on a thread; one that takes too long, or too much memory, is ended and refused. */
export async function readIntake(file: File): Promise<FileLine[]> {
  const unreadable = refuse('INTAKE_UNREADABLE', { name: file.name });
  if (file.size > LARGEST_INTAKE) throw unreadable;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const answer = await askThread<ReturnType<typeof readLines>>(threadFile(), bytes, READ_TIMEOUT_MS).catch((error) => {
    throw error instanceof ThreadEnded ? unreadable : error;
  });
  if (answer === 'unreadable') throw unreadable;
  if (answer === 'too long') throw refuse('INTAKE_TOO_LONG');
  return answer;
}

/** Beside this file in the sources; in the bundle, whose parts lie together, by its own name. */
const threadFile = () =>
  import.meta.url.endsWith('.ts')
    ? new URL('./thread.ts', import.meta.url)
    : new URL('./stock/thread.js', import.meta.url);
