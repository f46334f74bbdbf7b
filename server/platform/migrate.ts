import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { startupError } from './process/startup-error.ts';

export const MINIMUM_POSTGRES = 15;

/** Milliseconds until a database that does not answer at start is given up. */
const CONNECT_MS = 10_000;

/**
 * Brings a database up to the newest migration. Two servers starting at once wait for each other on an advisory lock.
 * Throws when the server is older than PostgreSQL 15.
 */
export async function migrateDatabase(url: string, folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  try {
    const major = await majorVersion(client);
    if (major < MINIMUM_POSTGRES)
      throw startupError(`PostgreSQL ${major} is too old: ${MINIMUM_POSTGRES} or newer is needed.`);
    await client.query("select pg_advisory_lock(hashtext('vidik.migrations'))");
    await migrate(drizzle({ client }), { migrationsFolder: path.resolve(folder), migrationsSchema: 'migrations' });
    await rebuildNameIndexes(client);
  } finally {
    await client.end();
  }
}

/**
 * Indexes of names are in ICU's order, which another version of ICU may see differently: after a new PostgreSQL on the same
 * data, or the data on another machine, they are built anew. Nothing happens otherwise.
 */
async function rebuildNameIndexes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ index: string }>(`
    select indexrelid::regclass::text as index
    from pg_collation c join pg_index on c.oid = any(indcollation)
    where collname = 'serbian' and collversion is distinct from pg_collation_actual_version(c.oid)`);
  for (const { index } of rows) await client.query(`reindex index ${index}`);
  if (rows.length > 0) await client.query('alter collation serbian refresh version');
}

/** Throws `startupError` when nobody answers or the sign-in is refused; the address itself is not shown, it has a password. */
async function majorVersion(client: pg.Client): Promise<number> {
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    return Math.floor(rows[0]!.version / 10_000);
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    throw startupError(`The database of DATABASE_URL does not let us in: ${message || code}.`, error);
  }
}
