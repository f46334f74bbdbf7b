import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { PAYMENT_RECEIPT_STAGES, PAYMENT_WAYS } from '#domain/order-states.ts';
import type { PaymentProblem } from '#domain/payments/problem.ts';
import { oneOfCondition, timestampColumn } from '../platform/columns.ts';

/** Every webhook event we have taken in: redelivery stops at the primary key. `problem` keeps what an admin must see. */
export const paymentEvents = pgTable(
  'stripe_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    objectId: text('object_id'),
    problem: text('problem').$type<PaymentProblem>(),
    payload: jsonb('payload'),
    receivedAt: timestampColumn('received_at').notNull().defaultNow(),
    /** When an admin dealt with the problem, or a later attempt no longer had it. */
    resolvedAt: timestampColumn('resolved_at'),
  },
  (t) => [
    index('stripe_events_problems').on(t.receivedAt).where(sql`${t.problem} is not null`),
    index('stripe_events_newest').on(t.receivedAt),
  ],
);

/** A payment that came for an order, once: the key is the provider's id of the payment page or of the invoice, or the statement line's. */
export const orderPayments = pgTable(
  'fulfilments',
  {
    key: text('key').primaryKey(),
    orderId: uuid('order_id'),
    /**
     * Who was first: the webhook or the buyer's return. Of a transfer it is a line of a bank statement, of cash on delivery the parcel that
     * was delivered.
     */
    source: text('source', { enum: ['webhook', 'return', 'statement', 'parcel'] }).notNull(),
    way: text('way', { enum: PAYMENT_WAYS }).notNull().default('card'),
    /** Minor units. A server of an earlier version leaves it out; it is caught up with. */
    amount: bigint('amount', { mode: 'number' }),
    currency: text('currency', { enum: ['EUR', 'RSD'] }),
    receipt: text('receipt', { enum: PAYMENT_RECEIPT_STAGES }).notNull().default('received'),
    /** The order was paid already: nothing was sold for it, and it stays the buyer's money. */
    isSurplus: boolean('surplus').notNull().default(false),
    /** The account was closed or blocked, or a courier collects for the order: nothing was credited and the money goes back. */
    returned: boolean('returned').notNull().default(false),
    at: timestampColumn('at').notNull().defaultNow(),
  },
  (t) => [
    index('fulfilments_of_order').on(t.orderId),
    /** What couriers have not handed over yet. */
    index('fulfilments_collected').on(t.orderId).where(sql`${t.receipt} = 'collected'`),
    /** What came for an account that was closed or blocked: the desk asks it of every order to be packed. */
    index('fulfilments_returned').on(t.orderId).where(sql`${t.returned} and not ${t.isSurplus}`),
    check('fulfilments_amount', sql`${t.amount} >= 0`),
    check('fulfilments_receipt', oneOfCondition(t.receipt, PAYMENT_RECEIPT_STAGES)),
  ],
);

/** Money that went back. A refund that the bank returns or that is called off stands no more, and never stands again. */
export const refunds = pgTable(
  'refunds',
  {
    id: text('id').primaryKey(),
    /** The checkout session or invoice whose money it was. */
    paymentKey: text('payment_key').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    succeeded: boolean('stands').notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [index('refunds_of_payment').on(t.paymentKey), check('refunds_amount', sql`${t.amount} > 0`)],
);

/**
 * Every payment page we opened, written before the buyer gets its address: what is not here was not opened by us, and
 * what is `open` must be expired when the account may not pay any more.
 */
export const checkouts = pgTable(
  'checkouts',
  {
    /** The provider's id of the page. */
    id: text('id').primaryKey(),
    /** Whose it is, the order says. */
    orderId: uuid('order_id').notNull(),
    mode: text('mode', { enum: ['payment', 'subscription'] }).notNull(),
    state: text('state', { enum: ['open', 'processing', 'paid', 'returned', 'failed', 'expired'] })
      .notNull()
      .default('open'),
    /** The buyer came back from it and the provider did not answer: whether it was paid is not known. */
    unknownSince: timestampColumn('unknown_since'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('checkouts_unknown').on(t.unknownSince).where(sql`${t.unknownSince} is not null`),
    index('checkouts_open').on(t.orderId).where(sql`${t.state} = 'open'`),
    index('checkouts_processing').on(t.orderId).where(sql`${t.state} = 'processing'`),
  ],
);

/**
 * What has to be done at the provider after a commit, one row for each object there, kept until it is done. `asked` counts the
 * requests: work that began before the last request is done again (flows/payments/provider-tasks.ts).
 */
export const providerTasks = pgTable(
  'provider_tasks',
  {
    /** A payment page, a subscription, the key of a payment that goes back whole, or the id of a refund that staff asked for. */
    objectId: text('object_id').notNull(),
    kind: text('kind', { enum: ['expire-checkout', 'match-subscription', 'refund-payment', 'pay-back'] }).notNull(),
    id: uuid('id').primaryKey().defaultRandom(),
    asked: integer('asked').notNull().default(1),
    /** Failures since it was last asked for. */
    failures: integer('failures').notNull().default(0),
    lastError: text('last_error'),
    nextAt: timestampColumn('next_at').notNull().defaultNow(),
    /** Until then one worker has the task alone, also when it is asked for again meanwhile. */
    leasedUntil: timestampColumn('leased_until'),
    doneAt: timestampColumn('done_at'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('provider_tasks_once').on(t.kind, t.objectId),
    index('provider_tasks_due').on(t.nextAt).where(sql`${t.doneAt} is null`),
  ],
);

/** A buyer's bank disputes a payment. What the payment credited is held in the ledger while the dispute is open. */
export const disputes = pgTable(
  'disputes',
  {
    id: text('id').primaryKey(),
    /** The checkout session or invoice whose money is disputed. */
    paymentKey: text('payment_key').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    state: text('state', { enum: ['open', 'won', 'lost'] }).notNull(),
    /** The number of the question this was the answer to. */
    question: bigint('question', { mode: 'number' }).notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [index('disputes_of_payment').on(t.paymentKey), check('disputes_amount', sql`${t.amount} > 0`)],
);
