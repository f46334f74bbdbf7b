import { eq } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import { jobNames } from '../../jobs.ts';
import { openDatabase } from '../../platform/db.ts';
import { createLog } from '../../platform/log/log.ts';
import { reachDatabase } from '../../platform/postgres/reach.ts';
import { commandToType } from '../../platform/process/release.ts';
import { startupError } from '../../platform/process/startup-error.ts';
import { openFolderStore } from '../../platform/storage/folder.ts';
import { rowsIn } from '../archive/contents.ts';
import { archivesIn, openTarget, ownFolder } from '../archive-places.ts';
import { checkArchive } from '../check.ts';
import { isMigrated } from '../keep-backup.ts';
import { backups } from '../schema.ts';
import { type FoundArchive, fetchArchive, typedArchive } from './fetch-archive.ts';
import { type Command, command, leftOutJobs } from './run.ts';

/** `npm run backup:check [-- ARCHIVE]`: the newest backup, or that one, restored aside and compared. */
export const checkBackup = command(async (given) => {
  const { config, args, say } = given;
  const found = args[0] === undefined ? await newest(config) : await typedArchive(args[0]);
  say(`Checking ${found.place.place}/${found.name}…`);
  const { passphrase } = config.backup;
  const quiet = createLog('error');
  const { archive, forget } = await fetchArchive(found);
  const checked = await checkArchive({ archive, passphrase, log: quiet, jobNames, say }).finally(forget);
  const { head, manifest, differences, contradictions, unknownJobs } = checked;
  for (const line of [...differences, ...contradictions]) say(`  ${line}`);
  if (unknownJobs > 0) say(`  ${leftOutJobs(unknownJobs)}`);
  if (differences.length > 0) throw startupError('The backup does not come back as it was written.');
  say(
    `It comes back whole: ${rowsIn(manifest)} rows of ${head.tables.length} tables, ` +
      `${Object.keys(manifest.files).length} files, of ${head.madeAt.toISOString()}.`,
  );
  await note(given, found.name);
});

async function newest(config: Config): Promise<FoundArchive> {
  for (const place of [openFolderStore(ownFolder(config)), await openTarget(config)]) {
    const [name] = place ? await archivesIn(place) : [];
    if (name !== undefined) return { place: place!, name };
  }
  throw startupError(`There is no backup yet. Make one with ${commandToType('backup')}, or name the archive.`);
}

/** Says in the shop itself when its backup was last checked. An archive may be checked on a machine without the shop. */
async function note({ config, log, say }: Command, file: string): Promise<void> {
  const reached = await reachDatabase(config, log).catch(() => null);
  if (!reached) return say('There is no shop here to note it in.');
  const db = openDatabase(reached.url, { max: 1 });
  try {
    if (!(await isMigrated(db))) return;
    await db.update(backups).set({ checkedAt: new Date() }).where(eq(backups.file, file));
  } finally {
    await db.close();
    await reached.close();
  }
}
