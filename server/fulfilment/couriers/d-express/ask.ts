import { CourierError } from '../courier.ts';
import type { DExpressSettings } from './settings.ts';

/** Milliseconds; shorter than a worker holds a request. */
export const TIMEOUT = 20_000;

/** The connection was never there: nothing has reached the courier. */
const UNREACHED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** The courier says itself that it does nothing now, or that it does not know us. */
const NOT_NOW = new Set([401, 403, 429, 503]);

/** Asks the API and answers with its text. */
export async function ask(
  settings: () => DExpressSettings,
  path: string,
  body?: Record<string, unknown>,
): Promise<string> {
  const { url, user, password } = settings();
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(`${url}/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : null,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    text = await answer.text();
  } catch (error) {
    throw new CourierError(isUnreached(error) ? 'down' : 'lost', codeOf(error) ?? 'no answer', error);
  }
  if (NOT_NOW.has(answer.status)) throw new CourierError('down', `HTTP ${answer.status}`);
  if (answer.status >= 500) throw new CourierError('lost', `HTTP ${answer.status}`);
  if (/^"?ERROR/.test(text.trim())) throw new CourierError('refused', text.trim().slice(0, 300));
  // Not in the words of its refusals: it may be that the parcel is there already.
  if (answer.status >= 400) throw new CourierError('lost', `HTTP ${answer.status}`);
  return text;
}

const codeOf = (error: unknown): string | undefined => {
  const { cause, code } = error as { cause?: { code?: string }; code?: unknown };
  return cause?.code ?? (typeof code === 'string' ? code : undefined);
};
const isUnreached = (error: unknown) => UNREACHED.has(codeOf(error) ?? '');
