import { oc } from '@orpc/contract';
import * as z from 'zod';
import { CAMPAIGN_DISPLAY_STATES } from '../campaigns/contract.ts';
import { OPEN_CHANGE_STATES } from '../campaigns/rules.ts';
import { refusals } from '../errors.ts';
import { Region, Venue } from '../playout/contract.ts';
import { Day, Id } from '../shapes.ts';
import { deskRequests, ownRequests } from './requests.ts';
import { SPECIAL_PLACE_COUNT } from './rules.ts';

/** What was sold as the special package: its campaign, the TVs on which it is shown, and each of its days. */
const tags = ['special'];

export const RunDay = z.object({
  day: Day,
  /** It was appended for a day that was not kept. */
  insteadOf: Day.nullable(),
  /** Showings that count: on the chosen places, and on all TVs. */
  places: z.int(),
  all: z.int(),
  /** Until it is judged: planned, or still counted. */
  state: z.enum(['planned', 'counting', 'kept', 'missed']),
});
export type RunDay = z.infer<typeof RunDay>;

const Run = z.object({
  id: Id,
  orderNumber: z.int(),
  boughtAt: z.date(),
  /** Its money is not ours: all of it went back or is on its way, or the bank holds it. */
  isPaidBack: z.boolean(),
  campaign: z.object({ id: Id, name: z.string(), state: z.enum(CAMPAIGN_DISPLAY_STATES) }).nullable(),
  /** `null`: nobody has started it. */
  startsOn: Day.nullable(),
  endsOn: Day.nullable(),
  days: z.array(RunDay),
  /** Its campaign was stopped before all days were kept: how far the other adverts are that go on with it. `null`: it needs none. */
  replacement: z.enum(['none', ...OPEN_CHANGE_STATES]).nullable(),
});
export type Run = z.infer<typeof Run>;

const DeskRun = Run.extend({
  company: z.string(),
  companyId: Id.nullable(),
  /** Chosen places, and how many of these cannot show it any more. */
  chosen: z.int(),
  gone: z.int(),
});
export type DeskRun = z.infer<typeof DeskRun>;

const Tv = z.object({
  tv: Id,
  number: z.int(),
  region: Region.nullable(),
  venue: Venue.nullable(),
  seenAt: z.date().nullable(),
});

/** A TV of a run; `isGone`: unlinked, blocked, without a licence, or its kind of place is not confirmed any more. */
export const Place = Tv.extend({ isGone: z.boolean() });
export type Place = z.infer<typeof Place>;

/** TVs to choose from that are told at once. */
export const MOST_TVS = 300;

const done = z.object({ done: z.literal(true) });
const changed = { SPECIAL_STARTED: {}, SPECIAL_TV_GONE: {} } as const;

export const special = {
  /** TVs of confirmed places that showed something in the last 14 days; below five: `null`. `isSold`: it can be ordered now. */
  reach: oc
    .route({ method: 'GET', path: '/special', tags })
    .output(z.object({ tvs: z.int().nullable(), isSold: z.boolean() })),
  own: {
    list: oc.route({ method: 'GET', path: '/special/mine', tags }).output(z.array(Run)),
    /** The campaign of a run as a draft, under the browser's key; a run has one, begun once or twice. */
    begin: oc
      .route({ method: 'POST', path: '/special/{run}/campaign', tags })
      .input(z.object({ run: Id, id: Id }))
      .output(z.object({ campaign: Id }))
      .errors(refusals({ CAMPAIGN_CHANGED: {}, SPECIAL_PAID_BACK: {} })),
    ...ownRequests,
  },
  admin: {
    ...deskRequests,
    list: oc.route({ method: 'GET', path: '/admin/special', tags }).output(z.array(DeskRun)),
    places: oc
      .route({ method: 'GET', path: '/admin/special/{id}/places', tags })
      .input(z.object({ id: Id }))
      .output(z.array(Place)),
    /** TVs that may still be chosen for it, those that were seen last first. */
    tvs: oc
      .route({ method: 'GET', path: '/admin/special/{id}/tvs', tags })
      .input(z.object({ id: Id, region: Region.optional(), venue: Venue.optional() }))
      .output(z.object({ tvs: z.array(Tv), total: z.int() })),
    choose: oc
      .route({ method: 'POST', path: '/admin/special/{id}/places', tags })
      .input(z.object({ id: Id, tvs: z.array(Id).min(1).max(SPECIAL_PLACE_COUNT) }))
      .output(done)
      .errors(refusals({ ...changed, SPECIAL_PLACES_FULL: { data: z.object({ free: z.int() }) } })),
    remove: oc
      .route({ method: 'POST', path: '/admin/special/{id}/places/{tv}/remove', tags })
      .input(z.object({ id: Id, tv: Id }))
      .output(done)
      .errors(refusals({ SPECIAL_STARTED: {} })),
    replace: oc
      .route({ method: 'POST', path: '/admin/special/{id}/places/{tv}/replace', tags })
      .input(z.object({ id: Id, tv: Id, by: Id }))
      .output(done)
      .errors(refusals({ SPECIAL_TV_GONE: {} })),
    start: oc
      .route({ method: 'POST', path: '/admin/special/{id}/start', tags })
      .input(z.object({ id: Id, startsOn: Day }))
      .output(done)
      .errors(
        refusals({
          SPECIAL_STARTED: {},
          SPECIAL_PAST: { status: 422 },
          SPECIAL_NOT_APPROVED: {},
          SPECIAL_PAID_BACK: {},
          SPECIAL_PLACES_MISSING: { data: z.object({ chosen: z.int() }) },
        }),
      ),
  },
};
