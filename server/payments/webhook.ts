import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import Stripe from 'stripe';
import type { Edges } from '../app.ts';
import { takeEvent } from '../flows/take-event.ts';
import type { Frame } from '../platform/frame.ts';

const MAX_BODY = 1024 * 1024;
/** `2026-10-28.endive`: within one name the shapes stay compatible. */
const majorOf = (apiVersion: string | null) => apiVersion?.split('.')[1] ?? '';

/**
 * Where Stripe tells us what happened. The signature is checked on the bytes as they came, before anything is parsed; the
 * body of a refused request is neither kept nor logged. Answers are for Stripe's engineers, not for people.
 */
export function webhook(edges: Edges) {
  const { log } = edges;
  const app = new Hono<Frame>();
  app.use(bodyLimit({ maxSize: MAX_BODY, onError: (c) => c.json({ error: 'The body is too large.' }, 413) }));
  app.post('/', async (c) => {
    const signature = c.req.header('stripe-signature');
    if (!signature) return c.json({ error: 'The stripe-signature header is missing.' }, 400);
    const payload = Buffer.from(await c.req.arrayBuffer());
    let event: Stripe.Event;
    try {
      event = edges.stripe.client.webhooks.constructEvent(payload, signature, edges.stripe.webhookSecret);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
      log.warn({ ip: c.get('ip') }, 'webhook with a bad signature');
      return c.json({ error: 'The signature is wrong or too old.' }, 400);
    }
    if (event.livemode !== edges.stripe.live) {
      log.error({ event: event.id, livemode: event.livemode }, 'webhook of the wrong mode');
      return c.json({ error: `This endpoint takes ${edges.stripe.live ? 'live' : 'test'} events only.` }, 400);
    }
    if (majorOf(event.api_version) !== majorOf(Stripe.API_VERSION)) {
      log.error({ event: event.id, apiVersion: event.api_version }, 'webhook of another API version');
      return c.json({ error: `Create the endpoint with API version ${Stripe.API_VERSION}.` }, 400);
    }
    return c.json({ received: await takeEvent(edges, event) });
  });
  return app;
}
