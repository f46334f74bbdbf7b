import type { Context } from 'hono';
import type { Log } from '../platform/log/log.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Ends the connection of an answer that cannot be sent to its end, so that a part is not taken for the whole, and says why in the log. Answers
 * with the error that the answer's stream fails with: Hono's adapter would write any other error's own words into the answer.
 */
export function cutOff<E extends RequestContext>(c: Context<E>, log: Log, error: unknown): Error {
  log.error({ error, requestId: c.get('requestId') }, 'a file is cut off');
  c.env?.outgoing?.destroy();
  return Object.assign(new Error('cut off'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
}
