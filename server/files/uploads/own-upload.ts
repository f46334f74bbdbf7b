import { and, asc, eq } from 'drizzle-orm';
import type { Upload } from '#domain/files/contract.ts';
import type { FileKindName } from '#domain/files/kinds.ts';
import { missingParts, PART_BYTES } from '#domain/files/rules.ts';
import { refuse } from '#domain/refuse.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { describeFile } from '../keep-file.ts';
import { files, uploadParts, uploads } from '../schema.ts';

export type UploadRow = typeof uploads.$inferSelect;

const own = (ownerId: string, id: string) => and(eq(uploads.id, id), eq(uploads.ownerId, ownerId));

/** Somebody else's is not there. */
export async function ownUpload(db: DatabaseOrTransaction, ownerId: string, id: string): Promise<UploadRow> {
  const [row] = await db.select().from(uploads).where(own(ownerId, id));
  if (!row) throw refuse('UPLOAD_GONE');
  return row;
}

/** The same, and nobody else changes it until the transaction ends. */
export async function lockUpload(tx: Tx, ownerId: string, id: string): Promise<UploadRow> {
  const [row] = await tx.select().from(uploads).where(own(ownerId, id)).for('update');
  if (!row) throw refuse('UPLOAD_GONE');
  return row;
}

export const partsThere = (db: DatabaseOrTransaction, uploadId: string) =>
  db
    .select({ number: uploadParts.number, name: uploadParts.name })
    .from(uploadParts)
    .where(eq(uploadParts.uploadId, uploadId))
    .orderBy(asc(uploadParts.number));

export async function describeUpload(
  db: DatabaseOrTransaction,
  { id, kind, bytes, fileId }: UploadRow,
): Promise<Upload> {
  const present = (await partsThere(db, id)).map(({ number }) => number);
  const [file] = fileId === null ? [] : await db.select().from(files).where(eq(files.id, fileId));
  return {
    id,
    kind: kind as FileKindName,
    bytes,
    partBytes: PART_BYTES,
    present,
    missing: file ? [] : missingParts(bytes, present),
    file: file ? describeFile(file) : null,
  };
}
