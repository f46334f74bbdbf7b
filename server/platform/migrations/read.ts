import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';

/** A file of server/migrations. */
export interface Migration {
  /** Its number and name. */
  tag: string;
  /** Its moment in the journal, by which the database remembers it. */
  when: number;
  hash: string;
  /** Without those that check constraints. */
  statements: string[];
  /** Names of constraints that are checked once it is committed, while others write (check-constraints.ts). */
  checks: string[];
  /** What it takes away from the version before, in words; `null` when that version works on beside it. */
  contracts: string | null;
}

/** A line of a migration that the version before cannot live with. */
const CONTRACTS = /^-- contracts: (.+)$/m;

const CHECKS = /^alter table (?:only )?\S+ validate constraint "?(\w+)"?;?$/i;

/** The constraint that a statement checks; `null` for every other statement. */
function checkedBy(statement: string): string | null {
  const lines = statement.split('\n').filter((line) => !line.trimStart().startsWith('--'));
  return CHECKS.exec(lines.join('\n').trim())?.[1] ?? null;
}

/** In the order of the journal. */
export function readMigrations(folder: string): Migration[] {
  const journal = JSON.parse(readFileSync(path.join(folder, 'meta', '_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[];
  };
  return readMigrationFiles({ migrationsFolder: folder }).map(({ sql, hash, folderMillis }, n) => ({
    tag: journal.entries[n]!.tag,
    when: folderMillis,
    hash,
    statements: sql.filter((statement) => checkedBy(statement) === null),
    checks: sql.flatMap((statement) => checkedBy(statement) ?? []),
    contracts: CONTRACTS.exec(sql.join('\n'))?.[1] ?? null,
  }));
}
