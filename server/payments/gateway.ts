import type { CardPayoutState } from '#domain/bank/card-payouts.ts';
import type { Product } from '#domain/catalogue/catalogue.ts';
import type { Day } from '#domain/day.ts';

/**
 * A payment provider in the shop's terms. Each provider has a folder of its own beside this file, and nothing outside it
 * knows whose pages, events and ids they are. Every function throws `PaymentGatewayError` (provider.ts) when the provider
 * refuses or cannot be reached.
 */
export interface PaymentGateway {
  capabilities: GatewayCapabilities;
  /** Opens the hosted payment page. Asked again for the same order and attempt, it answers with the same page. */
  openPage(page: NewPage): Promise<{ id: string; url: string | null }>;
  /** Makes the account's customer; asked again with the same data, it answers with the same one. Answers with its id. */
  createCustomer(customer: NewCustomer): Promise<string>;
  /** From now on its invoices name this company. */
  updateCustomer(customerId: string, company: BilledCompany): Promise<void>;
  /** The address of the invoice behind a payment, on a page of the provider's own; `null` when there is none. */
  invoiceAddress(paymentKey: string): Promise<string | null>;
  fetchCheckout(pageId: string, nextQuestion: NextQuestionNumber): Promise<CheckoutFacts>;
  /** A page that is cancelled cannot be paid any more. One that was paid or has ended is refused. */
  cancelPage(pageId: string): Promise<void>;
  /** All that is left of the payment goes back; nothing left is no error. A refusal is repeated unless `attempt` differs. */
  refund(paymentKey: string, attempt: number): Promise<void>;
  /**
   * So much of the payment goes back, once for each request: it is asked first whether that was done already. Answers with the
   * refund's id; the request's own id comes back in `RefundFacts`.
   */
  refundPart(part: { paymentKey: string; amount: number; requestId: string }): Promise<string>;
  /** Makes what renews as wanted; what has ended stays ended. Invoices of what is paused are voided. */
  setRenewal(subscriptionId: string, wanted: RenewalState): Promise<void>;
  /** A page on which the customer changes card and subscription. Answers with its address. */
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /**
   * Checks the signature on the bytes as they came, before anything is parsed, and whether the event is meant for this
   * server. Throws `EventRefused`; without a signature the body is not read.
   */
  parseEvent(headers: Headers, body: () => Promise<Uint8Array>): Promise<GatewayEvent>;
  /** Asks the provider what the event is about. `null`: an event that changes nothing here. */
  fetchNews(
    event: Pick<GatewayEvent, 'type' | 'objectId'>,
    nextQuestion: NextQuestionNumber,
  ): Promise<PaymentNews | null>;
  /** What has happened there since then, newest first; a provider forgets after a while (Stripe after thirty days). */
  eventsSince(since: Date): AsyncIterable<GatewayEvent>;
  /** Whether a line of a statement is a transfer of the provider's to the shop: which payout it names, `''` when none; `null`: it is none. */
  transferOf(line: TransferLine): string | null;
  /** Answers for the pages of a double, below `/sandbox/`; `null` when the provider's pages are its own. */
  page: ((request: Request) => Promise<Response>) | null;
  stop(): Promise<void>;
}

/** `ending`: it runs until the end of what is paid and is not charged again. */
export type RenewalState = 'running' | 'paused' | 'ending' | 'ended';

export interface TransferLine {
  payer: string;
  reference: string;
  purpose: string;
}

/** What differs from provider to provider and what the shop then does not offer. */
export interface GatewayCapabilities {
  /** Whether packages that renew can be sold. */
  subscriptions: boolean;
  portal: boolean;
}

/** What an invoice says of the company it is made out to. */
export interface BilledCompany {
  /** Invoices are mailed there. */
  email: string;
  name: string;
  taxNumber: string;
  registrationNumber: string;
  address: { street: string; city: string; postalCode: string; country: string };
}

export interface NewCustomer extends BilledCompany {
  profileId: string;
}

/** Never a clock or a random number: a repeat must ask with the same words. */
export interface NewPage {
  order: { id: string; email: string; checkoutAttempt: number };
  product: Product;
  /** The account's customer at the provider. */
  customer: string | null;
  publicUrl: string;
}

