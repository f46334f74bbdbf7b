import { oc } from '@orpc/contract';
import * as z from 'zod';
import { staffChangeRefusals } from '../auth/proof.ts';
import { refusals } from '../errors.ts';
import { Cursor, Id } from '../shapes.ts';
import { TREE_PART, TREE_PART_MAX } from './rules.ts';

/**
 * The network is a forest (docs/network.md): every member stands at the top or under exactly one other member, nobody under
 * themselves or their own downline. A member enters once, through somebody's referral code or by staff's hand; only staff moves
 * members, always with their whole downline. Members see their direct downline's names and how many stand below, never how to
 * reach them.
 */

/** A member as a place in the tree. */
export const NetworkPlace = z.object({ id: Id, name: z.string() });
export type NetworkPlace = z.infer<typeof NetworkPlace>;

/** Somebody to choose from a list. Outside the network there is neither level nor upline. */
export const NetworkPerson = NetworkPlace.extend({
  email: z.string(),
  referralCode: z.string().nullable(),
  level: z.int().nullable(),
  uplineName: z.string().nullable(),
});
export type NetworkPerson = z.infer<typeof NetworkPerson>;

/** Devices that everybody below bought, less those that went back: they count from the fourteenth day after their money, until then they wait. */
export const NetworkDevices = z.object({ counted: z.int(), waiting: z.int() });
export type NetworkDevices = z.infer<typeof NetworkDevices>;

export const MemberCard = NetworkPlace.extend({
  username: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  referralCode: z.string(),
  referralLink: z.string(),
  invitesBlocked: z.boolean(),
  /** Only the super-admin moves colleagues and blocks their invitations. */
  isStaff: z.boolean(),
  level: z.int(),
  joinedAt: z.date(),
  direct: z.int(),
  /** Everybody below, direct included. */
  downline: z.int(),
  devices: NetworkDevices,
  /** From the top down to the member's upline. */
  above: z.array(NetworkPlace),
});
export type MemberCard = z.infer<typeof MemberCard>;

/** A part of the tree, from the top down: a member never comes before their upline, siblings stand together as they joined. */
export const TreePart = z.object({
  /** `uplineId` is `null` at the top. */
  members: z.array(NetworkPlace.extend({ uplineId: Id.nullable() })),
  /** Members in the whole (sub)tree; in its first part only. */
  total: z.int().nullable(),
  /** Another one once somebody was moved into, out of or inside of the whole (sub)tree; in its first part only. */
  version: z.int().nullable(),
  /** Passed back as `after` for the next part; `null` when this was the last. */
  next: Id.nullable(),
});
export type TreePart = z.infer<typeof TreePart>;

export const MyNetwork = z.object({
  code: z.string(),
  link: z.string(),
  invitesBlocked: z.boolean(),
  /** The username of whoever invited this member; `null` at the top. */
  inviter: z.string().nullable(),
  /** Members below by level: `levels[0]` are the direct ones. */
  levels: z.array(z.int()),
  devices: NetworkDevices,
});
export type MyNetwork = z.infer<typeof MyNetwork>;

const codeRefusals = refusals({
  REFERRAL_CODE_INVALID: { status: 404 },
  REFERRAL_CODE_INACTIVE: {},
  REFERRAL_LIMIT_REACHED: {},
});
const placeRefusals = refusals({
  NETWORK_PERSON_GONE: { status: 404 },
  UPLINE_GONE: { status: 404 },
  UPLINE_IS_SELF: {},
});

