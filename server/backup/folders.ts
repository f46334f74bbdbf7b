import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../config.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { backups } from './schema.ts';

/** Where backups go that name no folder. */
export const ownFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'backups');

const ARCHIVE = /^vidik-\d{8}-\d{6}\.tar\.gz(\.sealed)?$/;

/** The archives of a folder, newest first. */
export async function archivesIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  return (await readdir(folder)).filter((name) => ARCHIVE.test(name)).sort((a, b) => (a < b ? 1 : -1));
}

/** Keeps the newest, removes older archives; whatever else lies there stays. */
export async function removeOld(folder: string, keep: number): Promise<void> {
  for (const name of (await archivesIn(folder)).slice(keep)) await rm(path.join(folder, name), { force: true });
}

/** Copies a finished archive to a second folder, reads the copy back and compares. Throws when it is not the same. */
export async function copyArchive(folder: string, file: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  const copy = path.join(target, file);
  const making = `${copy}.partial`;
  try {
    await copyFile(path.join(folder, file), making);
    const handle = await open(making, 'r+');
    await handle.sync();
    await handle.close();
    if ((await hashOf(making)) !== (await hashOf(path.join(folder, file))))
      throw new Error(`${copy} is not what was copied`);
    await rename(making, copy);
  } catch (error) {
    await rm(making, { force: true });
    throw error;
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Every folder on this machine in which backups of this shop were put. */
export async function knownFolders(
  db: DatabaseOrTransaction,
  { dataDir, backup }: Pick<Config, 'dataDir' | 'backup'>,
): Promise<string[]> {
  const recorded = await db.selectDistinct({ folder: backups.folder }).from(backups);
  const all = [ownFolder({ dataDir }), backup.target, ...recorded.map(({ folder }) => folder)];
  return [...new Set(all)].filter((folder): folder is string => folder !== undefined && existsSync(folder));
}
