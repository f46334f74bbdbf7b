import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, pgSequence, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { ENTITIES } from '#domain/books/accounts.ts';
import { PAYOUT_STATES } from '#domain/payouts/rules.ts';
import { paymentParts, statementLines } from '../bank/schema.ts';
import { orders } from '../orders/schema.ts';
import { oneOfCondition, timestampColumn } from '../platform/columns.ts';
import { orderRefunds } from '../refunds/schema.ts';
import { rewardStatements } from '../rewards/schema.ts';

export const payoutNumbers = pgSequence('payout_numbers');

/** A payment order as it was handed to the bank: its files never change. */
export const payoutLists = pgTable(
  'payout_lists',
  {
    /** Made by the screen: sent twice it is one. */
    id: uuid('id').primaryKey(),
    number: bigint('number', { mode: 'number' }).notNull().unique().generatedAlwaysAsIdentity(),
    entity: text('entity', { enum: ENTITIES }).notNull(),
    currency: text('currency', { enum: ['RSD'] }).notNull(),
    /** The account that pays, eighteen digits. */
    account: text('account').notNull(),
    total: bigint('total', { mode: 'number' }).notNull(),
    payouts: integer('payouts').notNull(),
    /** ISO 20022 `pain.001.001.03`, UTF-8. */
    xml: text('xml').notNull(),
    csv: text('csv').notNull(),
    /** Of `xml`, hexadecimal. */
    sha256: text('sha256').notNull(),
    exportedBy: text('exported_by').notNull(),
    exportedAt: timestampColumn('exported_at').notNull(),
  },
  (t) => [
    index('payout_lists_newest').on(t.exportedAt),
    check('payout_lists_entity', oneOfCondition(t.entity, ENTITIES)),
    check('payout_lists_total', sql`${t.total} > 0 and ${t.payouts} > 0`),
  ],
);

/** Money of a refund, of a viewer's statement, or owed back of a payment, on its way to one account. */
export const payouts = pgTable(
  'payouts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    refundId: uuid('refund_id').references(() => orderRefunds.id, { onDelete: 'restrict' }),
    orderId: uuid('order_id').references(() => orders.id, { onDelete: 'restrict' }),
    statementId: uuid('statement_id').references(() => rewardStatements.id, { onDelete: 'restrict' }),
    /** Of what is owed back at the bank's desk. */
    partId: uuid('part_id').references(() => paymentParts.id, { onDelete: 'restrict' }),
    entity: text('entity', { enum: ENTITIES }).notNull().default('company'),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency', { enum: ['RSD'] })
      .notNull()
      .default('RSD'),
    /** `kk6YYYYnnnnnn`: statements name it by this. */
    reference: text('reference').notNull().unique(),
    /** Opens the page on which the buyer names the account. */
    token: text('token').notNull().unique(),
    state: text('state', { enum: PAYOUT_STATES }).notNull().default('account'),
    payee: text('payee').notNull().default(''),
    /** Eighteen digits. */
    account: text('account'),
    /** The staff's id, `buyer`, `viewer`, or `statement` for the account that a payment came from. */
    namedBy: text('named_by'),
    namedAt: timestampColumn('named_at'),
    /** Of one that a statement shows it may be missing: it was in a list that was lost. */
    listId: uuid('list_id').references(() => payoutLists.id, { onDelete: 'restrict' }),
    /** The line of a statement that shows it, and the one that brought it back. */
    lineId: uuid('line_id')
      .unique()
      .references(() => statementLines.id, { onDelete: 'restrict' }),
    returnLineId: uuid('return_line_id')
      .unique()
      .references(() => statementLines.id, { onDelete: 'restrict' }),
    executedOn: date('executed_on', { mode: 'string' }),
    createdAt: timestampColumn('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('payouts_one_live').on(t.refundId).where(sql`${t.state} in ('account', 'ready', 'listed', 'done')`),
    uniqueIndex('payouts_one_live_reward')
      .on(t.statementId)
      .where(sql`${t.state} in ('account', 'ready', 'listed', 'done')`),
    uniqueIndex('payouts_one_live_part').on(t.partId).where(sql`${t.state} in ('account', 'ready', 'listed', 'done')`),
    index('payouts_of_part').on(t.partId),
    index('payouts_of_order').on(t.orderId),
    index('payouts_of_list').on(t.listId),
    /** Told in Danas until another takes their place, and as long as no statement shows them. */
    index('payouts_did_not_arrive').on(t.refundId).where(sql`${t.state} in ('returned', 'refused')`),
    index('payouts_listed').on(t.listId).where(sql`${t.state} = 'listed'`),
    index('payouts_waiting').on(t.createdAt).where(sql`${t.state} in ('account', 'ready')`),
    /** Lines of statements look for theirs by the amount. */
    index('payouts_by_amount').on(t.amount).where(sql`${t.state} in ('account', 'ready', 'listed', 'done')`),
    check(
      'payouts_of_one',
      sql`num_nonnulls(${t.refundId}, ${t.statementId}, ${t.partId}) = 1 and (${t.refundId} is null) = (${t.orderId} is null)`,
    ),
    check('payouts_state', oneOfCondition(t.state, PAYOUT_STATES)),
    check('payouts_entity', oneOfCondition(t.entity, ENTITIES)),
    check('payouts_amount', sql`${t.amount} > 0`),
    check('payouts_account', sql`${t.account} ~ '^[0-9]{18}$'`),
    check(
      'payouts_named',
      sql`${t.state} in ('account', 'stopped') or (${t.account} is not null and ${t.payee} <> '' and ${t.namedAt} is not null)`,
    ),
    check(
      'payouts_in_list',
      sql`case when ${t.state} in ('listed', 'refused') then ${t.listId} is not null else ${t.state} in ('done', 'returned') or ${t.listId} is null end`,
    ),
    check('payouts_done', sql`(${t.state} in ('done', 'returned')) = (${t.lineId} is not null)`),
    check('payouts_returned', sql`(${t.state} = 'returned') = (${t.returnLineId} is not null)`),
  ],
);
