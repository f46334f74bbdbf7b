import path from 'node:path';
import type { FileStore, ListedFile } from '../platform/storage/file-store.ts';
import { openFolderStore } from '../platform/storage/folder.ts';
import type { Storage } from '../platform/storage/open.ts';

/**
 * What is needed to come back, besides the database, by the folder that it has in an archive: stored files, wherever they are kept, and
 * what the payment sandbox remembers, which is the payment provider of a shop without keys. Not the cluster (its rows are in the
 * tables, its password is made anew), not the outbox (mails that have left), not parts of uploads, not the backups themselves.
 */
export interface KeptStores {
  'private-files': FileStore;
  storage: FileStore;
  'stripe-sandbox': FileStore;
}

export const keptStores = (storage: Storage, dataDir: string): KeptStores => ({
  'private-files': storage.private,
  storage: storage.public,
  'stripe-sandbox': openFolderStore(path.join(dataDir, 'stripe-sandbox')),
});

/** The store of a file of an archive, and its name there; `null` for what belongs to none. */
export function storeOf(kept: KeptStores, archived: string): { store: FileStore; name: string } | null {
  const slash = archived.indexOf('/');
  const folder = archived.slice(0, slash);
  return Object.hasOwn(kept, folder)
    ? { store: kept[folder as keyof KeptStores], name: archived.slice(slash + 1) }
    : null;
}

/** Every kept file, with the name that it has in an archive. */
export async function* keptFiles(
  kept: KeptStores,
): AsyncIterable<{ archived: string; file: ListedFile; store: FileStore }> {
  for (const [folder, store] of Object.entries(kept) as [string, FileStore][])
    for await (const file of store.list()) yield { archived: `${folder}/${file.name}`, file, store };
}
