import { StandardOpenAPIMatcher } from '@orpc/openapi/standard';
import { type AnyProcedure, ORPCError, ValidationError } from '@orpc/server';
import { generateContentDisposition, type StandardResponse } from '@orpc/standard-server';
import { toFetchResponse, toStandardLazyRequest } from '@orpc/standard-server-fetch';
import { Hono, type Context as HonoContext } from 'hono';
import * as z from 'zod';
import type { CallName } from '#domain/calls.ts';
import { generalRefusals } from '#domain/errors.ts';
import { keyRefusals } from '#domain/integrations/keys/refusals.ts';
import { refuse } from '#domain/refuse.ts';
import type { Language } from '#domain/sentences.ts';
import { serbian } from '#domain/zod-sr.ts';
import type { Context } from '../../context.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type CallLimits, limitsOf } from '../../limits.ts';
import { isDatabaseUnavailable, RETRY_AFTER_SECONDS } from '../../platform/database-errors.ts';
import type { Tally } from '../../platform/limits/limiter.ts';
import { StreamedFile } from '../../platform/spreadsheet.ts';
import { StorageUnavailable } from '../../platform/storage/file-store.ts';
import { answerProgram, authorizeProgram, keyFromHeaders, languageOf, setLimitHeaders } from '../../programs.ts';
import { router } from '../../router.ts';
import { type RequestBody, requestBody } from '../bodies/request-body.ts';
import { cutOff } from '../cut-off.ts';
import { answerRefusal, refuseTooMany, secondsToWait, withSentence } from '../refusals.ts';
import type { RequestContext } from '../request-context.ts';
import { type LazyBodyRequest, openHandler } from './late-input.ts';

/** Often enough that no proxy takes a silent stream for a dead one, seldom enough for thousands of them. */
const STREAM_KEEP_ALIVE_MS = 20_000;

interface Limited extends RequestContext {
  Variables: RequestContext['Variables'] & { limits: CallLimits; call: CallName; key: Context['key'] };
}

z.config(serbian);

/** The contract over HTTP. Every refusal, expected or not, leaves here with a status, a code and a Serbian sentence. */
export function apiRoutes(deps: Dependencies) {
  const app = new Hono<Limited>();
  const matcher = new StandardOpenAPIMatcher();
  matcher.init(router);
  const handler = openHandler(router, {
    interceptors: [
      async ({ next, context }) => {
        try {
          return await next();
        } catch (error) {
          const thrown = error instanceof ORPCError ? error : unreadable(error, deps, context);
          const refusal = withSentence(withIssues(thrown, context.language), context.language);
          context.retryAfter = secondsToWait(refusal);
          throw refusal;
        }
      },
    ],
    clientInterceptors: [
      async ({ next, context, procedure }) => {
        try {
          return await next();
        } catch (error) {
          if (isDeclared(error, procedure)) throw error;
          throw unexpected(error instanceof ORPCError ? (error.cause ?? error) : error, deps, context);
        }
      },
    ],
  });

  /** Whoever asks too often is refused before the body is read. */
  app.use('*', async (c, next) => {
    const path = new URL(c.req.url).pathname.replace(/^\/api\/?|\/$/g, '');
    const match = await matcher.match(c.req.method, `/${path}`);
    if (!match) return c.notFound();
    const call = match.path.join('.') as CallName;
    c.get('note').call = call;
    c.set('call', call);
    const limits = limitsOf(deps, call, { ip: c.get('ip') });
    c.set('limits', limits);
    const token = keyFromHeaders(c.req.raw.headers);
    c.set('key', null);
    if (token === null) return (await refuseTooMany(c, limits)) ?? next();
    return ofProgram(c, async (counted) => {
      c.set('key', await authorizeProgram(deps, { token, ip: c.get('ip'), call, method: c.req.method }, counted));
      await limits.consumeForNetwork();
      await next();
    });
  });

  async function answer(c: HonoContext<Limited>, request: Request, body: RequestBody): Promise<Response> {
    const key = c.get('key');
    const context: Context = {
      deps,
      headers: request.headers,
      ip: c.get('ip'),
      requestId: c.get('requestId'),
      key,
      language: key ? languageOf(request.headers) : 'sr',
      note: c.get('note'),
      limits: c.get('limits'),
      signal: request.signal,
    };
    const late: LazyBodyRequest = Object.assign(toStandardLazyRequest(request), { read: body.read });
    const handled = await handler.handle(late, { prefix: '/api', context }).finally(body.release);
    if (!handled.matched) return c.notFound();
    const standard = streamed(handled.response, (error) => cutOff(c, deps.log, error));
    const response = toFetchResponse(standard, { eventIteratorKeepAliveInterval: STREAM_KEEP_ALIVE_MS });
    if (response.status === 429 || response.status === 503)
      response.headers.set('retry-after', String(context.retryAfter ?? RETRY_AFTER_SECONDS));
    const file = response.headers.get('content-disposition');
    if (file) response.headers.set('content-disposition', file.replace(/^inline/, 'attachment'));
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      // A proxy that compresses or collects a stream would hold its words back.
      response.headers.set('cache-control', 'no-store, no-transform');
      response.headers.set('x-accel-buffering', 'no');
    }
    return response;
  }

  app.all('*', (c) => {
    const [key, call] = [c.get('key'), c.get('call')];
    if (!key) return answer(c, c.req.raw, requestBody(c.req.raw));
    return refusing(c, () => answerProgram(deps, c, { key, call }, (request, body) => answer(c, request, body)));
  });
  return app;
}

