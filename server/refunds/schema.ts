import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { REFUND_WAYS } from '#domain/payouts/rules.ts';
import { REFUND_REASONS, REFUND_SCOPES, REFUND_STATES, RETURNED_GOODS_DISPOSITIONS } from '#domain/refunds/rules.ts';
import { orders } from '../orders/schema.ts';
import { oneOfCondition, timestampColumn } from '../platform/columns.ts';

/**
 * Money of a payment that staff give back. What went back in fact, and is booked, is in `refunds`: of a card from the provider's answer, of
 * everything else from a statement (`payouts`).
 */
export const orderRefunds = pgTable(
  'order_refunds',
  {
    /** Made by the screen, and the refund's key at the provider: sent twice it is one. */
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    way: text('way', { enum: REFUND_WAYS }).notNull().default('card'),
    /** Of transfers that paid an order together, the first one's. */
    paymentKey: text('payment_key').notNull(),
    scope: text('scope', { enum: REFUND_SCOPES }).notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency', { enum: ['EUR', 'RSD'] }).notNull(),
    /** How many devices the money is for. */
    devices: integer('devices').notNull().default(0),
    /** How many months paid ahead it is for; while it is asked for and afterwards they do not begin. */
    months: integer('months').notNull().default(0),
    /** Of scope `terms`: the payment key of the last month that began (`packages`). */
    periodKey: text('period_key'),
    /** Of `amount`, what is for units of that month. */
    periodAmount: bigint('period_amount', { mode: 'number' }).notNull().default(0),
    /** Units of that month that were taken back with the request; they come back when it ends without money. */
    banners: integer('banners').notNull().default(0),
    tvSeconds: integer('tv_seconds').notNull().default(0),
    /** What the label with which the devices came back took off: `amount` is less by it, and the credit note has it as a line. */
    labelPrice: bigint('label_price', { mode: 'number' }).notNull().default(0),
    reason: text('reason', { enum: REFUND_REASONS }).notNull(),
    /** The day on which a company stated that it withdraws. */
    statedOn: date('stated_on', { mode: 'string' }),
    goods: text('goods', { enum: RETURNED_GOODS_DISPOSITIONS }).notNull(),
    serials: text('serials').array().notNull().default([]),
    /** For the buyer. */
    note: text('note').notNull().default(''),
    state: text('state', { enum: REFUND_STATES }).notNull(),
    /** People's ids; they stay when the account is erased. */
    askedBy: text('asked_by').notNull(),
    askedAt: timestampColumn('asked_at').notNull(),
    decidedBy: text('decided_by'),
    decidedAt: timestampColumn('decided_at'),
    /** The provider's id of the refund; of a payout its own. */
    refundId: text('refund_id').unique(),
    /** The provider's word for why it failed. */
    problem: text('problem'),
  },
  (t) => [
    uniqueIndex('order_refunds_one_live').on(t.paymentKey).where(sql`${t.state} in ('asked', 'sending')`),
    index('order_refunds_of').on(t.orderId, t.askedAt),
    index('order_refunds_of_period').on(t.periodKey).where(sql`${t.periodKey} is not null`),
    /** Money that may be owed still. */
    index('order_refunds_open').on(t.askedAt).where(sql`${t.state} in ('asked', 'sending', 'lapsed', 'failed')`),
    index('order_refunds_asked').on(t.askedAt).where(sql`${t.state} = 'asked'`),
    index('order_refunds_failed').on(t.askedAt).where(sql`${t.state} = 'failed'`),
    check('order_refunds_way', oneOfCondition(t.way, REFUND_WAYS)),
    check('order_refunds_scope', oneOfCondition(t.scope, REFUND_SCOPES)),
    check('order_refunds_reason', oneOfCondition(t.reason, REFUND_REASONS)),
    check('order_refunds_goods', oneOfCondition(t.goods, RETURNED_GOODS_DISPOSITIONS)),
    check('order_refunds_state', oneOfCondition(t.state, REFUND_STATES)),
    check('order_refunds_amount', sql`${t.amount} > 0`),
    check('order_refunds_devices', sql`${t.devices} >= 0`),
    check(
      'order_refunds_months',
      sql`${t.months} between 0 and 12 and case ${t.scope} when 'months' then ${t.months} > 0 when 'terms' then true else ${t.months} = 0 end`,
    ),
    check(
      'order_refunds_period',
      sql`(${t.periodKey} is not null) = (${t.scope} = 'terms') and ${t.periodAmount} between 0 and ${t.amount}
        and (${t.scope} = 'terms' or ${t.periodAmount} = 0)`,
    ),
    check(
      'order_refunds_units',
      sql`${t.banners} >= 0 and ${t.tvSeconds} >= 0 and (${t.scope} = 'terms' or ${t.banners} + ${t.tvSeconds} = 0)`,
    ),
    check('order_refunds_label', sql`${t.labelPrice} >= 0 and (${t.scope} = 'devices' or ${t.labelPrice} = 0)`),
    check('order_refunds_stated', sql`(${t.statedOn} is not null) = (${t.reason} = 'terms_withdrawal')`),
    check('order_refunds_done', sql`${t.state} <> 'done' or ${t.refundId} is not null`),
    check('order_refunds_problem', sql`(${t.state} = 'failed') = (${t.problem} is not null)`),
  ],
);
