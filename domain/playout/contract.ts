import { oc } from '@orpc/contract';
import * as z from 'zod';
import { proofRefusals } from '../auth/proof.ts';
import { CAMPAIGN_KINDS, DECLINABLE } from '../campaign-kinds.ts';
import { DEVICE_NAME_MAX } from '../devices/rules.ts';
import { refusals } from '../errors.ts';
import { REGIONS } from '../places/regions.ts';
import { VENUES } from '../places/rules.ts';
import { Id } from '../shapes.ts';
import { visibleLine } from '../visible-line.ts';
import { LICENCE_KINDS } from './licences.ts';
import { MOST_FREE_STORAGE, MOST_PLAYS, MOST_RETURNED } from './rules.ts';

/**
 * What a linked TV asks for adverts (docs/tv-protocol.md). It carries its token; times are by the server's clock, which every answer
 * gives. Nothing here is a verdict of the TV's: it reports what it measured, once or a hundred times.
 */

/** What the TV may do: without a licence, while it is blocked, or where its owner wants no adverts (`declined`) it plays the programme alone; without a place, untargeted campaigns alone. */
export const PlayerState = z.enum(['plays', 'unplaced', 'unlicensed', 'declined', 'blocked']);
export type PlayerState = z.infer<typeof PlayerState>;

export const Lease = z.object({
  id: Id,
  kind: z.enum(CAMPAIGN_KINDS),
  creative: Id,
  seconds: z.int(),
  /** Of the file that `GET /api/tv/media/{creative}` gives; `null` when there is none to show. */
  sha256: z.string().nullable(),
  /** The short address for its QR code, which leads to `opens`. */
  code: z.url(),
  opens: z.string(),
  /** It is shown within these moments, whole, or not at all. */
  opensAt: z.date(),
  closesAt: z.date(),
});
export type Lease = z.infer<typeof Lease>;

const answer = {
  now: z.date(),
  state: PlayerState,
  /** Of an `unplaced` TV: its owner has not said where it stands; `false`: they have, and the kind of place waits to be confirmed. */
  isPlaceMissing: z.boolean().optional(),
  /** Leases that must not be shown any more. */
  revoked: z.array(Id),
  /** Of the site that this server has; a page of another version renews itself at night. Empty: it is not known. */
  version: z.string(),
  /** What staff asked of this TV: to load its page again, or to drop its token and be linked anew. */
  command: z.enum(['reload', 'relink']).nullable().optional(),
};

/** Seconds without a key after which the TV asks whether somebody watches; `null`: it never asks, and does not rest. */
const asksAfter = z.int().nullable();

/** What a TV says of its screen, for staff: facts, of which nothing is counted. */
export const Screen = z.object({
  version: z.string().max(40),
  /** The page is in the foreground. */
  visible: z.boolean(),
  lastError: visibleLine(300).optional(),
  /** Bytes that the browser still lets the page store. */
  freeStorage: z.int().min(0).max(MOST_FREE_STORAGE).optional(),
  /** In pixels of the screen. */
  size: z.object({ width: z.int().min(0).max(20_000), height: z.int().min(0).max(20_000) }),
});
export type Screen = z.infer<typeof Screen>;

const Milliseconds = z.int().min(0).max(600_000);

/** A play as the TV measured it; see `PlayFacts`. */
export const ReportedPlay = z.object({
  lease: Id,
  startedAt: z.coerce.date(),
  shownMs: Milliseconds,
  visibleMs: Milliseconds,
  progressMs: Milliseconds,
});
export type ReportedPlay = z.infer<typeof ReportedPlay>;

export const Region = z.enum(REGIONS);
export const Venue = z.enum(VENUES);

/** The right of one TV to show adverts. `until`: it ends then; `tvId`: the TV that uses it. */
const Licence = z.object({
  kind: z.enum(LICENCE_KINDS),
  serial: z.string().nullable(),
  until: z.date().nullable(),
  tvId: Id.nullable(),
});

