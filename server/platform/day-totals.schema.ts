import { bigint, date, index, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * What the rows of a list come to, day by day in Belgrade. Triggers add lines and nobody changes one, so writers never wait for
 * one another: the totals are the sums of the lines (day-totals.ts, decision 155). An order's day is that of its payment,
 * before it that of placing it.
 */
export const dayTotals = pgTable(
  'day_totals',
  {
    list: text('list', { enum: ['orders', 'packages'] }).notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** An order's kind, or the package's name. */
    kind: text('kind').notNull(),
    /** An order's status; packages have none. */
    state: text('state').notNull(),
    currency: text('currency').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    refunded: bigint('refunded', { mode: 'number' }).notNull(),
  },
  (t) => [index('day_totals_of_list').on(t.list, t.day)],
);
