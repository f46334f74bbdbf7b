import { Hono } from 'hono';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../dependencies.ts';
import { readTvMedia } from '../flows/campaigns/tv-media.ts';
import { bearerToken } from '../http/bearer.ts';
import { sendFile } from '../http/files/send-file.ts';
import { answerRefusal } from '../http/refusals.ts';
import type { RequestContext } from '../http/request-context.ts';

/** `GET /api/tv/media/{creative}`: the picture or film of a running campaign, for a linked TV with its token and nobody else. */
export function tvMediaRoutes(deps: Dependencies) {
  const app = new Hono<RequestContext>();
  app.get('/:id{[0-9a-f-]{36}}', async (c) => {
    const file = await readTvMedia(deps, bearerToken(c.req.raw.headers), c.req.param('id'));
    if (file instanceof Error) return answerRefusal(c, file);
    const sent = await sendFile(c, deps.log, {
      bytes: file.bytes,
      modified: file.createdAt,
      etag: `"${file.sha256}"`,
      type: file.contentType,
      headers: { 'cache-control': 'private, no-store', vary: 'authorization' },
      read: (range) => deps.storage[file.part].read(file.stored, range),
    });
    return sent ?? answerRefusal(c, refuse('NOT_FOUND'));
  });
  return app;
}
