import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { PERMISSIONS } from '#domain/access.ts';
import { bodyLimitsOf } from '#domain/bodies.ts';
import type { CallRule } from '#domain/call-rule.ts';
import { CALLS, type CallName } from '#domain/calls.ts';
import { LIMITS } from '#domain/limits.ts';
import { refuse } from '#domain/refuse.ts';
import type { Language } from '#domain/sentences.ts';
import type { Dependencies } from './dependencies.ts';
import { bearerToken } from './http/bearer.ts';
import { type RequestBody, requestBody } from './http/bodies/request-body.ts';
import { type CheckedKey, checkKey } from './integrations/keys/check-key.ts';
import { answerOnce, askedOnce } from './integrations/keys/idempotency.ts';
import { isKey } from './integrations/keys/secret.ts';
import { limiterOf } from './limits.ts';
import type { Tally } from './platform/limits/limiter.ts';

const LIMIT = 'calls with a key';

/** The key that a request brings, `null` when it brings none. It is not looked at. */
export function keyFromHeaders(headers: Headers): string | null {
  const token = bearerToken(headers);
  return token !== null && isKey(token) ? token : null;
}

/**
 * Whoever asks with a key is let in, counted, and held to the table of calls: what no permission opens, and what the table keeps for
 * people, is refused before the body is read. `counted` is told first, for the answer's headers. Throws the refusals.
 */
export async function authorizeProgram(
  deps: Dependencies,
  { token, ip, call, method }: { token: string; ip: string; call: CallName; method: string },
  counted: (tally: Tally) => void,
): Promise<CheckedKey> {
  const key = await checkKey(deps, token, ip);
  const tally = await limiterOf(deps).tally(LIMIT, { ip, typed: key.id });
  if (tally) counted(tally);
  if (tally && !tally.isAllowed) throw refuse('TOO_MANY_REQUESTS', { seconds: tally.seconds });
  const { who, onlyPeople }: CallRule = CALLS[call];
  if (who === 'anyone') return key;
  if (!(who in PERMISSIONS) || onlyPeople) throw refuse('KEY_FORBIDDEN', { why: 'person' });
  if (!key.permissions.has(who as keyof typeof PERMISSIONS)) throw refuse('KEY_FORBIDDEN', { why: 'duty' });
  if (method !== 'GET' && !key.writes) throw refuse('KEY_FORBIDDEN', { why: 'read only' });
  return key;
}

/** As draft-ietf-httpapi-ratelimit-headers has them. */
export function setLimitHeaders({ headers }: Response, { left, seconds }: Tally): void {
  headers.set('ratelimit-policy', `"key";q=${LIMITS[LIMIT].number};w=${LIMITS[LIMIT].seconds}`);
  headers.set('ratelimit', `"key";r=${left};t=${seconds}`);
}

/** English only for whoever prefers it to Serbian. */
export function languageOf(headers: Headers): Language {
  const wanted = parseAccept(headers.get('accept-language') ?? '')
    .filter(({ q }) => q > 0)
    .map(({ type }) => type.toLowerCase().split('-')[0]);
  return wanted.find((one) => one === 'en' || one === 'sr') === 'en' ? 'en' : 'sr';
}

/** Of a request that no procedure answers: a program is answered as it asked, people in Serbian. */
export const languageOutsideProcedures = (headers: Headers): Language =>
  keyFromHeaders(headers) === null ? 'sr' : languageOf(headers);

/**
 * Answers a request of a key, once for each `Idempotency-Key` that it brings with anything but a GET. What anybody may call is answered
 * with secrets that are kept nowhere else (a link to a reservation, the secret of a TV), and no key is needed for it: it is not kept.
 */
export async function answerProgram(
  deps: Dependencies,
  c: Context,
  { key, call }: { key: CheckedKey; call: CallName },
  answer: (request: Request, body: RequestBody) => Promise<Response>,
): Promise<Response> {
  const { raw, method } = c.req;
  const { who, writes }: CallRule = CALLS[call];
  const idempotencyKey = raw.headers.get('idempotency-key');
  const body = requestBody(raw);
  try {
    if (idempotencyKey === null || method === 'GET' || who === 'anyone' || writes === undefined)
      return await answer(raw, body);
    const bytes = await body.bytes(bodyLimitsOf(call));
    const { pathname, search } = new URL(raw.url);
    const asked = askedOnce(key.id, idempotencyKey, { method, path: pathname + search, body: bytes });
    const { headers, signal } = raw;
    const again = new Request(raw.url, {
      method,
      headers,
      signal,
      ...(bytes.length > 0 ? { body: new Uint8Array(bytes) } : {}),
    });
    return await answerOnce(deps, asked, () => answer(again, requestBody(again, { hasRoom: true })));
  } finally {
    body.release();
  }
}
