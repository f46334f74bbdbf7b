import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../errors.ts';
import { Count, Currency, Cursor, Direction, Flag, Id, Money } from '../shapes.ts';
import {
  ColumnMapping,
  Country,
  EventFacts,
  Instructions,
  NewReservation,
  PackageId,
  ReservedEvent,
  Verdict,
} from './shapes.ts';
import { STATEMENT_FORMATS, UNREADABLE } from './statement.ts';

/**
 * A reservation holds a place and states how to pay for it by bank transfer; one opened dialog makes at most one. It is
 * `pending` until the organiser records the payment, which cannot be undone and turns it into tickets. Only packages with
 * a capacity lapse: unpaid after the announced day they are `isteklo` and their place is free again. A ticket admits
 * once, whichever entrance it is shown at.
 */
export const ReservationStatus = z.enum(['pending', 'placeno', 'isteklo']);
export type ReservationStatus = z.infer<typeof ReservationStatus>;

/** What the buyer gets: the number, and everything needed to pay. */
export const Reserved = z.object({
  number: z.int(),
  packageId: PackageId,
  country: Country,
  amount: Money,
  email: z.string(),
  instructions: Instructions,
  /** The buyer's own page, also in the mail. */
  link: z.string(),
});
export type Reserved = z.infer<typeof Reserved>;

export const Ticket = z.object({
  code: z.string(),
  position: z.int(),
  count: z.int(),
  token: z.string(),
  /** The address in the QR code. */
  link: z.string(),
  admittedAt: z.date().nullable(),
});
export type Ticket = z.infer<typeof Ticket>;

export const TicketPage = z.object({
  number: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  packageId: PackageId,
  event: ReservedEvent,
  /** The event it is for is over. */
  past: z.boolean(),
  status: ReservationStatus,
  /** Only while it waits for payment and the event is still to come. */
  instructions: Instructions.nullable(),
  /** When the place was given back because no payment had come. */
  lapsedAt: z.date().nullable(),
  tickets: z.array(Ticket),
});
export type TicketPage = z.infer<typeof TicketPage>;

export const Reservation = z.object({
  id: Id,
  number: z.int(),
  reference: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  country: Country,
  packageId: PackageId,
  amount: z.int(),
  currency: Currency,
  status: ReservationStatus,
  confirmed: z.boolean(),
  notes: z.string(),
  createdAt: z.date(),
  confirmedAt: z.date().nullable(),
  /** When an unpaid place is given back, `null` for packages without a capacity; and when it was. */
  lapsesAt: z.date().nullable(),
  lapsedAt: z.date().nullable(),
});
export type Reservation = z.infer<typeof Reservation>;

/** A reservation as the person sees it who made it. */
export const OwnReservation = z.object({
  number: z.int(),
  packageId: PackageId,
  amount: z.int(),
  currency: Currency,
  status: ReservationStatus,
  createdAt: z.date(),
  /** Path of its page: how to pay, or the tickets. */
  path: z.string(),
});
export type OwnReservation = z.infer<typeof OwnReservation>;

/** A query string carries words only. */
const EventYear = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{4}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(2000).max(2199));

export const ReservationFilter = z.object({
  /** Name, e-mail, number or payment reference. */
  search: z.string().trim().max(100).optional(),
  status: ReservationStatus.optional(),
  country: Country.optional(),
  packageId: PackageId.optional(),
  overdue: Flag.optional(),
  /** Of the event; this year's when it is left out. */
  year: EventYear.optional(),
});
export type ReservationFilter = z.infer<typeof ReservationFilter>;

/** One row for each package and country that has reservations; capacity is the package's, `null` without a limit. */
export const ReservationTotal = z.object({
  packageId: PackageId,
  country: Country,
  currency: Currency,
  reserved: z.int(),
  paid: z.int(),
  paidAmount: z.int(),
});
export type ReservationTotal = z.infer<typeof ReservationTotal>;

export const StatementImport = z.object({
  id: Id,
  fileName: z.string(),
  format: z.enum(STATEMENT_FORMATS),
  lines: z.int(),
  open: z.int(),
  importedAt: z.date(),
  importedBy: z.string(),
});
export type StatementImport = z.infer<typeof StatementImport>;

