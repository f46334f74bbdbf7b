import { oc } from '@orpc/contract';
import * as z from 'zod';
import { DUTIES } from '../../access.ts';
import { proofRefusals } from '../../auth/proof.ts';
import { refusals } from '../../errors.ts';
import { Id, plainLine } from '../../shapes.ts';

const Duty = z.enum(DUTIES);
const Duties = z.array(Duty).transform((duties) => DUTIES.filter((duty) => duties.includes(duty)));

/** Somebody of the staff and what was given to them. */
export const StaffRow = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  /** Has everything, and nobody can change it. */
  isSuperAdmin: z.boolean(),
  /** `null`: an administrator from before there were duties, who has all of them until the first are given. */
  duties: z.array(Duty).nullable(),
  /** Passed back with a change; `null` until the first duties are given. */
  version: z.int().nullable(),
  hasSecondStep: z.boolean(),
  isBlocked: z.boolean(),
  /** When the duties were changed last, and by whom; of an administrator without any, since when they are one, where the log knows. */
  changedAt: z.date().nullable(),
  changedBy: z.string().nullable(),
});
export type StaffRow = z.infer<typeof StaffRow>;

/** What one save changed for one person. */
export const DutyChange = z.object({
  at: z.date(),
  name: z.string(),
  given: z.array(Duty),
  taken: z.array(Duty),
  reason: z.string(),
  by: z.string(),
});
export type DutyChange = z.infer<typeof DutyChange>;

/** Who may be added: an approved member who is no staff. */
export const StaffCandidate = StaffRow.pick({ id: true, name: true, email: true, hasSecondStep: true });
export type StaffCandidate = z.infer<typeof StaffCandidate>;

export const MAX_STAFF_AT_ONCE = 100;
export const USED_DAYS = 30;

const Whose = z.object({ id: Id, name: z.string() });
const tag = { tags: ['accounts'] };

/**
 * Who of the staff does what. Only the super-admin gives and takes duties, all of a save together, with a fresh proof and a reason. A
 * duty that was taken ends with the next request, and ends the streams that its lists are heard on.
 */
export const staff = {
  list: oc.route({ method: 'GET', path: '/admin/staff', ...tag }).output(
    z.object({
      rows: z.array(StaffRow),
      /** The last ones, newest first. */
      changes: z.array(DutyChange),
    }),
  ),
  /** The same table as a file for a spreadsheet. */
  export: oc.route({ method: 'GET', path: '/admin/staff/export', ...tag }).output(z.file()),
  candidates: oc
    .route({ method: 'GET', path: '/admin/staff/candidates', ...tag })
    .input(z.object({ search: z.string().trim().max(100) }))
    .output(z.array(StaffCandidate)),
  /** Which duties somebody's entries in the log of the last thirty days stand for, and how many there are of each. */
  used: oc
    .route({ method: 'GET', path: '/admin/staff/{id}/used', ...tag })
    .input(z.object({ id: Id }))
    .output(z.array(z.object({ duty: Duty, count: z.int() })))
    .errors(refusals({ PERSON_GONE: { status: 404 } })),
  /**
   * `duties` are what each person shall have, `version` that of the row that was seen. A member who is given duties becomes an
   * administrator. What is so already is done; when somebody else has changed one of the people since, nothing is written.
   */
  save: oc
    .route({ method: 'POST', path: '/admin/staff', ...tag })
    .input(
      z.object({
        reason: plainLine(300).pipe(z.string().min(1)),
        changes: z
          .array(z.object({ id: Id, version: z.int().nullable(), duties: Duties }))
          .min(1)
          .max(MAX_STAFF_AT_ONCE)
          .refine((changes) => new Set(changes.map(({ id }) => id)).size === changes.length),
      }),
    )
    .output(z.object({ changes: z.int(), people: z.int() }))
    .errors(
      refusals({
        PERSON_GONE: { status: 404 },
        PERSON_WAITS: {},
        PERSON_CLOSED: {},
        SUPER_ADMIN_STAYS: {},
        DUTIES_CHANGED: { data: z.object({ by: z.string().nullable(), at: z.date() }) },
        /** Only security: whoever ends accounts and reads the log must not be one password away. */
        SECOND_STEP_MISSING: { data: Whose.extend({ duty: Duty }) },
        LAST_HOLDER: { data: Whose.extend({ duty: Duty }) },
        ...proofRefusals,
      }),
    ),
  /** Asks somebody by mail to add a second step, once a day at most; `false`: they were asked within the last one. */
  remind: oc
    .route({ method: 'POST', path: '/admin/staff/{id}/remind', ...tag })
    .input(z.object({ id: Id }))
    .output(z.object({ sent: z.boolean() }))
    .errors(refusals({ PERSON_GONE: { status: 404 }, HAS_SECOND_STEP: {} })),
};
