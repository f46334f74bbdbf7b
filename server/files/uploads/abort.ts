import { and, eq } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { uploads } from '../schema.ts';
import { removeParts } from './remove-parts.ts';

/** Forgets one's own upload and its parts. */
export async function abortUpload({ db, storage }: Dependencies, ownerId: string, id: string): Promise<void> {
  const isGone = await db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(uploads)
      .where(and(eq(uploads.id, id), eq(uploads.ownerId, ownerId)))
      .for('update');
    if (row?.fileId) throw refuse('UPLOAD_COMPLETED');
    if (row) await tx.delete(uploads).where(eq(uploads.id, id));
    return row !== undefined;
  });
  if (isGone) await removeParts(storage, id);
}
