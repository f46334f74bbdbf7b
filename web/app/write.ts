import { common, writing } from '#domain/copy.ts';
import { generalSentences } from '#domain/general-sentences.ts';
import { errorCode, errorMessage } from './error-message.ts';
import { toast } from './ui/overlay/toast.tsx';

/** Why the server, or the browser before sending, did not do it. */
export interface Refusal {
  outcome: 'refused';
  /** Of the contract or of the sign-in server; `OFFLINE` when nothing was sent. */
  code: string;
  text: string;
  data: unknown;
}

/** It may or may not have happened, and asking again brought no answer. */
export interface Unknown {
  outcome: 'unknown';
  code: null;
  text: string;
  /** The server itself failed; asking it more than once more brings the same. */
  failed: boolean;
}

export type Outcome<T> = { outcome: 'done'; value: T } | Refusal | Unknown;

interface WriteOptions<T> {
  /**
   * Asked when a repetition is refused: the value, if the refusal means that the first attempt arrived (the row is gone
   * because we removed it); `undefined` otherwise.
   */
  arrived?: (refusal: Refusal) => T | undefined | Promise<T | undefined>;
  /** The same was sent before and its outcome stayed unknown, so that even the first attempt is a repetition. */
  again?: boolean;
  /** Said when the server itself failed, or refused for a reason that has no sentence. */
  failed?: string;
  /** `false`: an answer that is lost is unknown at once, because the caller asks again in its own way. */
  repeats?: boolean;
  /** Milliseconds until an attempt without an answer counts as lost; longer for what takes long at the server. */
  patience?: number;
}

/** Milliseconds. Together with the attempts' own waits, an outcome is known or given up after about 20 seconds. */
const PATIENCE = 8_000;
const PAUSES = [500, 1_500, 3_000, 6_000];

/**
 * The one way to change anything on the server. An answer that is lost is asked for again by sending the same once more, so
 * whatever is sent must be harmless twice: it has a key, or it says what shall be so. Never throws for a failed request.
 */
export async function write<T>(send: () => Promise<T>, options: WriteOptions<T> = {}): Promise<Outcome<T>> {
  if (!navigator.onLine) return { outcome: 'refused', code: 'OFFLINE', text: writing.offline, data: undefined };
  const first = await attempt(send, options);
  if (first.outcome !== 'unknown') return options.again ? judged(first, options) : first;
  if (options.repeats === false) return first;
  const stopSaying = toast.checking(writing.checking);
  try {
    return await repeat(send, options, first);
  } finally {
    stopSaying();
  }
}

async function repeat<T>(send: () => Promise<T>, options: WriteOptions<T>, first: Outcome<T>): Promise<Outcome<T>> {
  let last = first;
  for (const pause of PAUSES) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (!navigator.onLine) continue;
    last = await attempt(send, options);
    if (last.outcome === 'unknown') {
      if (last.failed) return last;
      continue;
    }
    return judged(last, options);
  }
  return last;
}

/** Who asks is refused, whatever became of the first attempt: too often, or no longer signed in. */
const ABOUT_THE_ASKER = new Set([
  'TOO_MANY_REQUESTS',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'over_request_rate_limit',
  'over_email_send_rate_limit',
]);

/** A refused repetition is done when the first attempt arrived; where the refusal does not tell, nobody knows. */
async function judged<T>(outcome: Outcome<T>, { arrived }: WriteOptions<T>): Promise<Outcome<T>> {
  if (outcome.outcome !== 'refused') return outcome;
  try {
    const value = await arrived?.(outcome);
    if (value !== undefined) return { outcome: 'done', value };
    if (!ABOUT_THE_ASKER.has(outcome.code)) return outcome;
  } catch (error) {
    console.error(error);
  }
  return { outcome: 'unknown', code: null, text: writing.unknown, failed: false };
}

async function attempt<T>(
  send: () => Promise<T>,
  { patience = PATIENCE, failed }: WriteOptions<T>,
): Promise<Outcome<T>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lost = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TypeError('No answer')), patience);
  });
  try {
    return { outcome: 'done', value: await Promise.race([send(), lost]) };
  } catch (error) {
    return outcomeOf(error, failed);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Below 500 the server has answered that nothing was written, and likewise with a code of the contract; any other failure says
 * nothing about that.
 */
function outcomeOf(error: unknown, failed: string | undefined): Refusal | Unknown {
  const { status = 0, data } = (error ?? {}) as { status?: number; data?: unknown };
  // Sentences of the sign-in server come with its calls (throw-on-sign-in-error.ts): not every page with a write needs them.
  const said = (error as { sentence?: string } | null)?.sentence ?? errorMessage(error);
  const text = said === common.serverError ? (failed ?? said) : said;
  if (!isDeclared(error) && (status < 400 || status >= 500)) {
    // Given up by whoever sent it.
    if ((error as Error | null)?.name !== 'AbortError') console.error(error);
    return { outcome: 'unknown', code: null, text: status === 500 ? text : writing.unknown, failed: status === 500 };
  }
  return { outcome: 'refused', code: errorCode(error) ?? String(status), text, data };
}

/** The contract of what was asked declares the code; those of any address say that the server is busy or failed. */
function isDeclared(error: unknown): boolean {
  const { code, defined } = (error ?? {}) as { code?: unknown; defined?: unknown };
  return defined === true && typeof code === 'string' && !Object.hasOwn(generalSentences, code);
}
