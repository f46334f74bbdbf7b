import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../config.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import { openFolderStore } from '../platform/storage/folder.ts';
import { openPlace } from '../platform/storage/open.ts';
import { backups } from './schema.ts';

/** Where backups go that name no folder. */
export const ownFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'backups');

/** A folder or a bucket; `spool` is where this machine keeps what is on its way there. */
const openBackups = (address: string, { dataDir }: Pick<Config, 'dataDir'>): Promise<FileStore> =>
  openPlace(address, path.join(dataDir, 'incoming'));

/** The second place of backups; `null` when none is configured. */
export const openTarget = async (config: Pick<Config, 'dataDir' | 'backup'>): Promise<FileStore | null> =>
  config.backup.target === undefined ? null : openBackups(config.backup.target, config);

const PARTIAL = '.partial';
/** Behind the name of a whole archive that the second place has not taken. */
const UNCOPIED = '.uncopied';
const ARCHIVE = /^vidik-\d{8}-\d{6}\.tar\.gz(\.sealed)?$/;

/** The names of the archives, newest first. */
export async function archivesIn(place: FileStore): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of place.list('vidik-')) if (ARCHIVE.test(name)) names.push(name);
  return names.sort((a, b) => (a < b ? 1 : -1));
}

/** Keeps the newest, removes older archives; whatever else lies there stays. */
export async function removeOld(place: FileStore, keep: number): Promise<void> {
  for (const name of (await archivesIn(place)).slice(keep)) await place.remove(name);
}

/** Takes away what is left in a folder of those before `made` that were cut off. */
export async function removeCutOff(folder: string, made: string): Promise<void> {
  const cutOff = (await readdir(folder)).filter(
    (name) => name.endsWith(PARTIAL) && ARCHIVE.test(name.slice(0, -PARTIAL.length)) && name < made,
  );
  for (const name of cutOff) await rm(path.join(folder, name), { force: true });
}

/** The archive is kept for the next try, and is none of the generations until its copy is there. */
export const markUncopied = (folder: string, file: string): Promise<void> =>
  rename(path.join(folder, file), path.join(folder, `${file}${UNCOPIED}`));

/** The newest archive of the folder that waits for its copy, by its own name again, if it was made since then. */
export async function resumeUncopiedArchive(
  folder: string,
  since: Date,
): Promise<{ file: string; madeAt: Date; bytes: number } | null> {
  const [file] = await uncopied(folder);
  const madeAt = file === undefined ? null : momentOf(file);
  if (madeAt === null || madeAt < since) return null;
  const archive = path.join(folder, file!);
  await rename(`${archive}${UNCOPIED}`, archive);
  return { file: file!, madeAt, bytes: (await stat(archive)).size };
}

/** Takes away what waits for its copy: a newer archive is whole. */
export async function removeUncopied(folder: string): Promise<void> {
  for (const file of await uncopied(folder)) await rm(path.join(folder, `${file}${UNCOPIED}`), { force: true });
}

/** Newest first. */
async function uncopied(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith(UNCOPIED))
    .map((name) => name.slice(0, -UNCOPIED.length))
    .filter((name) => ARCHIVE.test(name))
    .toSorted((a, b) => (a < b ? 1 : -1));
}

/** When an archive was made, to the second. */
const momentOf = (file: string): Date =>
  new Date(file.replace(/^vidik-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d).*$/, '$1-$2-$3T$4:$5:$6Z'));

/** Copies a finished archive to a second place, reads the copy back and compares. Throws when it is not the same. */
export async function copyArchive(folder: string, file: string, target: FileStore): Promise<void> {
  const source = path.join(folder, file);
  await target.copy(file, source);
  const copy = await target.read(file);
  if (copy && (await hashOf(copy)) === (await hashOf(createReadStream(source)))) return;
  await target.remove(file);
  throw new Error(`${target.place}/${file} is not what was copied`);
}

async function hashOf(content: NodeJS.ReadableStream): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(content, hash);
  return hash.digest('hex');
}

/** Every place that this machine reaches in which backups of this shop were put. */
export async function knownArchiveStores(
  db: DatabaseOrTransaction,
  config: Pick<Config, 'dataDir' | 'backup'>,
): Promise<FileStore[]> {
  const recorded = await db.selectDistinct({ folder: backups.folder }).from(backups);
  const folders = new Set([ownFolder(config), ...recorded.map(({ folder }) => folder)]);
  const target = await openTarget(config);
  if (target) folders.delete(target.place);
  const here = [...folders].filter((folder) => existsSync(folder)).map(openFolderStore);
  // A target that is a folder of another machine may not be mounted.
  return target && (!path.isAbsolute(target.place) || existsSync(target.place)) ? [...here, target] : here;
}
