import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../errors.ts';
import { Region, Venue } from '../playout/contract.ts';
import { LEASE_OUTCOMES } from '../playout/rules.ts';
import { Cursor, Day, Direction, Flag, Id } from '../shapes.ts';
import { BLOCK_REASON_MOST, CONFIRMATIONS, SUSPICIONS, TV_STATES, UNKNOWN_PLACE } from './rules.ts';

/** Staff's view of all linked TVs: what they show, where they stand, what looks odd of them, and who may not count. Whatever was unlinked is read by its id. */
const tag = { tags: ['tvs'] };
const State = z.enum(TV_STATES);

const Screen = z.object({
  version: z.string(),
  visible: z.boolean(),
  width: z.int(),
  height: z.int(),
  lastError: z.string(),
  errorAt: z.date().nullable(),
  /** Storage that is free for adverts, in MB; `null`: it never said so. */
  freeMegabytes: z.int().nullable(),
  /** What staff asked of it and it has not heard yet, and when it heard of the last one. */
  command: z.enum(['reload', 'relink']).nullable(),
  toldAt: z.date().nullable(),
});

const Tv = z.object({
  id: Id,
  number: z.int(),
  name: z.string(),
  owner: z.string(),
  ownerId: Id,
  ownerEmail: z.string(),
  region: Region.nullable(),
  venue: Venue.nullable(),
  /** Somebody of ours saw that the kind of place is true; a household needs nobody. */
  isConfirmed: z.boolean(),
  state: State,
  isSuspicious: z.boolean(),
  /** It has a licence that counts. */
  isLicensed: z.boolean(),
  version: z.string(),
  seenAt: z.date().nullable(),
  linkedAt: z.date(),
  /** By its owner, or because it was off for too long. What was counted of it may still be taken back. */
  unlinkedAt: z.date().nullable(),
});
export type ListedTv = z.infer<typeof Tv>;

/** Counted plays that blocking would take back now: banners, seconds of spots, companies whose bill changes. */
const Voided = z.object({ banners: z.int(), tvSeconds: z.int(), companies: z.int() });

/** What it earned its owner in months that are not closed, para, by the rules of rewards. */
const openReward = z.int();

export const SuspiciousTv = Tv.extend({
  suspicion: z.enum(SUSPICIONS),
  since: z.date(),
  /** TVs on the network, hours without a pause, or intervals between reports. */
  figure: z.int(),
  /** Milliseconds: the longest pause, or how far the intervals spread. */
  spread: z.int(),
  /** Milliseconds: the mean of the intervals. */
  typical: z.int(),
  network: z.string(),
  open: Voided,
  openReward,
});
export type SuspiciousTv = z.infer<typeof SuspiciousTv>;

const one = z.object({ id: Id });
const done = z.object({ done: z.literal(true) });

