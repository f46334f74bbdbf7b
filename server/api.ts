import { StandardOpenAPIHandler } from '@orpc/openapi/standard';
import { ORPCError, ValidationError } from '@orpc/server';
import { toFetchResponse } from '@orpc/standard-server-fetch';
import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import postgres from 'postgres';
import * as z from 'zod';
import { common } from '#domain/copy.ts';
import { LARGEST_STATEMENT } from '#domain/events/statement.ts';
import { sentenceFor } from '#domain/sentences.ts';
import { serbian } from '#domain/zod-sr.ts';
import { type Context, personOf } from './access.ts';
import type { Edges } from './app.ts';
import type { Frame } from './platform/frame.ts';
import { LazyRequest } from './platform/lazy-request.ts';
import { router } from './router.ts';

/** Often enough that no proxy takes a silent stream for a dead one, seldom enough for thousands of them. */
const STREAM_KEEP_ALIVE_MS = 20_000;

/** Bytes; the largest honest request is a list of a few thousand ids. */
const MAX_BODY = 1024 * 1024;
/** Bank statements are the one file that is sent here, and the one large thing, by people who are signed in. */
const STATEMENTS_PATH = '/api/admin/event/statements';

z.config(serbian);

/** The contract over HTTP. Every refusal, expected or not, leaves here with a status, a code and a Serbian sentence. */
export function api(edges: Edges) {
  const app = new Hono<Frame>();
  const handler = new StandardOpenAPIHandler(router, {
    interceptors: [
      async ({ next, context }) => {
        try {
          return await next();
        } catch (error) {
          throw withSentence(error instanceof ORPCError ? error : unreadable(error, edges, context));
        }
      },
    ],
    clientInterceptors: [
      async ({ next, context }) => {
        try {
          return await next();
        } catch (error) {
          if (error instanceof ORPCError && (error.defined || error.status < 500)) throw error;
          if (holdsUnstorableText(error)) throw new ORPCError('BAD_REQUEST', { cause: error });
          throw unexpected(error instanceof ORPCError ? (error.cause ?? error) : error, edges, context);
        }
      },
    ],
  });

  const limitTo = (maxSize: number): MiddlewareHandler<Frame> => {
    const onError = (c: HonoContext) => c.json({ code: 'PAYLOAD_TOO_LARGE', message: common.tooLarge }, 413);
    const limitStream = bodyLimit({ maxSize, onError });
    return async (c, next) => {
      const length = c.req.header('content-length');
      // Counting a body means taking it for a stream, which costs as much as the rest of a small call; one that says its
      // length is held to it by HTTP itself.
      if (length !== undefined && !c.req.header('transfer-encoding'))
        return Number(length) > maxSize ? onError(c) : next();
      return c.req.method === 'GET' ? next() : limitStream(c, next);
    };
  };
  const limits = { usual: limitTo(MAX_BODY), statement: limitTo(LARGEST_STATEMENT + MAX_BODY) };
  app.use('*', async (c, next) => {
    const statement = c.req.path === STATEMENTS_PATH && (await personOf(edges, c.req.raw.headers));
    return limits[statement ? 'statement' : 'usual'](c, next);
  });
  app.all('*', async (c) => {
    if (isForeignContent(c.req.raw.headers, c.req.path === STATEMENTS_PATH ? FILES : JSON_ONLY))
      return c.json({ code: 'UNSUPPORTED_MEDIA_TYPE', message: common.badContentType }, 415);
    const answer = await handler.handle(new LazyRequest(c.req.raw), {
      prefix: '/api',
      context: {
        edges,
        headers: c.req.raw.headers,
        ip: c.get('ip'),
        requestId: c.get('requestId'),
        signal: c.req.raw.signal,
      },
    });
    if (!answer.matched) return c.notFound();
    const response = toFetchResponse(answer.response, { eventIteratorKeepAliveInterval: STREAM_KEEP_ALIVE_MS });
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      // A proxy that compresses or collects a stream would hold its words back.
      response.headers.set('cache-control', 'no-store, no-transform');
      response.headers.set('x-accel-buffering', 'no');
    }
    return response;
  });
  return app;
}

const JSON_ONLY = /^application\/json\s*(;|$)/i;
const FILES = /^(application\/json|multipart\/form-data)\s*(;|$)/i;

/** Says something with a body of another kind than the address reads. */
function isForeignContent(headers: Headers, expected: RegExp): boolean {
  const type = headers.get('content-type');
  const hasBody = headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > 0;
  return hasBody && type !== null && !expected.test(type);
}

/** A request that could not even be read: broken JSON, broken escapes in the address. */
function unreadable(error: unknown, edges: Edges, context: Context) {
  if (error instanceof SyntaxError || error instanceof URIError)
    return new ORPCError('BAD_REQUEST', { message: common.badJson, cause: error });
  return unexpected(error, edges, context);
}

/** Logs what nobody expected, and apologises with the number under which it can be found. */
function unexpected(error: unknown, { log }: Edges, { requestId }: Context) {
  log.error({ error, requestId }, 'unexpected');
  return new ORPCError('INTERNAL_SERVER_ERROR', {
    message: common.serverErrorWithReference(requestId),
    data: { reference: requestId },
  });
}

/** PostgreSQL's text cannot hold a zero character, which JSON can. */
function holdsUnstorableText(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return cause instanceof postgres.PostgresError && (cause.code === '22021' || cause.code === '22P05');
}

/** A refused input carries which fields and why: `data.issues`, each with its path (`buyerInfo.phone`) and a sentence. */
function withSentence(thrown: ORPCError<string, unknown>) {
  const error = thrown.cause instanceof ValidationError && thrown.code === 'BAD_REQUEST' ? badInput(thrown) : thrown;
  const sentence = sentenceFor(error.code, error.data);
  if (sentence !== null && error.message !== common.badJson) error.message = sentence;
  return error;
}

function badInput(error: ORPCError<string, unknown>) {
  const { issues } = error.cause as ValidationError;
  return new ORPCError('BAD_REQUEST', {
    data: {
      issues: issues.map(({ path = [], message }) => ({
        path: path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.'),
        message,
      })),
    },
    cause: error.cause,
  });
}
