import { desc } from 'drizzle-orm';
import type { Config } from '../config.ts';
import type { Database, DatabaseOrTransaction } from '../platform/db.ts';
import { writeErasedLists } from './erased-list.ts';
import { copyArchive, ownFolder, removeOld } from './folders.ts';
import { type MadeBackup, makeBackup } from './make-backup.ts';
import { backups } from './schema.ts';

interface Backing {
  db: Database;
  config: Pick<Config, 'dataDir' | 'backup'>;
  url: string;
  now: () => Date;
}

/**
 * A whole backup: the archive, in the shop's own folders also its copy in the second one and the removal of old generations, the
 * row that says when it succeeded, and the list of erased people beside it.
 */
export async function backUp(
  { db, config, url, now }: Backing,
  { folder, say }: { folder?: string | undefined; say?: (line: string) => void } = {},
): Promise<MadeBackup> {
  const { dataDir, backup } = config;
  const made = await makeBackup({
    url,
    dataDir,
    folder: folder ?? ownFolder(config),
    passphrase: backup.passphrase,
    now: now(),
    ...(say ? { say } : {}),
  });
  if (folder === undefined && backup.target !== undefined) await copyArchive(made.folder, made.file, backup.target);
  const { file, madeAt, bytes, seconds } = made;
  if (await isMigrated(db)) {
    await db.insert(backups).values({ folder: made.folder, file, madeAt, bytes, seconds });
    await writeErasedLists(db, config);
  }
  if (folder === undefined)
    for (const own of [made.folder, backup.target]) if (own !== undefined) await removeOld(own, backup.keep);
  return made;
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
