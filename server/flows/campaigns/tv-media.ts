import { and, eq, inArray, isNull } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { campaigns, creatives } from '../../campaigns/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { tvOfToken } from '../../devices/token.ts';
import { nameOfContent } from '../../files/content.ts';
import { files } from '../../files/schema.ts';

/**
 * The file of an advert for the TV with that token, or why there is none. Once the campaign or the advert is taken down, it does not exist,
 * and the TV gives its leases back.
 */
export async function readTvMedia({ db, now }: Dependencies, token: string | null, id: string) {
  const tv = token && (await tvOfToken(db, token, now()));
  if (tv === 'suspended') return refuse('UNAUTHORIZED', { reason: 'owner suspended' });
  if (!tv) return refuse('UNAUTHORIZED');
  const [found] = await db
    .select({ file: files })
    .from(creatives)
    .innerJoin(campaigns, eq(campaigns.id, creatives.campaignId))
    .innerJoin(files, eq(files.id, creatives.shownFileId))
    .where(
      and(
        eq(creatives.id, id),
        isNull(creatives.withdrawnAt),
        inArray(campaigns.state, ['approved', 'paused']),
        isNull(files.removedAt),
      ),
    );
  return found ? { ...found.file, stored: nameOfContent(found.file) } : refuse('NOT_FOUND');
}