export const StatementLine = z.object({
  id: Id,
  position: z.int(),
  bookedOn: z.iso.date(),
  amount: z.int(),
  currency: Currency,
  payer: z.string(),
  reference: z.string(),
  purpose: z.string(),
  state: z.enum(['open', 'confirmed', 'dismissed']),
  verdict: Verdict,
  reservation: z
    .object({
      id: Id,
      number: z.int(),
      name: z.string(),
      amount: z.int(),
      currency: Currency,
      confirmed: z.boolean(),
      lapsedAt: z.date().nullable(),
    })
    .nullable(),
  /** The sum of all open payments that name this reservation, when there is more than one. */
  together: z.int().nullable(),
  /** Not named by the reference, but the number in the text or the payer's name and the amount point to it. */
  suggestion: z.object({ number: z.int(), name: z.string() }).nullable(),
});
export type StatementLine = z.infer<typeof StatementLine>;

/**
 * What check-in answers. `used` carries when and where the ticket was admitted before; `other-year` is of another year's
 * event, whatever became of it then.
 */
export const Admission = z.object({
  verdict: z.enum(['valid', 'used', 'unpaid', 'lapsed', 'other-year', 'unknown']),
  code: z.string().nullable(),
  year: z.int().nullable(),
  number: z.int().nullable(),
  name: z.string().nullable(),
  packageId: PackageId.nullable(),
  position: z.int().nullable(),
  count: z.int().nullable(),
  admittedAt: z.date().nullable(),
  door: z.string().nullable(),
});
export type Admission = z.infer<typeof Admission>;

const Attendance = z.object({ admitted: z.int(), issued: z.int() });
const gone = refusals({ RESERVATION_GONE: { status: 404 } });
/** A lapsed reservation is paid late and nobody's place is left for it. */
const confirming = refusals({ RESERVATION_GONE: { status: 404 }, LAPSED_PLACE_TAKEN: {} });
const tags = ['events'];

