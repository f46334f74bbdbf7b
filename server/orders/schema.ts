import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Delivery } from '#domain/delivery.ts';
import type { OrderStatus } from '#domain/order-states.ts';
import { CLAIM_STATES, FULFILMENT_STATES, LINE_KINDS, PAYMENT_STATES, PAYMENT_WAYS } from '#domain/order-states.ts';
import type { OrderEventFacts, OrderEventKind } from '#domain/orders/events.ts';
import type { OrderKind } from '#domain/orders/shapes.ts';
import { profiles } from '../accounts/schema.ts';
import { oneOfCondition, timestampColumn } from '../platform/columns.ts';

/** One row for each checkout a buyer starts. The person may be erased later, the row stays for the books. */
export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    number: bigint('number', { mode: 'number' }).notNull().unique().generatedAlwaysAsIdentity({ startWith: 1001 }),
    profileId: uuid('profile_id').references(() => profiles.id, { onDelete: 'set null' }),
    email: text('email').notNull(),
    kind: text('kind').$type<OrderKind>().notNull(),
    productName: text('product_name').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull().default('EUR'),
    way: text('way', { enum: PAYMENT_WAYS }).notNull().default('card'),
    /** Dinars for one euro, as agreed when it was placed; `null` where nothing in dinars was agreed. */
    rate: numeric('rate', { precision: 10, scale: 4, mode: 'number' }),
    /**
     * What its facts say, brought up to date with each event (`refresh_order`): `status` follows from `paymentState`. Nothing else
     * writes these six.
     */
    status: text('status').$type<OrderStatus>().notNull().default('pending'),
    paymentState: text('payment_state', { enum: PAYMENT_STATES }).notNull().default('unpaid'),
    fulfilmentState: text('fulfilment_state', { enum: FULFILMENT_STATES }),
    /** Parcels that were delivered, of those that count. */
    deliveredParcels: integer('delivered_parcels').notNull().default(0),
    parcels: integer('parcels').notNull().default(0),
    isDisputed: boolean('disputed').notNull().default(false),
    /** Grows with every event: who decides on an older state is refused. */
    version: integer('version').notNull().default(1),
    /** The buyer and the delivery address, or the company, as they were when the order was placed. */
    delivery: jsonb('delivery').$type<Delivery>(),
    /** The payment page at the provider; each definitive failure starts a new attempt with a new idempotency key. */
    checkoutSessionId: text('checkout_session_id').unique(),
    checkoutAttempt: integer('checkout_attempt').notNull().default(1),
    /** What makes a second click the same order: set while the payment page may still be open (orders/place-order.ts). */
    checkoutKey: text('checkout_key'),
    termsVersion: text('terms_version'),
    paidAt: timestampColumn('paid_at'),
    /** How much of the amount went back to the buyer, in all. */
    refunded: integer('refunded').notNull().default(0),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (t) => [
    /** With what the foot of the list adds up, so that the rows themselves are not read for it. */
    index('orders_newest').on(t.createdAt, t.id, t.status, t.amount, t.refunded),
    index('orders_by_amount').on(t.amount, t.id),
    /** With what a person's orders come to, for the same reason. */
    index('orders_of_buyer').on(t.profileId, t.createdAt, t.id, t.status, t.amount, t.refunded),
    index('orders_of_email').on(t.email),
    uniqueIndex('orders_one_open_checkout').on(t.profileId, t.checkoutKey).where(sql`${t.checkoutKey} is not null`),
    index('orders_refunded').on(t.createdAt).where(sql`${t.refunded} > 0`),
    index('orders_to_pack')
      .on(sql`coalesce(${t.paidAt}, ${t.createdAt})`, t.id)
      .where(sql`${t.fulfilmentState} = 'new'`),
    /** Paid for or at the courier's, and not delivered. */
    index('orders_undelivered')
      .on(sql`coalesce(${t.paidAt}, ${t.createdAt})`, t.id)
      .where(
        sql`${t.fulfilmentState} in ('new', 'packed', 'handed_over', 'in_transit', 'lost', 'damaged', 'refused', 'returned')
          and ${t.paymentState} in ('paid', 'part_refunded', 'settled', 'due', 'collected')`,
      ),
    /** Of these, what came back. */
    index('orders_came_back')
      .on(t.createdAt)
      .where(
        sql`${t.fulfilmentState} in ('refused', 'returned')
          and ${t.paymentState} in ('paid', 'part_refunded', 'settled', 'due', 'collected')`,
      ),
    /** Money that a courier is to collect, or has. */
    index('orders_on_delivery')
      .on(t.createdAt)
      .where(sql`${t.status} = 'pending' and ${t.paymentState} in ('due', 'collected')`),
    /** Of these, what was delivered at least in part. */
    index('orders_at_courier')
      .on(t.createdAt)
      .where(sql`${t.status} = 'pending' and ${t.paymentState} in ('due', 'collected') and ${t.deliveredParcels} > 0`),
    /** Waiting for a transfer. */
    index('orders_to_transfer').on(t.createdAt).where(sql`${t.status} = 'pending' and ${t.way} = 'transfer'`),
    index('orders_pending').on(t.createdAt).where(sql`${t.status} = 'pending'`),
    index('orders_to_pay')
      .on(t.createdAt)
      .where(sql`${t.status} = 'pending' and ${t.paymentState} in ('unpaid', 'processing')`),
    check('orders_kind', sql`${t.kind} in ('device', 'package', 'special')`),
    check('orders_amount_positive', sql`${t.amount} > 0`),
    check('orders_status', sql`${t.status} in ('pending', 'paid', 'cancelled')`),
    check('orders_way', oneOfCondition(t.way, PAYMENT_WAYS)),
    check('orders_payment_state', oneOfCondition(t.paymentState, PAYMENT_STATES)),
    check('orders_fulfilment_state', oneOfCondition(t.fulfilmentState, FULFILMENT_STATES)),
    check('orders_rate', sql`${t.rate} > 0`),
    check('orders_open_is_pending', sql`${t.checkoutKey} is null or ${t.status} = 'pending'`),
    check('orders_refunded', sql`${t.refunded} between 0 and ${t.amount}`),
    check('orders_paid_has_time', sql`(${t.status} = 'paid') = (${t.paidAt} is not null)`),
  ],
);

