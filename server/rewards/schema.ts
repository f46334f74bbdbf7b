import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { HOLD_REASONS, STATEMENT_STATES } from '#domain/rewards/rules.ts';
import { bytea } from '../auth/schema.ts';
import { oneOfCondition, timestampColumn } from '../platform/columns.ts';

const day = (name: string) => date(name, { mode: 'string' });
const whole = (name: string) => bigint(name, { mode: 'number' });

/** What viewers are rewarded by, from a day on. Nothing but its recall, before that day, changes a rule. */
export const rewardRules = pgTable(
  'reward_rules',
  {
    /** Made by the screen: sent twice it is one. */
    id: uuid('id').primaryKey(),
    validFrom: day('valid_from').notNull(),
    /** Hundredths of a para. */
    banner: whole('banner').notNull(),
    tvSecond: whole('tv_second').notNull(),
    /** Para. */
    ceiling: whole('ceiling').notNull(),
    smallest: whole('smallest').notNull(),
    publishedAt: timestampColumn('published_at').notNull(),
    publishedBy: text('published_by').notNull(),
    recalledAt: timestampColumn('recalled_at'),
    recalledBy: text('recalled_by'),
  },
  (t) => [
    uniqueIndex('reward_rules_one_a_day').on(t.validFrom).where(sql`${t.recalledAt} is null`),
    check(
      'reward_rules_amounts',
      sql`${t.banner} >= 0 and ${t.tvSecond} >= 0 and ${t.ceiling} > 0 and ${t.smallest} > 0`,
    ),
  ],
);

/** What is withheld of a payout, from a day on; without one nothing is paid out. */
export const rewardTaxRates = pgTable(
  'reward_tax_rates',
  {
    validFrom: day('valid_from').primaryKey(),
    /** Hundredths of a percent. */
    rate: integer('rate').notNull(),
    setAt: timestampColumn('set_at').notNull(),
    setBy: text('set_by').notNull(),
  },
  (t) => [check('reward_tax_rates_rate', sql`${t.rate} between 0 and 9999`)],
);

/**
 * The book of rewards, append-only: what a TV earned on a day, once the day is over; what a later void took away or an answer to an
 * objection gave is a further line. `month` is the statement that it enters. Ids only, because it outlives people.
 */
export const rewardEntries = pgTable(
  'reward_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    profileId: uuid('profile_id').notNull(),
    month: day('month').notNull(),
    /** None of an answer to an objection. */
    tvId: uuid('tv_id'),
    day: day('day'),
    /** The nth line of that TV and day. */
    step: integer('step').notNull().default(1),
    objectionId: uuid('objection_id').unique(),
    ruleId: uuid('rule_id').references(() => rewardRules.id, { onDelete: 'restrict' }),
    banners: integer('banners').notNull(),
    tvSeconds: integer('tv_seconds').notNull(),
    /** Para. */
    amount: whole('amount').notNull(),
    moment: timestampColumn('moment').notNull(),
  },
  (t) => [
    unique('reward_entries_once').on(t.profileId, t.day, t.tvId, t.step),
    index('reward_entries_of_month').on(t.month, t.profileId),
    check(
      'reward_entries_of_one',
      sql`(${t.day} is null) = (${t.tvId} is null) and (${t.day} is null) = (${t.objectionId} is not null)`,
    ),
    check('reward_entries_month', sql`extract(day from ${t.month}) = 1`),
  ],
);

/** A closed month; the key is that it is closed once, and nothing in it changes. */
export const rewardMonths = pgTable('reward_months', {
  month: day('month').primaryKey(),
  viewers: integer('viewers').notNull(),
  amount: whole('amount').notNull(),
  closedAt: timestampColumn('closed_at').notNull(),
  closedBy: text('closed_by').notNull(),
});

