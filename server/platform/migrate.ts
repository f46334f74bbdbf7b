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
    const [row] = await client`select current_setting('server_version_num')::int as version`;
    const major = Math.floor((row?.version as number) / 10_000);
    if (major < MINIMUM_POSTGRES)
      throw cannotStart(`PostgreSQL ${major} is too old: ${MINIMUM_POSTGRES} or newer is needed.`);
    await client`select pg_advisory_lock(hashtext('vidik.migrations'))`;
    await migrate(drizzle(client), { migrationsFolder: path.resolve(folder), migrationsSchema: 'migrations' });
  } finally {
    await client.end();
  }
}
