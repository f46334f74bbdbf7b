/** What the sandbox remembers. Far smaller than Stripe's objects, which are serialized from it when asked (objects.ts). Seconds since 1970. */
export type Metadata = Record<string, string>;

export interface Line {
  id: string;
  priceId: string;
  productId: string;
  name: string;
  quantity: number;
  unitAmount: number;
  taxBehavior: string | null;
  /** Months between payments; null for a single payment. */
  everyMonths: number | null;
}

/** How the card on file behaves: the numbers are Stripe's published test numbers. */
export interface Card {
  last4: string;
  behaviour: 'pays' | 'declines' | 'lacks funds' | 'declines renewals' | 'disputes';
}

export interface CustomerRecord {
  id: string;
  created: number;
  email: string | null;
  name: string | null;
  phone: string | null;
  description: string | null;
  address: Record<string, string | null> | null;
  /** What its invoices say beside it; sandboxes kept from before do not have it. */
  invoiceSettings?: InvoiceSettings | null;
  metadata: Metadata;
  card: Card | null;
}

export interface InvoiceSettings {
  customFields: { name: string; value: string }[];
  footer: string | null;
}

export interface SessionRecord {
  id: string;
  created: number;
  expiresAt: number;
  mode: 'payment' | 'subscription';
  status: 'open' | 'complete' | 'expired';
  paymentStatus: 'unpaid' | 'paid';
  currency: string;
  amount: number;
  customer: string | null;
  customerEmail: string | null;
  payerEmail: string | null;
  clientReference: string | null;
  metadata: Metadata;
  intentMetadata: Metadata;
  subscriptionMetadata: Metadata;
  successUrl: string;
  cancelUrl: string | null;
  locale: string | null;
  lines: Line[];
  intent: string | null;
  subscription: string | null;
  invoice: string | null;
  /** Metadata of the invoice that a single payment gets; sandboxes kept from before do not have it. */
  invoiceCreation?: Metadata | null;
  /** When the promised bank transfer arrives, unless someone decides earlier. */
  transferDueAt: number | null;
}

export interface IntentRecord {
  id: string;
  created: number;
  amount: number;
  currency: string;
  customer: string | null;
  metadata: Metadata;
  status: 'succeeded' | 'processing' | 'requires_payment_method';
  invoice: string | null;
  receiptEmail: string | null;
  method: 'card' | 'sepa_debit';
  charge: { id: string; created: number; refunded: number; last4: string } | null;
}

export interface SubscriptionRecord {
  id: string;
  created: number;
  customer: string;
  metadata: Metadata;
  status: 'incomplete' | 'active' | 'past_due' | 'canceled';
  line: Line;
  itemId: string;
  currency: string;
  anchor: number;
  /** How many periods have begun since the anchor. */
  periods: number;
  periodStart: number;
  periodEnd: number;
  cancelAtPeriodEnd: boolean;
  cancelAt: number | null;
  canceledAt: number | null;
  endedAt: number | null;
  /** Its invoices are voided instead of charged. */
  paused?: boolean;
  latestInvoice: string | null;
}

export interface InvoiceRecord {
  id: string;
  number: string;
  created: number;
  customer: string;
  /** `null`: of a single payment. */
  subscription: string | null;
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual';
  status: 'open' | 'paid' | 'void';
  amount: number;
  currency: string;
  line: Line;
  metadata: Metadata;
  periodStart: number;
  periodEnd: number;
  /** As the customer was when it was written: a later change of the customer does not change it. */
  billedTo?: Pick<CustomerRecord, 'name' | 'email' | 'address' | 'invoiceSettings'>;
  intent: string | null;
  attempts: number;
  nextAttemptAt: number | null;
  paidAt: number | null;
  voidedAt: number | null;
}

export interface RefundRecord {
  id: string;
  created: number;
  amount: number;
  currency: string;
  intent: string;
  charge: string;
  customer: string | null;
  status: 'succeeded' | 'failed';
  reason: string | null;
  metadata: Metadata;
}

export interface DisputeRecord {
  id: string;
  created: number;
  amount: number;
  currency: string;
  intent: string;
  charge: string;
  status: 'needs_response' | 'under_review' | 'won' | 'lost';
}

export interface PayoutRecord {
  id: string;
  created: number;
  amount: number;
  currency: string;
  arrivesAt: number;
  status: 'in_transit' | 'paid' | 'failed';
  /** What it consists of can be asked for. */
  isReconciled: boolean;
}

/** What has moved the balance; each is in one payout. */
export interface TransactionRecord {
  id: string;
  created: number;
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment' | 'payout' | 'payout_failure';
  source: string;
  amount: number;
  fee: number;
  currency: string;
  payout: string;
}

export interface PortalRecord {
  id: string;
  created: number;
  customer: string;
  returnUrl: string | null;
}

export interface EventRecord {
  id: string;
  type: string;
  created: number;
  object: unknown;
  request: { id: string | null; idempotency_key: string | null };
  delivery: { state: 'waiting' | 'delivered' | 'given up'; attempts: number; lastError: string | null };
}

/** The first answer to an idempotency key: the same request gets it again, another request is refused. */
export interface KeyRecord {
  id: string;
  created: number;
  fingerprint: string;
  answer: { status: number; body: unknown } | { kind: SerializedKind; record: Records[SerializedKind] };
}

export interface SettingsRecord {
  id: string;
  secretKey: string;
  webhookSecret: string;
  /** How far the sandbox's clock runs ahead of the real one. */
  clockOffset: number;
  invoiceCount: number;
}

export interface Records {
  customers: CustomerRecord;
  sessions: SessionRecord;
  intents: IntentRecord;
  subscriptions: SubscriptionRecord;
  invoices: InvoiceRecord;
  refunds: RefundRecord;
  disputes: DisputeRecord;
  payouts: PayoutRecord;
  transactions: TransactionRecord;
  portals: PortalRecord;
  events: EventRecord;
  keys: KeyRecord;
  settings: SettingsRecord;
}
export type Kind = keyof Records;
export type SerializedKind = Exclude<Kind, 'events' | 'keys' | 'settings'>;