export const tvs = {
  admin: {
    overview: oc.route({ method: 'GET', path: '/admin/tvs', ...tag }).output(
      z.object({
        /** TVs by state; together all linked ones. */
        states: z.record(State, z.int()),
        suspicious: z.int(),
        /** Accounts whose TVs are suspicious. */
        accounts: z.int(),
        /** TVs whose kind of place waits to be confirmed. */
        waiting: z.int(),
        /** The most TVs that showed at once, by hour of today; and yesterday's highest. */
        hours: z.array(z.object({ hour: z.date(), shows: z.int() })),
        yesterday: z.object({ hour: z.date(), shows: z.int() }).nullable(),
        places: z.array(z.object({ region: Region.nullable(), venue: Venue.nullable(), tvs: z.int() })),
      }),
    ),
    list: oc
      .route({ method: 'GET', path: '/admin/tvs/list', ...tag })
      .input(
        z.object({
          /** A part of the number or of the owner's name, or the id. A TV that was unlinked is found by its id or its whole number. */
          search: z.string().trim().max(100).optional(),
          state: State.optional(),
          region: Region.or(z.literal(UNKNOWN_PLACE)).optional(),
          venue: Venue.or(z.literal(UNKNOWN_PLACE)).optional(),
          waits: Flag.optional(),
          /** Not heard of for a day. */
          silent: Flag.optional(),
          direction: Direction,
          after: Cursor.optional(),
        }),
      )
      .output(z.object({ rows: z.array(Tv), next: z.string().nullable() })),
    suspicious: oc.route({ method: 'GET', path: '/admin/tvs/suspicious', ...tag }).output(z.array(SuspiciousTv)),
    read: oc
      .route({ method: 'GET', path: '/admin/tvs/{id}', ...tag })
      .input(one)
      .output(
        Tv.extend({
          screen: Screen.nullable(),
          licence: z.object({ kind: z.string(), serial: z.string().nullable(), until: z.date().nullable() }).nullable(),
          confirmed: z.object({ at: z.date(), by: z.string(), how: z.enum(CONFIRMATIONS) }).nullable(),
          blocks: z.array(
            z.object({
              at: z.date(),
              by: z.string(),
              reason: z.string(),
              banners: z.int(),
              tvSeconds: z.int(),
              liftedAt: z.date().nullable(),
              liftedBy: z.string(),
            }),
          ),
          days: z.array(z.object({ day: Day, banners: z.int(), tvSeconds: z.int() })),
          plays: z.array(
            z.object({
              id: Id,
              campaign: z.string(),
              startedAt: z.date().nullable(),
              reportedAt: z.date(),
              outcome: z.enum(LEASE_OUTCOMES),
              visibleMs: z.int().nullable(),
              repeats: z.int(),
            }),
          ),
          open: Voided,
          openReward,
        }),
      ),
    /** From now on it does not count, and what was counted of it is taken back, also of one that is not linked any more. */
    block: oc
      .route({ method: 'POST', path: '/admin/tvs/{id}/block', ...tag })
      .input(one.extend({ reason: z.string().trim().min(1).max(BLOCK_REASON_MOST) }))
      .output(Voided)
      .errors(refusals({ TV_BLOCKED: {} })),
    unblock: oc
      .route({ method: 'POST', path: '/admin/tvs/{id}/unblock', ...tag })
      .input(one)
      .output(done)
      .errors(refusals({ TV_NOT_BLOCKED: {}, OWN_TV: {} })),
    /** „Nije sumnjivo“: it comes back only when its measurement grows. */
    clear: oc
      .route({ method: 'POST', path: '/admin/tvs/{id}/clear', ...tag })
      .input(one.extend({ suspicion: z.enum(SUSPICIONS) }))
      .output(done)
      .errors(refusals({ OWN_TV: {} })),
    /** Says how it was seen that the kind of place is true. `venue`, as in a refusal: the kind that was looked at; no other is decided about. */
    confirm: oc
      .route({ method: 'POST', path: '/admin/tvs/{id}/confirm', ...tag })
      .input(one.extend({ how: z.enum(CONFIRMATIONS), venue: Venue.nullish() }))
      .output(done)
      .errors(refusals({ VENUE_CHANGED: {}, OWN_TV: {} })),
    /** The kind of place is not true: the owner says it again, and reads why. */
    refuse: oc
      .route({ method: 'POST', path: '/admin/tvs/{id}/refuse', ...tag })
      .input(one.extend({ reason: z.string().trim().min(1).max(BLOCK_REASON_MOST), venue: Venue.nullish() }))
      .output(done)
      .errors(refusals({ VENUE_CHANGED: {} })),
    /** Moves it to another region, as often as needed: its owner may twice in thirty days, and no more as one of the staff. */
    move: oc
      .route({ method: 'POST', path: '/admin/tvs/{id}/move', ...tag })
      .input(one.extend({ region: Region }))
      .output(done)
      .errors(refusals({ OWN_TV: {} })),
    /** Asked of it with its next report: to load its page again, or to be linked anew. */
    command: oc
      .route({ method: 'POST', path: '/admin/tvs/{id}/command', ...tag })
      .input(one.extend({ command: z.enum(['reload', 'relink']) }))
      .output(done)
      .errors(refusals({ TV_SILENT: {} })),
    /** A device whose last owner was erased may be used again by whoever bought it. */
    freeDevice: oc
      .route({ method: 'POST', path: '/admin/tvs/free-device', ...tag })
      .input(z.object({ serial: z.string().trim().min(1).max(60) }))
      .output(done)
      .errors(refusals({ DEVICE_NOT_USED_UP: {} })),
  },
};
