import type pg from 'pg';
import { startupError } from '../platform/process/startup-error.ts';
import type { ArchiveHead } from './archive/contents.ts';
import { type KeptStores, keptFiles } from './data-files.ts';
import { isKnownMigration, tagOf } from './database/migrations.ts';
import { newestMigration } from './database/tables.ts';

/**
 * Throws `startupError` unless nobody's data is there: an empty database, or one that a restore has migrated and then failed on; and no
 * files that a restore would write over.
 */
export async function requireEmptyRestoreTarget(client: pg.Client, kept: KeptStores, head: ArchiveHead): Promise<void> {
  const { migration } = head;
  if (!isKnownMigration(migration.when))
    throw startupError(
      `The archive is of migration ${migration.tag}, which this version of Vidik does not know. Restore it with a newer one.`,
    );
  const full = (what: string) =>
    startupError(
      `${what} Nothing was changed. Restore into an empty place: another DATA_DIR or STORAGE_URL, or an empty database.`,
    );
  const { rows } = await client.query<{ tables: number }>(`
    select count(*)::int as tables from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`);
  const newest = await newestMigration(client);
  if (newest === null && rows[0]!.tables > 0)
    throw full(`The database has ${rows[0]!.tables} tables of something else.`);
  if (newest !== null) {
    const { rows: kept } = await client.query<{ people: string; entries: boolean }>(`
      select count(*)::text as people, exists (select from audit_log) as entries from auth.users`);
    const { people, entries } = kept[0]!;
    if (people !== '0' || entries) throw full(`There is a shop in this database already, with ${people} accounts.`);
    if (newest > migration.when)
      throw full(`The database is at migration ${tagOf(newest)}, after the archive’s ${migration.tag}.`);
  }
  const found = { count: 0, first: '', place: '' };
  for await (const { file, store } of keptFiles(kept)) {
    if (found.count === 0) Object.assign(found, { first: file.name, place: store.place });
    found.count += 1;
  }
  if (found.count > 0) throw full(`${found.place} holds ${found.count} files of a shop (${found.first}).`);
}
