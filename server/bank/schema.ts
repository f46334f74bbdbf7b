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
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { CARD_PAYOUT_STATES } from '#domain/bank/card-payouts.ts';
import { PAYOUT_QUESTIONS } from '#domain/bank/courier-payouts.ts';
import { DECISIONS } from '#domain/bank/decisions.ts';
import {
  type ColumnMapping,
  HOLD_STATES,
  LINE_STATES,
  PART_STATES,
  type StatementFormat,
  VERDICTS,
} from '#domain/bank/statement.ts';
import { ENTITIES } from '#domain/books/accounts.ts';
import { COURIERS } from '#domain/fulfilment/shipment.ts';
import { reservations } from '../events/schema.ts';
import { shipments } from '../fulfilment/schema.ts';
import { orderClaims } from '../orders/schema.ts';
import { orderPayments } from '../payments/schema.ts';
import { oneOfCondition, timestampColumn } from '../platform/columns.ts';

/** A bank statement somebody brought; the same bytes are brought once. */
export const statementImports = pgTable(
  'statement_imports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    fileName: text('file_name').notNull(),
    sha256: text('sha256').notNull().unique(),
    format: text('format').$type<StatementFormat>().notNull(),
    /** Eighteen digits; `null` of a statement from before accounts were asked for. */
    account: text('account'),
    /** Whose account it is: its lines pay for nothing of anybody else. */
    entity: text('entity', { enum: ENTITIES }).notNull().default('organiser'),
    /** As the bank numbers it; empty when the file does not say. */
    number: text('number').notNull().default(''),
    /** The days of its first and last line. */
    firstDay: date('first_day', { mode: 'string' }),
    lastDay: date('last_day', { mode: 'string' }),
    lineCount: integer('line_count').notNull(),
    importedBy: text('imported_by').notNull(),
    importedAt: timestampColumn('imported_at').notNull().defaultNow(),
  },
  (t) => [
    index('statement_imports_newest').on(t.importedAt),
    index('statement_imports_of_entity').on(t.entity, t.lastDay),
    check('statement_imports_entity', oneOfCondition(t.entity, ENTITIES)),
  ],
);

/** Whether a statement adds up, of each currency: while one difference is not zero, nothing of it is confirmed. */
export const statementBalances = pgTable(
  'statement_balances',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => statementImports.id, { onDelete: 'cascade' }),
    currency: text('currency', { enum: ['RSD', 'EUR'] }).notNull(),
    opening: bigint('opening', { mode: 'number' }),
    closing: bigint('closing', { mode: 'number' }),
    /** What came less what went, of all lines of the file, those that another statement brought first too. */
    total: bigint('total', { mode: 'number' }).notNull(),
    /** What a person read on the bank's paper, where the file has no balances. */
    typed: bigint('typed', { mode: 'number' }),
    /** What the bank says less `total`; `null` until the bank or a person has said something. */
    difference: bigint('difference', { mode: 'number' }),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.currency] }),
    check('statement_balances_both', sql`(${t.opening} is null) = (${t.closing} is null)`),
    check('statement_balances_one', sql`${t.typed} is null or ${t.opening} is null`),
  ],
);

/**
 * What somebody decided at the desk and what is not carried out yet: one payment with what was shown, or all that agreed. The lines name
 * it; whoever undoes it leaves nothing behind but this row. All that agreed has the key of the press as its id; where that acts at once,
 * the row is `done` from the start.
 */