export const network = {
  /** Who stands behind a code: what `/ref-register` shows before anybody types. */
  inviter: oc
    .route({ method: 'GET', path: '/network/inviters/{code}', tags: ['network'] })
    .input(z.object({ code: z.string().max(100) }))
    .output(z.object({ username: z.string() }))
    .errors(codeRefusals),
  /** Puts the caller under the code's owner. */
  enrollWithReferral: oc
    .route({ method: 'POST', path: '/rpc/enroll_with_referral', tags: ['network'] })
    .input(z.object({ p_ref: z.string().max(100) }))
    .output(z.object({ username: z.string() }))
    .errors({
      ...codeRefusals,
      ...refusals({
        OWN_REFERRAL_CODE: {},
        ALREADY_IN_NETWORK: { data: z.object({ inviter: z.string().nullable() }) },
        NETWORK_DATABASE_ERROR: { status: 503 },
      }),
    }),
  /** The caller's own place; `null` until they enter the network. */
  mine: oc.route({ method: 'GET', path: '/network/mine', tags: ['network'] }).output(MyNetwork.nullable()),
  /** The caller's direct downline, newest first; `name` is the username. */
  myDirect: oc
    .route({ method: 'GET', path: '/network/mine/direct', tags: ['network'] })
    .input(z.object({ after: Cursor.optional() }))
    .output(z.object({ rows: z.array(NetworkPlace.extend({ joinedAt: z.date() })), next: Cursor.nullable() })),

  admin: {
    /** Puts `p_user` under the owner of `p_ref`, or at the top when `p_ref` is `root`. Not chosen is empty or missing. */
    enrollRef: oc
      .route({ method: 'POST', path: '/rpc/enroll_ref', tags: ['network'] })
      .input(z.object({ p_ref: z.string().max(100).nullish(), p_user: z.string().max(100).nullish() }))
      .output(z.object({ user: NetworkPlace, upline: NetworkPlace.nullable() }))
      .errors({
        ...placeRefusals,
        ...refusals({
          NETWORK_BOTH_NEEDED: { status: 400 },
          NETWORK_PERSON_WAITING: {},
          PERSON_ALREADY_IN_NETWORK: {},
          NETWORK_DATABASE_ERROR: { status: 503 },
          ...staffChangeRefusals,
        }),
      }),
    /**
     * Members, or approved people outside the network, colleagues among these for the super-admin alone: the newest, or the best matches
     * by name, e-mail, username, code.
     */
    people: oc
      .route({ method: 'GET', path: '/admin/network/people', tags: ['network'] })
      .input(z.object({ who: z.enum(['members', 'outsiders']), search: z.string().max(100).default('') }))
      .output(z.array(NetworkPerson)),
    tree: oc
      .route({ method: 'GET', path: '/admin/network/tree', tags: ['network'] })
      .input(
        z.object({
          /** Only this member and everybody below. */
          under: Id.optional(),
          after: Id.optional(),
          limit: z.coerce.number().int().min(1).max(TREE_PART_MAX).default(TREE_PART),
        }),
      )
      .output(TreePart)
      .errors(refusals({ NETWORK_PERSON_GONE: { status: 404 } })),
    member: oc
      .route({ method: 'GET', path: '/admin/network/members/{id}', tags: ['network'] })
      .input(z.object({ id: Id }))
      .output(MemberCard)
      .errors(refusals({ NETWORK_PERSON_GONE: { status: 404 } })),
    /** Moves a member with everybody below under another upline, or to the top. */
    move: oc
      .route({ method: 'POST', path: '/admin/network/members/{id}/move', tags: ['network'] })
      .input(
        z.object({
          id: Id,
          uplineId: Id.nullable(),
          /** The upline on the screen, `null` at the top. */
          shown: Id.nullable(),
        }),
      )
      .output(z.object({ moved: z.int() }))
      .errors({
        ...placeRefusals,
        ...refusals({
          NETWORK_CYCLE: {},
          /** Somebody else has moved the member since. */
          NETWORK_PLACE_CHANGED: { data: z.object({ upline: NetworkPlace.nullable() }) },
          NETWORK_DATABASE_ERROR: { status: 503 },
          ...staffChangeRefusals,
        }),
      }),
    /** A member blocked from inviting keeps the place and the downline; the code answers as inactive. */
    blockInvites: oc
      .route({ method: 'POST', path: '/admin/network/members/{id}/invites', tags: ['network'] })
      .input(z.object({ id: Id, blocked: z.boolean() }))
      .output(z.object({ invitesBlocked: z.boolean() }))
      .errors(refusals({ NETWORK_PERSON_GONE: { status: 404 }, ...staffChangeRefusals })),
  },
};
