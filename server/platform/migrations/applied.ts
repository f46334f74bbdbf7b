import pg from 'pg';
import { clientConfigOfAddress } from '../postgres/address.ts';
import { startupError } from '../process/startup-error.ts';
import { releaseVersion } from '../servers/alive.ts';
import { type Migration, readMigrations } from './read.ts';

export const TABLE = 'migrations.__drizzle_migrations';

interface Applied {
  when: number;
  hash: string;
  tag: string | null;
}

/**
 * Throws `startupError` when the database is of another version: a command that changes one account neither migrates it, which only a
 * start does after a backup, nor works on tables that it does not know.
 */
export async function refuseOtherVersion(url: string, folder: string): Promise<void> {
  const migrations = readMigrations(folder);
  const client = new pg.Client(clientConfigOfAddress(url));
  await client.connect();
  try {
    const applied = await appliedTo(client);
    if (pendingOf(applied, migrations).length === 0) return;
    const at = applied.length === 0 ? 'none' : newestAppliedMigration(applied, migrations);
    throw startupError(
      `The database is at migration ${at}, and this version of Vidik (${releaseVersion()}) is at ` +
        `${migrations.at(-1)!.tag}. Start the server first, which sees to a backup before it migrates, or use the version that the ` +
        'database is of; nothing was changed.',
    );
  } finally {
    await client.end();
  }
}

export async function appliedTo(client: pg.Client): Promise<Applied[]> {
  const { rows: known } = await client.query<{ names: string[] }>(
    `select array(select attname::text from pg_attribute where attrelid = to_regclass($1) and attnum > 0) as names`,
    [TABLE],
  );
  const columns = known[0]!.names;
  if (columns.length === 0) return [];
  const { rows } = await client.query<Applied>(
    `select created_at::float8 as when, hash, ${columns.includes('name') ? 'name' : 'null'} as tag from ${TABLE}`,
  );
  return rows;
}

export function newestAppliedMigration(applied: readonly Applied[], migrations: readonly Migration[]): string {
  const newest = applied.reduce((a, b) => (a.when > b.when ? a : b));
  return newest.tag ?? migrations.find(({ when }) => when === newest.when)?.tag ?? String(newest.when);
}

/** Throws when somebody newer was here: what this code does not know, it would get wrong. */
export function pendingOf(applied: readonly Applied[], migrations: readonly Migration[]): Migration[] {
  const known = migrations.at(-1)!;
  const newest = applied.toSorted((a, b) => a.when - b.when).at(-1);
  if (newest && newest.when > Math.max(...migrations.map(({ when }) => when)))
    throw startupError(
      `The database is at migration ${newest.tag ?? newest.when}, and this version of Vidik (${releaseVersion()}) knows only those up ` +
        `to ${known.tag}. Start the version that the database is of, or a newer one; nothing was changed.`,
    );
  const done = new Set(applied.flatMap(({ when, hash }) => [String(when), hash]));
  return migrations.filter(({ when, hash }) => !done.has(String(when)) && !done.has(hash));
}
