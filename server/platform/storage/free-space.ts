import { statfs } from 'node:fs/promises';

/** Of the disk that a folder is on, what is free for this program. */
export async function freeSpace(folder: string): Promise<{ freeBytes: number; freePart: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, freePart: bavail / blocks };
}
