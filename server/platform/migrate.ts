import path from 'node:path';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { cannotStart } from './cannot-start.ts';

export const MINIMUM_POSTGRES = 15;

/**
 * Brings a database up to the newest migration. Two servers starting at once wait for each other on an advisory lock.
 * Throws when the server is older than PostgreSQL 15.
 */
export async function migrateDatabase(url: string, folder: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const major = await majorVersion(client);
    if (major < MINIMUM_POSTGRES)
      throw cannotStart(`PostgreSQL ${major} is too old: ${MINIMUM_POSTGRES} or newer is needed.`);
    await client`select pg_advisory_lock(hashtext('vidik.migrations'))`;
    await migrate(drizzle(client), { migrationsFolder: path.resolve(folder), migrationsSchema: 'migrations' });
  } finally {
    await client.end();
  }
}

/** Throws `cannotStart` when nobody answers or the door stays shut; the address itself is not shown, it has a password. */
async function majorVersion(client: postgres.Sql): Promise<number> {
  try {
    const [row] = await client`select current_setting('server_version_num')::int as version`;
    return Math.floor((row?.version as number) / 10_000);
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    throw cannotStart(`The database of DATABASE_URL does not let us in: ${message || code}.`, error);
  }
}
