import { Hono } from 'hono';
import type { Dependencies } from '../dependencies.ts';
import { handlePaymentEvent } from '../flows/payments/handle-payment-event.ts';
import { readBytes } from '../http/bodies/read-body.ts';
import { shortAddress } from '../http/client-ip.ts';
import type { RequestContext } from '../http/request-context.ts';
import { EventRefused } from './provider.ts';

const MAX_BODY = 1024 * 1024;

/**
 * Where the payment provider reports what happened. The body of a refused request is neither kept nor logged. Answers are
 * for the provider's engineers, not for people.
 */
export function paymentWebhookRoutes(deps: Dependencies) {
  const { log } = deps;
  const app = new Hono<RequestContext>();
  app.post('/', async (c) => {
    try {
      const event = await deps.payments.parseEvent(c.req.raw.headers, () => readBytes(c.req.raw, { bytes: MAX_BODY }));
      return c.json({ received: await handlePaymentEvent(deps, event) });
    } catch (error) {
      if (!(error instanceof EventRefused)) throw error;
      if (error.details) log.error(error.details, error.logged ?? '');
      else if (error.logged) log.warn({ network: shortAddress(c.get('ip')) }, error.logged);
      return c.json({ error: error.message }, 400);
    }
  });
  return app;
}
