import { randomUUID } from 'node:crypto';
import { OpenAPIHandler } from '@orpc/openapi/fetch';
import { ORPCError } from '@orpc/server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type Stripe from 'stripe';
import { common } from '#domain/copy.ts';
import { LARGEST_STATEMENT } from '#domain/events/statement.ts';
import { sentenceFor } from '#domain/sentences.ts';
import { personOf } from './access.ts';
import type { Tokens } from './accounts/tokens.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/db.ts';
import type { Live } from './platform/live.ts';
import type { Log } from './platform/log.ts';
import type { Queue } from './platform/queue.ts';
import { router } from './router.ts';

/** Everything outside our own code that the server touches; tests and `npm start` differ only here. */
export interface Edges {
  config: Config;
  db: Database;
  log: Log;
  now: () => Date;
  live: Live;
  queue: Queue;
  stripe: { client: Stripe; webhookSecret: string };
  tokens: Tokens;
}

const MAX_BODY = 1024 * 1024;
/** Bank statements are the one large thing that is sent here, by people who are signed in. */
const STATEMENTS_PATH = '/api/admin/event/statements';

export function createApp(edges: Edges) {
  const app = new Hono<{ Variables: { requestId: string; ip: string } }>();

  app.use(async (c, next) => {
    c.set('requestId', randomUUID());
    c.header('x-request-id', c.get('requestId'));
    await next();
  });

  app.get('/healthz', (c) => c.json({ ok: true, payments: edges.config.stripe ? 'stripe' : 'sandbox' }));
  app.get('/readyz', async (c) => {
    await edges.db.client`select 1`;
    return c.json({ ok: true });
  });

  const api = new OpenAPIHandler(router, {
    interceptors: [
      async ({ next, context }) => {
        try {
          return await next();
        } catch (error) {
          if (error instanceof ORPCError) throw withSentence(error);
          edges.log.error({ error, requestId: context.requestId }, 'unexpected');
          throw new ORPCError('INTERNAL_SERVER_ERROR', {
            message: common.serverErrorWithReference(context.requestId),
            data: { reference: context.requestId },
          });
        }
      },
    ],
  });
  const limitTo = (maxSize: number) =>
    bodyLimit({ maxSize, onError: (c) => c.json({ code: 'PAYLOAD_TOO_LARGE', message: common.tooLarge }, 413) });
  const limits = { usual: limitTo(MAX_BODY), statement: limitTo(LARGEST_STATEMENT + MAX_BODY) };
  app.use('/api/*', async (c, next) => {
    const statement = c.req.path === STATEMENTS_PATH && (await personOf(edges, c.req.raw.headers));
    return limits[statement ? 'statement' : 'usual'](c, next);
  });
  app.all('/api/*', async (c) => {
    const { matched, response } = await api.handle(c.req.raw, {
      prefix: '/api',
      context: {
        edges,
        headers: c.req.raw.headers,
        ip: '127.0.0.1',
        requestId: c.get('requestId'),
        signal: c.req.raw.signal,
      },
    });
    return matched ? response : c.json({ code: 'NOT_FOUND', message: common.notFound }, 404);
  });

  return app;
}

function withSentence(error: ORPCError<string, unknown>) {
  const sentence = sentenceFor(error.code, error.data);
  if (sentence !== null) error.message = sentence;
  return error;
}
