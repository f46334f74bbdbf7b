import { oc } from '@orpc/contract';
import * as z from 'zod';
import type { Permission } from '../access.ts';
import { PaidMonths } from '../advertising/paid-months.ts';
import { refusals } from '../errors.ts';
import { ReservationStatus } from '../events/reservation-status.ts';
import { MAIL_STATES } from '../mail-states.ts';
import { NetworkDevices } from '../network/contract.ts';
import { ORDER_EVENTS } from '../orders/events.ts';
import { StaffOrder } from '../orders/shapes.ts';
import { Currency, Cursor, Id } from '../shapes.ts';
import { PeopleAsked, PersonRow } from './people.ts';

/** /admin/users/{id}: everything about one person, each part for whoever may open the list that it is from. */

/** What the history is made of, in the order of its filters. */
export const HISTORY_KINDS = ['purchase', 'tv', 'network', 'mail', 'access', 'staff'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** What reads each part, beside `see people`; the notes of staff are read by whoever sees the person. */
export const PART_PERMISSIONS = {
  purchase: 'see sales',
  reservation: 'manage event',
  mail: 'manage mail',
  access: 'see audit',
} as const satisfies Record<string, Permission>;

const By = z.object({ id: z.string(), name: z.string().nullable() });
const Named = z.object({ id: Id, name: z.string() });

export const PersonNote = z.object({ id: Id, text: z.string(), by: By.nullable(), moment: z.date() });
export type PersonNote = z.infer<typeof PersonNote>;

export const HistoryEntry = z.object({
  /** Its own, the same each time. */
  id: z.string(),
  moment: z.date(),
  /** `key`: the name of a key with which a program did it, with that person's duties. */
  by: By.extend({ key: z.string().nullable() }),
  about: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('purchase'),
      number: z.int(),
      event: z.enum(ORDER_EVENTS),
      reference: z.string(),
      currency: Currency,
      facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    }),
    z.object({ kind: z.literal('tv'), linked: z.boolean(), number: z.int(), name: z.string() }),
    /** `member` joined under the person; without one the person joined. */
    z.object({ kind: z.literal('network'), member: Named.nullable() }),
    z.object({
      kind: z.literal('mail'),
      template: z.string(),
      state: z.enum(MAIL_STATES),
      problem: z.string().nullable(),
    }),
    /** `action` of the log, done by the person or by nobody of the staff. */
    z.object({ kind: z.literal('access'), action: z.string() }),
    /** An action of somebody else, or a note. */
    z.object({ kind: z.literal('staff'), action: z.string().nullable(), note: z.string().nullable() }),
  ]),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** Amounts in minor units. A part is `null` for whoever may not read it. */
export const PersonPage = z.object({
  person: PersonRow,
  inviter: Named.nullable(),
  /** The newest orders, and of all: how many, and what was paid less what went back, in cents. */
  purchases: z
    .object({
      count: z.int(),
      paid: z.int(),
      rows: z.array(
        StaffOrder.pick({
          number: true,
          kind: true,
          productName: true,
          status: true,
          paymentState: true,
          fulfilmentState: true,
          amount: true,
          currency: true,
          refunded: true,
          createdAt: true,
        }).extend({
          /** Of a package that was paid ahead: what runs and what went back. */
          paidMonths: PaidMonths.nullable(),
        }),
      ),
    })
    .nullable(),
  reservations: z
    .object({
      count: z.int(),
      rows: z.array(
        z.object({
          number: z.int(),
          year: z.int(),
          packageId: z.string(),
          status: ReservationStatus,
          amount: z.int(),
          currency: Currency,
          createdAt: z.date(),
        }),
      ),
    })
    .nullable(),
  televisions: z.array(
    z.object({ id: Id, number: z.int(), name: z.string(), isAway: z.boolean(), lastSeenAt: z.date().nullable() }),
  ),
  /** `null` outside the network. `above` from the top down. */
  network: z
    .object({
      level: z.int(),
      direct: z.int(),
      downline: z.int(),
      devices: NetworkDevices,
      above: z.array(Named),
      members: z.array(Named),
    })
    .nullable(),
  mails: z
    .object({
      count: z.int(),
      failed: z.int(),
      last: z.object({ template: z.string(), state: z.enum(MAIL_STATES), moment: z.date() }).nullable(),
    })
    .nullable(),
  access: z
    .object({
      secondStep: z.boolean(),
      sessions: z.array(
        z.object({ id: Id, browser: z.string().nullable(), system: z.string().nullable(), lastUsedAt: z.date() }),
      ),
      /** Wrong passwords and codes of the last 90 days. */
      failures: z.int(),
    })
    .nullable(),
  notes: z.array(PersonNote),
  /** The newest acceptance of the terms. */
  accepted: z.object({ document: z.string(), version: z.string(), moment: z.date() }).nullable(),
});
export type PersonPage = z.infer<typeof PersonPage>;

const tag = { tags: ['accounts'] };
const gone = refusals({ PERSON_GONE: { status: 404 } });

export const personPage = {
  read: oc
    .route({ method: 'GET', path: '/admin/people/{id}', ...tag })
    .input(z.object({ id: Id }))
    .output(PersonPage)
    .errors(gone),
  /** Who stands before and after in a list of people, by its search, filter and order, and the place in it where the list is short. */
  neighbours: oc
    .route({ method: 'GET', path: '/admin/people/{id}/neighbours', ...tag })
    .input(PeopleAsked.extend({ id: Id }))
    .output(
      z.object({
        previous: Named.nullable(),
        next: Named.nullable(),
        place: z.object({ n: z.int(), of: z.int() }).nullable(),
      }),
    )
    .errors(gone),
  /** What happened, newest first, of one kind or of all that the caller may read. */
  history: oc
    .route({ method: 'GET', path: '/admin/people/{id}/history', ...tag })
    .input(z.object({ id: Id, kind: z.enum(HISTORY_KINDS).optional(), after: Cursor.optional() }))
    .output(z.object({ rows: z.array(HistoryEntry), next: z.string().nullable() }))
    .errors(gone),
  /** One more note among staff. The same key again adds nothing. */
  addNote: oc
    .route({ method: 'POST', path: '/admin/people/{id}/notes', ...tag })
    .input(z.object({ id: Id, key: Id, text: z.string().trim().min(1).max(2000) }))
    .output(PersonNote)
    .errors(gone),
};
