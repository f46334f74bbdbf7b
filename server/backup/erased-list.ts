import type pg from 'pg';
import { isUuid } from '#domain/ids.ts';
import type { Config } from '../config.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { type FileStore, readText, writeText } from '../platform/storage/file-store.ts';
import { knownArchiveStores } from './archive-places.ts';
import { erasures } from './schema.ts';

/** Beside the archives: one line for each erased person, an id and a moment. */
export const ERASED_LIST = 'erased-people.jsonl';

export interface Erased {
  id: string;
  at: string;
}

/** The list that lies in a place; `null` when none does. A line that is none of ours is passed over. */
export async function readErasedList(place: FileStore): Promise<Erased[] | null> {
  const text = await readText(place, ERASED_LIST);
  return text === null ? null : text.split('\n').flatMap((line) => readLine(line) ?? []);
}

function readLine(line: string): Erased | null {
  try {
    const { id, at } = JSON.parse(line);
    return isUuid(id) && !Number.isNaN(Date.parse(at)) ? { id, at } : null;
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
  for (const place of await knownArchiveStores(db, config)) {
    const known = (await readErasedList(place)) ?? [];
    const all = new Map(known.map((one) => [one.id, one]));
    const fresh = rows.filter(({ profileId }) => !all.has(profileId));
    if (fresh.length === 0 && known.length > 0) continue;
    for (const { profileId, erasedAt } of fresh) all.set(profileId, { id: profileId, at: erasedAt.toISOString() });
    const lines = [...all.values()].map((one) => `${JSON.stringify(one)}\n`);
    await writeText(place, ERASED_LIST, lines.join(''));
  }
}

/** Takes over whom the list beside an archive names, so that resuming erases them again. `false`: so old a shop has no table for it. */
export async function importErased(client: pg.Client, list: readonly Erased[]): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>("select to_regclass('erasures') is not null as there");
  if (!rows[0]!.there) return false;
  await client.query(
    `insert into erasures (profile_id, erased_at) select * from unnest($1::uuid[], $2::timestamptz[]) on conflict do nothing`,
    [list.map(({ id }) => id), list.map(({ at }) => new Date(at).toISOString())],
  );
  return true;
}
