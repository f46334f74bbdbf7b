import { desc, eq, type SQL } from 'drizzle-orm';
import type { Config } from '../config.ts';
import type { Database, DatabaseOrTransaction } from '../platform/db.ts';
import type { ReportProgress } from '../platform/jobs/progress.ts';
import { openFolderStore } from '../platform/storage/folder.ts';
import type { Storage } from '../platform/storage/open.ts';
import {
  copyArchive,
  markUncopied,
  openTarget,
  ownFolder,
  removeCutOff,
  removeOld,
  removeUncopied,
  resumeUncopiedArchive,
} from './archive-places.ts';
import { writeErasedLists } from './erased-list.ts';
import { type MadeBackup, makeBackup } from './make-backup.ts';
import type { Say } from './progress.ts';
import { backups } from './schema.ts';

interface Backing {
  config: Pick<Config, 'dataDir' | 'backup'>;
  url: string;
  storage: Storage;
  now: () => Date;
}

interface RequestedBackup {
  /** Instead of the shop's own folder, which has a second place and keeps a number of generations. */
  folder?: string | undefined;
  say?: Say | undefined;
  sayEveryMs?: number | undefined;
  reportProgress?: ReportProgress | undefined;
}

/**
 * A whole backup: the archive, in the shop's own folder also its copy in the second place and the removal of old generations, the
 * row that says when it succeeded, and the list of erased people beside it.
 */
export async function backUp(
  { db, ...backing }: Backing & { db: Database },
  requested: RequestedBackup = {},
): Promise<MadeBackup> {
  const made = await makeAndCopyArchive(backing, requested);
  if (await isMigrated(db)) await noteBackup(db, backing.config, made, { isElsewhere: requested.folder !== undefined });
  return made;
}

/** Instead of a new backup: an archive that was made since then, of which only the copy is missing, is finished. `null`: there is none. */
export async function finishBackup(
  db: Database,
  config: Backing['config'],
  since: Date,
): Promise<Omit<MadeBackup, 'manifest'> | null> {
  const began = performance.now();
  const folder = ownFolder(config);
  const left = await resumeUncopiedArchive(folder, since);
  if (left === null) return null;
  await putInPlaces(config, { folder, file: left.file });
  const made = { ...left, folder, seconds: Math.ceil((performance.now() - began) / 1000) };
  await noteBackup(db, config, made);
  return made;
}

/** The archive and its copy alone: all that can be done with a database that an older version left. */
export async function makeAndCopyArchive(
  { config, url, storage, now }: Backing,
  { folder, say, sayEveryMs, reportProgress }: RequestedBackup = {},
): Promise<MadeBackup> {
  const made = await makeBackup({
    url,
    dataDir: config.dataDir,
    storage,
    folder: folder ?? ownFolder(config),
    passphrase: config.backup.passphrase,
    now: now(),
    say,
    sayEveryMs,
    reportProgress,
  });
  if (folder !== undefined) return made;
  await removeUncopied(made.folder);
  await putInPlaces(config, made);
  return made;
}

/** The copy, and the removal of old generations. Without its copy the archive is set aside, so that as many tries leave one archive. */
async function putInPlaces(config: Backing['config'], { folder, file }: { folder: string; file: string }) {
  try {
    const target = await openTarget(config);
    if (target) await copyArchive(folder, file, target);
    for (const place of [openFolderStore(folder), target]) if (place) await removeOld(place, config.backup.keep);
    await removeCutOff(folder, file);
  } catch (error) {
    await markUncopied(folder, file);
    throw error;
  }
}

/** Notes it also in a database that waits to be migrated to this version, which is backed up before. */
export async function noteBackup(
  db: Database,
  config: Backing['config'],
  { folder, file, madeAt, bytes, seconds }: Omit<MadeBackup, 'manifest'>,
  { isElsewhere = false } = {},
): Promise<void> {
  const [row] = await db.ask<{ knows: boolean; keepsFailures: boolean }>(
    `select exists (select from pg_attribute
       where attrelid = 'backups'::regclass and attname = 'elsewhere' and not attisdropped) as knows,
       to_regclass('backup_failures') is not null as "keepsFailures"`,
  );
  const { knows, keepsFailures } = row!;
  const { columns, values } = knows ? { columns: ', elsewhere', values: [isElsewhere] } : { columns: '', values: [] };
  await db.ask(
    `insert into backups (folder, file, made_at, bytes, seconds${columns}) values ($1, $2, $3, $4, $5${columns && ', $6'})`,
    [folder, file, madeAt, bytes, seconds, ...values],
  );
  if (keepsFailures && !isElsewhere) await db.ask('delete from backup_failures');
  await writeErasedLists(db, config);
}

/** A database that an older version left is backed up as it is, before anything migrates it. */
export async function isMigrated(db: Database): Promise<boolean> {
  const [row] = await db.ask<{ there: boolean }>("select to_regclass('backups') is not null as there");
  return row!.there;
}

/** When the newest whole backup was made; `null`: never. */
export const lastBackupAt = (db: DatabaseOrTransaction): Promise<Date | null> => newestOf(db);

/** The same of those alone that are kept in generations and copied, for which one in a folder of somebody's own is no substitute. */
export const lastKeptBackupAt = (db: DatabaseOrTransaction): Promise<Date | null> =>
  newestOf(db, eq(backups.isElsewhere, false));

async function newestOf(db: DatabaseOrTransaction, which?: SQL): Promise<Date | null> {
  const [last] = await db
    .select({ at: backups.madeAt })
    .from(backups)
    .where(which)
    .orderBy(desc(backups.madeAt))
    .limit(1);
  return last?.at ?? null;
}
