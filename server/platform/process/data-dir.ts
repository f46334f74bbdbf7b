import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processStartTime } from './processes.ts';
import { startupError } from './startup-error.ts';

/**
 * Makes the data directory if need be and takes it for this process alone, so that two servers never share one embedded
 * PostgreSQL. A lock left behind by a process that died counts for nothing. Throws `startupError` while its holder runs.
 * (PostgreSQL's own lock on the cluster stands behind this one.)
 */
export async function lockDataDir(dataDir: string): Promise<{ release(): void }> {
  makeDataDir(dataDir);
  const file = path.join(dataDir, 'server.lock');
  const mine = JSON.stringify({ pid: process.pid, beginning: processStartTime(process.pid) });
  for (let attempt = 0; attempt < 10; attempt += 1) {
    if (createAlone(file, mine)) {
      return { release: () => void (read(file) === mine && rmSync(file, { force: true })) };
    }
    const found = read(file);
    const holder = parse(found);
    if (holder && processStartTime(holder.pid) === holder.beginning)
      throw startupError(
        `Vidik is already running on ${dataDir} (process ${holder.pid}). Stop it first, or set another DATA_DIR and PORT.`,
      );
    // An unreadable lock may be one that is being written right now.
    if (!holder && attempt < 3) await sleep(100);
    else renameStale(file, found);
  }
  throw startupError(`Another Vidik is starting on ${dataDir} at this very moment. Try again.`);
}

/** Whether a running server holds the directory. */
export function isTaken(dataDir: string): boolean {
  const holder = parse(read(path.join(dataDir, 'server.lock')));
  return holder !== null && processStartTime(holder.pid) === holder.beginning;
}

/** Whether other users of the machine may list it: mails and the database's password lie there. */
export const isOpenToOthers = (dataDir: string): boolean => (statSync(dataDir).mode & 0o044) !== 0;

export function makeDataDir(dataDir: string): void {
  try {
    // Others may pass through, not look: PostgreSQL may have to run as another user below this directory.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    mkdirSync(path.join(dataDir, 'outbox'), { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw startupError(`The data directory ${dataDir} cannot be used by this user (${code}). Set DATA_DIR.`, error);
  }
}

function createAlone(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    throw startupError(`${file} cannot be written by this user (${code}). Set another DATA_DIR.`, error);
  }
}

/** Removes a dead lock; of two starters that judged the same one dead, the slower must not remove the faster's new lock. */
function renameStale(file: string, dead: string | null): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (read(aside) !== dead) linkSync(aside, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  }
  rmSync(aside, { force: true });
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function parse(content: string | null): { pid: number; beginning: string } | null {
  try {
    const holder = JSON.parse(content ?? '');
    return typeof holder.pid === 'number' && typeof holder.beginning === 'string' ? holder : null;
  } catch {
    return null;
  }
}