export const bankHolds = pgTable(
  'bank_holds',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    importId: uuid('import_id')
      .notNull()
      .references(() => statementImports.id, { onDelete: 'cascade' }),
    state: text('state', { enum: HOLD_STATES }).notNull(),
    decision: text('decision', { enum: DECISIONS }).notNull(),
    /** The one payment; `null`: all that agreed, each with what it names. */
    lineId: uuid('line_id'),
    reservationId: uuid('reservation_id').references(() => reservations.id, { onDelete: 'set null' }),
    claimId: uuid('claim_id').references(() => orderClaims.id, { onDelete: 'set null' }),
    /** What was expected on the screen, minor units. */
    shown: bigint('shown', { mode: 'number' }),
    reason: text('reason').notNull().default(''),
    lines: integer('lines').notNull(),
    /** Of one transfer of a courier: the parcels that it shall pay. */
    parcels: text('parcels').array(),
    askedBy: text('asked_by').notNull(),
    askedByEmail: text('asked_by_email').notNull(),
    askedAt: timestampColumn('asked_at').notNull(),
    secondedBy: text('seconded_by'),
    /** When it is carried out; `null` while it waits for a second person. */
    dueAt: timestampColumn('due_at'),
  },
  (t) => [
    index('bank_holds_due').on(t.dueAt).where(sql`${t.state} in ('waiting', 'working')`),
    index('bank_holds_asked').on(t.askedAt).where(sql`${t.state} = 'asked'`),
    index('bank_holds_of_import').on(t.importId, t.askedAt),
    check('bank_holds_state', oneOfCondition(t.state, HOLD_STATES)),
    check('bank_holds_due_at', sql`${t.state} not in ('waiting', 'working', 'done') or ${t.dueAt} is not null`),
  ],
);

/** One payment. Statements overlap: a payment keeps the import that brought it first. */
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
    /** It left the account. */
    outgoing: boolean('outgoing').notNull().default(false),
    payer: text('payer').notNull(),
    /** Eighteen digits; `null` where the statement names no domestic account. */
    payerAccount: text('payer_account'),
    reference: text('reference').notNull(),
    purpose: text('purpose').notNull(),
    reservationId: uuid('reservation_id').references(() => reservations.id, { onDelete: 'set null' }),
    /** What was asked for an order, by the reference it names or by whoever linked it. */
    claimId: uuid('claim_id').references(() => orderClaims.id, { onDelete: 'set null' }),
    suggestedId: uuid('suggested_id').references(() => reservations.id, { onDelete: 'set null' }),
    /** What it means while it is open: the database gives it, and again whenever the reservation or what came for it changes. */
    verdict: text('verdict', { enum: VERDICTS }).notNull().default('unknown'),
    /** The sum of what came for the reservation in this currency, when there is more than this. */
    together: bigint('together', { mode: 'number' }),
    state: text('state', { enum: LINE_STATES }).notNull().default('open'),
    /** What was decided, the same for all that were confirmed together. */
    decision: text('decision', { enum: DECISIONS }),
    /** Why it is not ours. */
    reason: text('reason').notNull().default(''),
    holdId: uuid('hold_id').references(() => bankHolds.id, { onDelete: 'restrict' }),
    /** A decision was not carried out then, because things had changed. */
    stoppedAt: timestampColumn('stopped_at'),
    decidedBy: text('decided_by'),
    decidedAt: timestampColumn('decided_at'),
  },
  (t) => [
    uniqueIndex('statement_lines_in_file').on(t.importId, t.position),
    index('statement_lines_of_reservation').on(t.reservationId),
    index('statement_lines_of_claim').on(t.claimId),
    index('statement_lines_held').on(t.holdId),
    index('statement_lines_suggested').on(t.suggestedId),
    index('statement_lines_open').on(t.importId, t.verdict, t.position).where(sql`${t.state} = 'open'`),
    /** Came, and names nothing that is known. */
    index('statement_lines_unmatched')
      .on(t.bookedOn, t.id)
      .where(sql`${t.state} = 'open' and ${t.verdict} = 'unknown' and not ${t.outgoing}`),
    check('statement_lines_verdict', sql`${t.verdict} in (${sql.raw(VERDICTS.map((one) => `'${one}'`).join(', '))})`),
    check('statement_lines_state', sql`${t.state} in (${sql.raw(LINE_STATES.map((one) => `'${one}'`).join(', '))})`),
    check('statement_lines_amount', sql`${t.amount} > 0`),
    check('statement_lines_payer_account', sql`${t.payerAccount} ~ '^[0-9]{18}$'`),
    check(
      'statement_lines_outgoing',
      sql`not ${t.outgoing} or (${t.reservationId} is null and ${t.claimId} is null and ${t.state} not in ('held', 'recorded'))`,
    ),
    check('statement_lines_one_target', sql`${t.reservationId} is null or ${t.claimId} is null`),
    check('statement_lines_closed', sql`(${t.state} = 'closed') = (${t.reason} <> '')`),
    check('statement_lines_holds', sql`${t.state} <> 'held' or ${t.holdId} is not null`),
    check('statement_lines_decided', sql`(${t.state} = 'open') = (${t.decidedAt} is null)`),
  ],
);

