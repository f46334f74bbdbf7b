import { createHash, randomUUID } from 'node:crypto';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { DAY_MS } from '#domain/day.ts';
import { isAnswerKept } from '#domain/integrations/keys/rules.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { idempotentRequests as requests } from './schema.ts';

/** How long an answer is kept. */
export const KEPT_MS = DAY_MS;
/** Longer than any request takes: after it, a request without an answer counts as one whose server died. */
export const RUNNING_MS = 5 * 60_000;
/** Bytes of an answer that is kept whole. */
export const KEPT_BYTES = 32 * 1024;

/** Visible ASCII, as header values are. */
const SHAPE = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

interface KeyedRequest {
  keyId: string;
  idempotencyKey: string;
  /** Of method, address and body. */
  request: Buffer;
}

export function askedOnce(
  keyId: string,
  idempotencyKey: string,
  { method, path, body }: { method: string; path: string; body: Uint8Array },
): KeyedRequest {
  if (!SHAPE.test(idempotencyKey)) throw refuse('IDEMPOTENCY_KEY_INVALID');
  const request = createHash('sha256').update(`${method} ${path}\n`).update(body).digest();
  return { keyId, idempotencyKey, request };
}

/**
 * Answers a request the first time by doing it, and from then on for a day with what it was answered. What failed for the moment (5xx,
 * too many requests, not allowed) is not kept: the same key may be sent again.
 */
export async function answerOnce(
  deps: Dependencies,
  asked: KeyedRequest,
  answer: () => Promise<Response>,
): Promise<Response> {
  const claim = randomUUID();
  const kept = await claimTurn(deps, asked, claim);
  if (kept) return kept;
  let response: Response;
  try {
    response = await answer();
  } catch (error) {
    await giveUpTurn(deps, asked, claim);
    throw error;
  }
  if (!isAnswerKept(response.status)) {
    await giveUpTurn(deps, asked, claim);
    return response;
  }
  const body = Buffer.from(await response.arrayBuffer());
  await deps.db
    .update(requests)
    .set({
      status: response.status,
      contentType: response.headers.get('content-type'),
      body: body.length <= KEPT_BYTES ? body : null,
    })
    .where(ofTurn(asked, claim))
    // It is done: whoever asks again waits until the turn has run out.
    .catch((error: unknown) => deps.log.error({ error }, 'the answer to an idempotent request was not kept'));
  return new Response(body, { status: response.status, headers: response.headers });
}

/** Takes the turn when nobody has it; otherwise what was answered, or why there is nothing to answer with. */
async function claimTurn(deps: Dependencies, asked: KeyedRequest, claim: string): Promise<Response | null> {
  const now = deps.now();
  const values = { ...asked, claim, startedAt: now };
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const [taken] = await deps.db
    .insert(requests)
    .values(values)
    .onConflictDoUpdate({
      target: [requests.keyId, requests.idempotencyKey],
      set: { ...values, status: null, contentType: null, body: null },
      setWhere: or(
        lt(requests.startedAt, ago(KEPT_MS)),
        and(isNull(requests.status), lt(requests.startedAt, ago(RUNNING_MS)), eq(requests.request, asked.request)),
      )!,
    })
    .returning({ claim: requests.claim });
  if (taken) return null;
  const [earlier] = await deps.db.select().from(requests).where(ofKey(asked));
  // It was given up a moment ago.
  if (!earlier) throw refuse('IDEMPOTENCY_KEY_RUNNING', { seconds: 1 });
  if (!earlier.request.equals(asked.request)) throw refuse('IDEMPOTENCY_KEY_REUSED');
  const { status, contentType, body } = earlier;
  if (status === null) throw refuse('IDEMPOTENCY_KEY_RUNNING', { seconds: 1 });
  if (body === null) throw refuse('ANSWER_NOT_KEPT', { status });
  const headers = { 'idempotency-replayed': 'true', ...(contentType === null ? {} : { 'content-type': contentType }) };
  return new Response(body.length === 0 ? null : new Uint8Array(body), { status, headers });
}

async function giveUpTurn(deps: Dependencies, asked: KeyedRequest, claim: string): Promise<void> {
  await deps.db
    .delete(requests)
    .where(and(ofTurn(asked, claim), isNull(requests.status)))
    .catch((error: unknown) => deps.log.warn({ error }, 'the turn of an idempotent request was not given up'));
}

const ofKey = ({ keyId, idempotencyKey }: KeyedRequest) =>
  and(eq(requests.keyId, keyId), eq(requests.idempotencyKey, idempotencyKey));
const ofTurn = (asked: KeyedRequest, claim: string) => and(ofKey(asked), eq(requests.claim, claim));

/** By the job that forgets records. */
export const purgeAnswers = ({ db, now }: Pick<Dependencies, 'db' | 'now'>): Promise<unknown> =>
  db.execute(
    sql`delete from ${requests} where ${requests.startedAt} < ${new Date(now().getTime() - KEPT_MS).toISOString()}::timestamptz`,
  );
