import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cannotStart } from './cannot-start.ts';
import { beginningOf } from './processes.ts';

/**
 * Makes the data directory if need be and takes it for this process alone, so that two servers never share one embedded
 * PostgreSQL. A lock left behind by a process that died counts for nothing. Throws `cannotStart` while its holder lives.
 * (PostgreSQL's own lock on the cluster stands behind this one.)
 */
export async function takeDataDir(dataDir: string): Promise<{ release(): void }> {
  makeDataDir(dataDir);
  const file = path.join(dataDir, 'server.lock');
  const mine = JSON.stringify({ pid: process.pid, beginning: beginningOf(process.pid) });
  for (let attempt = 0; attempt < 10; attempt += 1) {
    if (createAlone(file, mine)) {
      return { release: () => void (read(file) === mine && rmSync(file, { force: true })) };
    }
    const found = read(file);
    const holder = parse(found);
    if (holder && beginningOf(holder.pid) === holder.beginning)
      throw cannotStart(
        `Vidik is already running on ${dataDir} (process ${holder.pid}). Stop it first, or set another DATA_DIR and PORT.`,
      );
    // An unreadable lock may be one that is being written right now.
    if (!holder && attempt < 3) await sleep(100);
    else moveAside(file, found);
  }
  throw cannotStart(`Another Vidik is starting on ${dataDir} at this very moment. Try again.`);
}

function makeDataDir(dataDir: string): void {
  try {
    // Others may pass through, not look: PostgreSQL may have to run as another user below this directory.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    mkdirSync(path.join(dataDir, 'outbox'), { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw cannotStart(`The data directory ${dataDir} cannot be used by this user (${code}). Set DATA_DIR.`, error);
  }
}

function createAlone(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    throw cannotStart(`${file} cannot be written by this user (${code}). Set another DATA_DIR.`, error);
  }
}

/** Removes a dead lock; of two starters that judged the same one dead, the slower must not remove the faster's new lock. */
function moveAside(file: string, dead: string | null): void {
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
