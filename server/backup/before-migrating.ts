import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { openDatabase } from '../platform/db.ts';
import { commandToType } from '../platform/process/release.ts';
import type { Storage } from '../platform/storage/open.ts';
import { isMigrated, lastBackupAt, makeAndCopyArchive } from './keep-backup.ts';
import type { MadeBackup } from './make-backup.ts';

/** How old a backup of an external database may be that a new version migrates. Milliseconds. */
const RECENT_MS = 60 * 60_000;
const POLL_MS = 2_000;

interface Place {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'backup'>;
  url: string;
  storage: Storage;
  now: () => Date;
  say: (sentence: string) => void;
}

/**
 * A backup before migrations change the shop. The embedded database is backed up here, and the archive is answered, to be noted once the
 * database is migrated. Of an external one the operator does it: this says so and waits, while older servers serve on, until
 * `npm run backup` has succeeded or the server is started with BACKED_UP.
 */
export async function ensureBackupBeforeMigrating(place: Place, at: string): Promise<MadeBackup[]> {
  const { config, say } = place;
  if (config.databaseUrl === undefined) {
    say(`The database is at migration ${at} and is backed up before it is migrated.`);
    return [await makeAndCopyArchive(place)];
  }
  if (config.backup.doneAt === at) return [];
  if (config.backup.doneAt !== undefined)
    say(`BACKED_UP names ${config.backup.doneAt}, and the database is at migration ${at}.`);
  const db = openDatabase(place.url, { max: 1 });
  try {
    const before = await newest();
    for (let told = false; !(await hasRecentBackup()) && (await newest()) === before; await sleep(POLL_MS)) {
      if (!told)
        say(
          `The database is at migration ${at} and waits to be migrated: make a backup with ${commandToType('backup')}, or with your own ` +
            `means and start with BACKED_UP=${at}. Servers of the version before serve on.`,
        );
      told = true;
    }
    return [];
  } finally {
    await db.close();
  }

  /** Changes when another server has migrated meanwhile. */
  async function newest() {
    const [row] = await db.ask<{ at: string }>(
      'select max(created_at)::text as at from migrations.__drizzle_migrations',
    );
    return row!.at;
  }

  async function hasRecentBackup() {
    const last = (await isMigrated(db)) ? await lastBackupAt(db) : null;
    return last !== null && place.now().getTime() - last.getTime() < RECENT_MS;
  }
}
