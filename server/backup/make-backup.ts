import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ReportProgress } from '../platform/jobs/progress.ts';
import { clientConfigOfAddress } from '../platform/postgres/address.ts';
import { isStartupError, startupError } from '../platform/process/startup-error.ts';
import type { Storage } from '../platform/storage/open.ts';
import { FORMAT, type Manifest } from './archive/contents.ts';
import { type ArchiveWriter, writeArchive } from './archive/write-archive.ts';
import { type KeptStores, keptFiles, keptStores } from './data-files.ts';
import { tagOf } from './database/migrations.ts';
import {
  COPY_SESSION_SETTINGS_SQL,
  copyOut,
  jobsTable,
  type KeptTable,
  keptTables,
  newestMigration,
  partitions,
  sequences,
} from './database/tables.ts';
import { progress, type Say } from './progress.ts';

const RUNNING = 'Another backup of this database is being made at this moment.';
export const isBackupRunning = (error: unknown): boolean => isStartupError(error) && error.message === RUNNING;

export interface BackupOptions {
  url: string;
  dataDir: string;
  storage: Storage;
  folder: string;
  passphrase?: string | undefined;
  now: Date;
  /** Says how far it is, a line every few seconds. */
  say?: Say | undefined;
  sayEveryMs?: number | undefined;
  /** Is told how many bytes of how many are written, tables as large as the database holds them. */
  reportProgress?: ReportProgress | undefined;
}

export interface MadeBackup {
  folder: string;
  file: string;
  madeAt: Date;
  bytes: number;
  seconds: number;
  manifest: Manifest;
}

/**
 * Writes one archive of everything while the server works on: all tables as they were at one moment, then the files. A file is written
 * before the row that names it and removed later than that row, so the files of a later moment are enough for the rows.
 */
export async function makeBackup(order: BackupOptions): Promise<MadeBackup> {
  const { url, dataDir, storage, folder, passphrase, now, say, reportProgress = () => {} } = order;
  const kept = keptStores(storage, dataDir);
  const began = performance.now();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = archiveName(now, passphrase !== undefined);
  const client = new pg.Client({ ...clientConfigOfAddress(url), application_name: 'vidik backup', keepAlive: true });
  await client.connect();
  // Whoever waits for the connection learns of its loss; this keeps the event from ending the process.
  client.on('error', () => {});
  try {
    await client.query(COPY_SESSION_SETTINGS_SQL);
    const { rows } = await client.query<{ taken: boolean }>(
      "select pg_try_advisory_lock(hashtext('vidik.backup')) as taken",
    );
    if (!rows[0]!.taken) throw startupError(RUNNING);
    await client.query('begin isolation level repeatable read, read only');
    await lockTables(client, url);
    const { bytes, manifest } = await writeArchive(path.join(folder, file), passphrase, async (writer) => {
      const meter = await openMeter(client, kept, reportProgress);
      const sayProgress = progress(say, order.sayEveryMs);
      await writeTables(client, writer, now, sayProgress, meter);
      await client.query('commit');
      let files = 0;
      for await (const { archived, file, store } of keptFiles(kept)) {
        const content = await store.read(file.name);
        // What is gone by now was named by no row at the moment of the tables.
        if (content) await writer.file(archived, file.bytes, content);
        meter.done(archived);
        files += 1;
        sayProgress(`files: ${files} of ${meter.files}`);
      }
    });
    return { folder, file, madeAt: now, bytes, seconds: Math.ceil((performance.now() - began) / 1000), manifest };
  } finally {
    await client.end();
  }
}

/** `vidik-20261123-080000.tar.gz`: names sort as their moments do. */
export const archiveName = (at: Date, isSealed: boolean): string =>
  `vidik-${at.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}.tar.gz${isSealed ? '.sealed' : ''}`;

/** No migration changes a table meanwhile: it waits for the backup, or the backup for it. Taken before the moment of the backup. */
async function lockTables(client: pg.Client, url: string): Promise<void> {
  const beside = new pg.Client(clientConfigOfAddress(url));
  await beside.connect();
  const tables = await keptTables(beside).finally(() => beside.end());
  if (tables.length === 0) throw startupError('This database is not Vidik’s: it has no tables.');
  await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`);
}

interface Meter {
  /** So many were there at the beginning. */
  files: number;
  /** So many bytes of it are written. */
  written(name: string, bytes: number): void;
  done(name: string): void;
}

/** How much of everything is written. Text of a table is not as long as its rows are on disk, so it counts as one whole at its end. */
async function openMeter(client: pg.Client, kept: KeptStores, report: ReportProgress): Promise<Meter> {
  const sizes = new Map<string, number>();
  for (const { name } of await keptTables(client)) {
    const { rows } = await client.query<{ bytes: string }>('select pg_table_size($1::regclass) as bytes', [name]);
    sizes.set(name, Number(rows[0]!.bytes));
  }
  const tables = sizes.size;
  for await (const { archived, file } of keptFiles(kept)) sizes.set(archived, file.bytes);
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  let whole = 0;
  return {
    files: sizes.size - tables,
    written: (name, bytes) => report(whole + Math.min(bytes, sizes.get(name) ?? 0), total),
    done(name) {
      whole += sizes.get(name) ?? 0;
      report(whole, total);
    },
  };
}

async function writeTables(client: pg.Client, writer: ArchiveWriter, now: Date, sayProgress: Say, meter: Meter) {
  const when = await newestMigration(client);
  if (when === null) throw startupError('This database is not Vidik’s: it has no migrations.');
  const tables = await keptTables(client);
  const jobs = await jobsTable(client);
  const all = jobs ? [...tables, jobs] : tables;
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version");
  await writer.head({
    format: FORMAT,
    madeAt: now,
    postgres: rows[0]!.version,
    migration: { tag: tagOf(when), when },
    queue: jobs ? await queueVersion(client) : null,
    tables: all.map(({ name, columns }) => ({ name, columns })),
    partitions: await partitions(client),
    sealedBy: await sealedBy(client),
    sequences: await sequences(client),
  });
  for (const table of all) {
    await writeTable(client, writer, table, (megabytes) => {
      sayProgress(`${table.name}: ${megabytes} MB`);
      meter.written(table.name, megabytes * 1024 * 1024);
    });
    meter.done(table.name);
  }
}

async function sealedBy(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ by: string }>(
    "select distinct material ->> 'by' as by from auth.keys where material ? 'sealed' order by 1",
  );
  return rows.map(({ by }) => by);
}

async function writeTable(
  client: pg.Client,
  writer: ArchiveWriter,
  table: KeptTable,
  sayProgress: (megabytes: number) => void,
) {
  const rows = client.query(copyTo(copyOut(table)));
  let megabytes = 0;
  await writer.table(
    table.name,
    rows,
    () => rows.rowCount,
    () => {
      megabytes += 1;
      sayProgress(megabytes);
    },
  );
}

async function queueVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version');
  return rows[0]!.version;
}
