import { common } from '#domain/copy.ts';
import { generalSentences } from '#domain/general-sentences.ts';

/** What an answer of the server brings when it refuses; read by its shape, so that pages without the API's client can read it. */
interface Answered {
  code?: unknown;
  status?: unknown;
  message?: unknown;
  /** The contract declares the code, so the sentence is ours. */
  defined?: unknown;
  data?: unknown;
}

/** The code of a refusal; `null` when there was no answer. */
export function errorCode(error: unknown): string | null {
  const { code, status } = (error ?? {}) as Answered;
  return typeof code === 'string' && typeof status === 'number' ? code : null;
}

/**
 * The Serbian sentence for any error: the server's own for a code that its contract declares, ours for the codes of any
 * address, otherwise one apology. Words of a proxy or of a program in between are never shown.
 */
export function errorMessage(error: unknown): string {
  const { defined, message } = (error ?? {}) as Answered;
  const code = errorCode(error);
  if (code === null) return isOffline(error) ? common.offline : common.serverError;
  if (defined === true && typeof message === 'string') return message;
  return generalMessage(code, (error as Answered).data);
}

/** The answer may come from a proxy, so the shape of its data is checked. */
function generalMessage(code: string, given: unknown): string {
  const { seconds, reference } = (given ?? {}) as { seconds?: unknown; reference?: unknown };
  if (code === 'TOO_MANY_REQUESTS')
    return generalSentences.TOO_MANY_REQUESTS({ seconds: typeof seconds === 'number' ? seconds : 60 });
  if (code === 'INTERNAL_SERVER_ERROR')
    return typeof reference === 'string' ? generalSentences.INTERNAL_SERVER_ERROR({ reference }) : common.serverError;
  if (code === 'SERVICE_UNAVAILABLE') {
    const wait = typeof seconds === 'number' ? seconds : retryAfter(given);
    return generalSentences.SERVICE_UNAVAILABLE(wait === null ? undefined : { seconds: wait });
  }
  if (!Object.hasOwn(generalSentences, code)) return common.serverError;
  const sentence: string | ((data: never) => string) = generalSentences[code as keyof typeof generalSentences];
  const words: unknown = typeof sentence === 'string' ? sentence : sentence(given as never);
  return typeof words === 'string' ? words : common.serverError;
}

/** Of an answer that is not ours the client keeps the headers; a date is not read, because clocks differ. */
function retryAfter(given: unknown): number | null {
  const { headers } = (given ?? {}) as { headers?: Record<string, unknown> };
  const said = Number(headers?.['retry-after'] ?? Number.NaN);
  return Number.isInteger(said) && said > 0 ? said : null;
}

/** The browser could not reach the server, or says itself that it is offline. */
export const isOffline = (error: unknown): boolean =>
  error instanceof TypeError || (typeof navigator !== 'undefined' && !navigator.onLine);
