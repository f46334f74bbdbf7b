import { and, inArray, isNull, lt, sql } from 'drizzle-orm';
import { DAY_MS } from '#domain/day.ts';
import type { FileKindName } from '#domain/files/kinds.ts';
import { files } from '../files/schema.ts';
import type { Database } from '../platform/db.ts';

const KINDS = [
  'advert-picture',
  'advert-banner',
  'advert-film',
  'advert-spot',
  'advert-poster',
] satisfies FileKindName[];

/** Lets go of pictures and films that no campaign has had for a day: refused, taken out, or of a draft that is gone. What they showed stays counted. */
export async function removeUnusedAdvertFiles(db: Database, now: Date): Promise<void> {
  await db
    .update(files)
    .set({ removedAt: now })
    .where(
      and(
        inArray(files.kind, KINDS),
        isNull(files.removedAt),
        lt(files.createdAt, new Date(now.getTime() - DAY_MS)),
        sql`not exists (select from creatives c where ${files.id} in (c.file_id, c.shown_file_id, c.poster_file_id))`,
        sql`not exists (select from campaign_films f where f.file_id = ${files.id})`,
      ),
    );
}
