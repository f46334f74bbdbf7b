import { and, eq, inArray, isNull } from 'drizzle-orm';
import { Hono } from 'hono';
import { refuse } from '#domain/refuse.ts';
import { campaigns, creatives } from '../../campaigns/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { tvOfToken } from '../../devices/token.ts';
import { nameOfContent } from '../../files/content.ts';
import { files } from '../../files/schema.ts';
import { bearerToken } from '../../http/bearer.ts';
import { sendFile } from '../../http/files/send-file.ts';
import { answerRefusal } from '../../http/refusals.ts';
import type { RequestContext } from '../../http/request-context.ts';

/**
 * `GET /api/tv/media/{creative}`: the picture or film of a running campaign, for a linked TV with its token and nobody else. Once the campaign
 * or the advert is taken down, it does not exist, and the TV gives its leases back.
 */
export function tvMedia(deps: Dependencies) {
  const { db, storage, now } = deps;
  const app = new Hono<RequestContext>();
  app.get('/:id{[0-9a-f-]{36}}', async (c) => {
    const token = bearerToken(c.req.raw.headers);
    const tv = token && (await tvOfToken(db, token, now()));
    if (tv === 'suspended') return answerRefusal(c, refuse('UNAUTHORIZED', { reason: 'owner suspended' }));
    if (!tv) return answerRefusal(c, refuse('UNAUTHORIZED'));
    const [found] = await db
      .select({ file: files })
      .from(creatives)
      .innerJoin(campaigns, eq(campaigns.id, creatives.campaignId))
      .innerJoin(files, eq(files.id, creatives.shownFileId))
      .where(
        and(
          eq(creatives.id, c.req.param('id')),
          isNull(creatives.withdrawnAt),
          inArray(campaigns.state, ['approved', 'paused']),
          isNull(files.removedAt),
        ),
      );
    if (!found) return answerRefusal(c, refuse('NOT_FOUND'));
    const { file } = found;
    const sent = await sendFile(c, deps.log, {
      bytes: file.bytes,
      modified: file.createdAt,
      etag: `"${file.sha256}"`,
      type: file.contentType,
      headers: { 'cache-control': 'private, no-store', vary: 'authorization' },
      read: (range) => storage[file.part].read(nameOfContent(file), range),
    });
    return sent ?? answerRefusal(c, refuse('NOT_FOUND'));
  });
  return app;
}
