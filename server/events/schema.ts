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
import { CHECK_VERDICTS, type CheckVerdict } from '#domain/events/door/rules.ts';
import type { Directions, Timetable } from '#domain/events/ticket/details.ts';
import { profiles } from '../accounts/schema.ts';
import { timestampColumn } from '../platform/columns.ts';

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
    status: text('status', { enum: ['pending', 'placeno', 'isteklo', 'otkazano'] })
      .notNull()
      .default('pending'),
    confirmed: boolean('potvrdjeno').notNull().default(false),
    /** The newest of `reservation_notes`; the database keeps it. */
    notes: text('beleske').notNull().default(''),
    /** One reservation for one opened dialog, however often the request arrives. */
    idempotencyKey: uuid('idempotency_key').unique(),
    confirmedAt: timestampColumn('confirmed_at'),
    remindedAt: timestampColumn('reminded_at'),
    /** The package had a capacity when the place was held. */
    scarce: boolean('scarce').notNull().default(false),
    /** When an unpaid place is given back; the buyer was given this moment. */
    lapsesAt: timestampColumn('lapses_at'),
    lapseAnnouncedAt: timestampColumn('lapse_announced_at'),
    /** When it was given back; it stays when the payment comes all the same. */
    lapsedAt: timestampColumn('lapsed_at'),
    /** What has come towards it in its own currency, minor units; the database keeps it from payment_parts. */
    arrived: bigint('stiglo', { mode: 'number' }).notNull().default(0),
    cancelledAt: timestampColumn('cancelled_at'),
    cancelReason: text('cancel_reason').notNull().default(''),
    /** Of the event it is for, as it stands now. The database fills it; a move of the event changes it. */
    firstDay: date('prvi_dan', { mode: 'string' }).notNull().default(sql`NULL`),
    /** What its link names: its own id until the link is ended. The database fills it. */
    linkId: uuid('link_id').notNull().unique().default(sql`NULL`),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
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
    check('porudzbine_otkazano', sql`(${t.status} = 'otkazano') = (${t.cancelledAt} is not null)`),
    check('porudzbine_stiglo', sql`${t.arrived} >= 0`),
    check('porudzbine_zemlja', sql`${t.country} in ('RS', 'CG')`),
    check('porudzbine_valuta', sql`(${t.country} = 'RS') = (${t.currency} = 'RSD')`),
    check('porudzbine_status', sql`${t.confirmed} = (${t.status} = 'placeno')`),
    check('porudzbine_iznos', sql`${t.amount} > 0`),
  ],
);

/** What reservations are searched by, folded; the index `porudzbine_words` is of it. */
export const RESERVATION_WORDS = sql`(search_fold(' ' || ${reservations.firstName} || ' ' || ${reservations.lastName} || ' ' || ${reservations.email}) || phone_words(${reservations.phone}))`;

/** What staff write to each other about a reservation; the guest never sees it. */
export const reservationNotes = pgTable(
  'reservation_notes',
  {
    /** Made by the screen: a note that is sent twice is one note. */
    id: uuid('id').primaryKey(),
    reservationId: uuid('reservation_id')
      .notNull()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    /** The order in which they were written. */
    number: bigint('number', { mode: 'number' }).notNull().unique().generatedAlwaysAsIdentity(),
    text: text('text').notNull(),
    /** Unknown of what was written before notes had authors, and once the account is gone. */
    authorId: uuid('author_id').references(() => profiles.id, { onDelete: 'set null' }),
    createdAt: timestampColumn('created_at').notNull(),
    editedAt: timestampColumn('edited_at'),
  },
  (t) => [
    index('reservation_notes_of').on(t.reservationId, t.number),
    index('reservation_notes_by').on(t.authorId),
    check('reservation_notes_text', sql`${t.text} <> ''`),
  ],
);

/** One person's ticket; made when the payment is recorded, used once on each day (`event_checks`). */
export const tickets = pgTable(
  'event_tickets',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    reservationId: uuid('reservation_id')
      .notNull()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    count: integer('count').notNull(),
    /** What its code names: its own id until a correction ends the code. The database fills it. */
    linkId: uuid('link_id').notNull().unique().default(sql`NULL`),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('event_tickets_one_of').on(t.reservationId, t.position),
    check('event_tickets_position', sql`${t.position} between 1 and ${t.count}`),
  ],
);

/** Who comes on a place of a reservation, once somebody is named or the place is given to another person. */
export const places = pgTable(
  'event_places',
  {
    reservationId: uuid('reservation_id')
      .notNull()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    firstName: text('ime').notNull(),
    lastName: text('prezime').notNull(),
    /** Given to another person, who alone has its code. */
    givenAt: timestampColumn('given_at'),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.reservationId, t.position] }),
    check('event_places_position', sql`${t.position} between 1 and 10`),
  ],
);

/** A company that the claim shall name, asked for by whoever reserved before paying. */
export const claims = pgTable('event_claims', {
  reservationId: uuid('reservation_id')
    .primaryKey()
    .references(() => reservations.id, { onDelete: 'cascade' }),
  companyName: text('naziv').notNull(),
  taxNumber: text('pib').notNull(),
  registrationNumber: text('mb').notNull(),
  address: text('adresa').notNull(),
  updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
});

