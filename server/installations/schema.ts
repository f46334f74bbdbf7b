import { sql } from 'drizzle-orm';
import { bigint, check, date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { VENUES } from '#domain/places/rules.ts';
import { profiles } from '../accounts/schema.ts';
import { oneOfCondition, timestampColumn } from '../platform/columns.ts';

/** An address given to an installer, and the record of the work. The contact is forgotten some days after it is over. */
export const installations = pgTable(
  'installations',
  {
    /** The key of the form that assigned it: sent twice, it is one. */
    id: uuid('id').primaryKey(),
    number: bigint('number', { mode: 'number' }).notNull().unique().generatedAlwaysAsIdentity(),
    installerId: uuid('installer_id').references(() => profiles.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    phone: text('phone').notNull(),
    address: text('address').notNull(),
    note: text('note').notNull().default(''),
    agreedAt: timestampColumn('agreed_at').notNull(),
    doneOn: date('done_on', { mode: 'string' }),
    device: text('device').notNull().default(''),
    /** As the installer saw it. */
    venue: text('venue', { enum: VENUES }),
    before: text('state_before').notNull().default(''),
    after: text('state_after').notNull().default(''),
    remarks: text('remarks').notNull().default(''),
    confirmedBy: text('confirmed_by').notNull().default(''),
    recordedAt: timestampColumn('recorded_at'),
    cancelledAt: timestampColumn('cancelled_at'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('installations_open')
      .on(t.agreedAt, t.number)
      .where(sql`${t.recordedAt} is null and ${t.cancelledAt} is null`),
    index('installations_of_installer').on(t.installerId),
    check('installations_recorded', sql`(${t.recordedAt} is null) = (${t.doneOn} is null)`),
    check('installations_venue', oneOfCondition(t.venue, VENUES)),
    check('installations_one_end', sql`${t.recordedAt} is null or ${t.cancelledAt} is null`),
  ],
);