/** What was bought. Together with the fees they make what is asked for. */
export const orderLines = pgTable(
  'order_lines',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    kind: text('kind', { enum: LINE_KINDS }).notNull(),
    name: text('name').notNull(),
    /** Devices, months, or one. */
    quantity: integer('quantity').notNull(),
    /** Of the whole line. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency', { enum: ['EUR', 'RSD'] }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position] }),
    check('order_lines_kind', oneOfCondition(t.kind, LINE_KINDS)),
    check('order_lines_quantity', sql`${t.quantity} > 0`),
    check('order_lines_amount', sql`${t.amount} >= 0`),
  ],
);

/** What a buyer is asked to pay for an order, in one currency. */
export const orderClaims = pgTable(
  'claims',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    way: text('way', { enum: PAYMENT_WAYS }).notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency', { enum: ['EUR', 'RSD'] }).notNull(),
    state: text('state', { enum: CLAIM_STATES }).notNull().default('live'),
    /** What a transfer names: `5YYYYnnnnnn` of `97 kk-5YYYYnnnnnn`. Never given again, so that an old pro-forma invoice is still recognised. */
    reference: text('reference'),
    /** Whose account it is paid to. Reservations are the event organiser's and have rows of their own (`porudzbine`). */
    payableTo: text('payable_to', { enum: ['company'] })
      .notNull()
      .default('company'),
    /** Of a transfer: the last day in Belgrade on which it may be paid. */
    validUntil: date('valid_until', { mode: 'string' }),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('claims_of_order').on(t.orderId, t.createdAt),
    uniqueIndex('claims_one_live').on(t.orderId).where(sql`${t.state} = 'live'`),
    uniqueIndex('claims_reference_once').on(t.reference),
    index('claims_waiting_by_amount').on(t.amount).where(sql`${t.state} = 'live' and ${t.way} = 'transfer'`),
    check('claims_way', oneOfCondition(t.way, PAYMENT_WAYS)),
    check('claims_amount', sql`${t.amount} > 0`),
    check('claims_state', oneOfCondition(t.state, CLAIM_STATES)),
    check('claims_reference', sql`${t.reference} ~ '^5[0-9]{10,13}$'`),
    check('claims_payable_to', sql`${t.payableTo} = 'company'`),
    check(
      'claims_transfer',
      sql`(${t.way} = 'transfer') = (${t.reference} is not null and ${t.validUntil} is not null)`,
    ),
  ],
);

