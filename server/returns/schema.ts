import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { RETURN_KINDS, RETURN_OUTCOMES, RETURN_STATES, RETURN_WAYS } from '#domain/returns/rules.ts';
import { files } from '../files/schema.ts';
import { orders } from '../orders/schema.ts';
import { oneOfCondition, timestampColumn } from '../platform/columns.ts';
import { orderRefunds } from '../refunds/schema.ts';
import { tasks } from '../tasks/schema.ts';

/**
 * Devices that their buyer sends back. Its statement is elsewhere, with its deadline: of a withdrawal in `withdrawals`, of a complaint in
 * `tasks`; where it may go from each state is held by a trigger.
 */
export const returns = pgTable(
  'returns',
  {
    /** Made by the screen: sent twice it is one. */
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    n: integer('n').notNull(),
    kind: text('kind', { enum: RETURN_KINDS }).notNull(),
    way: text('way', { enum: RETURN_WAYS }).notNull(),
    state: text('state', { enum: RETURN_STATES }).notNull().default('requested'),
    serials: text('serials').array().notNull(),
    /** What the buyer wrote. */
    reason: text('reason').notNull().default(''),
    askedAt: timestampColumn('asked_at').notNull(),
    label: text('label'),
    outcome: text('outcome', { enum: RETURN_OUTCOMES }),
    /** What staff wrote about the decision. */
    resolution: text('resolution').notNull().default(''),
    refundId: uuid('refund_id')
      .unique()
      .references(() => orderRefunds.id, { onDelete: 'restrict' }),
    taskId: uuid('task_id').references(() => tasks.id, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('returns_once').on(t.orderId, t.n),
    index('returns_of_task').on(t.taskId),
    index('returns_complaints').on(t.askedAt).where(sql`${t.kind} = 'complaint'`),
    check('returns_kind', oneOfCondition(t.kind, RETURN_KINDS)),
    check('returns_way', oneOfCondition(t.way, RETURN_WAYS)),
    check('returns_state', oneOfCondition(t.state, RETURN_STATES)),
    check('returns_outcome', oneOfCondition(t.outcome, RETURN_OUTCOMES)),
    check('returns_devices', sql`cardinality(${t.serials}) > 0`),
    check('returns_decided', sql`${t.state} not in ('decided', 'done') or ${t.outcome} is not null`),
    /** Without a refund of its own the money went back in another way. */
    check('returns_money', sql`${t.refundId} is null or coalesce(${t.outcome} in ('money', 'reduced'), false)`),
  ],
);

/** A picture that its buyer added; without a return it is of the one that is asked for next. */
export const returnPictures = pgTable(
  'return_pictures',
  {
    /** Of the file that was sent: sent twice it is one picture. */
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    returnId: uuid('return_id').references(() => returns.id, { onDelete: 'cascade' }),
    /** Drawn anew from it. */
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    /** The same, small; of pictures from before there were any, none. */
    thumbId: uuid('thumb_id').references(() => files.id, { onDelete: 'set null' }),
    addedAt: timestampColumn('added_at').notNull(),
  },
  (t) => [
    index('return_pictures_of_order').on(t.orderId),
    index('return_pictures_of_return').on(t.returnId),
    index('return_pictures_of_file').on(t.fileId),
    index('return_pictures_of_thumb').on(t.thumbId),
    index('return_pictures_not_asked').on(t.addedAt).where(sql`${t.returnId} is null`),
  ],
);
