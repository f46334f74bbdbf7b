import type { Dependencies } from '../dependencies.ts';
import { errorLine } from '../platform/log/log.ts';
import { isDiskFull } from '../platform/process/disk-full.ts';
import { backupFailures } from './schema.ts';

/** Keeps why it failed, for the page of the system and the mail about a late backup. */
export async function noteFailure({ db, now }: Pick<Dependencies, 'db' | 'now'>, error: unknown): Promise<void> {
  const failure = { failedAt: now(), isDiskFull: isDiskFull(error), reason: errorLine(error) };
  await db.insert(backupFailures).values(failure).onConflictDoUpdate({ target: backupFailures.isSingle, set: failure });
}
