import { Hono } from 'hono';
import type { Dependencies } from '../dependencies.ts';
import { handlePaymentEvent } from '../flows/payments/handle-payment-event.ts';
import { readBytes } from '../http/bodies/read-body.ts';
import { openSemaphore } from '../http/bodies/semaphore.ts';
import { shortAddress } from '../http/client-ip.ts';
import type { RequestContext } from '../http/request-context.ts';
import { EventRefused } from './provider.ts';

/** Bytes; an event of the provider is seldom a tenth of it. */
const MAX_BODY = 256 * 1024;
/** More than this nobody keeps of a stranger without a place, and who they are is known at the end of the body only. */
const LARGE = 64 * 1024;
const places = openSemaphore({ count: 20, timeoutMs: 10_000 });

class NoPlace extends Error {}

/**
 * Where the payment provider reports what happened. The body of a refused request is neither kept nor logged. Answers are
 * for the provider's engineers, not for people.
 */
export function paymentWebhookRoutes(deps: Dependencies) {
  const { log } = deps;
  const app = new Hono<RequestContext>();
  app.post('/', async (c) => {
    let leave = () => {};
    const makeRoom = async () => {
      const place = await places.acquire();
      if (!place) throw new NoPlace();
      leave = place;
    };
    try {
      const event = await deps.payments.parseEvent(c.req.raw.headers, () =>
        readBytes(c.req.raw, { bytes: MAX_BODY, large: LARGE, makeRoom }),
      );
      return c.json({ received: await handlePaymentEvent(deps, event) });
    } catch (error) {
      if (error instanceof NoPlace) return c.json({ error: 'Too many large events at once. Send it again.' }, 503);
      if (!(error instanceof EventRefused)) throw error;
      if (error.details) log.error(error.details, error.logged ?? '');
      else if (error.logged) log.warn({ network: shortAddress(c.get('ip')) }, error.logged);
      return c.json({ error: error.message }, 400);
    } finally {
      leave();
    }
  });
  return app;
}
