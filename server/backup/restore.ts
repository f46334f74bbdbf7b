import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import type { AuditAction } from '#domain/audit-actions.ts';
import { systemActor } from '../platform/audit.ts';
import { isConnectionLost } from '../platform/database-errors.ts';
import { openQueue } from '../platform/jobs/queue.ts';
import type { Log } from '../platform/log/log.ts';
import { clientConfigOfAddress } from '../platform/postgres/address.ts';
import { startupError } from '../platform/process/startup-error.ts';
import { type FileStore, write } from '../platform/storage/file-store.ts';
import type { Storage } from '../platform/storage/open.ts';
import { type ArchiveHead, FILES, type Manifest, rowsIn, tableOf } from './archive/contents.ts';
import { readEntries, type VerifiedArchive, verifyArchive } from './archive/read-archive.ts';
import { keptStores, storeOf } from './data-files.ts';
import { openLoad } from './database/load.ts';
import { MIGRATIONS, migrateForward, migrateUpTo } from './database/migrations.ts';
import { COPY_SESSION_SETTINGS_SQL } from './database/tables.ts';
import { type Erased, importErased } from './erased-list.ts';
import { requireEmptyRestoreTarget } from './place.ts';
import { progress, type Say } from './progress.ts';
import { removeSealed } from './sealed.ts';

export interface RestoreOptions {
  archive: string;
  passphrase?: string | undefined;
  url: string;
  dataDir: string;
  storage: Storage;
  log: Log;
  /** The jobs of this version. */
  jobNames: readonly string[];
  /** Leaves out what cannot be read without the archive's sealing key (sealed.ts). */
  withoutSealed?: boolean;
  /** Who was erased since, by the list beside the archive. */
  erased?: Erased[] | null;
  /** Calls it off, as long as the rows are not committed. */
  signal?: AbortSignal;
  /** After the rows are in and before anything else changes them. */
  beforeHeld?: (
    client: pg.Client,
    head: ArchiveHead,
    loaded: { manifest: Manifest; unknownJobs: number },
  ) => Promise<void>;
  /** Says how far it is: each table, and a line every few seconds. */
  say?: Say | undefined;
  sayEveryMs?: number | undefined;
}

export interface RestoreResult {
  head: ArchiveHead;
  manifest: Manifest;
  /** Tables of the archive that this shop does not have. */
  leftOut: string[];
  /** Jobs of the archive whose names this version does not know; they are left out too. */
  unknownJobs: number;
  /** Who was erased since is noted; an archive from before there was a table for it notes them once it is migrated. */
  isListKept: boolean;
}

const UNKNOWN_END =
  'The connection was lost while the rows were committed, so nobody knows whether they are in; the files stay. Restore once more: either it ' +
  'says that there is a shop in the database already, then start that one, or that files are in the way, then make the place empty first.';

/**
 * Puts an archive into an empty place. All hashes are checked before anything is touched; all rows come in one transaction, and with them
 * the mark that holds the shop until `npm run resume`. Whatever ends it before the commit takes the files away again, and nothing that comes
 * after: `migrateRestored`. Throws `startupError` with what is in the way.
 */