/** Numbers of the references of transfers; one that is left out is missed by nobody. */
export const transferNumbers = pgSequence('transfer_numbers');

/** What happened to an order, in the order in which it was written; never changed. One of a kind for each reference. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    kind: text('kind').$type<OrderEventKind>().notNull(),
    /** When it happened; it may be written later. */
    moment: timestampColumn('moment').notNull(),
    /** A person's id, or one of those that are not people (`AuditActor`). */
    actor: text('actor').notNull(),
    /** The key of a program with which that person's duties were used, and its name; staff alone are told. */
    keyId: uuid('key_id'),
    keyName: text('key_name'),
    facts: jsonb('facts').$type<OrderEventFacts>().notNull().default({}),
    /** What it is about: the payment, the refund, the parcel. Empty when the order itself. */
    reference: text('reference').notNull().default(''),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('order_events_once').on(t.orderId, t.kind, t.reference),
    /** Somebody said on the phone that they want what they pay on delivery. */
    index('order_events_confirmed')
      .on(t.orderId)
      .where(sql`${t.kind} = 'called' and ${t.facts} ->> 'outcome' in ('confirmed', 'changed')`),
    /** Money came that made no order whole. */
    index('order_events_kept').on(t.orderId).where(sql`${t.kind} in ('part_paid', 'overpaid')`),
  ],
);

/** What staff say about an order among themselves; kept with it. */
export const orderNotes = pgTable(
  'order_notes',
  {
    /** Made by the screen: a note that is sent twice is one note. */
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    authorId: uuid('author_id').references(() => profiles.id, { onDelete: 'set null' }),
    createdAt: timestampColumn('created_at').notNull(),
  },
  (t) => [
    index('order_notes_of').on(t.orderId, t.createdAt),
    index('order_notes_by').on(t.authorId),
    check('order_notes_text', sql`${t.text} <> ''`),
  ],
);

/** Who has an order open for a call, until when it is said of them; a row that is over means nothing. */
export const orderOpenCalls = pgTable(
  'order_open_calls',
  {
    orderId: uuid('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    openedAt: timestampColumn('opened_at').notNull(),
    until: timestampColumn('until').notNull(),
  },
  (t) => [index('order_open_calls_by').on(t.personId)],
);

/** Dinars for one euro from a day on; before the first row it is the configuration's (`EUR_RSD_RATE`). */
export const exchangeRates = pgTable(
  'exchange_rates',
  {
    validFrom: date('valid_from', { mode: 'string' }).primaryKey(),
    rate: numeric('rate', { precision: 10, scale: 4, mode: 'number' }).notNull(),
    setBy: text('set_by').notNull(),
    setAt: timestampColumn('set_at').notNull(),
  },
  (t) => [check('exchange_rates_rate', sql`${t.rate} > 0`)],
);

/** An upgrade asks for it: what servers of an earlier version write without claims and events is caught up with, once. */
export const orderCatchUps = pgTable('order_catch_ups', {
  askedAt: timestampColumn('asked_at').primaryKey().notNull().defaultNow(),
});

/** A view of the list of sales that somebody keeps: an address of it. */
export const saleViews = pgTable(
  'sale_views',
  {
    /** Made by the screen: a view that is sent twice is one view. */
    id: uuid('id').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    query: text('query').notNull(),
    isShared: boolean('is_shared').notNull(),
    createdAt: timestampColumn('created_at').notNull(),
  },
  (t) => [index('sale_views_of').on(t.ownerId), index('sale_views_shared').on(t.createdAt).where(sql`${t.isShared}`)],
);

/**
 * A buyer's statement that they withdraw from a device order, once for each. Dealt with when the order's whole amount went
 * back, or when an admin has closed it in words; docs/decisions/112.
 */
export const withdrawals = pgTable(
  'withdrawals',
  {
    orderId: uuid('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'restrict' }),
    statedAt: timestampColumn('stated_at').notNull(),
    /** The day the buyer says the device came; `null` when it has not come yet. */
    receivedOn: date('received_on', { mode: 'string' }),
    reason: text('reason').notNull().default(''),
    /** Closed by hand, where no refund, or not the whole one, was due; `resolution` says why. */
    resolvedAt: timestampColumn('resolved_at'),
    resolution: text('resolution').notNull().default(''),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('withdrawals_stated').on(t.statedAt),
    check('withdrawals_resolved', sql`${t.resolution} = '' or ${t.resolvedAt} is not null`),
  ],
);
