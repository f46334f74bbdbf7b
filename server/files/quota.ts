import { and, inArray, isNull, ne, sql } from 'drizzle-orm';
import { FILE_KINDS, type FileKindName, fileKind } from '#domain/files/kinds.ts';
import { refuse } from '#domain/refuse.ts';
import type { Config } from '../config.ts';
import type { Tx } from '../platform/db.ts';
import { files, uploads } from './schema.ts';

/** So many times their room one may have sent and let go of again: what is let go stays on the disk for a day. */
const WITH_LET_GO = 4;

/** Made by us, and the room of whoever sent what they are made of. */
const REPLACING = (Object.keys(FILE_KINDS) as FileKindName[]).filter((name) => fileKind(name).replacesSent);

/**
 * Refuses unless the quota of the person, of what that person sent, and of all has room for so many bytes more, uploads under way
 * included, but for the one that asks. Whoever sends and removes again and again uses up their own quota before everybody's. The caller
 * has locked the room (`lockRoom`).
 */
export async function checkQuota(
  tx: Tx,
  { perPerson, total }: Config['storage'],
  { ownerId, uploadId, bytes }: { ownerId: string; uploadId: string; bytes: number },
): Promise<void> {
  const sum = (column: typeof files.bytes | typeof uploads.bytes) => sql<number>`coalesce(sum(${column}), 0)::float8`;
  const isOwn = sql`${files.ownerId} = ${ownerId} and (not ${files.madeByUs} or ${inArray(files.kind, REPLACING)})`;
  const [kept] = await tx
    .select({
      all: sum(files.bytes),
      own: sql<number>`coalesce(sum(${files.bytes}) filter (where ${isOwn} and ${files.removedAt} is null), 0)::float8`,
      withLetGo: sql<number>`coalesce(sum(${files.bytes}) filter (where ${isOwn}), 0)::float8`,
    })
    .from(files);
  const [coming] = await tx
    .select({
      all: sum(uploads.bytes),
      own: sql<number>`coalesce(sum(${uploads.bytes}) filter (where ${uploads.ownerId} = ${ownerId}), 0)::float8`,
    })
    .from(uploads)
    .where(and(isNull(uploads.fileId), ne(uploads.id, uploadId)));
  if (kept!.own + coming!.own + bytes > perPerson || kept!.withLetGo + coming!.own + bytes > WITH_LET_GO * perPerson)
    throw refuse('FILE_QUOTA_FULL', { most: perPerson });
  if (kept!.all + coming!.all + bytes > total) throw refuse('STORAGE_FULL');
}
