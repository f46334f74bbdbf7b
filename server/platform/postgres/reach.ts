import { existsSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { Config } from '../../config.ts';
import type { Log } from '../log/log.ts';
import { isTaken, lockDataDir } from '../process/data-dir.ts';
import { startupError } from '../process/startup-error.ts';
import { clientConfigOfAddress } from './address.ts';
import { addressOfRunning, startEmbeddedPostgres } from './embedded.ts';
import { addressesOf, checkAddresses, type DatabaseAddresses } from './pooler.ts';

const WAIT_MS = 10_000;
const EMPTY =
  'The database of DATABASE_URL is empty: there is no shop in it. Set DATABASE_URL, or DATA_DIR, as for the server.';

export interface DatabaseAccess {
  url: string;
  close(): Promise<void>;
}

/**
 * The server's database for a command beside it: the external one, the running server's own, or the embedded one started for this
 * moment. Never a new, empty one.
 */
export async function reachDatabase(config: Config, log: Log): Promise<DatabaseAccess> {
  const { dataDir } = config;
  const external = await externalShop(config);
  if (external !== null) return { url: external, close: async () => {} };
  if (!existsSync(path.join(dataDir, 'postgres.json')))
    throw startupError(`There is no database in ${dataDir}. Set DATA_DIR, or DATABASE_URL, as for the server.`);
  const running = runningDatabase(dataDir);
  if (running) return { url: running, close: async () => {} };
  return startDatabase(dataDir, log);
}

/** The addresses of an external database, each of which has been found to be what it must be; `null`: the embedded one is used. */
export async function externalDatabase(config: Config): Promise<DatabaseAddresses | null> {
  const addresses = addressesOf(config);
  if (addresses) await checkAddresses(addresses);
  return addresses;
}

/** The address of an external database with a shop in it: an empty one is refused, because a command there would find or make nothing. */
export async function externalShop(config: Config): Promise<string | null> {
  const external = await externalDatabase(config);
  if (!external) return null;
  const client = new pg.Client({ ...clientConfigOfAddress(external.direct), connectionTimeoutMillis: WAIT_MS });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query("select to_regclass('migrations.__drizzle_migrations') is not null as there");
    if (!rows[0].there) throw startupError(EMPTY);
    return external.direct;
  } finally {
    await client.end();
  }
}

/** The embedded database of the server that runs on that directory; `null` when none runs. */
export const runningDatabase = (dataDir: string): string | null =>
  isTaken(dataDir) ? addressOfRunning(dataDir) : null;

/** The embedded database of that directory, made if there is none, for this process alone. */
export async function startDatabase(dataDir: string, log: Log): Promise<DatabaseAccess> {
  const lock = await lockDataDir(dataDir);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log });
    const close = async () => {
      await postgres.stop();
      lock.release();
    };
    return { url: postgres.url, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}
