import type {
  CustomerRecord,
  DisputeRecord,
  IntentRecord,
  InvoiceRecord,
  Line,
  PayoutRecord,
  PortalRecord,
  Records,
  RefundRecord,
  SerializedKind,
  SessionRecord,
  SubscriptionRecord,
  TransactionRecord,
} from './records.ts';
import { emptyObject } from './schema.ts';
import type { SandboxState } from './state.ts';

/** Draws Stripe's objects from the sandbox's records, complete with every key the API version has. */
export type Serialized = Record<string, unknown>;

const list = (url: string, data: Serialized[]): Serialized => ({ object: 'list', data, has_more: false, url });

export function serialize<K extends SerializedKind>(state: SandboxState, kind: K, record: Records[K]): Serialized {
  const serializers: { [D in SerializedKind]: (state: SandboxState, record: Records[D]) => Serialized } = {
    sessions: serializeSession,
    customers: serializeCustomer,
    subscriptions: serializeSubscription,
    invoices: serializeInvoice,
    intents: serializeIntent,
    refunds: serializeRefund,
    disputes: serializeDispute,
    payouts: serializePayout,
    transactions: serializeTransaction,
    portals: serializePortal,
  };
  return serializers[kind](state, record);
}

function serializeSession(state: SandboxState, s: SessionRecord): Serialized {
  return {
    ...emptyObject('Checkout.Session'),
    id: s.id,
    amount_subtotal: s.amount,
    amount_total: s.amount,
    cancel_url: s.cancelUrl,
    client_reference_id: s.clientReference,
    created: s.created,
    currency: s.currency,
    customer: s.customer,
    customer_creation: s.mode === 'payment' && !s.customer ? 'if_required' : null,
    customer_details: s.payerEmail ? { ...emptyObject('Checkout.Session.CustomerDetails'), email: s.payerEmail } : null,
    customer_email: s.customerEmail,
    expires_at: s.expiresAt,
    invoice: s.invoice,
    invoice_creation: s.mode === 'payment' ? serializeInvoiceCreation(s) : null,
    locale: s.locale,
    metadata: s.metadata,
    mode: s.mode,
    payment_intent: s.intent,
    payment_method_collection: s.mode === 'subscription' ? 'always' : 'if_required',
    payment_method_types: ['card', 'sepa_debit'],
    payment_status: s.paymentStatus,
    status: s.status,
    subscription: s.subscription,
    success_url: s.successUrl,
    total_details: { ...emptyObject('Checkout.Session.TotalDetails') },
    ui_mode: 'hosted_page',
    url: s.status === 'open' ? `${state.publicUrl}/sandbox/pay/${s.id}` : null,
  };
}

const serializeInvoiceCreation = ({ invoiceCreation }: SessionRecord): Serialized => ({
  enabled: Boolean(invoiceCreation),
  invoice_data: {
    ...emptyObject('Checkout.Session.InvoiceCreation.InvoiceData'),
    metadata: invoiceCreation ?? null,
  },
});

export function serializeLineItems(s: SessionRecord): Serialized {
  const items = s.lines.map((line) => ({
    ...emptyObject('LineItem'),
    id: line.id,
    amount_subtotal: line.unitAmount * line.quantity,
    amount_total: line.unitAmount * line.quantity,
    currency: s.currency,
    description: line.name,
    price: serializePrice(line, s.currency, s.created),
    quantity: line.quantity,
  }));
  return list(`/v1/checkout/sessions/${s.id}/line_items`, items);
}

function serializePrice(line: Line, currency: string, created: number): Serialized {
  const recurring = line.everyMonths && {
    ...emptyObject('Price.Recurring'),
    interval: 'month',
    interval_count: line.everyMonths,
    usage_type: 'licensed',
  };
  return {
    ...emptyObject('Price'),
    id: line.priceId,
    active: false,
    billing_scheme: 'per_unit',
    created,
    currency,
    product: line.productId,
    recurring: recurring || null,
    tax_behavior: line.taxBehavior ?? 'unspecified',
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: line.unitAmount,
    unit_amount_decimal: String(line.unitAmount),
  };
}

function serializeCustomer(_state: SandboxState, c: CustomerRecord): Serialized {
  return {
    ...emptyObject('Customer'),
    id: c.id,
    address: c.address ? { ...emptyObject('Address'), ...c.address } : null,
    created: c.created,
    description: c.description,
    email: c.email,
    invoice_settings: {
      ...emptyObject('Customer.InvoiceSettings'),
      custom_fields: c.invoiceSettings?.customFields ?? null,
      footer: c.invoiceSettings?.footer ?? null,
    },
    metadata: c.metadata,
    name: c.name,
    phone: c.phone,
  };
}

