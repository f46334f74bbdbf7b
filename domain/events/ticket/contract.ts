import { oc } from '@orpc/contract';
import * as z from 'zod';
import { common } from '../../copy.ts';
import { refusals } from '../../errors.ts';
import { LastEdit } from '../../last-edit.ts';
import { isEmail } from '../../plain-text.ts';
import { Day as CalendarDay } from '../../shapes.ts';
import { fieldErrors } from '../reservation-copy.ts';
import { CLAIM_FIELDS, claimProblems, type ClaimCompany as TypedClaim } from './claim-company.ts';
import { type Timetable as Days, LONGEST_ENTRY, MOST_ENTRIES, type Directions as Way } from './details.ts';
import { nameErrors, type TicketHolder as Shown } from './places.ts';

/**
 * Whoever reserved names all who come, until the event begins, and may give a paid place to another person: the old code
 * ends, and the new one goes to that person alone, who may change the name on it or give it on.
 */
export const Place = z.object({
  position: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  given: z.boolean(),
}) satisfies z.ZodType<Shown>;

const name = { firstName: z.string().trim(), lastName: z.string().trim() };
type Checked = z.core.ParsePayload<{ firstName: string; lastName: string }>;

function checkName({ value, issues }: Checked): void {
  for (const [field, message] of Object.entries(nameErrors(value)))
    issues.push({ code: 'custom', path: [field], message, input: value });
}

export const Claim = z
  .object({
    companyName: z.string().trim(),
    taxNumber: z.string().trim(),
    registrationNumber: z.string().trim(),
    address: z.string().trim(),
  })
  .check(({ value, issues }) => {
    const problems = claimProblems(value);
    for (const field of CLAIM_FIELDS) {
      const message = problems[field];
      if (message) issues.push({ code: 'custom', path: [field], message, input: value[field] });
    }
  }) satisfies z.ZodType<TypedClaim>;

/** As the screen showed it; whoever has the same link may have written another one since. */
const shownText = z.string().max(200, common.badInput);
const ShownClaim = z.object({
  companyName: shownText,
  taxNumber: shownText,
  registrationNumber: shownText,
  address: shownText,
});

const Line = z.string().trim().max(LONGEST_ENTRY);
export const Directions = z.object({
  checkIn: Line.min(1),
  roomsFrom: Line,
  phone: Line.min(1),
  landmarks: z.object({ bus: Line.min(1), road: Line.min(1), parking: Line.min(1) }),
}) satisfies z.ZodType<Way>;

const Day = z
  .array(z.object({ time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/), title: Line.min(1), about: Line }))
  .min(1)
  .max(MOST_ENTRIES);
export const Timetable = z.tuple([Day, Day]) satisfies z.ZodType<Days>;

/** What the organiser has published of this year's event; `null` for what is not known yet. */
export const EventDetails = z.object({
  year: z.int(),
  directions: Directions.nullable(),
  timetable: Timetable.nullable(),
  version: z.int(),
});
export type EventDetails = z.infer<typeof EventDetails>;

const Name = z.object(name).check(checkName);
const Recipient = z
  .object({ ...name, email: z.string().trim().toLowerCase().refine(isEmail, fieldErrors.emailShape) })
  .check(checkName);

const token = z.string().max(200);
const position = z.coerce.number().pipe(z.int().min(1).max(10));
/** As the screen showed it; somebody else may have written another name since. */
const shown = z.object({ firstName: shownText, lastName: shownText });
const tags = ['events'];

const closed = {
  TICKET_UNKNOWN: { status: 404 },
  /** The event has begun, or the reservation does not stand any more. */
  NAMES_CLOSED: {},
  PLACE_CHANGED: { data: Place },
};

export const places = {
  name: oc
    .route({ method: 'POST', path: '/event/tickets/{token}/places/{position}/name', tags })
    .input(z.object({ token, position, shown, person: Name }))
    .output(Place)
    .errors(refusals(closed)),
  give: oc
    .route({ method: 'POST', path: '/event/tickets/{token}/places/{position}/give', tags })
    .input(z.object({ token, position, shown, person: Recipient }))
    .output(Place)
    .errors(refusals({ ...closed, PLACE_UNPAID: {}, TICKET_USED: {} })),
};

/** `shown`: what stood there, `null` for none; over another one nothing is written. */
export const claim = oc
  .route({ method: 'POST', path: '/event/tickets/{token}/claim', tags })
  .input(z.object({ token, shown: ShownClaim.nullable().default(null), claim: Claim }))
  .output(Claim)
  .errors(refusals({ TICKET_UNKNOWN: { status: 404 }, CLAIM_CLOSED: {}, CLAIM_CHANGED: { data: Claim } }));

/** For the organiser. */
export const details = {
  get: oc
    .route({ method: 'GET', path: '/admin/event/details', tags })
    .output(EventDetails.extend({ mailDays: z.int(), firstDay: CalendarDay, outdated: z.boolean() })),
  save: oc
    .route({ method: 'POST', path: '/admin/event/details', tags })
    .input(EventDetails.omit({ year: true }))
    .output(EventDetails)
    .errors(refusals({ DETAILS_CHANGED: { data: EventDetails.extend(LastEdit.shape) } })),
};
