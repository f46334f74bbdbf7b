import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { knownFolders } from './folders.ts';
import { erasures } from './schema.ts';

/** Beside the archives: one line for each erased person, an id and a moment. */
export const ERASED_LIST = 'erased-people.jsonl';

interface Erased {
  id: string;
  at: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The list of a folder; `null` when none lies there. A line that is none of ours is passed over. */
export async function readErasedList(folder: string): Promise<Erased[] | null> {
  const text = await readFile(path.join(folder, ERASED_LIST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : text.split('\n').flatMap((line) => readLine(line) ?? []);
}

function readLine(line: string): Erased | null {
  try {
    const { id, at } = JSON.parse(line);
    return UUID.test(id) && !Number.isNaN(Date.parse(at)) ? { id, at } : null;
  } catch {
    return null;
  }
}

/**
 * Writes whom this shop has erased beside all its backups. What stands there already stays: a restored database knows less than the
 * list that lay beside its archive.
 */
export async function writeErasedLists(
  db: DatabaseOrTransaction,
  config: Pick<Config, 'dataDir' | 'backup'>,
): Promise<void> {
  const rows = await db.select().from(erasures);
  for (const folder of await knownFolders(db, config)) {
    const known = (await readErasedList(folder)) ?? [];
    const all = new Map(known.map((one) => [one.id, one]));
    const fresh = rows.filter(({ profileId }) => !all.has(profileId));
    if (fresh.length === 0 && known.length > 0) continue;
    for (const { profileId, erasedAt } of fresh) all.set(profileId, { id: profileId, at: erasedAt.toISOString() });
    const lines = [...all.values()].map((one) => `${JSON.stringify(one)}\n`);
    const file = path.join(folder, ERASED_LIST);
    await writeFile(`${file}.new`, lines.join(''), { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
}

/** Takes over whom the list beside an archive names, so that resuming erases them again. Answers how many it names. */
export async function takeOverErased(db: DatabaseOrTransaction, folder: string): Promise<number | null> {
  const list = await readErasedList(folder);
  for (const { id, at } of list ?? [])
    await db
      .insert(erasures)
      .values({ profileId: id, erasedAt: new Date(at) })
      .onConflictDoNothing();
  return list === null ? null : list.length;
}
