import { readdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * What of the data directory is needed to come back, besides the database: files people uploaded, and what the payment sandbox
 * remembers, which is the payment provider of a shop without keys. Not the cluster (its rows are in the tables, its password is made
 * anew), not the outbox (mails that have left), not the backups themselves. Signing keys are in the database.
 */
const KEPT = ['storage', 'stripe-sandbox'] as const;

/** Half-written files: the next start, or the next upload, writes them again. */
const isUnfinished = (name: string) => name.endsWith('.new') || name.endsWith('.partial');

export const belongs = (name: string): boolean => KEPT.some((kept) => name.startsWith(`${kept}/`));

/** Their paths from the data directory, with `/`, in the order of their names. */
export async function keptFiles(dataDir: string): Promise<string[]> {
  const found = await Promise.all(KEPT.map((kept) => filesBelow(dataDir, kept)));
  return found.flat().sort();
}

async function filesBelow(dataDir: string, folder: string): Promise<string[]> {
  const entries = await readdir(path.join(dataDir, folder), { withFileTypes: true, recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile() && !isUnfinished(entry.name))
    .map((entry) => path.relative(dataDir, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}
