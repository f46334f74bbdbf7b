import { createRefund } from '../charges.ts';
import { createSession, expireSession, metadataOf } from '../checkout.ts';
import { serializeEvent } from '../deliveries.ts';
import { type Serialized, serialize, serializeInvoicePayments, serializeLineItems } from '../objects.ts';
import { transactionsOf } from '../payouts.ts';
import type { InvoiceSettings, Records, SerializedKind } from '../records.ts';
import { newId, type SandboxState } from '../state.ts';
import { endSubscription, updateSubscription } from '../subscriptions.ts';
import { page, pageOf } from './lists.ts';
import type { Params } from './params.ts';
import { badRequest, missing } from './stripe-api-error.ts';

/** What a request leads to: a record still to be serialized, or a finished answer. */
export type Result = { kind: SerializedKind; record: Records[SerializedKind] } | { serialized: Serialized };
type Handler = (state: SandboxState, params: Params, id: string) => Result;

/** Kinds of events in one question. */
const MOST_TYPES = 20;

const route = (method: string, path: string, params: string | null, handler: Handler) => ({
  method,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`),
  params,
  handler,
});

function find<K extends SerializedKind>(state: SandboxState, kind: K, noun: string, id: string): Records[K] {
  const record = state.store.get(kind, id);
  if (!record) throw missing(noun, id);
  return record;
}
const one =
  (kind: SerializedKind, noun: string): Handler =>
  (state, _params, id) => ({ kind, record: find(state, kind, noun, id) });

/** The part of api.stripe.com that the shop uses, and a little around it. */
export const routes = [
  route('POST', '/v1/checkout/sessions', 'Checkout.SessionCreateParams', (state, p) => ({
    kind: 'sessions',
    record: createSession(state, p),
  })),
  route('GET', '/v1/checkout/sessions', 'Checkout.SessionListParams', (state, p) =>
    page(state, 'sessions', '/v1/checkout/sessions', p, {
      status: (s) => s.status === p.status,
      customer: (s) => s.customer === p.customer,
      subscription: (s) => s.subscription === p.subscription,
      payment_intent: (s) => s.intent === p.payment_intent,
    }),
  ),
  route('GET', '/v1/checkout/sessions/{id}', 'Checkout.SessionRetrieveParams', one('sessions', 'checkout.session')),
  route('POST', '/v1/checkout/sessions/{id}/expire', 'Checkout.SessionExpireParams', (state, _p, id) => ({
    kind: 'sessions',
    record: expireSession(state, find(state, 'sessions', 'checkout.session', id)),
  })),
  route('GET', '/v1/checkout/sessions/{id}/line_items', 'Checkout.SessionListLineItemsParams', (state, _p, id) => ({
    serialized: serializeLineItems(find(state, 'sessions', 'checkout.session', id)),
  })),
  route('POST', '/v1/customers', 'CustomerCreateParams', (state, p) => ({
    kind: 'customers',
    record: state.store.put('customers', {
      id: newId('cus', 14),
      created: state.now(),
      email: textOf(p.email),
      name: textOf(p.name),
      phone: textOf(p.phone),
      description: textOf(p.description),
      address: (p.address as Record<string, string> | undefined) || null,
      invoiceSettings: invoiceSettingsOf(p),
      metadata: metadataOf(p),
      card: null,
    }),
  })),
  route('POST', '/v1/customers/{id}', 'CustomerUpdateParams', (state, p, id) => {
    const before = find(state, 'customers', 'customer', id);
    const text = (name: 'email' | 'name' | 'phone' | 'description') => (name in p ? textOf(p[name]) : before[name]);
    const record = state.store.put('customers', {
      ...before,
      email: text('email'),
      name: text('name'),
      phone: text('phone'),
      description: text('description'),
      address: 'address' in p ? (p.address as Record<string, string>) || null : before.address,
      invoiceSettings: invoiceSettingsOf(p) ?? before.invoiceSettings ?? null,
      metadata: { ...before.metadata, ...metadataOf(p) },
    });
    return { kind: 'customers', record };
  }),
  route('GET', '/v1/customers', 'CustomerListParams', (state, p) =>
    page(state, 'customers', '/v1/customers', p, { email: (c) => c.email === p.email }),
  ),
  route('GET', '/v1/customers/{id}', 'CustomerRetrieveParams', one('customers', 'customer')),
  route('GET', '/v1/subscriptions', 'SubscriptionListParams', (state, p) =>
    page(
      state,
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
  route('POST', '/v1/subscriptions/{id}', 'SubscriptionUpdateParams', (state, p, id) => ({
    kind: 'subscriptions',
    record: updateSubscription(state, find(state, 'subscriptions', 'subscription', id), p),
  })),
  route('DELETE', '/v1/subscriptions/{id}', 'SubscriptionCancelParams', (state, _p, id) => ({
    kind: 'subscriptions',
    record: endSubscription(state, find(state, 'subscriptions', 'subscription', id)),
  })),
  route('GET', '/v1/invoices', 'InvoiceListParams', (state, p) =>
    page(state, 'invoices', '/v1/invoices', p, {
      status: (i) => i.status === p.status,
      customer: (i) => i.customer === p.customer,
      subscription: (i) => i.subscription === p.subscription,
    }),
  ),
  route('GET', '/v1/invoices/{id}', 'InvoiceRetrieveParams', one('invoices', 'invoice')),
  route('GET', '/v1/invoice_payments', 'InvoicePaymentListParams', (state, p) => {
    const intent = (p.payment as { payment_intent?: string } | undefined)?.payment_intent;
    const wanted = [...state.store.all('invoices')].filter(
      (i) => (!p.invoice || i.id === p.invoice) && (!intent || i.intent === intent),
    );
    return {
      serialized: {
        object: 'list',
        data: wanted.flatMap((i) => serializeInvoicePayments(state, i)),
        has_more: false,
        url: '/v1/invoice_payments',
      },
    };
  }),
  route('GET', '/v1/payment_intents/{id}', 'PaymentIntentRetrieveParams', one('intents', 'payment_intent')),
  route('POST', '/v1/refunds', 'RefundCreateParams', (state, p) => ({
    kind: 'refunds',
    record: createRefund(state, p),
  })),
  route('GET', '/v1/refunds', 'RefundListParams', (state, p) =>
    page(state, 'refunds', '/v1/refunds', p, {
      payment_intent: (r) => r.intent === p.payment_intent,
      charge: (r) => r.charge === p.charge,
    }),
  ),
  route('GET', '/v1/refunds/{id}', 'RefundRetrieveParams', one('refunds', 'refund')),
  route('GET', '/v1/disputes/{id}', 'DisputeRetrieveParams', one('disputes', 'dispute')),
  route('GET', '/v1/payouts/{id}', 'PayoutRetrieveParams', one('payouts', 'payout')),
  route('GET', '/v1/balance_transactions', 'BalanceTransactionListParams', (state, p) => {
    const records = p.payout
      ? transactionsOf(state, find(state, 'payouts', 'payout', String(p.payout)))
      : [...state.store.all('transactions')];
    const wanted = records.filter(({ type }) => !p.type || type === p.type);
    const drawOne = (record: Records['transactions']) => serialize(state, 'transactions', record);
    return { serialized: pageOf(wanted, '/v1/balance_transactions', p, drawOne) };
  }),
  route('POST', '/v1/billing_portal/sessions', 'BillingPortal.SessionCreateParams', (state, p) => {
    const customer = textOf(p.customer);
    if (!customer) throw badRequest('Missing required param: customer.', 'customer', 'parameter_missing');
    find(state, 'customers', 'customer', customer);
    return {
      kind: 'portals',
      record: state.store.put('portals', {
        id: newId('bps', 40),
        created: state.now(),
        customer,
        returnUrl: textOf(p.return_url),
      }),
    };
  }),
  route('GET', '/v1/events', 'EventListParams', (state, p) => {
    const types = p.types as string[] | undefined;
    if (types && types.length > MOST_TYPES) throw badRequest(`Array of at most ${MOST_TYPES} values.`, 'types');
    const records = [...state.store.all('events')].filter(
      (e) => (!p.type || e.type === p.type) && (!types || types.includes(e.type)),
    );
    return { serialized: pageOf(records, '/v1/events', p, serializeEvent) };
  }),
  route('GET', '/v1/events/{id}', null, (state, _p, id) => {
    const event = state.store.get('events', id);
    if (!event) throw missing('event', id);
    return { serialized: serializeEvent(event) };
  }),
];

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function invoiceSettingsOf(p: Params): InvoiceSettings | null {
  const given = p.invoice_settings as
    | { custom_fields?: { name: string; value: string }[] | ''; footer?: string }
    | undefined;
  return given ? { customFields: given.custom_fields || [], footer: given.footer || null } : null;
}
