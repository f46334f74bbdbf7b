import { HOUR_MS } from '#domain/day.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Jobs } from '../platform/jobs/queue.ts';
import { writeErasedLists } from './erased-list.ts';
import { backUp, lastBackupAt } from './keep-backup.ts';
import { isBackupRunning } from './make-backup.ts';

export const backupJobNames = ['backup.make', 'backup.list-erased'] as const;

/** With `BACKUP_EVERY`, a backup as soon as the last one is so many hours old; one that fails is tried again ten minutes later. */
export const backupJobs = (deps: Dependencies): Record<(typeof backupJobNames)[number], Jobs[string]> => ({
  'backup.make': { work: () => backUpWhenDue(deps), every: '*/10 * * * *' },
  // Also asked for by every erasure of a person.
  'backup.list-erased': { work: () => writeErasedLists(deps.db, deps.config), every: '*/5 * * * *' },
});

export async function backUpWhenDue({ db, config, log, now, databaseUrl }: Dependencies): Promise<void> {
  const { everyHours } = config.backup;
  if (everyHours === undefined) return;
  const last = await lastBackupAt(db);
  if (last && now().getTime() - last.getTime() < everyHours * HOUR_MS) return;
  try {
    const { file, bytes, seconds } = await backUp({ db, config, url: databaseUrl, now });
    log.info({ file, bytes, seconds }, 'a backup was made');
  } catch (error) {
    if (!isBackupRunning(error)) log.error({ error }, 'the backup failed');
  }
}
