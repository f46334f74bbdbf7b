import { mkdir, open, readdir, realpath, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import {
  checkName,
  contentOfFile,
  type FileStore,
  isName,
  type ListedFile,
  type Range,
  type ReceivedFile,
  type Stat,
  StorageUnavailable,
} from './file-store.ts';
import { receiveInto, removeLeftOver } from './receive.ts';

/** Beside what has a name, on the same file system: from there a file is renamed. */
const INCOMING = '.incoming';

/** Half-written files of whoever else writes into the folder. */
const isUnfinished = (name: string) => name.endsWith('.new') || name.endsWith('.partial');

/** Files in a folder of this machine. Servers share it when they all see the folder. */
export function openFolderStore(root: string): FileStore {
  const incoming = path.join(root, INCOMING);
  let isSwept = false;

  const receive = async (source: AsyncIterable<Uint8Array>, most?: number) => {
    if (!isSwept) await removeLeftOver(incoming);
    isSwept = true;
    return receiveInto(incoming, source, most);
  };

  async function put(name: string, { file }: ReceivedFile): Promise<void> {
    checkName(name);
    const place = path.join(root, ...name.split('/'));
    // The folder may be removed as an empty one in between.
    for (let attempt = 1; ; attempt += 1)
      try {
        await mkdir(path.dirname(place), { recursive: true, mode: 0o711 });
        await rename(file, place);
        await syncFolder(path.dirname(place));
        return;
      } catch (error) {
        if (attempt < 3 && isMissing(error)) continue;
        throw new StorageUnavailable(`${root} cannot be written`, { cause: error });
      }
  }

  /** `null` for anything that is not a plain file inside the folder: traversal, links out of it, folders, hidden files. */
  async function find(name: string): Promise<{ file: string; stat: Stat } | null> {
    if (!isName(name)) return null;
    return orMissing(async () => {
      const home = await realpath(root);
      const file = await realpath(path.join(home, ...name.split('/')));
      if (!file.startsWith(home + path.sep)) return null;
      const found = await stat(file);
      return found.isFile() ? { file, stat: { bytes: found.size, modified: found.mtime } } : null;
    });
  }

  async function orMissing<Found>(look: () => Promise<Found>): Promise<Found | null> {
    try {
      return await look();
    } catch (error) {
      if (isMissing(error)) return null;
      throw new StorageUnavailable(`${root} cannot be read`, { cause: error });
    }
  }

  return {
    place: root,
    receive,
    put,
    async copy(name, file) {
      const received = await receive(contentOfFile(file));
      await put(name, received).catch(async (error) => {
        await rm(received.file, { force: true });
        throw error;
      });
    },
    discard: ({ file }) => rm(file, { force: true }),
    stat: async (name) => (await find(name))?.stat ?? null,
    async read(name: string, range?: Range): Promise<Readable | null> {
      const found = await find(name);
      const handle = found && (await orMissing(() => open(found.file, 'r')));
      return handle?.createReadStream(range ? { start: range.from, end: range.to } : {}) ?? null;
    },
    async remove(name) {
      if (!(await find(name))) return;
      const place = path.join(root, ...name.split('/'));
      await rm(place, { force: true });
      // Without what was the last in it, a folder is nothing.
      if (name.includes('/')) await rmdir(path.dirname(place)).catch(() => {});
    },
    async *list(prefix = '') {
      yield* filesBelow(root, '', prefix);
    },
  };

  async function* filesBelow(folder: string, name: string, prefix: string): AsyncIterable<ListedFile> {
    const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
      if (isMissing(error)) return [];
      throw new StorageUnavailable(`${folder} cannot be read`, { cause: error });
    });
    const found = entries
      .filter((entry) => entry.isFile() || entry.isDirectory())
      .map((entry) => ({ entry, here: `${name}${entry.name}${entry.isDirectory() ? '/' : ''}` }))
      .filter(({ here, entry }) => !entry.name.startsWith('.') && (here.startsWith(prefix) || prefix.startsWith(here)));
    for (const { entry, here } of found) {
      if (entry.isDirectory()) yield* filesBelow(path.join(folder, entry.name), here, prefix);
      else if (!isUnfinished(here)) {
        const file = await find(here);
        if (file) yield { name: here, ...file.stat };
      }
    }
  }
}

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '');

/** The name is on disk, too: a row that is committed next never names a file that a power cut took away. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}
