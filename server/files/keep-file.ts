import type { StoredFile } from '#domain/files/contract.ts';
import { type FileKindName, fileKind } from '#domain/files/kinds.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Tx } from '../platform/db.ts';
import { type ReceivedFile, StorageUnavailable } from '../platform/storage/file-store.ts';
import { type FoundType, typeOf } from '../platform/storage/file-type.ts';
import { type FileRow, holdContents, nameOfContent } from './content.ts';
import { files } from './schema.ts';

/** A content that is in its store and that no row names yet; what nobody names within a day is removed. */
export interface KeptContent extends FoundType {
  sha256: string;
  bytes: number;
}

/** Gives what was received its place among the contents of a kind. Before the row that names it, which `addFile` writes. */
export async function keepContent(
  { storage }: Pick<Dependencies, 'storage'>,
  kind: FileKindName,
  received: ReceivedFile,
  found?: FoundType,
): Promise<KeptContent> {
  const type = found ?? (await typeOf(received));
  const { sha256, bytes } = received;
  await storage[fileKind(kind).part].put(nameOfContent({ sha256, ...type }), received, type.contentType);
  return { ...type, sha256, bytes };
}

/** The row of a content, in the transaction of whatever the file belongs to. */
export async function addFile(
  tx: Tx,
  { storage, now }: Pick<Dependencies, 'storage' | 'now'>,
  content: KeptContent,
  { kind, ownerId, madeByUs }: { kind: FileKindName; ownerId: string | null; madeByUs: boolean },
): Promise<FileRow> {
  const { part, survivesOwner } = fileKind(kind);
  await holdContents(tx);
  // The last row that named the same content may have gone a day ago, and the content with it, after it was put.
  if (!(await storage[part].stat(nameOfContent(content))))
    throw new StorageUnavailable(`${nameOfContent(content)} was removed before it had a row`);
  const [row] = await tx
    .insert(files)
    .values({ ...content, part, kind, ownerId, survivesOwner, madeByUs, createdAt: now() })
    .returning();
  return row!;
}

export const describeFile = ({ id, kind, bytes, contentType, sha256, createdAt }: FileRow): StoredFile => ({
  id,
  kind: kind as FileKindName,
  bytes,
  type: contentType,
  sha256,
  createdAt,
});
