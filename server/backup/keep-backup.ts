import { desc } from 'drizzle-orm';
import type { Config } from '../config.ts';
import type { Database, DatabaseOrTransaction } from '../platform/db.ts';
import type { ReportProgress } from '../platform/jobs/progress.ts';
import { openFolder } from '../platform/storage/folder.ts';
import type { Storage } from '../platform/storage/open.ts';
import { copyArchive, openTarget, ownFolder, removeCutOff, removeOld } from './archive-places.ts';
import { writeErasedLists } from './erased-list.ts';
import { type MadeBackup, makeBackup } from './make-backup.ts';
import { backups } from './schema.ts';

interface Backing {
  config: Pick<Config, 'dataDir' | 'backup'>;
  url: string;
  storage: Storage;
  now: () => Date;
}

interface Wish {
  /** Instead of the shop's own folder, which has a second place and keeps a number of generations. */
  folder?: string | undefined;
  say?: (line: string) => void;
  reportProgress?: ReportProgress | undefined;
}

/**
 * A whole backup: the archive, in the shop's own folder also its copy in the second place and the removal of old generations, the
 * row that says when it succeeded, and the list of erased people beside it.
 */
export async function backUp({ db, ...backing }: Backing & { db: Database }, wish: Wish = {}): Promise<MadeBackup> {
  const made = await archiveShop(backing, wish);
  if (await isMigrated(db)) await noteBackup(db, backing.config, made);
  return made;
}

/** The archive and its copy alone: all that can be done with a database that an older version left. */
export async function archiveShop(
  { config, url, storage, now }: Backing,
  { folder, say, reportProgress }: Wish = {},
): Promise<MadeBackup> {
  const { dataDir, backup } = config;
  const made = await makeBackup({
    url,
    dataDir,
    storage,
    folder: folder ?? ownFolder(config),
    passphrase: backup.passphrase,
    now: now(),
    ...(say ? { say } : {}),
    reportProgress,
  });
  if (folder !== undefined) return made;
  const target = await openTarget(config);
  if (target) await copyArchive(made.folder, made.file, target);
  for (const place of [openFolder(made.folder), target]) if (place) await removeOld(place, backup.keep);
  await removeCutOff(made.folder, made.file);
  return made;
}

export async function noteBackup(
  db: Database,
  config: Backing['config'],
  { folder, file, madeAt, bytes, seconds }: MadeBackup,
): Promise<void> {
  await db.insert(backups).values({ folder, file, madeAt, bytes, seconds });
  await writeErasedLists(db, config);
}

/** A database that an older version left is backed up as it is, before anything migrates it. */
export async function isMigrated(db: Database): Promise<boolean> {
  const [row] = await db.ask<{ there: boolean }>("select to_regclass('backups') is not null as there");
  return row!.there;
}

/** When the newest whole backup was made; `null`: never. */
export async function lastBackupAt(db: DatabaseOrTransaction): Promise<Date | null> {
  const [last] = await db.select({ at: backups.madeAt }).from(backups).orderBy(desc(backups.madeAt)).limit(1);
  return last?.at ?? null;
}
