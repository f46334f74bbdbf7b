import { and, inArray, isNull, lt, sql } from 'drizzle-orm';
import { DAY_MS } from '#domain/day.ts';
import type { FileKindName } from '#domain/files/kinds.ts';
import type { Dependencies } from '../dependencies.ts';
import { files } from '../files/schema.ts';
import { returnPictures } from './schema.ts';

const KINDS = ['return-upload', 'return-picture', 'return-thumb'] satisfies FileKindName[];

/** Lets go of pictures for which no return was asked within a day, of what was sent and refused, and of what no return has any more. */
export async function purgeReturnPictures({ db, now }: Pick<Dependencies, 'db' | 'now'>): Promise<void> {
  const dayAgo = new Date(now().getTime() - DAY_MS);
  await db.transaction(async (tx) => {
    await tx.delete(returnPictures).where(and(isNull(returnPictures.returnId), lt(returnPictures.addedAt, dayAgo)));
    await tx
      .update(files)
      .set({ removedAt: now() })
      .where(
        and(
          inArray(files.kind, KINDS),
          isNull(files.removedAt),
          lt(files.createdAt, dayAgo),
          sql`not exists (select from ${returnPictures} where ${files.id} in (${returnPictures.fileId}, ${returnPictures.thumbId}))`,
        ),
      );
  });
}
