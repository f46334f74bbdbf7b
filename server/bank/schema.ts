import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { DECISIONS } from '#domain/bank/decisions.ts';
import {
  type ColumnMapping,
  LINE_STATES,
  PART_STATES,
  type StatementFormat,
  VERDICTS,
} from '#domain/bank/statement.ts';
import { reservations } from '../events/schema.ts';
import { at } from '../platform/columns.ts';

/** A bank statement somebody brought; the same bytes are brought once. */
export const statementImports = pgTable(
  'statement_imports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    fileName: text('file_name').notNull(),
    sha256: text('sha256').notNull().unique(),
    format: text('format').$type<StatementFormat>().notNull(),
    lineCount: integer('line_count').notNull(),
    importedBy: text('imported_by').notNull(),
    importedAt: at('imported_at').notNull().defaultNow(),
  },
  (t) => [index('statement_imports_newest').on(t.importedAt)],
);

/** One incoming payment. Statements overlap: a payment keeps the import that brought it first. */
export const statementLines = pgTable(
  'statement_lines',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    importId: uuid('import_id')
      .notNull()
      .references(() => statementImports.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    /** Of what the bank says about the payment; equal payments of one day are counted apart. */
    fingerprint: text('fingerprint').notNull().unique(),
    bookedOn: date('booked_on', { mode: 'string' }).notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency', { enum: ['RSD', 'EUR'] }).notNull(),
    payer: text('payer').notNull(),
    reference: text('reference').notNull(),
    purpose: text('purpose').notNull(),
    reservationId: uuid('reservation_id').references(() => reservations.id, { onDelete: 'set null' }),
    suggestedId: uuid('suggested_id').references(() => reservations.id, { onDelete: 'set null' }),
    /** What it means while it is open: the database gives it, and again whenever the reservation or what came for it changes. */
    verdict: text('verdict', { enum: VERDICTS }).notNull().default('unknown'),
    /** The sum of what came for the reservation in this currency, when there is more than this. */
    together: bigint('together', { mode: 'number' }),
    state: text('state', { enum: LINE_STATES }).notNull().default('open'),
    /** What was decided, the same for all that were confirmed together. */
    decision: text('decision', { enum: DECISIONS }),
    decidedBy: text('decided_by'),
    decidedAt: at('decided_at'),
  },
  (t) => [
    uniqueIndex('statement_lines_in_file').on(t.importId, t.position),
    index('statement_lines_of_reservation').on(t.reservationId),
    index('statement_lines_suggested').on(t.suggestedId),
    index('statement_lines_open').on(t.importId, t.verdict, t.position).where(sql`${t.state} = 'open'`),
    check('statement_lines_verdict', sql`${t.verdict} in (${sql.raw(VERDICTS.map((one) => `'${one}'`).join(', '))})`),
    check('statement_lines_state', sql`${t.state} in (${sql.raw(LINE_STATES.map((one) => `'${one}'`).join(', '))})`),
    check('statement_lines_amount', sql`${t.amount} > 0`),
    check('statement_lines_decided', sql`(${t.state} = 'open') = (${t.decidedAt} is null)`),
  ],
);

/** What a bank's CSV columns are, by its header; asked once. */
export const statementMappings = pgTable('statement_mappings', {
  header: text('header').primaryKey(),
  mapping: jsonb('mapping').$type<ColumnMapping>().notNull(),
  savedAt: at('saved_at').notNull().defaultNow(),
});

/**
 * Where money went that has arrived. The parts of a recorded line make its amount to the para; the database sees to it when
 * the transaction ends. Money that a person said has come, and no line shows, has no line.
 */
export const paymentParts = pgTable(
  'payment_parts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    lineId: uuid('line_id').references(() => statementLines.id, { onDelete: 'restrict' }),
    reservationId: uuid('reservation_id').references(() => reservations.id, { onDelete: 'restrict' }),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency', { enum: ['RSD', 'EUR'] }).notNull(),
    state: text('state', { enum: PART_STATES }).notNull(),
    /** Why it is owed back. */
    reason: text('reason').notNull().default(''),
    decidedBy: text('decided_by').notNull(),
    decidedAt: at('decided_at').notNull(),
    returnedBy: text('returned_by'),
    returnedAt: at('returned_at'),
  },
  (t) => [
    index('payment_parts_of_line').on(t.lineId),
    index('payment_parts_of_reservation').on(t.reservationId),
    index('payment_parts_owed').on(t.decidedAt, t.id).where(sql`${t.state} in ('owed', 'returned')`),
    /** Said by hand once. */
    uniqueIndex('payment_parts_by_hand').on(t.reservationId).where(sql`${t.lineId} is null`),
    check('payment_parts_amount', sql`${t.amount} > 0`),
    check('payment_parts_state', sql`${t.state} in (${sql.raw(PART_STATES.map((one) => `'${one}'`).join(', '))})`),
    check(
      'payment_parts_whose',
      sql`${t.reservationId} is not null or (${t.lineId} is not null and ${t.state} in ('owed', 'returned'))`,
    ),
    check('payment_parts_returned', sql`(${t.state} = 'returned') = (${t.returnedAt} is not null)`),
  ],
);

/** A reservation that counts as paid although the money differs: price less what arrived in its currency, and why. */
export const acceptedDifferences = pgTable(
  'accepted_differences',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    reservationId: uuid('reservation_id')
      .notNull()
      .unique()
      .references(() => reservations.id, { onDelete: 'restrict' }),
    /** Minor units; negative when more came. */
    missing: bigint('missing', { mode: 'number' }).notNull(),
    currency: text('currency', { enum: ['RSD', 'EUR'] }).notNull(),
    reason: text('reason').notNull(),
    decidedBy: text('decided_by').notNull(),
    decidedAt: at('decided_at').notNull(),
  },
  (t) => [
    check('accepted_differences_missing', sql`${t.missing} <> 0`),
    check('accepted_differences_reason', sql`${t.reason} <> ''`),
  ],
);
