import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../errors.ts';
import { LastEdit } from '../last-edit.ts';
import { REASON_MAX, REASON_MIN } from '../reason-length.ts';
import { Count, Currency, Cursor, Direction, Flag, Id, Money } from '../shapes.ts';
import { adminCopy } from './admin/copy.ts';
import { Note, notes } from './admin/notes.ts';
import { change, choose, GuestChange } from './change/contract.ts';
import { door } from './door/contract.ts';
import { ReservationStatus } from './reservation-status.ts';
import { Country, EventFacts, Instructions, NewReservation, PackageId, PersonalInfo, ReservedEvent } from './shapes.ts';
import { Claim, claim, Directions, details, Place, places, Timetable } from './ticket/contract.ts';

/**
 * A reservation holds a place and states how to pay for it by bank transfer; one opened dialog makes at most one. It is `pending`
 * until the organiser records the payment, which cannot be undone and turns it into tickets; one for which money came is never
 * deleted but cancelled. Only packages with a capacity lapse: unpaid after the announced day they are `isteklo` and their place is
 * free again.
 */
export { ReservationStatus };

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
  /** The last entry, on whichever day. */
  admittedAt: z.date().nullable(),
  /** When it was let in on each day of the event, oldest first. */
  entries: z.array(z.date()),
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
  cancelledAt: z.date().nullable(),
  /** The whole event was moved or cancelled since this was reserved. */
  change: GuestChange.nullable(),
  /** Without those that were given to another person, unless it is theirs that is looked at. */
  tickets: z.array(Ticket),
  /** Everybody who comes, or the one whose ticket this is. */
  places: z.array(Place),
  /** Whose link this is: the reservation's, one of its tickets, or that of somebody whom a place was given. */
  opened: z.enum(['reservation', 'ticket', 'place']),
  /** Until when names change; `null` when they do not. */
  namesUntil: z.date().nullable(),
  /** The company for the claim, for whoever reserved alone. */
  claim: Claim.nullable(),
  /** What the organiser has published; only of an event that is still to come. */
  directions: Directions.nullable(),
  timetable: Timetable.nullable(),
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
  /** The newest of its notes. */
  notes: z.string(),
  createdAt: z.date(),
  confirmedAt: z.date().nullable(),
  /** When an unpaid place is given back, `null` for packages without a capacity; and when it was. */
  lapsesAt: z.date().nullable(),
  lapsedAt: z.date().nullable(),
  /** What has come towards it in its own currency: less than the amount while a part waits for its rest. */
  arrived: z.int(),
  cancelledAt: z.date().nullable(),
  cancelReason: z.string(),
});
export type Reservation = z.infer<typeof Reservation>;

/** With the company that the organiser makes the claim out to, and what staff wrote about it, oldest first. */
export const ListedReservation = Reservation.extend({
  claim: Claim.nullable(),
  thread: z.array(Note),
  /** An account has this address, whether or not its owner reserved. */
  hasAccount: z.boolean(),
  /** Money came for it, also when all of that goes back or has gone: it is cancelled, never deleted. */
  hadMoney: z.boolean(),
});
export type ListedReservation = z.infer<typeof ListedReservation>;