function serializeSubscription(_state: SandboxState, s: SubscriptionRecord): Serialized {
  const item = {
    ...emptyObject('SubscriptionItem'),
    id: s.itemId,
    created: s.created,
    current_period_start: s.periodStart,
    current_period_end: s.periodEnd,
    plan: { id: s.line.priceId, object: 'plan' },
    price: serializePrice(s.line, s.currency, s.created),
    quantity: s.line.quantity,
    subscription: s.id,
  };
  return {
    ...emptyObject('Subscription'),
    id: s.id,
    billing_cycle_anchor: s.anchor,
    cancel_at: s.cancelAt,
    cancel_at_period_end: s.cancelAtPeriodEnd,
    canceled_at: s.canceledAt,
    collection_method: 'charge_automatically',
    created: s.created,
    currency: s.currency,
    customer: s.customer,
    ended_at: s.endedAt,
    items: list(`/v1/subscription_items?subscription=${s.id}`, [item]),
    latest_invoice: s.latestInvoice,
    metadata: s.metadata,
    pause_collection: s.paused ? { behavior: 'void', resumes_at: null } : null,
    start_date: s.created,
    status: s.status,
  };
}

function serializeInvoice(state: SandboxState, i: InvoiceRecord): Serialized {
  const customer = i.billedTo ?? state.store.get('customers', i.customer);
  const paid = i.status === 'paid';
  return {
    ...emptyObject('Invoice'),
    id: i.id,
    amount_due: i.amount,
    amount_paid: paid ? i.amount : 0,
    amount_remaining: paid ? 0 : i.amount,
    attempt_count: i.attempts,
    attempted: i.attempts > 0,
    auto_advance: i.nextAttemptAt !== null,
    billing_reason: i.reason,
    collection_method: 'charge_automatically',
    created: i.created,
    currency: i.currency,
    customer: i.customer,
    customer_address: customer?.address ? { ...emptyObject('Address'), ...customer.address } : null,
    custom_fields: customer?.invoiceSettings?.customFields ?? null,
    footer: customer?.invoiceSettings?.footer ?? null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    effective_at: i.created,
    hosted_invoice_url: `${state.publicUrl}/sandbox/invoice/${i.id}`,
    invoice_pdf: `${state.publicUrl}/sandbox/invoice/${i.id}`,
    lines: list(`/v1/invoices/${i.id}/lines`, [serializeInvoiceLine(i)]),
    metadata: i.subscription ? {} : i.metadata,
    next_payment_attempt: i.nextAttemptAt,
    number: i.number,
    parent: i.subscription
      ? {
          ...emptyObject('Invoice.Parent'),
          type: 'subscription_details',
          quote_details: null,
          subscription_details: { metadata: i.metadata, subscription: i.subscription },
        }
      : null,
    period_start: i.periodStart,
    period_end: i.periodEnd,
    status: i.status,
    status_transitions: {
      ...emptyObject('Invoice.StatusTransitions'),
      finalized_at: i.created,
      paid_at: i.paidAt,
      voided_at: i.voidedAt,
    },
    subtotal: i.amount,
    total: i.amount,
    webhooks_delivered_at: i.created,
  };
}

function serializeInvoiceLine(i: InvoiceRecord): Serialized {
  return {
    ...emptyObject('InvoiceLineItem'),
    id: i.line.id,
    amount: i.amount,
    currency: i.currency,
    description: i.line.name,
    discountable: true,
    invoice: i.id,
    metadata: i.metadata,
    parent: i.subscription
      ? {
          type: 'subscription_item_details',
          invoice_item_details: null,
          subscription_item_details: {
            ...emptyObject('InvoiceLineItem.Parent.SubscriptionItemDetails'),
            subscription: i.subscription,
            subscription_item: `si_${i.subscription.slice(4)}`,
          },
        }
      : null,
    period: { start: i.periodStart, end: i.periodEnd },
    pricing: {
      type: 'price_details',
      price_details: { price: i.line.priceId, product: i.line.productId },
      unit_amount_decimal: String(i.line.unitAmount),
    },
    quantity: i.line.quantity,
    quantity_decimal: String(i.line.quantity),
    subscription: i.subscription,
    subtotal: i.amount,
  };
}

