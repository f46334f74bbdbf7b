import Stripe from 'stripe';
import { NEWS_TYPES_IN_PARTS } from './facts.ts';

const WAIT_MS = 5_000;

const openStripe = (key: string) => new Stripe(key, { telemetry: false, maxNetworkRetries: 0, timeout: WAIT_MS });

/** Whether Stripe calls an address of ours with events; `not said`: the key may not list endpoints. Throws when the key is refused. */
export async function checkWebhook(
  { secretKey, webhookUrl }: { secretKey: string; webhookUrl: string },
  open = openStripe,
): Promise<'called' | 'not called' | 'not said'> {
  try {
    const { data } = await open(secretKey).webhookEndpoints.list({ limit: 100 });
    return data.some(({ url, status }) => url === webhookUrl && status === 'enabled') ? 'called' : 'not called';
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return 'not said';
    throw error;
  }
}

/** Events of kinds that we take and that some endpoint has not taken, the newest first, some hundred at most. Throws what Stripe says. */
export async function listUndeliveredEvents(
  { secretKey, from, until }: { secretKey: string; from: Date; until: Date },
  open = openStripe,
): Promise<{ id: string; at: Date }[]> {
  const created = { gte: Math.floor(from.getTime() / 1000), lt: Math.floor(until.getTime() / 1000) };
  const lists = await Promise.all(
    NEWS_TYPES_IN_PARTS.map((types) =>
      open(secretKey).events.list({ types, created, delivery_success: false, limit: 100 }),
    ),
  );
  return lists
    .flatMap(({ data }) => data.map((event) => ({ id: event.id, at: new Date(event.created * 1000) })))
    .toSorted((one, other) => other.at.getTime() - one.at.getTime());
}