/** Numbers a question before it is asked: an answer to an earlier one never overwrites a later one. */
export type NextQuestionNumber = () => Promise<number>;

export interface GatewayEvent {
  id: string;
  /** The provider's name of what happened. */
  type: string;
  /** What it happened to, as the provider calls it. */
  objectId: string | null;
  /** Kept when a person must decide: staff see the amount, the address and the customer in it (problems.ts). */
  payload: EventPayload;
}

export interface EventPayload {
  data: {
    object: {
      id?: string;
      amount?: number;
      amount_paid?: number;
      amount_total?: number | null;
      currency?: string | null;
      customer?: unknown;
      customer_email?: string | null;
      customer_details?: { email?: string | null } | null;
    };
  };
}

/** What an event says, asked for a moment ago. Everything is settled from these answers, never from the event itself. */
export type PaymentNews =
  | { kind: 'checkout'; checkout: CheckoutFacts }
  | { kind: 'invoice paid'; invoice: InvoiceFacts }
  | { kind: 'invoice failed'; invoice: InvoiceFacts }
  | { kind: 'subscription'; subscription: SubscriptionFacts }
  | { kind: 'refund'; refund: RefundFacts; payment: Payment | null }
  | { kind: 'dispute'; dispute: DisputeFacts; payment: Payment | null }
  | { kind: 'payout'; payout: PayoutFacts };

/** What was paid: a page of ours or an invoice. */
export type Payment = CheckoutFacts | InvoiceFacts;

export interface CheckoutFacts {
  sessionId: string;
  orderId: string | null;
  /** `processing`: a bank transfer is under way; `failed`: it will not come. */
  state: 'open' | 'expired' | 'processing' | 'failed' | 'paid';
  amount: number;
  currency: string;
  /** When the money was taken; `null`: it was not, or nobody says when. */
  paidAt: Date | null;
  /** The first invoice, when the checkout began a subscription. */
  invoice: InvoiceFacts | null;
  /** Of a single payment that has an invoice; it may be written after the payment. */
  invoiceNumber: string | null;
}

export interface InvoiceFacts {
  invoiceId: string;
  number: string | null;
  orderId: string | null;
  /** It was written for a single payment, which is settled by its page. */
  ofPage: boolean;
  customerId: string | null;
  subscription: SubscriptionFacts | null;
  paid: boolean;
  /** As of a checkout. */
  paidAt: Date | null;
  amount: number;
  currency: string;
  /** Whether the first period or a renewal is charged, as was agreed to; of any other invoice a person decides. */
  agreed: boolean;
  first: boolean;
  /** Of what is charged, which may have begun days before it is paid. */
  periodStart: Date;
  periodEnd: Date;
  attempts: number;
  nextAttemptAt: Date | null;
}

export interface SubscriptionFacts {
  question: number;
  subscriptionId: string;
  orderId: string | null;
  customerId: string | null;
  /** `canceled` and `incomplete_expired` have ended; any other may renew. */
  status: string;
  currentPeriodEnd: Date;
  cancelAt: Date | null;
  cancelAtPeriodEnd: boolean;
  /** Its invoices are voided instead of charged. */
  paused: boolean;
  endedAt: Date | null;
  amount: number;
  currency: string;
  createdAt: Date;
}

export interface RefundFacts {
  refundId: string;
  amount: number;
  currency: string;
  /** `false`: the bank sent it back, or it was called off. */
  succeeded: boolean;
  /** The shop's own request (`refundPart`); `null` when it was made at the provider. */
  requestId: string | null;
}

export interface DisputeFacts {
  question: number;
  disputeId: string;
  amount: number;
  currency: string;
  /** `open`: the bank or the provider has not decided yet, an inquiry or an appeal included. */
  state: 'open' | 'won' | 'lost';
}

/** What the provider has sent, or is about to send, to the shop's bank. */
export interface PayoutFacts {
  question: number;
  payoutId: string;
  amount: number;
  /** What it has kept of the payments in it, minor units of the payout; `null` while it cannot say yet. */
  fee: number | null;
  currency: string;
  /** Of the day on which it is expected on the account, in the provider's calendar. */
  arrivesOn: Day;
  state: CardPayoutState;
}