/** What the organiser publishes of a year's event: the way there and the timetable, each empty until it is known. */
export const eventDetails = pgTable('event_details', {
  year: integer('godina').primaryKey(),
  directions: jsonb('directions').$type<Directions>(),
  timetable: jsonb('timetable').$type<Timetable>(),
  /** Counts the changes: a form that shows an older one is refused. */
  version: integer('version').notNull(),
  /** The event's first day when this was published: after a move guests do not see it until it is published again. */
  firstDay: date('prvi_dan', { mode: 'string' }).notNull(),
  updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
});

/** What the organiser did with the whole event of a year: its days as they are since then. The last row counts. */
export const eventChanges = pgTable(
  'event_changes',
  {
    /** Made by the screen: the same key is one change. */
    id: uuid('id').primaryKey(),
    year: integer('godina').notNull(),
    kind: text('kind', { enum: ['moved', 'cancelled'] }).notNull(),
    from: date('previous_day', { mode: 'string' }).notNull(),
    firstDay: date('prvi_dan', { mode: 'string' }).notNull(),
    reason: text('reason').notNull(),
    /** Until when guests who have paid may ask for their money. */
    chooseUntil: timestampColumn('choose_until'),
    madeAt: timestampColumn('made_at').notNull(),
    madeBy: text('made_by').notNull(),
  },
  (t) => [
    index('event_changes_of_year').on(t.year, t.madeAt),
    uniqueIndex('event_changes_cancelled_once').on(t.year).where(sql`${t.kind} = 'cancelled'`),
    check('event_changes_choose', sql`(${t.kind} = 'moved') = (${t.chooseUntil} is not null)`),
    check('event_changes_days', sql`(${t.kind} = 'cancelled') = (${t.from} = ${t.firstDay})`),
  ],
);

/** What whoever paid chose after a move; nobody who keeps silent has a row. */
export const eventChoices = pgTable(
  'event_choices',
  {
    changeId: uuid('change_id')
      .notNull()
      .references(() => eventChanges.id),
    reservationId: uuid('reservation_id')
      .notNull()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    choice: text('choice', { enum: ['keep', 'refund'] }).notNull(),
    /** The reservation before its money was asked back. */
    was: text('was', { enum: ['pending', 'placeno'] }).notNull(),
    chosenAt: timestampColumn('chosen_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.changeId, t.reservationId] }),
    index('event_choices_of_reservation').on(t.reservationId),
  ],
);

/** One check at a door and its answer, under the key that its device made for it. */
export const doorChecks = pgTable(
  'event_checks',
  {
    key: uuid('key').primaryKey(),
    year: integer('year').notNull(),
    /** In Belgrade. */
    day: date('day', { mode: 'string' }).notNull(),
    /** When the person stood at the door: earlier than `received_at` when the device had no connection. */
    checkedAt: timestampColumn('checked_at').notNull(),
    receivedAt: timestampColumn('received_at').notNull(),
    verdict: text('verdict', { enum: CHECK_VERDICTS as [CheckVerdict, ...CheckVerdict[]] }).notNull(),
    reservationId: uuid('reservation_id').references(() => reservations.id, { onDelete: 'cascade' }),
    ticketId: uuid('ticket_id').references(() => tickets.id, { onDelete: 'cascade' }),
    door: text('door').notNull(),
    checkedBy: text('checked_by').notNull(),
    /** Why a used ticket was let in all the same. */
    reason: text('reason'),
    /** The list on the device let the person in before the server was asked. */
    offline: boolean('offline').notNull().default(false),
    undoneAt: timestampColumn('undone_at'),
    undoneBy: text('undone_by'),
    undoReason: text('undo_reason'),
  },
  (t) => [
    /** A ticket is used once on a day. */
    uniqueIndex('event_checks_one_entry')
      .on(t.ticketId, t.day)
      .where(sql`${t.verdict} = 'valid' and ${t.undoneAt} is null`),
    index('event_checks_of_day').on(t.year, t.day, t.receivedAt),
    index('event_checks_of_ticket').on(t.ticketId),
    index('event_checks_of_reservation').on(t.reservationId),
    check(
      'event_checks_verdict',
      sql`${t.verdict} not in ('valid', 'again', 'clash', 'used') or ${t.ticketId} is not null`,
    ),
    check(
      'event_checks_undone',
      sql`(${t.undoneAt} is null) = (${t.undoneBy} is null) and (${t.undoneAt} is null) = (${t.undoReason} is null)`,
    ),
  ],
);

/** A phone or tablet at a door, as it last reported; forgotten after a day. */
export const doorDevices = pgTable('event_door_devices', {
  device: uuid('device').primaryKey(),
  door: text('door').notNull(),
  profileId: uuid('profile_id')
    .notNull()
    .references(() => profiles.id, { onDelete: 'cascade' }),
  seenAt: timestampColumn('seen_at').notNull(),
  /** Entries it has not been able to send yet. */
  waiting: integer('waiting').notNull(),
});
