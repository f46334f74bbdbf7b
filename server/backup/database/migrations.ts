import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrateDatabase } from '../../platform/migrate.ts';
import { projectRoot } from '../../platform/process/project-root.ts';

export const MIGRATIONS = path.join(projectRoot, 'server', 'migrations');

interface Journal {
  entries: { tag: string; when: number }[];
}

const readJournal = (): Journal => JSON.parse(readFileSync(path.join(MIGRATIONS, 'meta', '_journal.json'), 'utf8'));

/** The name of the migration of that moment; of one this version does not know, the moment. */
export const tagOf = (when: number): string =>
  readJournal().entries.find((entry) => entry.when === when)?.tag ?? String(when);

export const isKnownMigration = (when: number): boolean => readJournal().entries.some((entry) => entry.when === when);

export async function migrateForward(url: string): Promise<void> {
  await migrateDatabase(url, MIGRATIONS);
}

/** Brings an empty database to that migration and no further. */
export async function migrateUpTo(url: string, when: number): Promise<void> {
  const journal = readJournal();
  const entries = journal.entries.filter((entry) => entry.when <= when);
  const folder = mkdtempSync(path.join(tmpdir(), 'vidik-migrations-'));
  try {
    mkdirSync(path.join(folder, 'meta'));
    writeFileSync(path.join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }));
    for (const { tag } of entries) copyFileSync(path.join(MIGRATIONS, `${tag}.sql`), path.join(folder, `${tag}.sql`));
    await migrateDatabase(url, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
