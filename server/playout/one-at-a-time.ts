import pLimit, { type LimitFunction } from 'p-limit';
import { refuse } from '#domain/refuse.ts';
import type { Database } from '../platform/db.ts';
import { perInstance } from '../platform/per-instance.ts';

/** Calls of one TV that may wait here. A player asks one after the other. */
const WAITING = 10;
const RETRY_SECONDS = 10;

const linesOf = perInstance<Database, Map<string, LimitFunction>>(() => new Map());

/**
 * Calls of one TV in a row, so that one that asks without end holds one connection to the database and no more. The database itself sees to it
 * that calls at two servers do not meet.
 */
export async function oneAtATime<Answer>(db: Database, tvId: string, work: () => Promise<Answer>): Promise<Answer> {
  const lines = linesOf(db);
  const line = lines.get(tvId) ?? pLimit(1);
  if (line.pendingCount >= WAITING) throw refuse('TOO_MANY_REQUESTS', { seconds: RETRY_SECONDS });
  lines.set(tvId, line);
  try {
    return await line(work);
  } finally {
    if (line.pendingCount === 0 && line.activeCount === 0) lines.delete(tvId);
  }
}