export const events = {
  offer: oc.route({ method: 'GET', path: '/event/offer', tags }).output(
    z.object({
      event: EventFacts,
      over: z.boolean(),
      soldOut: z.array(PackageId),
      /** Places left of the packages that are nearly gone; the others are not named. */
      fewLeft: z.partialRecord(PackageId, z.int()),
      /** Unpaid places of these packages are given back after so many days. */
      lapse: z.object({ packages: z.array(PackageId), days: z.int() }),
    }),
  ),
  reserve: oc
    .route({ method: 'POST', path: '/event/reservations', tags })
    .input(NewReservation)
    .output(Reserved)
    .errors(
      refusals({
        EVENT_OVER: {},
        SOLD_OUT: {},
        EVENT_PRICE_CHANGED: { data: Money },
        RESERVATION_SETTLED: {},
        RESERVATION_LAPSED: {},
        /** The address holds an unpaid place of a package with a capacity already. */
        SCARCE_PLACE_HELD: {},
        TOO_MANY_RESERVATIONS: { status: 429, data: z.object({ minutes: z.int(), seconds: z.int() }) },
      }),
    ),
  /**
   * Reservations need no account and are known by the address alone, so they are shown only to somebody who has proved to
   * read that mailbox (`accounts.own.proveMailbox`).
   */
  mine: oc
    .route({ method: 'GET', path: '/event/reservations/mine', tags })
    .output(z.object({ proven: z.boolean(), rows: z.array(OwnReservation) })),
  calendar: oc.route({ method: 'GET', path: '/event/siri-vidik.ics', tags }).output(z.file()),
  /** Opened by the token alone: a reservation's shows all its tickets, a ticket's only that one. */
  ticket: oc
    .route({ method: 'GET', path: '/event/tickets/{token}', tags })
    .input(z.object({ token: z.string().max(200) }))
    .output(TicketPage)
    .errors(refusals({ TICKET_UNKNOWN: { status: 404 } })),
  ticketPdf: oc
    .route({ method: 'GET', path: '/event/tickets/{token}/pdf', tags })
    .input(z.object({ token: z.string().max(200) }))
    .output(z.file())
    .errors(refusals({ TICKET_UNKNOWN: { status: 404 } })),

  admin: {
    list: oc
      .route({ method: 'GET', path: '/admin/event/reservations', tags })
      .input(
        ReservationFilter.extend({
          sort: z.enum(['number', 'amount']).default('number'),
          direction: Direction,
          after: Cursor.optional(),
        }),
      )
      .output(z.object({ rows: z.array(Reservation), next: Cursor.nullable(), total: Count })),
    totals: oc
      .route({ method: 'GET', path: '/admin/event/totals', tags })
      .input(z.object({ year: EventYear.optional() }))
      .output(
        z.object({
          year: z.int(),
          /** Those that have reservations, and this one; newest first. */
          years: z.array(z.int()),
          totals: z.array(ReservationTotal),
          capacity: z.partialRecord(PackageId, z.int()),
          overdue: z.int(),
        }),
      ),
    note: oc
      .route({ method: 'POST', path: '/admin/event/reservations/{id}/note', tags })
      .input(z.object({ id: Id, notes: z.string().trim().max(2000) }))
      .output(Reservation)
      .errors(gone),
    /** Not undoable. Asked twice, it confirms once and sends one mail. */
    confirm: oc
      .route({ method: 'POST', path: '/admin/event/reservations/{id}/confirm', tags })
      .input(z.object({ id: Id }))
      .output(Reservation)
      .errors(confirming),
    remove: oc
      .route({ method: 'POST', path: '/admin/event/reservations/{id}/delete', tags })
      .input(z.object({ id: Id, notify: z.boolean().default(true), reason: z.string().trim().max(1000).default('') }))
      .output(z.object({ deleted: z.literal(true) }))
      .errors(gone),
    export: oc
      .route({ method: 'GET', path: '/admin/event/export/{format}', tags })
      .input(ReservationFilter.extend({ format: z.enum(['csv', 'xlsx']) }))
      .output(z.file()),

    statements: {
      list: oc.route({ method: 'GET', path: '/admin/event/statements', tags }).output(z.array(StatementImport)),
      /** The same file twice changes nothing. A CSV seen for the first time asks what its columns are. */
      import: oc
        .route({ method: 'POST', path: '/admin/event/statements', tags })
        .input(z.object({ file: z.file(), mapping: ColumnMapping.optional() }))
        .output(
          z.discriminatedUnion('kind', [
            z.object({
              kind: z.literal('mapping'),
              columns: z.array(z.string()),
              sample: z.array(z.array(z.string())),
              suggestion: ColumnMapping.partial(),
            }),
            z.object({
              kind: z.literal('imported'),
              importId: Id,
              already: z.boolean(),
              importedAt: z.date(),
              lines: z.int(),
              fresh: z.int(),
            }),
          ]),
        )
        .errors(
          refusals({
            STATEMENT_UNREADABLE: { status: 422, data: z.object({ reason: z.enum(UNREADABLE) }) },
            STATEMENT_COLUMN_MISSING: { status: 422, data: z.object({ column: z.string() }) },
          }),
        ),
      lines: oc
        .route({ method: 'GET', path: '/admin/event/statements/{importId}/lines', tags })
        .input(
          z.object({
            importId: Id,
            verdict: Verdict.optional(),
            /** Settled lines too. */
            all: Flag.optional(),
            after: z.coerce.number().pipe(z.int32().nonnegative()).optional(),
          }),
        )
        .output(
          z.object({
            counts: z.record(Verdict, z.int()),
            rows: z.array(StatementLine),
            next: z.int().nullable(),
          }),
        ),
      /** All lines whose reference and amount are right, at once. */
      confirmExact: oc
        .route({ method: 'POST', path: '/admin/event/statements/{importId}/confirm', tags })
        .input(z.object({ importId: Id }))
        .output(z.object({ confirmed: z.int() })),
      /** One line by the organiser's decision, for the reservation it names or for the one given. */
      confirmLine: oc
        .route({ method: 'POST', path: '/admin/event/statement-lines/{id}/confirm', tags })
        .input(z.object({ id: Id, reservationNumber: z.int().positive().optional() }))
        .output(Reservation)
        .errors(
          refusals({
            STATEMENT_LINE_GONE: { status: 404 },
            STATEMENT_LINE_SETTLED: {},
            STATEMENT_NEEDS_RESERVATION: { status: 422 },
            RESERVATION_GONE: { status: 404 },
            LAPSED_PLACE_TAKEN: {},
          }),
        ),
      dismissLine: oc
        .route({ method: 'POST', path: '/admin/event/statement-lines/{id}/dismiss', tags })
        .input(z.object({ id: Id }))
        .output(z.object({ dismissed: z.literal(true) }))
        .errors(refusals({ STATEMENT_LINE_GONE: { status: 404 }, STATEMENT_LINE_SETTLED: {} })),
    },

    attendance: oc.route({ method: 'GET', path: '/admin/event/attendance', tags }).output(Attendance),
    /** A ticket's token, its whole address as scanned, or a number typed by hand (`101`, `101-2`). */
    checkIn: oc
      .route({ method: 'POST', path: '/admin/event/check-in', tags })
      .input(z.object({ code: z.string().trim().min(1).max(500), door: z.string().trim().max(60).default('') }))
      .output(Admission.extend(Attendance.shape)),
  },
};
