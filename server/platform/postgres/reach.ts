import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config.ts';
import type { Log } from '../log/log.ts';
import { isTaken, lockDataDir } from '../process/data-dir.ts';
import { startupError } from '../process/startup-error.ts';
import { addressOfRunning, startEmbeddedPostgres } from './embedded.ts';

export interface Reached {
  url: string;
  close(): Promise<void>;
}

/**
 * The server's database for a command beside it: the external one, the running server's own, or the embedded one started for this
 * moment. Never a new, empty one.
 */
export async function reachDatabase({ databaseUrl, dataDir }: Config, log: Log): Promise<Reached> {
  if (databaseUrl) return { url: databaseUrl, close: async () => {} };
  if (!existsSync(path.join(dataDir, 'postgres.json')))
    throw startupError(`There is no database in ${dataDir}. Set DATA_DIR, or DATABASE_URL, as for the server.`);
  const running = runningDatabase(dataDir);
  if (running) return { url: running, close: async () => {} };
  return startDatabase(dataDir, log);
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
