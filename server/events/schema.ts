import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { type ColumnMapping, type StatementFormat, VERDICTS } from '#domain/events/statement.ts';
import { at } from '../platform/columns.ts';

/** A place held for the event, paid by bank transfer to the organiser. */
export const reservations = pgTable(
  'porudzbine',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    number: bigint('broj', { mode: 'number' }).notNull().unique().generatedAlwaysAsIdentity({ startWith: 101 }),
    /** The event's year when the place was held: together with the number it is the payment reference for good. */
    year: integer('godina').notNull(),
    firstName: text('ime').notNull(),
    lastName: text('prezime').notNull(),
    email: text('email').notNull(),
    phone: text('telefon').notNull(),
    country: text('zemlja', { enum: ['RS', 'CG'] }).notNull(),
    packageId: text('selektovan_paket', {
      enum: ['ticket-only', 'shared-room-package', 'apartment-package', 'two-tickets-accommodation'],
    }).notNull(),
    /** Minor units of `valuta`. */
    amount: integer('iznos').notNull(),
    currency: text('valuta', { enum: ['RSD', 'EUR'] }).notNull(),
    status: text('status', { enum: ['pending', 'placeno', 'isteklo'] })
      .notNull()
      .default('pending'),
    confirmed: boolean('potvrdjeno').notNull().default(false),
    notes: text('beleske').notNull().default(''),
    /** One reservation for one opened dialog, however often the request arrives. */
    idempotencyKey: uuid('idempotency_key').unique(),
    confirmedAt: at('confirmed_at'),
    remindedAt: at('reminded_at'),
    /** The package had a capacity when the place was held. */
    scarce: boolean('scarce').notNull().default(false),
    /** When an unpaid place is given back; the buyer was given this moment. */
    lapsesAt: at('lapses_at'),
    lapseAnnouncedAt: at('lapse_announced_at'),
    /** When it was given back; it stays when the payment comes all the same. */
    lapsedAt: at('lapsed_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('porudzbine_newest').on(t.createdAt, t.id),
    index('porudzbine_of_year').on(t.year, t.createdAt, t.id),
    index('porudzbine_by_amount').on(t.year, t.amount, t.id),
    index('porudzbine_confirmed').on(t.confirmedAt).where(sql`${t.confirmedAt} is not null`),
    index('porudzbine_of_email').on(t.email),
    index('porudzbine_of_package').on(t.packageId),
    index('porudzbine_waiting').on(t.createdAt).where(sql`${t.status} = 'pending'`),
    /** An address holds one unpaid scarce place. */
    uniqueIndex('porudzbine_one_scarce').on(t.year, t.email).where(sql`${t.scarce} and ${t.status} = 'pending'`),
    check('porudzbine_isteklo', sql`${t.status} <> 'isteklo' or ${t.lapsedAt} is not null`),
    check('porudzbine_zemlja', sql`${t.country} in ('RS', 'CG')`),
    check('porudzbine_valuta', sql`(${t.country} = 'RS') = (${t.currency} = 'RSD')`),
    check('porudzbine_status', sql`${t.confirmed} = (${t.status} = 'placeno')`),
    check('porudzbine_iznos', sql`${t.amount} > 0`),
  ],
);

/** What reservations are searched by, folded; the index `porudzbine_words` is of it. */
export const RESERVATION_WORDS = sql`(search_fold(' ' || ${reservations.firstName} || ' ' || ${reservations.lastName} || ' ' || ${reservations.email}) || phone_words(${reservations.phone}))`;

/** One person's entry; made when the payment is recorded, used once. */
export const tickets = pgTable(
  'event_tickets',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    reservationId: uuid('reservation_id')
      .notNull()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    count: integer('count').notNull(),
    admittedAt: at('admitted_at'),
    admittedBy: text('admitted_by'),
    door: text('door'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('event_tickets_one_of').on(t.reservationId, t.position),
    check('event_tickets_position', sql`${t.position} between 1 and ${t.count}`),
    check('event_tickets_admitted', sql`(${t.admittedAt} is null) = (${t.admittedBy} is null)`),
  ],
);

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
    /** The database gives it, and again whenever the reservation or the payments that name it change. */
    verdict: text('verdict', { enum: VERDICTS }).notNull().default('unknown'),
    /** The sum of all payments that name the reservation, when there is more than one. */
    together: bigint('together', { mode: 'number' }),
    state: text('state', { enum: ['open', 'confirmed', 'dismissed'] })
      .notNull()
      .default('open'),
    decidedBy: text('decided_by'),
    decidedAt: at('decided_at'),
  },
  (t) => [
    uniqueIndex('statement_lines_in_file').on(t.importId, t.position),
    index('statement_lines_of_reservation').on(t.reservationId),
    index('statement_lines_suggested').on(t.suggestedId),
    index('statement_lines_open').on(t.importId, t.verdict, t.position).where(sql`${t.state} = 'open'`),
    check('statement_lines_verdict', sql`${t.verdict} in (${sql.raw(VERDICTS.map((one) => `'${one}'`).join(', '))})`),
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
