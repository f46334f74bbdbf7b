import { HOUR_MS } from '#domain/day.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ReportProgress } from '../platform/jobs/progress.ts';
import type { Jobs } from '../platform/jobs/queue.ts';
import { writeErasedLists } from './erased-list.ts';
import { noteFailure } from './failure.ts';
import { backUp, finishBackup, lastKeptBackupAt } from './keep-backup.ts';
import { isBackupRunning } from './make-backup.ts';
import { notifyWhenLate } from './notify-late.ts';
import { BACKUP_JOB } from './schema.ts';

export const backupJobNames = ['backup.make', BACKUP_JOB, 'backup.list-erased'] as const;

/**
 * With `BACKUP_EVERY`, a backup as soon as the last one is so many hours old; one that fails is tried again ten minutes later, and only
 * copied when the copy is what has failed.
 */
export const backupJobs = (deps: Dependencies): Record<(typeof backupJobNames)[number], Jobs[string]> => ({
  'backup.make': {
    work: async () => {
      await askForBackup(deps);
      await notifyWhenLate(deps);
    },
    every: '*/10 * * * *',
  },
  [BACKUP_JOB]: {
    work: ({ asked }, reportProgress) => backUpWhenDue(deps, reportProgress, asked),
    heavy: true,
    topic: 'upkeep',
  },
  // Also asked for by every erasure of a person.
  'backup.list-erased': { work: () => writeErasedLists(deps.db, deps.config), every: '*/5 * * * *' },
});

async function askForBackup(deps: Dependencies): Promise<void> {
  if (await isDue(deps)) await deps.db.transaction((tx) => deps.queue.send(tx, BACKUP_JOB, {}));
}

async function isDue({ db, config, now }: Dependencies): Promise<boolean> {
  const { everyHours } = config.backup;
  if (everyHours === undefined) return false;
  const last = await lastKeptBackupAt(db);
  return !last || now().getTime() - last.getTime() >= everyHours * HOUR_MS;
}

/**
 * Asked for twice, it makes one: whoever comes later sees that none is due any more. A person asked for it at the moment `asked`,
 * due or not, unless one was made since.
 */
export async function backUpWhenDue(
  deps: Dependencies,
  reportProgress?: ReportProgress,
  asked?: string,
): Promise<void> {
  const last = asked === undefined ? null : await lastKeptBackupAt(deps.db);
  const isWanted = asked === undefined ? await isDue(deps) : last === null || last < new Date(asked);
  if (!isWanted) return;
  const { db, config, log, now, databaseUrl, storage } = deps;
  const since = new Date(asked ?? now().getTime() - (config.backup.everyHours ?? 0) * HOUR_MS);
  try {
    const { file, bytes, seconds } =
      (await finishBackup(db, config, since)) ??
      (await backUp({ db, config, url: databaseUrl, storage, now }, { reportProgress }));
    log.info({ file, bytes, seconds }, 'a backup was made');
  } catch (error) {
    if (isBackupRunning(error)) return;
    log.error({ error }, 'the backup failed');
    await noteFailure(deps, error).catch((error: unknown) => log.error({ error }, 'why is not kept'));
  }
}
