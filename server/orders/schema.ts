import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Delivery, OrderKind, OrderStatus } from '#domain/orders/contract.ts';
import { profiles } from '../accounts/schema.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

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
    /** The payment page at Stripe; each definitive failure starts a new attempt with a new idempotency key. */
    checkoutSessionId: text('checkout_session_id').unique(),
    checkoutAttempt: integer('checkout_attempt').notNull().default(1),
    termsVersion: text('terms_version'),
    paidAt: at('paid_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('orders_newest').on(t.createdAt.desc(), t.id.desc()),
    index('orders_of_person').on(t.profileId, t.createdAt.desc()),
    index('orders_of_email').on(t.email),
    check('orders_kind', sql`${t.kind} in ('device', 'package', 'special')`),
    check('orders_amount_positive', sql`${t.amount} > 0`),
    check('orders_status', sql`${t.status} in ('pending', 'paid', 'cancelled')`),
    check('orders_paid_has_time', sql`(${t.status} = 'paid') = (${t.paidAt} is not null)`),
  ],
);
