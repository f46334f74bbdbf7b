import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { HOUR_MS } from '#domain/day.ts';
import { isAlive } from './processes.ts';

/** In a name, which process of which machine or container works there. */
const HERE = `@${hostname()}-`;

/** What was started in it and is ending still writes there; in between so many milliseconds. */
const REMOVING = 50;
const AGAIN_MS = 100;

interface Options {
  /** After so long one of another machine that shares the place is taken for left behind. Milliseconds. */
  otherMachinesMs?: number;
  /** Ends what a killed process may have left running in its folder. */
  beforeRemoving?: (folder: string) => Promise<void>;
}

/**
 * A temporary folder of this process, which goes with it when it ends in the middle of anything. What killed ones have left is
 * removed first: of this machine at once, of others after a while.
 */
export async function openTemporaryFolder(
  prefix: string,
  options: Options = {},
): Promise<{ folder: string; remove(): Promise<void> }> {
  await removeLeft(prefix, options);
  const folder = await mkdtemp(path.join(tmpdir(), `${prefix}${process.pid}${HERE}`));
  const removeNow = () => {
    for (let attempt = 0; attempt < REMOVING && existsSync(folder); attempt += 1) {
      if (attempt > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, AGAIN_MS);
      try {
        rmSync(folder, { recursive: true, force: true });
      } catch {
        // It is tried again.
      }
    }
  };
  process.once('exit', removeNow);
  return {
    folder,
    async remove() {
      process.off('exit', removeNow);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function removeLeft(prefix: string, { otherMachinesMs = HOUR_MS, beforeRemoving = async () => {} }: Options) {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    if (!name.startsWith(prefix)) continue;
    const folder = path.join(tmpdir(), name);
    const isOurs = name.slice(0, name.lastIndexOf('-') + 1).endsWith(HERE);
    const isDead = isOurs && !isAlive(Number.parseInt(name.slice(prefix.length), 10));
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (!isDead && Date.now() - mtimeMs <= otherMachinesMs) continue;
    if (isDead) await beforeRemoving(folder);
    await rm(folder, { recursive: true, force: true });
  }
}
