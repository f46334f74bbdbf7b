import { createRefund } from './charges.ts';
import { createSession, expireSession, metadataOf } from './checkout.ts';
import { drawEvent } from './deliveries.ts';
import { badRequest, missing } from './fault.ts';
import { page, pageOf } from './lists.ts';
import { type Drawn, drawInvoicePayments, drawLineItems } from './objects.ts';
import type { Params } from './params.ts';
import type { DrawnKind, Records } from './records.ts';
import { endSubscription, updateSubscription } from './subscriptions.ts';
import { newId, type World } from './world.ts';

/** What a request leads to: a record still to be drawn, or a finished answer. */
export type Result = { kind: DrawnKind; record: Records[DrawnKind] } | { drawn: Drawn };
type Handler = (world: World, params: Params, id: string) => Result;

const route = (method: string, path: string, params: string | null, handler: Handler) => ({
  method,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`),
  params,
  handler,
});

function find<K extends DrawnKind>(world: World, kind: K, noun: string, id: string): Records[K] {
  const record = world.store.get(kind, id);
  if (!record) throw missing(noun, id);
  return record;
}
const one =
  (kind: DrawnKind, noun: string): Handler =>
  (world, _params, id) => ({ kind, record: find(world, kind, noun, id) });

/** The part of api.stripe.com that the shop uses, and a little around it. */
export const routes = [
  route('POST', '/v1/checkout/sessions', 'Checkout.SessionCreateParams', (world, p) => ({
    kind: 'sessions',
    record: createSession(world, p),
  })),
  route('GET', '/v1/checkout/sessions', 'Checkout.SessionListParams', (world, p) =>
    page(world, 'sessions', '/v1/checkout/sessions', p, {
      status: (s) => s.status === p.status,
      customer: (s) => s.customer === p.customer,
      subscription: (s) => s.subscription === p.subscription,
      payment_intent: (s) => s.intent === p.payment_intent,
    }),
  ),
  route('GET', '/v1/checkout/sessions/{id}', 'Checkout.SessionRetrieveParams', one('sessions', 'checkout.session')),
  route('POST', '/v1/checkout/sessions/{id}/expire', 'Checkout.SessionExpireParams', (world, _p, id) => ({
    kind: 'sessions',
    record: expireSession(world, find(world, 'sessions', 'checkout.session', id)),
  })),
  route('GET', '/v1/checkout/sessions/{id}/line_items', 'Checkout.SessionListLineItemsParams', (world, _p, id) => ({
    drawn: drawLineItems(find(world, 'sessions', 'checkout.session', id)),
  })),
  route('POST', '/v1/customers', 'CustomerCreateParams', (world, p) => ({
    kind: 'customers',
    record: world.store.put('customers', {
      id: newId('cus', 14),
      created: world.now(),
      email: textOf(p.email),
      name: textOf(p.name),
      phone: textOf(p.phone),
      description: textOf(p.description),
      address: (p.address as Record<string, string> | undefined) || null,
      metadata: metadataOf(p),
      card: null,
    }),
  })),
  route('GET', '/v1/customers', 'CustomerListParams', (world, p) =>
    page(world, 'customers', '/v1/customers', p, { email: (c) => c.email === p.email }),
  ),
  route('GET', '/v1/customers/{id}', 'CustomerRetrieveParams', one('customers', 'customer')),
  route('GET', '/v1/subscriptions', 'SubscriptionListParams', (world, p) =>
    page(
      world,
      'subscriptions',
      '/v1/subscriptions',
      { status: 'not canceled', ...p },
      {
        status: (s) => p.status === 'all' || (p.status === undefined ? s.status !== 'canceled' : s.status === p.status),
        customer: (s) => s.customer === p.customer,
      },
    ),
  ),
  route('GET', '/v1/subscriptions/{id}', 'SubscriptionRetrieveParams', one('subscriptions', 'subscription')),
  route('POST', '/v1/subscriptions/{id}', 'SubscriptionUpdateParams', (world, p, id) => ({
    kind: 'subscriptions',
    record: updateSubscription(world, find(world, 'subscriptions', 'subscription', id), p),
  })),
  route('DELETE', '/v1/subscriptions/{id}', 'SubscriptionCancelParams', (world, _p, id) => ({
    kind: 'subscriptions',
    record: endSubscription(world, find(world, 'subscriptions', 'subscription', id)),
  })),
  route('GET', '/v1/invoices', 'InvoiceListParams', (world, p) =>
    page(world, 'invoices', '/v1/invoices', p, {
      status: (i) => i.status === p.status,
      customer: (i) => i.customer === p.customer,
      subscription: (i) => i.subscription === p.subscription,
    }),
  ),
  route('GET', '/v1/invoices/{id}', 'InvoiceRetrieveParams', one('invoices', 'invoice')),
  route('GET', '/v1/invoice_payments', 'InvoicePaymentListParams', (world, p) => {
    const intent = (p.payment as { payment_intent?: string } | undefined)?.payment_intent;
    const wanted = [...world.store.all('invoices')].filter(
      (i) => (!p.invoice || i.id === p.invoice) && (!intent || i.intent === intent),
    );
    return {
      drawn: {
        object: 'list',
        data: wanted.flatMap((i) => drawInvoicePayments(world, i)),
        has_more: false,
        url: '/v1/invoice_payments',
      },
    };
  }),
  route('GET', '/v1/payment_intents/{id}', 'PaymentIntentRetrieveParams', one('intents', 'payment_intent')),
  route('POST', '/v1/refunds', 'RefundCreateParams', (world, p) => ({
    kind: 'refunds',
    record: createRefund(world, p),
  })),
  route('GET', '/v1/refunds/{id}', 'RefundRetrieveParams', one('refunds', 'refund')),
  route('POST', '/v1/billing_portal/sessions', 'BillingPortal.SessionCreateParams', (world, p) => {
    const customer = textOf(p.customer);
    if (!customer) throw badRequest('Missing required param: customer.', 'customer', 'parameter_missing');
    find(world, 'customers', 'customer', customer);
    return {
      kind: 'portals',
      record: world.store.put('portals', {
        id: newId('bps', 40),
        created: world.now(),
        customer,
        returnUrl: textOf(p.return_url),
      }),
    };
  }),
  route('GET', '/v1/events', 'EventListParams', (world, p) => {
    const types = p.types as string[] | undefined;
    const records = [...world.store.all('events')].filter(
      (e) => (!p.type || e.type === p.type) && (!types || types.includes(e.type)),
    );
    return { drawn: pageOf(records, '/v1/events', p, drawEvent) };
  }),
  route('GET', '/v1/events/{id}', null, (world, _p, id) => {
    const event = world.store.get('events', id);
    if (!event) throw missing('event', id);
    return { drawn: drawEvent(event) };
  }),
];

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