/** What a viewer gets for a month. Its numbers never change; what becomes of it does. */
export const rewardStatements = pgTable(
  'reward_statements',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** No foreign key: the books outlive the person. */
    profileId: uuid('profile_id').notNull(),
    month: day('month').notNull(),
    banners: whole('banners').notNull(),
    tvSeconds: whole('tv_seconds').notNull(),
    /** Lines of this month, and what earlier statements carried over; para. */
    amount: whole('amount').notNull(),
    carried: whole('carried').notNull(),
    /** The smallest payout when it was closed. */
    smallest: whole('smallest').notNull(),
    state: text('state', { enum: STATEMENT_STATES }).notNull(),
    carriedInto: uuid('carried_into').references((): AnyPgColumn => rewardStatements.id, { onDelete: 'restrict' }),
    holdReason: text('hold_reason', { enum: HOLD_REASONS }),
    holdNote: text('hold_note').notNull().default(''),
    /** Of a company. */
    invoiceNumber: text('invoice_number'),
    /** Where it is paid: as it was when the month was closed, or named later. */
    payee: text('payee').notNull().default(''),
    account: text('account'),
    /** Of the last payout: the rate in hundredths of a percent, and what it withheld. */
    taxRate: integer('tax_rate'),
    tax: whole('tax'),
    paidOn: day('paid_on'),
    /** When the bank sent it back, or did not pay it: an account that was named before is not used again. */
    returnedAt: timestampColumn('returned_at'),
  },
  (t) => [
    unique('reward_statements_once').on(t.profileId, t.month),
    index('reward_statements_of_month').on(t.month, t.id),
    index('reward_statements_waiting').on(t.profileId).where(sql`${t.state} = 'payable'`),
    index('reward_statements_to_carry').on(t.profileId).where(sql`${t.state} = 'carried' and ${t.carriedInto} is null`),
    index('reward_statements_carried').on(t.carriedInto).where(sql`${t.carriedInto} is not null`),
    check('reward_statements_state', oneOfCondition(t.state, STATEMENT_STATES)),
    check('reward_statements_hold', oneOfCondition(t.holdReason, HOLD_REASONS)),
    check('reward_statements_held', sql`(${t.state} = 'held') = (${t.holdReason} is not null)`),
    check('reward_statements_carry', sql`${t.carriedInto} is null or ${t.state} = 'carried'`),
    check(
      'reward_statements_account',
      sql`${t.account} is null or (${t.account} ~ '^[0-9]{18}$' and ${t.payee} <> '')`,
    ),
    check('reward_statements_tax', sql`(${t.tax} is null) = (${t.taxRate} is null)`),
    check('reward_statements_paid', sql`(${t.state} = 'paid') = (${t.paidOn} is not null)`),
  ],
);

/** Where a viewer's rewards are paid, and by which number the tax is. No foreign key: what was calculated is paid when the person is gone. */
export const rewardPayees = pgTable(
  'reward_payees',
  {
    profileId: uuid('profile_id').primaryKey(),
    payee: text('payee').notNull().default(''),
    /** Eighteen digits. */
    account: text('account'),
    namedAt: timestampColumn('named_at'),
    /** The personal number (JMBG), sealed. */
    taxNumber: bytea('tax_number'),
    taxNumberAt: timestampColumn('tax_number_at'),
  },
  (t) => [
    check('reward_payees_account', sql`${t.account} is null or (${t.account} ~ '^[0-9]{18}$' and ${t.payee} <> '')`),
  ],
);

/** A viewer says that a statement is wrong; one for each. */
export const rewardObjections = pgTable(
  'reward_objections',
  {
    /** Made by the screen: sent twice it is one. */
    id: uuid('id').primaryKey(),
    statementId: uuid('statement_id')
      .notNull()
      .unique()
      .references(() => rewardStatements.id, { onDelete: 'restrict' }),
    text: text('text').notNull(),
    madeAt: timestampColumn('made_at').notNull(),
    dueOn: day('due_on').notNull(),
    answer: text('answer'),
    answeredAt: timestampColumn('answered_at'),
    answeredBy: text('answered_by'),
  },
  (t) => [
    index('reward_objections_due').on(t.dueOn).where(sql`${t.answeredAt} is null`),
    check('reward_objections_answered', sql`(${t.answer} is null) = (${t.answeredAt} is null)`),
  ],
);

/** The nightly look at days, their plays, the book and statements; a difference stops the closing of the month. */
export const rewardProofs = pgTable('reward_proofs', {
  day: day('day').primaryKey(),
  provenAt: timestampColumn('proven_at').notNull(),
  differences: text('differences').array().notNull(),
});
