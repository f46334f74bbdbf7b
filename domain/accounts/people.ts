import { oc } from '@orpc/contract';
import * as z from 'zod';
import { proofRefusals, staffChangeRefusals } from '../auth/proof.ts';
import { refusals } from '../errors.ts';
import { Count, Cursor, Id } from '../shapes.ts';
import {
  PEOPLE_GROUPS,
  PEOPLE_SORTS,
  PersonChanged,
  PersonFields,
  PersonLabels,
  ROLES,
  WrittenPersonFields,
} from './person-fields.ts';

export const PersonRow = z.object({
  ...PersonFields.shape,
  id: Id,
  email: z.string(),
  username: z.string(),
  isAdmin: z.boolean(),
  isCompany: z.boolean(),
  isPartner: z.boolean(),
  isInstaller: z.boolean(),
  /** Rights that nobody can take away; such a row offers no role, block or deletion. */
  isSuperAdmin: z.boolean(),
  toBeRegistered: z.boolean(),
  bannerBalance: z.int(),
  tvSecondBalance: z.int(),
  referralCode: z.string().nullable(),
  inTree: z.boolean(),
  blockedAt: z.date().nullable(),
  /** Closed by its owner or terminated: waits to be erased. */
  closedAt: z.date().nullable(),
  /** Notice was given: the moment the account will be closed. */
  terminatesAt: z.date().nullable(),
  createdAt: z.date(),
});
export type PersonRow = z.infer<typeof PersonRow>;

export const ListedPerson = PersonRow.extend({
  /** Who they are under in the network, or wait to be enrolled under. */
  inviter: z.object({ id: Id, name: z.string() }).nullable(),
  /** `null`: never. */
  lastSignInAt: z.date().nullable(),
});
export type ListedPerson = z.infer<typeof ListedPerson>;

/** What erasing a person would do, or did. */
export const Erasure = z.object({
  email: z.string(),
  /** Who the direct downline rises to; `null` for the top of the network, or outside it. */
  upline: z.string().nullable(),
  downline: z.int(),
  orders: z.int(),
  packages: z.int(),
  /** Still renewing; they end. */
  subscriptions: z.int(),
  devices: z.int(),
  paidReservations: z.int(),
  unpaidReservations: z.int(),
  /** Made with the address, which the person has not proven to be theirs: they stay as they are. */
  unprovenReservations: z.int(),
  banners: z.int(),
});
export type Erasure = z.infer<typeof Erasure>;

/** Who is looked for: words in any order, and one kind of people. */
const PeopleChoice = z.object({
  search: z.string().trim().max(100).optional(),
  show: z.enum(PEOPLE_GROUPS).optional(),
});
const PeopleOrder = z.object({
  sort: z.enum(PEOPLE_SORTS).default('created'),
  direction: z.enum(['asc', 'desc']).default('desc'),
});
/** A list of people: who is looked for, and in which order. */
export const PeopleAsked = PeopleChoice.extend(PeopleOrder.shape);
export type PeopleAsked = z.infer<typeof PeopleAsked>;
const tag = { tags: ['accounts'] };
const ENDING = {
  PERSON_GONE: { status: 404 },
  SUPER_ADMIN_STAYS: {},
  OWN_RIGHTS: {},
  PERSON_WAITS: {},
  PERSON_CLOSED: {},
  ...staffChangeRefusals,
} as const;

/**
 * Everybody with a profile, as staff sees them. An edit names what it saw and what it wants, field by field: when somebody else changed one
 * of these fields meanwhile, nothing is written. E-mail addresses change only with their owner's two confirmations, balances only through
 * the ledger, and accounts of staff only through the super-admin.
 */
