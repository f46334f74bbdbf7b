import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../../errors.ts';
import { Day, Id, Moment, Money, plainLine } from '../../shapes.ts';
import { PackageId } from '../shapes.ts';
import { CHECK_VERDICTS, DOOR_VERDICTS } from './rules.ts';

/**
 * A ticket admits once on each of the two days, whichever door of the event it is shown at. Every check has a key that its
 * device made: the same key is one check, however often it is sent, and its answer stays what it was. A number with several
 * tickets is never guessed at: the answer asks whose.
 */
const Entry = z.object({ key: Id, at: z.date(), door: z.string() });

const DoorName = plainLine(60);
const Reason = plainLine(200);

export const DoorCheck = z.object({
  key: Id,
  /** A ticket's token, its whole address as scanned, or a number typed by hand (`101`, `101-2`). */
  code: z.string().trim().min(1).max(500),
  door: DoorName.default(''),
  device: Id.optional(),
  /** Why a ticket that was used today is let in all the same; without it, it is not. */
  reason: Reason.min(1).optional(),
  /** The list on the device has let the person in already, at this moment by the server's clock. */
  offline: z.object({ at: Moment }).optional(),
});
export type DoorCheck = z.infer<typeof DoorCheck>;

export const Admission = z.object({
  verdict: z.enum(DOOR_VERDICTS),
  /** The ticket's, or the reservation's number. */
  code: z.string().nullable(),
  year: z.int().nullable(),
  /** Of the event that it is for. */
  firstDay: Day.nullable(),
  number: z.int().nullable(),
  name: z.string().nullable(),
  packageId: PackageId.nullable(),
  position: z.int().nullable(),
  count: z.int().nullable(),
  /** Its price, or what is missing of it while it waits for its payment. */
  amount: Money.nullable(),
  /** The entry of today that counts: this one, or the one before it. */
  entry: Entry.nullable(),
  /** Of the same ticket on the event's other day. */
  earlier: Entry.nullable(),
  /** Whose it may be, for `choose`. */
  choices: z.array(z.object({ code: z.string(), name: z.string(), entry: Entry.nullable() })),
});
export type Admission = z.infer<typeof Admission>;

const Attendance = z.object({ admitted: z.int(), issued: z.int() });

export const DoorState = Attendance.extend({
  now: z.date(),
  /** The day that is counted, and which day of the event it is; 0 is a rehearsal. */
  day: Day,
  dayNumber: z.int(),
  /** Today is one of the days on which tickets are valid. */
  open: z.boolean(),
  doors: z.array(
    Attendance.pick({ admitted: true }).extend({
      door: z.string(),
      devices: z.array(z.object({ device: Id, name: z.string(), seenAt: z.date(), waiting: z.int() })),
    }),
  ),
  /** Newest first, of all doors. */
  latest: z.array(
    z.object({
      key: Id,
      at: z.date(),
      verdict: z.enum(CHECK_VERDICTS),
      code: z.string(),
      /** Of the reservation, as its year is. */
      number: z.int().nullable(),
      year: z.int().nullable(),
      name: z.string().nullable(),
      door: z.string(),
      reason: z.string().nullable(),
      undone: z.boolean(),
    }),
  ),
  /** Tickets that two doors admitted while one of them had no connection. */
  clashes: z.array(
    z.object({ key: Id, code: z.string(), doors: z.array(z.object({ door: z.string(), at: z.date() })) }),
  ),
});
export type DoorState = z.infer<typeof DoorState>;

const tags = ['events'];

export const door = {
  check: oc
    .route({ method: 'POST', path: '/admin/event/check-in', tags })
    .input(DoorCheck)
    .output(Admission.extend(Attendance.shape)),
  /** What became of a check whose answer was lost; `null` when it never arrived. */
  outcome: oc
    .route({ method: 'GET', path: '/admin/event/check-in/{key}', tags })
    .input(z.object({ key: Id }))
    .output(Admission.nullable()),
  /** Takes an entry back. Asked twice, it is taken back once, with the first reason. */
  undo: oc
    .route({ method: 'POST', path: '/admin/event/check-in/{key}/undo', tags })
    .input(z.object({ key: Id, reason: Reason.min(1) }))
    .output(Attendance)
    .errors(refusals({ ENTRY_GONE: { status: 404 } })),
  /** Guests of the day as JSON text (`DoorList`), and the server's signature of exactly that text, for the device to keep. */
  guests: oc
    .route({ method: 'GET', path: '/admin/event/door/guests', tags })
    .output(z.object({ list: z.string(), signature: z.string() })),
  state: oc.route({ method: 'GET', path: '/admin/event/door', tags }).output(DoorState),
  /** A device says that it stands at a door, and how many entries it still has to send. */
  report: oc
    .route({ method: 'POST', path: '/admin/event/door', tags })
    .input(z.object({ device: Id, door: DoorName, waiting: z.int().min(0).max(10_000) }))
    .output(z.object({ now: z.date() })),
};
