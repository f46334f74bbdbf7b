import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { DAY_MS } from '#domain/day.ts';
import type { Dependencies } from '../dependencies.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import { CONTENTS, hashInName, lockContents, nameOfContent } from './content.ts';
import { files, uploads } from './schema.ts';
import { removeParts } from './uploads/remove-parts.ts';

const BATCH = 500;

type Cleaning = Pick<Dependencies, 'db' | 'storage' | 'now'>;

/** So long nothing that was let go is taken away: a backup of before may still name it. */
const dayAgo = ({ now }: Cleaning): Date => new Date(now().getTime() - DAY_MS);

/** Uploads for which nothing came for a day. */
export async function purgeUploads(deps: Cleaning): Promise<void> {
  const gone = await deps.db
    .delete(uploads)
    .where(lt(uploads.touchedAt, dayAgo(deps)))
    .returning({ id: uploads.id });
  for (const { id } of gone) await removeParts(deps.storage, id);
}

/** Rows that were removed a day ago, and contents that no other row names. */
export async function removeContents(deps: Cleaning): Promise<void> {
  const { db, storage } = deps;
  for (;;) {
    const gone = await db
      .select()
      .from(files)
      .where(lt(files.removedAt, dayAgo(deps)))
      .limit(BATCH);
    for (const file of gone)
      await db.transaction(async (tx) => {
        await lockContents(tx);
        await tx.delete(files).where(eq(files.id, file.id));
        const same = and(eq(files.sha256, file.sha256), eq(files.extension, file.extension), eq(files.part, file.part));
        if ((await tx.$count(files, same)) === 0) await storage[file.part].remove(nameOfContent(file));
      });
    if (gone.length < BATCH) return;
  }
}

/** What lies in the stores and no row names: what was put when a server was killed before it wrote the row. */
export async function removeUnnamedContents(deps: Cleaning): Promise<void> {
  const { db, storage } = deps;
  for (const part of ['public', 'private'] as const)
    for await (const names of oldNames(storage[part], CONTENTS, dayAgo(deps))) {
      const hashes = names.flatMap((name) => hashInName(name) ?? []);
      const named = await db
        .select({ sha256: files.sha256 })
        .from(files)
        .where(and(inArray(files.sha256, hashes), eq(files.part, part)));
      const known = new Set(named.map(({ sha256 }) => sha256));
      for (const name of names) {
        const sha256 = hashInName(name);
        if (sha256 !== null && !known.has(sha256)) await removeUnnamed(deps, part, name, sha256);
      }
    }
  for await (const names of oldNames(storage.uploads, '', dayAgo(deps))) {
    const ids = [...new Set(names.flatMap((name) => /^[0-9a-f-]{36}(?=\/)/.exec(name) ?? []))];
    const found = await db
      .select({ id: uploads.id })
      .from(uploads)
      .where(sql`${uploads.id}::text = any(${`{${ids.join()}}`}::text[])`);
    const known = new Set(found.map(({ id }) => id));
    for (const id of ids) if (!known.has(id)) await removeParts(storage, id);
  }
}

/** The row may have come since. */
async function removeUnnamed(
  { db, storage, ...deps }: Cleaning,
  part: 'public' | 'private',
  name: string,
  sha256: string,
) {
  await db.transaction(async (tx) => {
    await lockContents(tx);
    if ((await tx.$count(files, and(eq(files.sha256, sha256), eq(files.part, part)))) > 0) return;
    const found = await storage[part].stat(name);
    if (found && found.modified < dayAgo({ db, storage, ...deps })) await storage[part].remove(name);
  });
}

async function* oldNames(store: FileStore, prefix: string, before: Date): AsyncGenerator<string[]> {
  let names: string[] = [];
  for await (const { name, modified } of store.list(prefix)) {
    if (modified >= before) continue;
    names.push(name);
    if (names.length < BATCH) continue;
    yield names;
    names = [];
  }
  if (names.length > 0) yield names;
}