/** An invoice has at most one payment here: the intent that paid it, or is about to. */
export function serializeInvoicePayments(state: SandboxState, i: InvoiceRecord): Serialized[] {
  const intent = i.intent && state.store.get('intents', i.intent);
  if (!intent) return [];
  return [
    {
      ...emptyObject('InvoicePayment'),
      id: `inpay_${i.id.slice(3)}`,
      amount_paid: i.status === 'paid' ? i.amount : null,
      amount_requested: i.amount,
      created: intent.created,
      currency: i.currency,
      invoice: i.id,
      is_default: true,
      payment: { type: 'payment_intent', payment_intent: intent.id },
      status: i.status === 'paid' ? 'paid' : 'open',
      status_transitions: { ...emptyObject('InvoicePayment.StatusTransitions'), paid_at: i.paidAt },
    },
  ];
}

function serializeIntent(_state: SandboxState, p: IntentRecord): Serialized {
  return {
    ...emptyObject('PaymentIntent'),
    id: p.id,
    amount: p.amount,
    amount_received: p.status === 'succeeded' ? p.amount : 0,
    capture_method: 'automatic_async',
    created: p.created,
    currency: p.currency,
    customer: p.customer,
    latest_charge: p.charge?.id ?? null,
    metadata: p.metadata,
    payment_method_types: [p.method],
    receipt_email: p.receiptEmail,
    status: p.status,
  };
}

export function serializeCharge(p: IntentRecord): Serialized {
  const charge = p.charge!;
  return {
    ...emptyObject('Charge'),
    id: charge.id,
    amount: p.amount,
    amount_captured: p.amount,
    amount_refunded: charge.refunded,
    captured: true,
    created: charge.created,
    currency: p.currency,
    customer: p.customer,
    metadata: p.metadata,
    paid: true,
    payment_intent: p.id,
    payment_method_details: { type: p.method },
    receipt_email: p.receiptEmail,
    refunded: charge.refunded >= p.amount,
    status: 'succeeded',
  };
}

function serializeRefund(_state: SandboxState, r: RefundRecord): Serialized {
  return {
    ...emptyObject('Refund'),
    id: r.id,
    amount: r.amount,
    charge: r.charge,
    created: r.created,
    currency: r.currency,
    customer: r.customer,
    metadata: r.metadata,
    payment_intent: r.intent,
    reason: r.reason,
    status: r.status,
    ...(r.status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
  };
}

function serializeDispute(_state: SandboxState, d: DisputeRecord): Serialized {
  return {
    ...emptyObject('Dispute'),
    id: d.id,
    amount: d.amount,
    charge: d.charge,
    created: d.created,
    currency: d.currency,
    is_charge_refundable: d.status === 'won',
    payment_intent: d.intent,
    reason: 'fraudulent',
    status: d.status,
  };
}

function serializePayout(_state: SandboxState, p: PayoutRecord): Serialized {
  return {
    ...emptyObject('Payout'),
    id: p.id,
    amount: p.amount,
    arrival_date: p.arrivesAt,
    automatic: true,
    created: p.created,
    currency: p.currency,
    description: 'STRIPE PAYOUT',
    metadata: {},
    method: 'standard',
    reconciliation_status: p.isReconciled ? 'completed' : 'in_progress',
    source_type: 'card',
    status: p.status,
    type: 'bank_account',
    ...(p.status === 'failed'
      ? { failure_code: 'account_closed', failure_message: 'The bank account is closed.' }
      : {}),
  };
}

function serializeTransaction(_state: SandboxState, t: TransactionRecord): Serialized {
  const details = {
    ...emptyObject('BalanceTransaction.FeeDetail'),
    amount: t.fee,
    currency: t.currency,
    type: 'stripe_fee',
  };
  return {
    ...emptyObject('BalanceTransaction'),
    id: t.id,
    amount: t.amount,
    available_on: t.created,
    balance_type: 'payments',
    created: t.created,
    currency: t.currency,
    fee: t.fee,
    fee_details: t.fee === 0 ? [] : [details],
    net: t.amount - t.fee,
    reporting_category: t.type,
    source: t.source.replace(/:won$/, ''),
    status: 'available',
    type: t.type,
  };
}

function serializePortal(state: SandboxState, p: PortalRecord): Serialized {
  return {
    ...emptyObject('BillingPortal.Session'),
    id: p.id,
    configuration: 'bpc_sandbox',
    created: p.created,
    customer: p.customer,
    return_url: p.returnUrl,
    url: `${state.publicUrl}/sandbox/portal/${p.id}`,
  };
}