/** A reservation as the person sees it who made it. */
export const OwnReservation = z.object({
  number: z.int(),
  packageId: PackageId,
  amount: z.int(),
  currency: Currency,
  status: ReservationStatus,
  /** The event it is for is over. */
  past: z.boolean(),
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

/** One row for each package and country that has reservations. */
export const ReservationTotal = z.object({
  packageId: PackageId,
  country: Country,
  reserved: z.int(),
  paid: z.int(),
  /** What arrived of what is confirmed, in the currency it arrived in. */
  arrived: z.array(Money),
});
export type ReservationTotal = z.infer<typeof ReservationTotal>;

/** Somebody was faster; the row as it is now, and who corrected the guest last, where that is asked about. */
const changed = {
  RESERVATION_GONE: { status: 404 },
  RESERVATION_CHANGED: { data: Reservation.extend({ edit: LastEdit.optional() }) },
};
const changing = refusals(changed);
const confirming = refusals({
  ...changed,
  /** It lapsed, is paid late, and nobody's place is left for it. */
  LAPSED_PLACE_TAKEN: {},
  RESERVATION_CANCELLED: {},
  PAYMENT_REASON_NEEDED: { status: 422 },
});
/** What is compared before a correction. */
const GuestFields = z.object({ firstName: z.string(), lastName: z.string(), email: z.string(), phone: z.string() });
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
      /** What guests find on their ticket's page already. */
      published: z.object({ directions: z.boolean(), timetable: z.boolean() }),
    }),
  ),
  reserve: oc
    .route({ method: 'POST', path: '/event/reservations', tags })
    .input(NewReservation)
    .output(Reserved)
    .errors(
      refusals({
        EVENT_OVER: {},
        EVENT_CANCELLED: {},
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
  places,
  /** Asked before paying: the organiser, whose money it is, makes the claim out to a company. */
  claim,
  /** After a move: whether the ticket is kept or the money wanted. */
  choose,

  admin: {
    details,
    change,
    list: oc
      .route({ method: 'GET', path: '/admin/event/reservations', tags })
      .input(
        ReservationFilter.extend({
          sort: z.enum(['number', 'amount']).default('number'),
          direction: Direction,
          after: Cursor.optional(),
        }),
      )
      .output(z.object({ rows: z.array(ListedReservation), next: Cursor.nullable(), total: Count })),
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
          /** Parts whose rest has not come. */
          waiting: z.array(Money),
        }),
      ),
    notes,
    /** Not undoable. Asked twice, it confirms once and sends one mail. */
    confirm: oc
      .route({ method: 'POST', path: '/admin/event/reservations/{id}/confirm', tags })
      .input(
        z.object({
          id: Id,
          /** What had arrived on the screen, minor units. */
          shown: z.int().nonnegative().optional(),
          /** Why it is paid although only a part has come. */
          reason: z.string().trim().max(REASON_MAX).default(''),
        }),
      )
      .output(Reservation)
      .errors(confirming),
    /** Deletes what nobody has paid for; what money came for is cancelled, and the money is owed back. */
    remove: oc
      .route({ method: 'POST', path: '/admin/event/reservations/{id}/delete', tags })
      .input(
        z.object({
          id: Id,
          /** The row as it was on the screen. */
          shown: z.object({ status: ReservationStatus, arrived: z.int().nonnegative() }),
          notify: z.boolean().default(true),
          reason: z.string().trim().min(REASON_MIN, adminCopy.remove.reasonNeeded).max(1000),
        }),
      )
      .output(z.object({ deleted: z.boolean(), reservation: Reservation.nullable() }))
      .errors(changing),
    /** The mail with the tickets, or while it waits the one with the payment instructions, once more. */
    sendAgain: oc
      .route({ method: 'POST', path: '/admin/event/reservations/{id}/send-again', tags })
      .input(
        z.object({
          id: Id,
          /** Made when the button is pressed; the same key never sends a second mail. */
          key: z.uuid(),
        }),
      )
      .output(z.object({ sentTo: z.string() }))
      .errors(refusals({ RESERVATION_GONE: { status: 404 }, NOTHING_TO_SEND: {} })),
    /** A mistyped name, address or phone. Links and tickets sent before end, new ones are mailed. */
    correct: oc
      .route({ method: 'POST', path: '/admin/event/reservations/{id}/correct', tags })
      .input(z.object({ id: Id, shown: GuestFields, guest: PersonalInfo }))
      .output(Reservation)
      .errors(refusals({ ...changed, NOTHING_TO_SEND: {}, SCARCE_PLACE_HELD: {} })),
    export: oc
      .route({ method: 'GET', path: '/admin/event/export/{format}', tags })
      .input(ReservationFilter.extend({ format: z.enum(['csv', 'xlsx']) }))
      .output(z.file()),

    door,
  },
};
