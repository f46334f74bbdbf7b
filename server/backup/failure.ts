import type { Dependencies } from '../dependencies.ts';
import { errorLine } from '../platform/log/log.ts';
import { backupFailures } from './schema.ts';

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Keeps why it failed, for the page of the system and the mail about a late backup. */
export async function noteFailure({ db, now }: Pick<Dependencies, 'db' | 'now'>, error: unknown): Promise<void> {
  const failure = { failedAt: now(), isDiskFull: isDiskFull(error), reason: errorLine(error) };
  await db.insert(backupFailures).values(failure).onConflictDoUpdate({ target: backupFailures.isSingle, set: failure });
}

function isDiskFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause } = error as { code?: string; cause?: unknown };
  return NO_ROOM.has(code ?? '') || isDiskFull(cause);
}
