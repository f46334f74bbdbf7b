import { sql } from 'drizzle-orm';
import { bigint, check, date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { TaskKind } from '#domain/tasks/rules.ts';
import { profiles } from '../accounts/schema.ts';
import { orders } from '../orders/schema.ts';
import { timestampColumn } from '../platform/columns.ts';

/** What staff owe a buyer an answer to. The person may be erased later; the record of complaints stays as the law asks. */
export const tasks = pgTable(
  'tasks',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    number: bigint('number', { mode: 'number' }).notNull().unique().generatedAlwaysAsIdentity(),
    /** Of a complaint the key of its form: sent twice, it is one. */
    key: uuid('key').unique(),
    kind: text('kind').$type<TaskKind>().notNull(),
    profileId: uuid('profile_id').references(() => profiles.id, { onDelete: 'set null' }),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    text: text('text').notNull().default(''),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    answer: text('answer'),
    answeredAt: timestampColumn('answered_at'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('tasks_once_an_order').on(t.orderId, t.kind).where(sql`${t.kind} <> 'complaint'`),
    index('tasks_open').on(t.dueOn, t.number).where(sql`${t.answeredAt} is null`),
    index('tasks_of_order').on(t.orderId),
    index('tasks_of_person').on(t.profileId),
    check('tasks_answered', sql`(${t.answer} is null) = (${t.answeredAt} is null)`),
    check('tasks_kind', sql`${t.kind} in ('special-start', 'benefits', 'complaint')`),
    check('tasks_complaint_has_key', sql`(${t.kind} = 'complaint') = (${t.key} is not null)`),
  ],
);