export const people = {
  /** Fifty at a time; `next` is passed back as `after`. */
  list: oc
    .route({ method: 'GET', path: '/admin/people', ...tag })
    .input(PeopleAsked.extend({ after: Cursor.optional() }))
    .output(z.object({ rows: z.array(ListedPerson), next: z.string().nullable() })),
  /** How many fit, and how many there are of each kind: at least that many when more are found than are counted. */
  count: oc
    .route({ method: 'GET', path: '/admin/people/count', ...tag })
    .input(PeopleChoice)
    .output(z.object({ total: Count, groups: z.record(z.enum(PEOPLE_GROUPS), Count) })),
  /** The same list as a file for a spreadsheet. */
  export: oc
    .route({ method: 'GET', path: '/admin/people/export', ...tag })
    .input(PeopleAsked)
    .output(z.file()),
  /** `from` is what the form showed, for the same fields as `to`. */
  edit: oc
    .route({ method: 'POST', path: '/admin/people/{id}', ...tag })
    .input(z.object({ id: Id, from: PersonFields.partial(), to: WrittenPersonFields.partial() }))
    .output(PersonRow)
    .errors(
      refusals({
        PERSON_GONE: { status: 404 },
        PERSON_CHANGED: { data: PersonChanged },
        USERNAME_IS_ADDRESS: {},
        USERNAME_TAKEN: {},
        ...staffChangeRefusals,
      }),
    ),
  /**
   * Installer (`is_monter`) and partner exclude each other: setting one clears the other. A label says what the row showed (`shown`); when
   * a colleague has changed one since, nothing is written.
   */
  setRole: oc
    .route({ method: 'POST', path: '/admin/people/{id}/roles/{role}', ...tag })
    .input(
      z
        .object({ id: Id, role: z.enum(ROLES), on: z.boolean(), shown: PersonLabels.optional() })
        .refine(({ role, shown }) => role === 'admin' || shown !== undefined, { path: ['shown'] }),
    )
    .output(PersonRow)
    .errors(
      refusals({
        PERSON_GONE: { status: 404 },
        SUPER_ADMIN_STAYS: {},
        OWN_RIGHTS: {},
        PERSON_WAITS: {},
        LABELS_CHANGED: { data: PersonRow },
        ...staffChangeRefusals,
      }),
    ),
  /**
   * A blocked person is signed out everywhere at once and cannot come in until unblocked. Their TVs show nothing meanwhile; their campaigns
   * are paused, and go on only when somebody lets them.
   */
  block: oc
    .route({ method: 'POST', path: '/admin/people/{id}/block', ...tag })
    .input(z.object({ id: Id, on: z.boolean() }))
    .output(PersonRow)
    .errors(refusals({ PERSON_GONE: { status: 404 }, SUPER_ADMIN_STAYS: {}, OWN_RIGHTS: {}, ...staffChangeRefusals })),
  /** Ends every session of one person, who is mailed and may come in again at once. Without a session nothing happens. */
  signOut: oc
    .route({ method: 'POST', path: '/admin/people/{id}/sign-out', ...tag })
    .input(z.object({ id: Id }))
    .output(z.object({ signedOut: z.literal(true) }))
    .errors(refusals({ PERSON_GONE: { status: 404 }, ...staffChangeRefusals })),
  /**
   * Ends the contract with thirty days' notice (`on`), or takes a running notice back. Given twice, it runs from the first
   * time. When it has run out the account is closed as its owner would close it.
   */
  notice: oc
    .route({ method: 'POST', path: '/admin/people/{id}/notice', ...tag })
    .input(z.object({ id: Id, on: z.boolean(), reason: z.string().trim().max(1000).default('') }))
    .output(PersonRow)
    .errors(refusals(ENDING)),
  /** Ends the contract at once, for a cause that the person is notified of. Nothing takes it back. */
  terminate: oc
    .route({ method: 'POST', path: '/admin/people/{id}/terminate', ...tag })
    .input(z.object({ id: Id, reason: z.string().trim().min(1).max(1000) }))
    .output(PersonRow)
    .errors(refusals(ENDING)),
  /**
   * For whoever lost phone and recovery codes and was recognised by staff: the second step goes, everybody is signed out,
   * the owner is notified and can take it back. That of staff is the super-admin's to remove.
   */
  removeSecondStep: oc
    .route({ method: 'POST', path: '/admin/people/{id}/second-step/remove', ...tag })
    .input(z.object({ id: Id }))
    .output(z.object({ removed: z.literal(true) }))
    .errors(
      refusals({
        PERSON_GONE: { status: 404 },
        NO_SECOND_STEP: {},
        ...staffChangeRefusals,
      }),
    ),
  erasure: oc
    .route({ method: 'GET', path: '/admin/people/{id}/erasure', ...tag })
    .input(z.object({ id: Id }))
    .output(Erasure)
    .errors(refusals({ PERSON_GONE: { status: 404 } })),
  /** For good, so with a fresh proof; `email` is typed by hand. The books stay, without the person. */
  erase: oc
    .route({ method: 'POST', path: '/admin/people/{id}/erase', ...tag })
    .input(z.object({ id: Id, email: z.string().trim().toLowerCase().max(320) }))
    .output(Erasure)
    .errors(
      refusals({ PERSON_GONE: { status: 404 }, SUPER_ADMIN_STAYS: {}, ERASURE_UNCONFIRMED: {}, ...proofRefusals }),
    ),
};