export async function restoreArchive(order: RestoreOptions, verified?: VerifiedArchive): Promise<RestoreResult> {
  const { archive, passphrase, url, dataDir, storage, signal, say = () => {} } = order;
  const kept = keptStores(storage, dataDir);
  const sayProgress = progress(order.say, order.sayEveryMs);
  const { head, manifest } = verified ?? (await verifyArchive(archive, passphrase, sayProgress));
  const client = await connect(url);
  const written: { store: FileStore; name: string }[] = [];
  let isCommitting = false;
  try {
    await client.query(COPY_SESSION_SETTINGS_SQL);
    await requireEmptyRestoreTarget(client, kept, head);
    await migrateUpTo(url, head.migration.when);
    // Makes the queue's own tables.
    await (await openQueue(url, order.log, order.jobNames)).stop();
    await client.query('begin');
    const { leftOut, unknownJobs } = await load(client, head);
    await order.beforeHeld?.(client, head, { manifest, unknownJobs });
    if (order.withoutSealed) await removeSealed(client);
    await leaveGap(client);
    await hold(client, archive, head);
    await recordRestore(client, archive, { head, manifest });
    const isListKept = await importErased(client, order.erased ?? []);
    await restartFeeds(client);
    signal?.throwIfAborted();
    isCommitting = true;
    await client.query('commit');
    return { head, manifest, leftOut, unknownJobs, isListKept };
  } catch (error) {
    if (isCommitting && isConnectionLost(error)) throw startupError(UNKNOWN_END, error);
    await client.query('rollback').catch(() => {});
    for (const { store, name } of written) await store.remove(name).catch(() => {});
    throw error;
  } finally {
    await client.end();
  }

  async function load(client: pg.Client, head: ArchiveHead) {
    const leftOut = new Set<string>();
    const tables = await openLoad(client, head);
    const files = Object.keys(manifest.files).length;
    let told = '';
    let unknownJobs: number | null = null;
    try {
      for await (const { name, content } of readEntries(archive, passphrase)) {
        const table = tableOf(name);
        if (table !== null) {
          if (table !== told) say(`${table}…`);
          told = table;
          if (!(await tables.rows(table, unlessAborted(content)))) leftOut.add(table);
        } else if (!name.startsWith(FILES)) for await (const _ of content);
        else {
          // Files follow the tables.
          unknownJobs ??= await tables.end();
          await keepFile(name.slice(FILES.length), unlessAborted(content));
          sayProgress(`files: ${written.length} of ${files}`);
        }
      }
      unknownJobs ??= await tables.end();
    } catch (error) {
      tables.abandon();
      throw error;
    }
    return { leftOut: [...leftOut], unknownJobs };
  }

  async function* unlessAborted(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      signal?.throwIfAborted();
      yield chunk;
    }
  }

  async function keepFile(archived: string, content: AsyncIterable<Buffer>) {
    const found = storeOf(kept, archived);
    if (!found) {
      for await (const _ of content);
      return;
    }
    // Before: one that fails may have its name already.
    written.push(found);
    await write(found.store, found.name, content);
  }
}

/**
 * The migrations that are newer than the archive; they may fail, and the next start carries them out then. Whom the list of erased people
 * names is noted here where the archive is older than the table for it.
 */
export async function migrateRestored(url: string, erased: Erased[] | null = null): Promise<void> {
  const client = await connect(url);
  try {
    await client.query('analyze');
    await migrateForward(url);
    await importErased(client, erased ?? []);
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ ...clientConfigOfAddress(url), application_name: 'vidik restore', keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/**
 * How many numbers are left out of every sequence. Orders, reservations and mails that came after the backup have theirs, which stand
 * in mails and at the payment provider: none of them may be given again.
 */
const GAP = 10_000;

const leaveGap = (client: pg.Client) =>
  client.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, start_value) + $1)
     from pg_sequences where schemaname in ('public', 'auth')`,
    [GAP],
  );

/** Other programs that read the shop begin anew. An older archive has no feeds yet; the migration that makes them fills them. */
async function restartFeeds(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>("select to_regproc('restart_feeds') is not null as there");
  if (rows[0]!.there) await client.query('select restart_feeds()');
}

/** An older archive has no table for it yet: the migration's first statement makes it, and does nothing when it comes again. */
async function hold(client: pg.Client, archive: string, head: ArchiveHead): Promise<void> {
  const [create] = readMigrationFiles({ migrationsFolder: MIGRATIONS })
    .flatMap(({ sql }) => sql)
    .filter((statement) => statement.includes('CREATE TABLE IF NOT EXISTS "restores"'));
  await client.query(create!);
  // Whoever ran on the database before does not run on this one, nor failed to back it up, and parts of uploads are in no archive.
  // Older ones lack these tables.
  for (const table of ['servers', 'uploads', 'backup_failures']) {
    const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table]);
    if (rows[0]!.there) await client.query(`delete from ${table}`);
  }
  await client.query('insert into restores (archive, made_at) values ($1, $2)', [path.basename(archive), head.madeAt]);
}

/** With the columns that the log has always had: the archive may be an old one. */
async function recordRestore(client: pg.Client, archive: string, { head, manifest }: VerifiedArchive): Promise<void> {
  const action: AuditAction = 'system.restored';
  const after = { archive: path.basename(archive), madeAt: head.madeAt, rows: rowsIn(manifest) };
  await client.query(
    "insert into audit_log (actor, action, subject_kind, subject_id, after) values ($1, $2, 'system', 'shop', $3)",
    [systemActor.id, action, after],
  );
}
