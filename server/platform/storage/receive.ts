import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS } from '#domain/day.ts';
import { type ReceivedFile, StorageUnavailable, TooManyBytes } from './file-store.ts';

/**
 * Writes a stream to a file of its own in `folder`, on disk when it answers; of one that fails nothing is left. A full disk, or a folder
 * that cannot be written, is `StorageUnavailable`; what the stream throws is thrown.
 */
export async function receiveInto(
  folder: string,
  source: AsyncIterable<Uint8Array>,
  most = Number.POSITIVE_INFINITY,
): Promise<ReceivedFile> {
  const onDisk = async <Done>(work: Promise<Done>): Promise<Done> => {
    try {
      return await work;
    } catch (error) {
      throw new StorageUnavailable(`${folder} cannot be written`, { cause: error });
    }
  };
  await onDisk(mkdir(folder, { recursive: true, mode: 0o700 }));
  const file = path.join(folder, randomUUID());
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await onDisk(open(file, 'wx', 0o600));
  try {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > most) throw new TooManyBytes(`more than ${most} bytes`);
      hash.update(chunk);
      await onDisk(handle.writeFile(chunk));
    }
    await onDisk(handle.sync());
    await handle.close();
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(file, { force: true });
    throw error;
  }
  return { file, bytes, sha256: hash.digest('hex') };
}

/** What a process left that was killed while it received. */
export async function removeLeftOver(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > DAY_MS) await rm(file, { force: true });
  }
}
