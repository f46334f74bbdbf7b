import { oc } from '@orpc/contract';
import * as z from 'zod';
import { CAMPAIGN_KINDS } from '../campaigns/rules.ts';
import { Id } from '../shapes.ts';
import { MOST_PLAYS, MOST_RETURNED } from './rules.ts';

/**
 * What a linked TV asks for adverts (docs/tv-protocol.md). It carries its token; times are by the server's clock, which every answer
 * gives. Nothing here is a verdict of the TV's: it reports what it measured, once or a hundred times.
 */

/** What the TV may do: without a licence or while it is blocked it plays the programme alone; without a place, untargeted campaigns alone. */
export const PlayerState = z.enum(['plays', 'unplaced', 'unlicensed', 'blocked']);
export type PlayerState = z.infer<typeof PlayerState>;

export const Lease = z.object({
  id: Id,
  kind: z.enum(CAMPAIGN_KINDS),
  creative: Id,
  seconds: z.int(),
  /** It is shown within these moments, whole, or not at all. */
  opensAt: z.date(),
  closesAt: z.date(),
});
export type Lease = z.infer<typeof Lease>;

const answer = {
  now: z.date(),
  state: PlayerState,
  /** Leases that must not be shown any more. */
  revoked: z.array(Id),
};

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

export const playout = {
  tv: {
    /** The leases for the next minutes, those that it has already and new ones: asked again, it is the same bag. */
    bag: oc
      .route({ method: 'POST', path: '/tv/bag', tags: ['tv'] })
      .output(z.object({ ...answer, leases: z.array(Lease) })),
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
        }),
      )
      .output(z.object({ ...answer, remove: z.array(Id) })),
  },
};
