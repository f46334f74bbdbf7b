import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { company } from '#domain/company.ts';
import { invoiceWords } from '#domain/payments/copy.ts';
import type {
  BilledCompany,
  GatewayEvent,
  NewCustomer,
  PaymentGateway,
  RenewalState,
  TransferLine,
} from '../gateway.ts';
import { EventRefused, PaymentGatewayError } from '../provider.ts';
import { fetchCheckout, fetchNews, idOf, NEWS_TYPES_IN_PARTS, REFUND_REQUEST_METADATA_KEY } from './facts.ts';
import { openCheckout } from './open-checkout.ts';

export interface StripeConnection {
  client: Stripe;
  /** Either is valid: while one is replaced there are two. */
  webhookSecrets: string[];
  /** Whether real money moves; an event of the other kind is refused. */
  live: boolean;
}

/** `connect` is called for every request: the sandbox's address may change while the server runs. */
export function stripeGateway(
  connect: () => StripeConnection,
  { page, stop }: Pick<PaymentGateway, 'page' | 'stop'>,
): PaymentGateway {
  const ask = async <T>(work: (client: Stripe) => Promise<T>): Promise<T> => work(connect().client).catch(rethrow);
  return {
    capabilities: { subscriptions: true, portal: true },
    openPage: (order) => ask((client) => openCheckout(client, order)),
    createCustomer: (customer) => ask((client) => createCustomer(client, customer)),
    updateCustomer: (id, company) => ask(async (client) => void (await client.customers.update(id, billed(company)))),
    invoiceAddress: (key) => ask((client) => invoiceAddress(client, key)),
    fetchCheckout: (id, nextQuestion) => ask((client) => fetchCheckout({ client, nextQuestion }, id)),
    cancelPage: (id) => ask(async (client) => void (await client.checkout.sessions.expire(id))),
    refund: (key, attempt) => ask((client) => refund(client, key, attempt)),
    refundPart: (part) => ask((client) => refundPart(client, part)),
    setRenewal: (id, wanted) => ask((client) => setRenewal(client, id, wanted)),
    openPortal: (customer, returnUrl) =>
      ask(async (client) => {
        const { url } = await client.billingPortal.sessions.create({ customer, return_url: returnUrl });
        return url;
      }),
    parseEvent: (headers, body) => parseEvent(connect, headers, body),
    fetchNews: (event, nextQuestion) => ask((client) => fetchNews({ client, nextQuestion }, event)),
    transferOf,
    eventsSince: (since) => eventsSince(connect().client, since),
    page,
    stop,
  };
}

/** As far as is known it says its own name, and the payout's id only where the bank takes a descriptor over. */
function transferOf({ payer, reference, purpose }: TransferLine): string | null {
  const text = `${reference} ${purpose}`;
  const named = /\bpo_[A-Za-z0-9]{8,}/.exec(text)?.[0];
  return named ?? (/\bstripe\b/i.test(`${payer} ${text}`) ? '' : null);
}

function rethrow(error: unknown): never {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  throw new PaymentGatewayError(reasonOf(error), error.code ?? error.type, error);
}

function reasonOf(error: Stripe.errors.StripeError): PaymentGatewayError['reason'] {
  const { StripeAPIError, StripeConnectionError, StripeInvalidRequestError, StripeRateLimitError } = Stripe.errors;
  if (error instanceof StripeInvalidRequestError) return error.code === 'resource_missing' ? 'unknown' : 'refused';
  const isDown =
    error instanceof StripeConnectionError || error instanceof StripeAPIError || error instanceof StripeRateLimitError;
  return isDown ? 'down' : 'denied';
}

/** PIB and MB have no place of their own on an invoice of Stripe's; the foot says what the price contains. */
const billed = ({ email, name, taxNumber, registrationNumber, address }: BilledCompany) => ({
  email,
  name,
  address: {
    line1: address.street,
    city: address.city,
    postal_code: address.postalCode,
    // „Druga zemlja“ has no code.
    ...(address.country.length === 2 ? { country: address.country } : {}),
  },
  invoice_settings: {
    custom_fields: [
      { name: invoiceWords.taxNumber, value: taxNumber },
      { name: invoiceWords.registrationNumber, value: registrationNumber },
    ],
    footer: invoiceWords.vat(company.vatPayer !== 'no'),
  },
});

async function createCustomer(client: Stripe, { profileId, ...buyer }: NewCustomer): Promise<string> {
  const params = { ...billed(buyer), metadata: { profile_id: profileId } };
  const digest = createHash('sha256').update(JSON.stringify(params)).digest('base64url').slice(0, 16);
  const { id } = await client.customers.create(params, { idempotencyKey: `customer:${profileId}:${digest}` });
  return id;
}