/** How long a file is that is written while it is sent is not known before. */
function streamed(response: StandardResponse, failed: (error: unknown) => Error): StandardResponse {
  const { body } = response;
  if (!(body instanceof StreamedFile)) return response;
  const headers = {
    ...response.headers,
    'content-type': body.type,
    'content-disposition': generateContentDisposition(body.name),
  };
  return { ...response, headers, body: body.stream(failed) };
}

/** What a program is answered, refused or not, says how often it may still ask. */
async function ofProgram(
  c: HonoContext<Limited>,
  work: (counted: (tally: Tally) => void) => Promise<void>,
): Promise<Response> {
  let tally: Tally | null = null;
  const counted = (said: Tally) => {
    tally = said;
  };
  const response = await refusing(c, () => work(counted).then(() => c.res));
  if (tally) setLimitHeaders(response, tally);
  return response;
}

/** What is refused outside the procedure. */
async function refusing(c: HonoContext<Limited>, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof ORPCError) return answerRefusal(c, error, languageOf(c.req.raw.headers));
    throw error;
  }
}

/** The general refusals, and those that the procedure's contract declares; any other is a fault of the program. */
const isDeclared = (error: unknown, { '~orpc': { errorMap } }: AnyProcedure): error is ORPCError<string, unknown> =>
  error instanceof ORPCError &&
  error.code !== 'INTERNAL_SERVER_ERROR' &&
  (Object.hasOwn(generalRefusals, error.code) ||
    Object.hasOwn(keyRefusals, error.code) ||
    Object.hasOwn(errorMap, error.code));

/** A request that could not even be read: broken JSON, broken escapes in the address. */
function unreadable(error: unknown, deps: Dependencies, context: Context) {
  if (error instanceof SyntaxError || error instanceof URIError) return refuse('BAD_REQUEST', { unreadable: 'json' });
  return unexpected(error, deps, context);
}

/** Logs what nobody expected, and apologises with the number under which it can be found. */
export function unexpected(error: unknown, { log }: Pick<Dependencies, 'log'>, { requestId }: { requestId: string }) {
  if (error instanceof StorageUnavailable) {
    log.warn({ error, requestId }, 'the place of stored files is not available');
    return refuse('SERVICE_UNAVAILABLE');
  }
  if (isDatabaseUnavailable(error)) {
    log.warn({ error, requestId }, 'the database is not available');
    return refuse('SERVICE_UNAVAILABLE');
  }
  // An answer of ours that is not what the contract says: which fields, never what stands in them.
  const fields = error instanceof ValidationError ? { fields: error.issues.map(pathOf) } : {};
  log.error({ error, ...fields, requestId }, 'unexpected');
  return refuse('INTERNAL_SERVER_ERROR', { reference: requestId });
}

/** A refused input carries which fields and why. */
function withIssues(error: ORPCError<string, unknown>, language: Language): ORPCError<string, unknown> {
  if (error.code !== 'BAD_REQUEST' || !(error.cause instanceof ValidationError)) return error;
  const issues = error.cause.issues.map((issue) => ({
    path: pathOf(issue),
    message: language === 'en' ? englishOf(issue) : issue.message,
  }));
  return refuse('BAD_REQUEST', { issues });
}

const pathOf = ({ path = [] }: ValidationError['issues'][number]): string =>
  path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.');

const english = z.locales.en().localeError;

/** What our own rules say of a field has a sentence in Serbian only. */
function englishOf(issue: object): string {
  const said = english(issue as Parameters<typeof english>[0]);
  const text = typeof said === 'string' ? said : (said?.message ?? 'Invalid input');
  // What came is not in the issue.
  return text.replace(/, received undefined$/, '');
}
