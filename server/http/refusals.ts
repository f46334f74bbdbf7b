import { ORPCError } from '@orpc/contract';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { englishFor } from '#domain/english/refusals.ts';
import { type Language, sentenceFor } from '#domain/sentences.ts';
import type { CallLimits } from '../limits.ts';
import { RETRY_AFTER_SECONDS } from '../platform/database-errors.ts';

type Refusal = ORPCError<string, unknown>;

/** The same refusal with the sentence of its code. */
export function withSentence(refusal: Refusal, language: Language = 'sr'): Refusal {
  const find = language === 'en' ? englishFor : sentenceFor;
  refusal.message = find(refusal.code, refusal.data) ?? refusal.message;
  return refusal;
}

/** The answer with a refusal where no procedure makes it. */
export function answerRefusal(c: Context, refusal: Refusal, language: Language = 'sr'): Response {
  const wait = secondsToWait(refusal);
  if (wait !== undefined) c.header('retry-after', String(wait));
  return c.json(withSentence(refusal, language).toJSON(), refusal.status as ContentfulStatusCode);
}

/** Counts the call by its network, before its body is read; the answer for whoever asks too often, else `null`. */
export async function refuseTooMany(c: Context, limits: CallLimits): Promise<Response | null> {
  try {
    await limits.consumeForNetwork();
    return null;
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error;
    return answerRefusal(c, error);
  }
}

/** Refusals for the time being say how long, in seconds or minutes. */
export function secondsToWait({ status, data }: Refusal): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const { seconds, minutes } = (data ?? {}) as { seconds?: number; minutes?: number };
  if (minutes !== undefined) return minutes * 60;
  return seconds ?? (status === 429 ? 60 : RETRY_AFTER_SECONDS);
}