/** Of a month, or of a single payment by its page; what was paid before single payments had one is without. */
async function invoiceAddress(client: Stripe, key: string): Promise<string | null> {
  const id = key.startsWith('in_') ? key : idOf((await client.checkout.sessions.retrieve(key)).invoice);
  return id && ((await client.invoices.retrieve(id)).hosted_invoice_url ?? null);
}

async function intentOf(client: Stripe, key: string): Promise<string> {
  const intent = key.startsWith('in_')
    ? idOf((await client.invoicePayments.list({ invoice: key, limit: 1 })).data[0]?.payment.payment_intent)
    : idOf((await client.checkout.sessions.retrieve(key)).payment_intent);
  if (!intent) throw new Error(`No payment behind ${key}`);
  return intent;
}

/** Idempotency keys are forgotten after a day, the metadata of a refund is not. */
async function refundPart(
  client: Stripe,
  { paymentKey, amount, requestId }: { paymentKey: string; amount: number; requestId: string },
): Promise<string> {
  const payment_intent = await intentOf(client, paymentKey);
  for await (const made of client.refunds.list({ payment_intent, limit: 100 }))
    if (made.metadata?.[REFUND_REQUEST_METADATA_KEY] === requestId) return made.id;
  const { id } = await client.refunds.create(
    { payment_intent, amount, metadata: { [REFUND_REQUEST_METADATA_KEY]: requestId } },
    { idempotencyKey: `refund:${requestId}` },
  );
  return id;
}

/** Stripe repeats a refusal to the same idempotency key, so each attempt has its own. */
async function refund(client: Stripe, key: string, attempt: number): Promise<void> {
  const intent = await intentOf(client, key);
  try {
    await client.refunds.create({ payment_intent: intent }, { idempotencyKey: `return:${key}:${attempt}` });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== 'charge_already_refunded') throw error;
  }
}

async function setRenewal(client: Stripe, id: string, wanted: RenewalState): Promise<void> {
  const { status, pause_collection, cancel_at_period_end } = await client.subscriptions.retrieve(id);
  if (status === 'canceled' || status === 'incomplete_expired') return;
  if (wanted === 'ended') await client.subscriptions.cancel(id);
  else if (wanted === 'ending') {
    if (!cancel_at_period_end) await client.subscriptions.update(id, { cancel_at_period_end: true });
  } else if (wanted === 'paused' && !pause_collection)
    await client.subscriptions.update(id, { pause_collection: { behavior: 'void' } });
  else if (wanted === 'running' && pause_collection) await client.subscriptions.update(id, { pause_collection: '' });
}

/** `2026-10-28.endive`: within one name the shapes stay compatible. */
const majorOf = (apiVersion: string | null) => apiVersion?.split('.')[1] ?? '';

async function parseEvent(
  connect: () => StripeConnection,
  headers: Headers,
  body: () => Promise<Uint8Array>,
): Promise<GatewayEvent> {
  const signature = headers.get('stripe-signature');
  if (!signature) throw new EventRefused('The stripe-signature header is missing.', null);
  const payload = await body();
  const { client, webhookSecrets, live } = connect();
  const event = webhookSecrets.reduce<Stripe.Event | null>((found, secret) => {
    if (found) return found;
    try {
      return client.webhooks.constructEvent(payload as Buffer, signature, secret);
    } catch {
      // Nothing but the request is looked at here, and not every mistake in it has an error class of its own.
      return null;
    }
  }, null);
  if (!event) throw new EventRefused('The signature is wrong or too old.', 'webhook with a bad signature');
  const { id, livemode, api_version: apiVersion } = event;
  if (livemode !== live)
    throw new EventRefused(`This endpoint takes ${live ? 'live' : 'test'} events only.`, 'webhook of the wrong mode', {
      event: id,
      livemode,
    });
  if (majorOf(apiVersion) !== majorOf(Stripe.API_VERSION))
    throw new EventRefused(
      `Create the endpoint with API version ${Stripe.API_VERSION}.`,
      'webhook of another API version',
      { event: id, apiVersion },
    );
  return gatewayEvent(event);
}

function gatewayEvent(event: Stripe.Event): GatewayEvent {
  const { id, type } = event;
  const object = event.data.object as unknown as { id?: string };
  return { id, type, objectId: object.id ?? null, payload: event as unknown as GatewayEvent['payload'] };
}

async function* eventsSince(client: Stripe, since: Date): AsyncGenerator<GatewayEvent> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  try {
    const found: Stripe.Event[] = [];
    for (const types of NEWS_TYPES_IN_PARTS)
      for await (const event of client.events.list({ created, types, limit: 100 })) found.push(event);
    // Each list has the newest first, and what happened within one second in its order.
    yield* found.toSorted((one, other) => other.created - one.created).map(gatewayEvent);
  } catch (error) {
    rethrow(error);
  }
}
