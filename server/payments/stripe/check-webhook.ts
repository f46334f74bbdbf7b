import Stripe from 'stripe';

const WAIT_MS = 5_000;

/** Whether Stripe calls an address of ours with events; `not said`: the key may not list endpoints. Throws when the key is refused. */
export async function checkWebhook(
  { secretKey, webhookUrl }: { secretKey: string; webhookUrl: string },
  open = (key: string) => new Stripe(key, { telemetry: false, maxNetworkRetries: 0, timeout: WAIT_MS }),
): Promise<'called' | 'not called' | 'not said'> {
  try {
    const { data } = await open(secretKey).webhookEndpoints.list({ limit: 100 });
    return data.some(({ url, status }) => url === webhookUrl && status === 'enabled') ? 'called' : 'not called';
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return 'not said';
    throw error;
  }
}
