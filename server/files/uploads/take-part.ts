import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Upload } from '#domain/files/contract.ts';
import { bytesOfPart } from '#domain/files/rules.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type FileStore, TooManyBytes } from '../../platform/storage/file-store.ts';
import { uploadParts, uploads } from '../schema.ts';
import { describeUpload, lockUpload, ownUpload } from './own-upload.ts';

/** Takes a part of one's own upload. Each arrival has a name of its own; the last one that came whole is the part. */
export async function takePart(
  { db, storage, now }: Dependencies,
  ownerId: string,
  { id, number }: { id: string; number: number },
  content: AsyncIterable<Uint8Array>,
): Promise<Upload> {
  const upload = await ownUpload(db, ownerId, id);
  if (upload.fileId) throw refuse('UPLOAD_COMPLETED');
  const bytes = bytesOfPart(upload.bytes, number);
  if (bytes === 0) throw refuse('UPLOAD_PART_WRONG', { bytes });
  const name = await store(storage.uploads, `${id}/${number}-${randomUUID()}`, content, bytes);
  try {
    const replaced = await db.transaction(async (tx) => {
      const { fileId } = await lockUpload(tx, ownerId, id);
      if (fileId) throw refuse('UPLOAD_COMPLETED');
      const same = and(eq(uploadParts.uploadId, id), eq(uploadParts.number, number));
      const [earlier] = await tx.delete(uploadParts).where(same).returning();
      await tx.insert(uploadParts).values({ uploadId: id, number, name });
      await tx.update(uploads).set({ touchedAt: now() }).where(eq(uploads.id, id));
      return earlier?.name;
    });
    if (replaced) await storage.uploads.remove(replaced);
  } catch (error) {
    await storage.uploads.remove(name);
    throw error;
  }
  return describeUpload(db, upload);
}

async function store(
  store: FileStore,
  name: string,
  content: AsyncIterable<Uint8Array>,
  bytes: number,
): Promise<string> {
  const received = await store.receive(content, bytes).catch((error) => {
    throw error instanceof TooManyBytes ? refuse('UPLOAD_PART_WRONG', { bytes }) : error;
  });
  try {
    if (received.bytes !== bytes) throw refuse('UPLOAD_PART_WRONG', { bytes });
    await store.put(name, received);
    return name;
  } finally {
    await store.discard(received);
  }
}