const OwnTv = z.object({
  id: Id,
  state: PlayerState,
  region: Region.nullable(),
  venue: Venue.nullable(),
  /** Somebody of ours saw that the venue is true; a household needs nobody. */
  isConfirmed: z.boolean(),
  licence: Licence.nullable(),
  /** Counted today in Belgrade. */
  today: z.object({ banners: z.int(), tvSeconds: z.int() }),
  /** Whether its page is in the foreground, as it said in the last minutes; `null`: it said nothing of that. */
  isInFront: z.boolean().nullable(),
});
export type OwnTv = z.infer<typeof OwnTv>;

/** What a person wants none of on their TVs: no adverts at all, or none of some categories. */
const Declined = z.object({ all: z.boolean(), categories: z.array(z.enum(DECLINABLE)).max(DECLINABLE.length) });

export const playout = {
  /** A member's TVs as adverts see them, and the devices whose number a TV of theirs may use. */
  mine: oc.route({ method: 'GET', path: '/tvs', tags: ['devices'] }).output(
    z.object({
      tvs: z.array(OwnTv),
      licences: z.array(Licence),
      /** Devices without a number that no TV uses yet. */
      unnumbered: z.int(),
      /** By the city in the account; `null` when it is not recognised. */
      suggestedRegion: Region.nullable(),
      declined: Declined,
    }),
  ),
  /** Says what a person wants none of on their TVs. What they hold of it is revoked; what was shown stays counted and rewarded. */
  decline: oc
    .route({ method: 'POST', path: '/tvs/declined', tags: ['devices'] })
    .input(Declined)
    .output(z.object({ saved: z.literal(true) })),
  /**
   * Says where a TV stands and which device it runs on; what is not given stays. `licence` is the serial number of a device delivered to
   * this person, the code handed over with one, or `UNNUMBERED`; a number that another of their TVs uses moves, unless that TV is blocked.
   * The place holds from the next lease on; what the TV holds for another place is revoked.
   */
  setUp: oc
    .route({ method: 'POST', path: '/tvs/{id}', tags: ['devices'] })
    .input(
      z.object({
        id: Id,
        name: visibleLine(DEVICE_NAME_MAX).min(1).optional(),
        region: Region.optional(),
        venue: Venue.optional(),
        licence: z.string().trim().min(1).max(60).optional(),
      }),
    )
    .output(z.object({ saved: z.literal(true) }))
    .errors(
      refusals({
        LICENCE_NOT_YOURS: {},
        LICENCE_CODE_WRONG: {},
        LICENCES_USED_UP: {},
        LICENCE_BLOCKED: {},
        REGION_CHANGED_OFTEN: { data: z.object({ from: z.date() }) },
      }),
    ),
  /** A code with which somebody else takes over a device of this person, unless its TV is blocked. The code before it is void. */
  handOver: oc
    .route({ method: 'POST', path: '/tvs/hand-over', tags: ['devices'] })
    .input(z.object({ serial: z.string().trim().max(60) }))
    .output(z.object({ code: z.string(), until: z.date() }))
    .errors(refusals({ ...proofRefusals, LICENCE_NOT_YOURS: {}, LICENCE_BLOCKED: {} })),
  tv: {
    /** The leases for the next minutes, those that it has already and new ones: asked again, it is the same bag. */
    bag: oc.route({ method: 'POST', path: '/tv/bag', tags: ['tv'] }).output(
      z.object({
        ...answer,
        leases: z.array(Lease),
        /** Addresses of the films between adverts, in their order, again from the beginning after the last. */
        programme: z.array(z.string()),
        asksAfter,
      }),
    ),
    /**
     * Each minute, also with nothing to say: what was shown, and which leases were not and will not be. `remove` names all that the TV may
     * delete from its log, known before or not.
     */
    report: oc
      .route({ method: 'POST', path: '/tv/report', tags: ['tv'] })
      .input(
        z.object({
          plays: z.array(ReportedPlay).max(MOST_PLAYS).default([]),
          unplayed: z.array(Id).max(MOST_RETURNED).default([]),
          screen: Screen.optional(),
        }),
      )
      .output(z.object({ ...answer, asksAfter: asksAfter.optional(), remove: z.array(Id) })),
  },
};
