import { and, inArray, isNull, lt, sql } from 'drizzle-orm';
import { DAY_MS } from '#domain/day.ts';
import type { FileKindName } from '#domain/files/kinds.ts';
import { files } from '../files/schema.ts';
import type { Database } from '../platform/db.ts';

const KINDS = ['advert-picture', 'advert-banner'] satisfies FileKindName[];

/** Lets go of pictures that no campaign has had for a day: refused, taken out, or of a draft that is gone. What they showed stays counted. */
export async function forgetPictures(db: Database, now: Date): Promise<void> {
  await db
    .update(files)
    .set({ removedAt: now })
    .where(
      and(
        inArray(files.kind, KINDS),
        isNull(files.removedAt),
        lt(files.createdAt, new Date(now.getTime() - DAY_MS)),
        sql`not exists (select from creatives c where c.file_id = ${files.id} or c.shown_file_id = ${files.id})`,
      ),
    );
}
