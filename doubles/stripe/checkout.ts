import type { Params } from './api/params.ts';
import { badRequest, missing } from './api/stripe-api-error.ts';
import { charge, completeTransfer, refuseBadCard, startSepaPayment } from './charges.ts';
import { invoiceOfPayment } from './invoices.ts';
import { serialize } from './objects.ts';
import type { Card, Line, Metadata, SessionRecord } from './records.ts';
import { newId, type SandboxState } from './state.ts';
import { decideFirstInvoice, startSubscription } from './subscriptions.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const SMALLEST_AMOUNT = 50;
const TRANSFER_TAKES = 2 * DAY;

interface LineParams {
  quantity?: number;
  price?: string;
  price_data?: {
    currency: string;
    unit_amount?: number;
    tax_behavior?: string;
    product?: string;
    product_data?: { name: string };
    recurring?: { interval: string; interval_count?: number };
  };
}

/** `POST /v1/checkout/sessions`: the combinations that no schema can express are refused as Stripe refuses them. */
export function createSession(state: SandboxState, p: Params): SessionRecord {
  const mode = p.mode as SessionRecord['mode'] | 'setup' | undefined;
  if (mode === undefined) throw badRequest('Missing required param: mode.', 'mode', 'parameter_missing');
  if (mode === 'setup') throw badRequest('The sandbox knows the modes payment and subscription.', 'mode');
  if (p.ui_mode && p.ui_mode !== 'hosted_page') throw badRequest('The sandbox has hosted pages only.', 'ui_mode');
  if (!p.success_url) throw badRequest('You must provide success_url.', 'success_url', 'parameter_missing');
  if (p.customer && p.customer_email) {
    throw badRequest('You may only specify one of these parameters: customer, customer_email.', 'customer_email');
  }
  if (mode === 'payment' && p.subscription_data)
    throw badRequest('You can not pass `subscription_data` in `payment` mode.', 'subscription_data');
  if (mode === 'subscription' && p.payment_intent_data)
    throw badRequest('You can not pass `payment_intent_data` in `subscription` mode.', 'payment_intent_data');
  const invoicing = p.invoice_creation as { enabled: boolean; invoice_data?: unknown } | undefined;
  if (mode === 'subscription' && invoicing?.enabled)
    throw badRequest(
      'You can only enable invoice creation when `mode` is set to `payment`. Invoices are created automatically when `mode` is set to `subscription`, and are unsupported when set to `setup`.',
      'invoice_creation',
    );
  const customer = (p.customer as string | undefined) ?? null;
  if (customer && !state.store.get('customers', customer)) throw missing('customer', customer, 'customer');

  const lineParams = (p.line_items ?? []) as LineParams[];
  if (lineParams.length === 0)
    throw badRequest(`\`line_items\` are required in \`${mode}\` mode.`, 'line_items', 'parameter_missing');
  const lines = lineParams.map((line, index) => readLine(line, `line_items[${index}]`, mode));
  if (mode === 'subscription' && !lines.some((line) => line.everyMonths !== null))
    throw badRequest('You must provide at least one recurring price in `subscription` mode.', 'line_items');
  const currencies = new Set(lineParams.map((line) => line.price_data!.currency));
  if (currencies.size > 1) throw badRequest('All line items must have the same currency.', 'line_items');
  const amount = lines.reduce((sum, line) => sum + line.unitAmount * line.quantity, 0);
  if (amount < SMALLEST_AMOUNT) {
    throw badRequest('The Checkout Session total amount is too small.', undefined, 'amount_too_small');
  }
  const now = state.now();
  const expiresAt = (p.expires_at as number | undefined) ?? now + DAY;
  if (expiresAt < now + 30 * MINUTE || expiresAt > now + DAY + MINUTE)
    throw badRequest('`expires_at` must be between 30 minutes and 24 hours from now.', 'expires_at');

  return state.store.put('sessions', {
    id: newId('cs_test', 58),
    created: now,
    expiresAt,
    mode,
    status: 'open',
    paymentStatus: 'unpaid',
    currency: [...currencies][0]!,
    amount,
    customer,
    customerEmail: (p.customer_email as string | undefined) ?? null,
    payerEmail: null,
    clientReference: (p.client_reference_id as string | undefined) ?? null,
    metadata: metadataOf(p),
    intentMetadata: metadataOf(p.payment_intent_data),
    subscriptionMetadata: metadataOf(p.subscription_data),
    successUrl: p.success_url as string,
    cancelUrl: (p.cancel_url as string | undefined) ?? null,
    locale: (p.locale as string | undefined) ?? null,
    lines,
    intent: null,
    subscription: null,
    invoice: null,
    invoiceCreation: invoicing?.enabled ? metadataOf(invoicing.invoice_data) : null,
    transferDueAt: null,
  });
}

export const metadataOf = (params: unknown): Metadata => {
  const given = (params as { metadata?: Metadata | '' } | undefined)?.metadata;
  return given ? given : {};
};

