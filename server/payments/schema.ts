import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { PaymentProblem } from '#domain/payments/contract.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Every webhook event we have taken in: redelivery stops at the primary key. `problem` keeps what an admin must see. */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    objectId: text('object_id'),
    problem: text('problem').$type<PaymentProblem>(),
    payload: jsonb('payload'),
    receivedAt: at('received_at').notNull().defaultNow(),
    /** When an admin dealt with the problem, or a later attempt no longer had it. */
    resolvedAt: at('resolved_at'),
  },
  (t) => [index('stripe_events_problems').on(t.receivedAt).where(sql`${t.problem} is not null`)],
);

/** What must happen once per payment: the key is the checkout session (`cs_…`) or the invoice (`in_…`). */
export const fulfilments = pgTable(
  'fulfilments',
  {
    key: text('key').primaryKey(),
    orderId: uuid('order_id'),
    /** Who was first: the webhook or the buyer's return. */
    source: text('source', { enum: ['webhook', 'return'] }).notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [check('fulfilments_key', sql`${t.key} ~ '^(cs|in)_'`)],
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
    stands: boolean('stands').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index('refunds_of_payment').on(t.paymentKey), check('refunds_amount', sql`${t.amount} > 0`)],
);
