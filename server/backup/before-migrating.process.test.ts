import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createLog } from '../platform/log/log.ts';
import { readMigrations } from '../platform/migrations/read.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { testApp } from '../test/app.ts';
import { emptyDatabase } from '../test/empty-database.ts';
import { addressOf, builtServer, emptyDataDir, ended, heard } from '../test/server-process.ts';
import { MIGRATIONS, migrateUpTo } from './database/migrations.ts';

/** A new version finds a shop of the version before. */

const { databaseUrl } = await testApp();
const { launch } = builtServer(databaseUrl);
const [before, newest] = readMigrations(MIGRATIONS).slice(-2);

async function olderShop(): Promise<string> {
  const url = await emptyDatabase();
  await migrateUpTo(url, before!.when);
  return url;
}

async function migrationsOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ n: string }>(
    'select max(created_at) as n from migrations.__drizzle_migrations',
  );
  await client.end();
  return Number(rows[0]!.n);
}

test('an external database is not migrated until it is backed up: the new version says so and waits', async () => {
  const url = await olderShop();
  const dataDir = emptyDataDir();
  const server = launch({ DATABASE_URL: url, DATA_DIR: dataDir });
  await heard(server, `waits to be migrated: make a backup with npm run backup`);
  expect(server.said.out).toContain(`BACKED_UP=${before!.tag}`);
  expect(await migrationsOf(url)).toBe(before!.when);
  const backup = launch({ DATABASE_URL: url, DATA_DIR: dataDir }, 'backup');
  expect(await ended(backup), backup.said.err).toBe(0);
  await addressOf(server);
  expect(await migrationsOf(url)).toBe(newest!.when);
});

test('an operator who backed up by other means says at which migration; another one does not count', async () => {
  const url = await olderShop();
  const other = launch({ DATABASE_URL: url, BACKED_UP: newest!.tag });
  await heard(other, `BACKED_UP names ${newest!.tag}, and the database is at migration ${before!.tag}.`);
  await addressOf(launch({ DATABASE_URL: url, BACKED_UP: before!.tag }));
  expect(await migrationsOf(url)).toBe(newest!.when);
  await addressOf(other);
});

test('a rescue of the owner migrates nothing, because nothing was backed up: it names both versions', async () => {
  const url = await olderShop();
  const rescue = launch({ DATABASE_URL: url, BACKED_UP: before!.tag }, 'rescue-owner');
  expect(await ended(rescue)).toBe(1);
  expect(rescue.said.err).toMatch(
    new RegExp(
      `^The database is at migration ${before!.tag}, and this version of Vidik .* is at ${newest!.tag}\\. Start`,
    ),
  );
  expect(rescue.said.err).toMatch(/nothing was changed\.\n$/);
  expect(await migrationsOf(url)).toBe(before!.when);
});

test('the embedded database is backed up before it is migrated', async () => {
  const dataDir = emptyDataDir();
  mkdirSync(dataDir, { mode: 0o711 });
  const older = await startEmbeddedPostgres({ dataDir, log: createLog('error') });
  await migrateUpTo(older.url, before!.when);
  await older.stop();
  const server = launch({ DATABASE_URL: undefined, DATA_DIR: dataDir });
  await addressOf(server);
  const archives = readdirSync(path.join(dataDir, 'backups')).filter((name) => name.endsWith('.tar.gz'));
  expect(archives).toHaveLength(1);
  const check = launch({ DATABASE_URL: undefined, DATA_DIR: dataDir }, 'backup-check');
  expect(await ended(check), check.said.err).toBe(0);
  expect(check.said.out).toContain('It comes back whole');
  server.child.kill('SIGTERM');
  expect(await ended(server)).toBe(0);
});