function readLine(line: LineParams, path: string, mode: SessionRecord['mode']): Line {
  if (line.price) throw missing('price', line.price, `${path}[price]`);
  const price = line.price_data;
  if (!price) throw badRequest(`Missing required param: ${path}[price_data].`, path, 'parameter_missing');
  if (price.product) throw missing('product', price.product, `${path}[price_data][product]`);
  if (!price.product_data?.name)
    throw badRequest('Product name is required.', `${path}[price_data][product_data][name]`, 'parameter_missing');
  if (!/^[a-z]{3}$/.test(price.currency))
    throw badRequest(`Invalid currency: ${price.currency}`, `${path}[price_data][currency]`);
  if (price.unit_amount === undefined || price.unit_amount < 0)
    throw badRequest('Invalid non-negative integer.', `${path}[price_data][unit_amount]`, 'parameter_invalid_integer');
  if (!line.quantity || line.quantity < 1) throw badRequest('Quantity is required.', `${path}[quantity]`);
  if (price.recurring && mode === 'payment')
    throw badRequest('You specified `payment` mode but passed a recurring price.', 'line_items');
  if (price.recurring && price.recurring.interval !== 'month')
    throw badRequest('The sandbox knows monthly prices only.', `${path}[price_data][recurring][interval]`);
  return {
    id: newId('li'),
    priceId: newId('price'),
    productId: newId('prod', 14),
    name: price.product_data.name,
    quantity: line.quantity,
    unitAmount: price.unit_amount,
    taxBehavior: price.tax_behavior ?? null,
    everyMonths: price.recurring ? (price.recurring.interval_count ?? 1) : null,
  };
}

export function expireSession(state: SandboxState, s: SessionRecord): SessionRecord {
  if (s.status !== 'open')
    throw badRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of "${s.status}".`,
    );
  const expired = state.store.put('sessions', { ...s, status: 'expired' });
  state.emit('checkout.session.expired', serialize(state, 'sessions', expired));
  return expired;
}

export const payerOf = (state: SandboxState, s: SessionRecord) =>
  s.customerEmail ?? (s.customer && state.store.get('customers', s.customer)?.email) ?? 'kupac@primer.rs';

const paymentOf = (state: SandboxState, s: SessionRecord) => ({
  amount: s.amount,
  currency: s.currency,
  customer: s.customer,
  email: payerOf(state, s),
  metadata: s.intentMetadata,
  invoice: null,
});

/** The buyer pays by card. A declined card throws and changes nothing: the page stays open for another try. */
export function paySession(state: SandboxState, s: SessionRecord, card: Card): SessionRecord {
  refuseBadCard(state, card);
  const email = payerOf(state, s);
  const paid = { ...s, status: 'complete', paymentStatus: 'paid', payerEmail: email } as const;
  if (s.mode === 'subscription') {
    const { activate, ...started } = startSubscription(state, s, { email, card });
    const session = state.store.put('sessions', { ...paid, ...started });
    activate(() => state.emit('checkout.session.completed', serialize(state, 'sessions', session)));
    return session;
  }
  const intent = charge(state, { ...paymentOf(state, s), last4: card.last4 });
  const session = state.store.put('sessions', { ...paid, intent: intent.id });
  state.emit('checkout.session.completed', serialize(state, 'sessions', session));
  if (s.invoiceCreation) invoiceOfPayment(state, session, intent, s.invoiceCreation);
  return state.store.get('sessions', s.id)!;
}

/** The buyer promises a bank transfer: the checkout is complete, the money is not there. */
export function payLater(state: SandboxState, s: SessionRecord): SessionRecord {
  const email = payerOf(state, s);
  const transferDueAt = state.now() + TRANSFER_TAKES;
  const promised = { ...s, status: 'complete', payerEmail: email, transferDueAt } as const;
  const payment =
    s.mode === 'subscription'
      ? startSubscription(state, s, { email, card: null })
      : { intent: startSepaPayment(state, paymentOf(state, s)).id };
  const session = state.store.put('sessions', { ...promised, ...payment });
  state.emit('checkout.session.completed', serialize(state, 'sessions', session));
  return session;
}

/** The bank's answer about a promised transfer, once. */
export function decideTransfer(state: SandboxState, s: SessionRecord, arrived: boolean): SessionRecord {
  if (s.transferDueAt === null) throw badRequest('No bank transfer is expected for this Checkout Session.');
  const decided = state.store.put('sessions', {
    ...s,
    paymentStatus: arrived ? 'paid' : 'unpaid',
    transferDueAt: null,
  });
  if (s.invoice) decideFirstInvoice(state, s.invoice, arrived);
  else completeTransfer(state, state.store.get('intents', s.intent!)!, arrived);
  state.emit(
    arrived ? 'checkout.session.async_payment_succeeded' : 'checkout.session.async_payment_failed',
    serialize(state, 'sessions', decided),
  );
  if (arrived && s.invoiceCreation)
    invoiceOfPayment(state, decided, state.store.get('intents', s.intent!)!, s.invoiceCreation);
  return state.store.get('sessions', s.id)!;
}
