import { eq } from 'drizzle-orm';
import { isAtLeast } from '#domain/access.ts';
import type { Upload } from '#domain/files/contract.ts';
import { type FileKindName, fileKind } from '#domain/files/kinds.ts';
import { refuse } from '#domain/refuse.ts';
import type { Person } from '../../context.ts';
import type { Dependencies } from '../../dependencies.ts';
import { lockRoom } from '../content.ts';
import { checkQuota } from '../quota.ts';
import { uploads } from '../schema.ts';
import { describeUpload } from './own-upload.ts';

/** Begins an upload, or finds the one that was begun with this key. */
export async function beginUpload(
  { db, config, now }: Dependencies,
  person: Pick<Person, 'id' | 'level'>,
  { key, kind, bytes }: { key: string; kind: FileKindName; bytes: number },
): Promise<Upload> {
  const { sentBy, most } = fileKind(kind);
  if (sentBy === null || !isAtLeast(person.level, sentBy)) throw refuse('FORBIDDEN');
  if (bytes > most) throw refuse('FILE_TOO_LARGE', { most });
  return db.transaction(async (tx) => {
    await lockRoom(tx);
    const [known] = await tx.select().from(uploads).where(eq(uploads.id, key));
    if (known) {
      if (known.ownerId !== person.id || known.kind !== kind || known.bytes !== bytes) throw refuse('UPLOAD_GONE');
      return describeUpload(tx, known);
    }
    await checkQuota(tx, config.storage, { ownerId: person.id, uploadId: key, bytes });
    const [begun] = await tx
      .insert(uploads)
      .values({ id: key, ownerId: person.id, kind, bytes, touchedAt: now() })
      .returning();
    return describeUpload(tx, begun!);
  });
}