/** What a bank's CSV columns are, by its header; asked once. */
export const statementMappings = pgTable('statement_mappings', {
  header: text('header').primaryKey(),
  mapping: jsonb('mapping').$type<ColumnMapping>().notNull(),
  savedAt: timestampColumn('saved_at').notNull().defaultNow(),
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
    claimId: uuid('claim_id').references(() => orderClaims.id, { onDelete: 'restrict' }),
    /** Whose money it is: of the account that the line is of. */
    entity: text('entity', { enum: ENTITIES }).notNull().default('organiser'),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency', { enum: ['RSD', 'EUR'] }).notNull(),
    state: text('state', { enum: PART_STATES }).notNull(),
    /** Why it is owed back. */
    reason: text('reason').notNull().default(''),
    decidedBy: text('decided_by').notNull(),
    decidedAt: timestampColumn('decided_at').notNull(),
    returnedBy: text('returned_by'),
    returnedAt: timestampColumn('returned_at'),
  },
  (t) => [
    index('payment_parts_of_line').on(t.lineId),
    index('payment_parts_of_reservation').on(t.reservationId),
    index('payment_parts_of_claim').on(t.claimId),
    index('payment_parts_owed').on(t.decidedAt, t.id).where(sql`${t.state} in ('owed', 'returned')`),
    /** Said by hand once. */
    uniqueIndex('payment_parts_by_hand').on(t.reservationId).where(sql`${t.lineId} is null`),
    check('payment_parts_amount', sql`${t.amount} > 0`),
    check('payment_parts_entity', oneOfCondition(t.entity, ENTITIES)),
    check('payment_parts_organisers', sql`${t.entity} = 'organiser' or ${t.reservationId} is null`),
    check('payment_parts_state', sql`${t.state} in (${sql.raw(PART_STATES.map((one) => `'${one}'`).join(', '))})`),
    check(
      'payment_parts_whose',
      sql`${t.reservationId} is not null or (${t.lineId} is not null and (${t.claimId} is not null or ${t.state} in ('owed', 'returned')))`,
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
    decidedAt: timestampColumn('decided_at').notNull(),
  },
  (t) => [
    check('accepted_differences_missing', sql`${t.missing} <> 0`),
    check('accepted_differences_reason', sql`${t.reason} <> ''`),
  ],
);

/**
 * A line in which a courier hands over what it collected, by its name and the mark of the transfer. The courier is asked by this row,
 * after the commit, which parcels it is for.
 */
export const courierPayouts = pgTable(
  'courier_payouts',
  {
    lineId: uuid('line_id')
      .primaryKey()
      .references(() => statementLines.id, { onDelete: 'cascade' }),
    courier: text('courier', { enum: COURIERS }).notNull(),
    /** By which the courier knows the transfer; empty when the line holds none. */
    reference: text('reference').notNull(),
    question: text('question', { enum: PAYOUT_QUESTIONS }).notNull(),
    /** Since it was last answered, or asked for by a person. */
    failures: integer('failures').notNull().default(0),
    nextAt: timestampColumn('next_at').notNull(),
    leasedUntil: timestampColumn('leased_until'),
    /** What became of asking last. */
    answer: text('answer').notNull().default(''),
    answeredAt: timestampColumn('answered_at'),
    /** Para, what the courier has kept of the parcels that the line paid. */
    kept: bigint('kept', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    index('courier_payouts_due').on(t.nextAt).where(sql`${t.question} = 'waiting'`),
    check('courier_payouts_question', oneOfCondition(t.question, PAYOUT_QUESTIONS)),
    check('courier_payouts_courier', oneOfCondition(t.courier, COURIERS)),
    check('courier_payouts_kept', sql`${t.kept} >= 0`),
    check('courier_payouts_named', sql`(${t.question} = 'unnamed') = (${t.reference} = '')`),
    check('courier_payouts_answered', sql`(${t.question} = 'answered') = (${t.answeredAt} is not null)`),
  ],
);

/** What a courier says that a transfer pays, one row for each parcel. What each means: the view `courier_payout_findings`. */
export const courierPayoutParcels = pgTable(
  'courier_payout_parcels',
  {
    lineId: uuid('line_id')
      .notNull()
      .references(() => courierPayouts.lineId, { onDelete: 'cascade' }),
    /** The parcel's key, the same at the courier. */
    reference: text('reference').notNull(),
    /** Para, together if it is named several times. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    times: integer('times').notNull(),
    /** `null`: no parcel that this courier carried for us. */
    shipmentId: uuid('shipment_id').references(() => shipments.id, { onDelete: 'restrict' }),
    /** What this line has settled: of each payment on delivery one line. */
    paymentKey: text('payment_key').references(() => orderPayments.key, { onDelete: 'restrict' }),
  },
  (t) => [
    primaryKey({ columns: [t.lineId, t.reference] }),
    index('courier_payout_parcels_named').on(t.reference),
    index('courier_payout_parcels_of_shipment').on(t.shipmentId),
    uniqueIndex('courier_payout_parcels_once').on(t.paymentKey),
    check('courier_payout_parcels_times', sql`${t.times} > 0`),
  ],
);

/** What the payment provider has sent to the company's bank, as it says; the line is the one that was it. */
export const cardPayouts = pgTable(
  'card_payouts',
  {
    id: text('id').primaryKey(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** What it has kept of the payments in it; `null` while it has not said. */
    fee: bigint('fee', { mode: 'number' }),
    currency: text('currency', { enum: ['RSD', 'EUR'] }).notNull(),
    arrivesOn: date('arrives_on', { mode: 'string' }).notNull(),
    state: text('state', { enum: CARD_PAYOUT_STATES }).notNull(),
    /** Numbers the question that this answers: an earlier answer overwrites no later one. */
    question: bigint('question', { mode: 'number' }).notNull(),
    lineId: uuid('line_id').references(() => statementLines.id, { onDelete: 'restrict' }),
  },
  (t) => [
    uniqueIndex('card_payouts_once').on(t.lineId),
    index('card_payouts_of_days').on(t.arrivesOn),
    check('card_payouts_amount', sql`${t.amount} > 0`),
    check('card_payouts_state', oneOfCondition(t.state, CARD_PAYOUT_STATES)),
    check('card_payouts_fee', sql`${t.lineId} is null or ${t.fee} is not null`),
  ],
);

/** A line with which a courier paid for parcels that were lost or damaged: closed, and in the books by the parcel. */
export const courierCompensations = pgTable(
  'courier_compensations',
  {
    lineId: uuid('line_id')
      .notNull()
      .references(() => statementLines.id, { onDelete: 'restrict' }),
    shipmentId: uuid('shipment_id')
      .notNull()
      .unique()
      .references(() => shipments.id, { onDelete: 'restrict' }),
    /** What of the line is for the parcel, minor units; `null`, as a server of an earlier version wrote it: all of it. */
    amount: bigint('amount', { mode: 'number' }),
  },
  (t) => [
    primaryKey({ columns: [t.lineId, t.shipmentId] }),
    check('courier_compensations_amount', sql`${t.amount} > 0`),
  ],
);

/** A line in which the provider sends what was paid by card, and which of its payouts that is, as far as is known. */
export const cardPayoutLines = pgTable(
  'card_payout_lines',
  {
    lineId: uuid('line_id')
      .primaryKey()
      .references(() => statementLines.id, { onDelete: 'cascade' }),
    /** The payout that the line names; empty when it names none. */
    reference: text('reference').notNull(),
    payoutId: text('payout_id').references(() => cardPayouts.id, { onDelete: 'restrict' }),
  },
  (t) => [index('card_payout_lines_of_payout').on(t.payoutId)],
);
