import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config.ts';
import type { Log } from '../log/log.ts';
import { isTaken, lockDataDir } from '../process/data-dir.ts';
import { startupError } from '../process/startup-error.ts';
import { addressOfRunning, startEmbeddedPostgres } from './embedded.ts';
import { addressesOf, checkAddresses, type DatabaseAddresses } from './pooler.ts';

export interface Reached {
  url: string;
  close(): Promise<void>;
}

/**
 * The server's database for a command beside it: the external one, the running server's own, or the embedded one started for this
 * moment. Never a new, empty one.
 */
export async function reachDatabase(config: Config, log: Log): Promise<Reached> {
  const { dataDir } = config;
  const external = await externalDatabase(config);
  if (external) return { url: external.direct, close: async () => {} };
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

/** The embedded database of the server that runs on that directory; `null` when none runs. */
export const runningDatabase = (dataDir: string): string | null =>
  isTaken(dataDir) ? addressOfRunning(dataDir) : null;

/** The embedded database of that directory, made if there is none, for this process alone. */
export async function startDatabase(dataDir: string, log: Log): Promise<Reached> {
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
