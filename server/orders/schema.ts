import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Delivery, OrderKind, OrderStatus } from '#domain/orders/contract.ts';
import { profiles } from '../accounts/schema.ts';
import { at } from '../platform/columns.ts';

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
    status: text('status').$type<OrderStatus>().notNull().default('pending'),
    /** The buyer and the delivery address, or the company, as they were when the order was placed. */
    delivery: jsonb('delivery').$type<Delivery>(),
    /** The payment page at the provider; each definitive failure starts a new attempt with a new idempotency key. */
    checkoutSessionId: text('checkout_session_id').unique(),
    checkoutAttempt: integer('checkout_attempt').notNull().default(1),
    /** What makes a second click the same order: set while the payment page may still be open (orders/place-order.ts). */
    checkoutKey: text('checkout_key'),
    termsVersion: text('terms_version'),
    paidAt: at('paid_at'),
    /** How much of the amount went back to the buyer, in all. */
    refunded: integer('refunded').notNull().default(0),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('orders_newest').on(t.createdAt, t.id),
    index('orders_by_amount').on(t.amount, t.id),
    index('orders_of_person').on(t.profileId, t.createdAt),
    index('orders_of_email').on(t.email),
    uniqueIndex('orders_one_open_checkout').on(t.profileId, t.checkoutKey).where(sql`${t.checkoutKey} is not null`),
    index('orders_pending').on(t.createdAt).where(sql`${t.status} = 'pending'`),
    check('orders_kind', sql`${t.kind} in ('device', 'package', 'special')`),
    check('orders_amount_positive', sql`${t.amount} > 0`),
    check('orders_status', sql`${t.status} in ('pending', 'paid', 'cancelled')`),
    check('orders_open_is_pending', sql`${t.checkoutKey} is null or ${t.status} = 'pending'`),
    check('orders_refunded', sql`${t.refunded} between 0 and ${t.amount}`),
    check('orders_paid_has_time', sql`(${t.status} = 'paid') = (${t.paidAt} is not null)`),
  ],
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
    statedAt: at('stated_at').notNull(),
    /** The day the buyer says the device came; `null` when it has not come yet. */
    receivedOn: date('received_on', { mode: 'string' }),
    reason: text('reason').notNull().default(''),
    /** Closed by hand, where no refund, or not the whole one, was due; `resolution` says why. */
    resolvedAt: at('resolved_at'),
    resolution: text('resolution').notNull().default(''),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('withdrawals_stated').on(t.statedAt),
    check('withdrawals_resolved', sql`${t.resolution} = '' or ${t.resolvedAt} is not null`),
  ],
);
