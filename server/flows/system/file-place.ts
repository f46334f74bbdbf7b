import { setTimeout as sleep } from 'node:timers/promises';
import type { Facts } from '#domain/system/facts.ts';
import { LIMITS } from '#domain/system/limits.ts';
import type { Dependencies } from '../../dependencies.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { readText, writeText } from '../../platform/storage/file-store.ts';
import { freeSpace } from '../../platform/storage/free-space.ts';

/** Writing and reading at a bucket costs money: so often at most. Milliseconds. */
const PROBE_EVERY_MS = 5 * 60_000;

/** What is free of the allowed room, and of the disk where files are kept on one. */
export async function placeForFiles(
  { config: { dataDir, storage } }: Pick<Dependencies, 'config'>,
  used: number,
): Promise<Pick<Facts['files'], 'freePart' | 'freeBytes'>> {
  const allowed = Math.max(0, storage.total - used);
  const places = [{ freeBytes: allowed, freePart: allowed / storage.total }];
  if (storage.bucket === null) {
    places.push(await freeSpace(dataDir));
  }
  return places.toSorted((a, b) => a.freePart - b.freePart)[0]!;
}

type Probe = NonNullable<Facts['files']['probe']>;
const lastProbe = perInstance((_: Dependencies['storage']) => ({ made: null as Promise<Probe> | null, at: 0 }));

/** A file is written, read and removed, now and then; `null` when the place does not do it, or not in time. */
export async function probeFiles({ storage, log }: Pick<Dependencies, 'storage' | 'log'>): Promise<Probe | null> {
  const waiting = new AbortController();
  const late = sleep(LIMITS.fileProbe * 1000, null, { signal: waiting.signal }).catch(() => null);
  const probe = newestProbe(storage).catch((error) => {
    log.warn({ error }, 'the place of stored files does not take a file and give it back');
    return null;
  });
  return Promise.race([probe, late]).finally(() => waiting.abort());
}

function newestProbe(storage: Dependencies['storage']): Promise<Probe> {
  const last = lastProbe(storage);
  if (last.made === null || Date.now() - last.at > PROBE_EVERY_MS) {
    last.at = Date.now();
    last.made = probe(storage);
    // What failed is tried again at the next look.
    last.made.catch(() => (last.made = null));
  }
  return last.made;
}

async function probe({ private: store }: Dependencies['storage']): Promise<Probe> {
  const [at, began] = [new Date(), performance.now()];
  const name = `probes/${process.pid}-${at.getTime()}.txt`;
  await writeText(store, name, name);
  const read = await readText(store, name);
  await store.remove(name);
  if (read !== name) throw new Error('the place of stored files gives back something else');
  return { at, ms: Math.round(performance.now() - began) };
}
