import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgSequence,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { profiles } from '../accounts/schema.ts';
import { timestampColumn } from '../platform/columns.ts';

/** One row for each paid period of an advertising package: the first payment and every renewal. */
export const packages = pgTable(
  'packages',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    profileId: uuid('profile_id').references(() => profiles.id, { onDelete: 'set null' }),
    orderId: uuid('order_id'),
    email: text('email').notNull(),
    packageName: text('package_name').notNull(),
    bannerCount: integer('l_banners').notNull(),
    tvSeconds: integer('tv_seconds').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    companyName: text('company_name'),
    subscriptionId: text('subscription_id'),
    /** The invoice or checkout session that paid for it: a second delivery of the same payment adds nothing. */
    paymentKey: text('payment_key').notNull().unique(),
    /** Of our invoice. What was sold before there were any has the payment provider's, or none for a single payment. */
    invoiceNumber: text('invoice_number'),
    /** Until when the paid period lasts. */
    periodEnd: timestampColumn('period_end'),
    /** How much of the amount went back to the buyer, in all. */
    refunded: integer('refunded').notNull().default(0),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('packages_newest').on(t.createdAt, t.id),
    index('packages_by_amount').on(t.amount, t.id),
    index('packages_of_person').on(t.profileId, t.createdAt),
    index('packages_of_subscription').on(t.subscriptionId),
    check('packages_refunded', sql`${t.refunded} between 0 and ${t.amount}`),
    check('packages_counts', sql`${t.bannerCount} >= 0 and ${t.tvSeconds} >= 0 and ${t.amount} >= 0`),
  ],
);

/**
 * Months of a package that were paid together by transfer. Each is credited on its calendar day, counted from the day on which the first
 * of an unbroken row began: 31 January, 28 February, 31 March.
 */
export const packageAdvances = pgTable(
  'package_advances',
  {
    orderId: uuid('order_id').primaryKey(),
    profileId: uuid('profile_id').references(() => profiles.id, { onDelete: 'set null' }),
    packageName: text('package_name').notNull(),
    /** The day from which months are counted, and how many of them came before the first of these. */
    anchorOn: date('anchor_on', { mode: 'string' }).notNull(),
    monthsBefore: integer('months_before').notNull(),
    months: integer('months').notNull(),
    credited: integer('credited').notNull().default(0),
    /** How many, the last ones, go back or went back: they are never credited. */
    back: integer('months_back').notNull().default(0),
    /** When the next month is credited; `null` when all were, or none will be any more. */
    nextOn: date('next_on', { mode: 'string' }),
    /** The day on which the last of them is over. */
    endsOn: date('ends_on', { mode: 'string' }).notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('package_advances_of_person').on(t.profileId, t.packageName),
    index('package_advances_next').on(t.nextOn).where(sql`${t.nextOn} is not null`),
    index('package_advances_ending').on(t.endsOn),
    check('package_advances_months', sql`${t.months} between 1 and 12 and ${t.monthsBefore} >= 0`),
    check('package_advances_credited', sql`${t.credited} between 0 and ${t.months}`),
    check('package_advances_back', sql`${t.back} between 0 and ${t.months} - ${t.credited}`),
    check('package_advances_done', sql`${t.credited} + ${t.back} < ${t.months} or ${t.nextOn} is null`),
  ],
);

/** Numbers the questions put to the payment provider about subscriptions: an older answer never overwrites a newer one. */
export const paymentQuestions = pgSequence('stripe_questions');

/** States of a subscription, in the provider's words, after which nothing is charged any more. */
export const ENDED_STATUSES = ['canceled', 'incomplete_expired'];
/** States in which the month that runs at the provider is not paid, because its charge failed. */
export const UNPAID_STATUSES = ['past_due', 'unpaid'];

/** The subscription as it was last read from the payment provider. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: text('id').primaryKey(),
    profileId: uuid('profile_id').references(() => profiles.id, { onDelete: 'set null' }),
    orderId: uuid('order_id'),
    packageName: text('package_name').notNull(),
    status: text('status').notNull(),
    currentPeriodEnd: timestampColumn('current_period_end'),
    cancelAt: timestampColumn('cancel_at'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    /** Nothing is charged: the account is blocked, or `pausedSince`. */
    paused: boolean('paused').notNull().default(false),
    /** Whoever pays wants nothing to be charged, or staff for them: the provider is asked for that until it is so. */
    pausedSince: timestampColumn('paused_since'),
    /** When it was over, whoever ended it. */
    endedAt: timestampColumn('ended_at'),
    /** When a renewal that failed is charged again; says something only while the subscription is past due. */
    retryAt: timestampColumn('retry_at'),
    /** How often the unpaid renewal was charged; likewise. */
    attempts: integer('attempts').notNull().default(0),
    /** Staff stopped it: the provider is asked for that until it is so. */
    stop: text('stop', { enum: ['periodEnd', 'now'] }),
    /** Price of a period, as the provider charges it. */
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    /** The number of the question this was the answer to. */
    question: bigint('question', { mode: 'number' }).notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('subscriptions_of_person').on(t.profileId, t.createdAt),
    index('subscriptions_newest').on(t.createdAt, t.id),
    index('subscriptions_by_amount').on(t.amount, t.id),
    check('subscriptions_stop', sql`${t.stop} in ('periodEnd', 'now')`),
  ],
);

/**
 * Every change of a balance. Append-only: the database refuses update and delete, and a trigger keeps the profile's
 * balance equal to the sum. `profile_id` has no foreign key, because the books outlive the person.
 */
export const ledger = pgTable(
  'ledger',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    profileId: uuid('profile_id').notNull(),
    unit: text('unit', { enum: ['banner', 'tv_second'] }).notNull(),
    delta: bigint('delta', { mode: 'number' }).notNull(),
    reason: text('reason', { enum: ['package', 'voucher', 'refund', 'correction', 'dispute', 'shown'] }).notNull(),
    /** The payment key, the voucher code, or the admin's note: what the entry is about. */
    reference: text('reference').notNull(),
    actor: text('actor').notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('ledger_of_person').on(t.profileId, t.unit, t.id),
    uniqueIndex('ledger_once')
      .on(t.unit, t.reason, t.reference)
      .where(sql`${t.reason} in ('package', 'voucher', 'refund')`),
    index('ledger_put_right').on(t.reference).where(sql`${t.reason} in ('correction', 'dispute')`),
    uniqueIndex('ledger_shown_once').on(t.reference).where(sql`${t.reason} = 'shown'`),
    check('ledger_not_zero', sql`${t.delta} <> 0`),
  ],
);
