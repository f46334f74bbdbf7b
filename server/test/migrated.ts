import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { openDatabase } from '../platform/db.ts';
import { migrateDatabase } from '../platform/migrate.ts';
import { emptyDatabase } from './empty-database.ts';

/** A shop as it was before the migration with that number, with a client for rows of that time. */
export async function shopBeforeMigration(migration: string) {
  const url = await emptyDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), 'vidik-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync('server/migrations', folder, { recursive: true });
  const file = path.join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] };
  journal.entries = journal.entries.filter(({ tag }) => tag < migration);
  writeFileSync(file, JSON.stringify(journal));
  await migrateDatabase(url, folder);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const db = openDatabase(url, { statementMs: 600_000 });
  onTestFinished(() => db.close());
  return { url, client, db, migrate: () => migrateDatabase(url, 'server/migrations') };
}
