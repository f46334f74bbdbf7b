import { oc } from '@orpc/contract';
import * as z from 'zod';
import { REGIONS } from '../../places/regions.ts';
import { VENUES } from '../../places/rules.ts';
import { LEASE_OUTCOMES } from '../../playout/rules.ts';
import { Currency, Cursor, Day, Id } from '../../shapes.ts';

/** Why a play was not counted; a repeat is no play and stands by itself. */
export const UNCOUNTED_OUTCOMES = LEASE_OUTCOMES.filter((outcome) => outcome !== 'counted' && outcome !== 'returned');

/** Counted plays by place (places.ts); `null`: the others, of which none has enough TVs. Empty: nothing is told by place. */
const byPlace = <Name extends z.ZodType>(name: Name) =>
  z.array(z.object({ name: name.nullable(), counted: z.int(), tvs: z.int() }));

/**
 * What became of the plays of one campaign, from their sums. Days are Belgrade's; what was counted for a TV is never told by TV, so
 * that nobody's household can be followed.
 */
export const CampaignReport = z.object({
  /** Plays. What was reported is counted or has a reason. */
  counted: z.int(),
  reported: z.int(),
  uncounted: z.array(z.object({ reason: z.enum(UNCOUNTED_OUTCOMES), plays: z.int() })),
  /** Reports of plays that were known already. */
  repeats: z.int(),
  /** Of the QR code. */
  openings: z.int(),
  /** Counted today. */
  today: z.int(),
  /** Counted today and yesterday before that hour of the clock, which is the running one; `null` in the first hour of a day. */
  untilHour: z.object({ hour: z.date(), today: z.int(), yesterday: z.int() }).nullable(),
  /** From the first day to the last on which anything may have been shown; each with what was counted, what was not, and how often the
   * code was opened. `planned`: plays that an even pace plans for that day; `null`: there is no plan of plays. */
  days: z.array(
    z.object({
      day: Day,
      counted: z.int(),
      uncounted: z.int(),
      openings: z.int(),
      planned: z.number().nullable(),
    }),
  ),
  /** Of today, from midnight to midnight. `isAhead`: its schedule has this hour, which has not begun. */
  hours: z.array(z.object({ hour: z.date(), counted: z.int(), isAhead: z.boolean() })),
  /** Days of a campaign that goes on, after today to its last: planned as above, and nothing else is known of them. */
  ahead: z.array(z.object({ day: Day, planned: z.number().nullable() })),
  /** Openings by advert, as far as codes said theirs: together no more than `openings`. Files as in `Picture`. */
  pictures: z.array(
    z.object({
      id: Id,
      name: z.string(),
      counted: z.int(),
      openings: z.int(),
      file: Id.nullable(),
      poster: Id.nullable(),
    }),
  ),
  regions: byPlace(z.enum(REGIONS)),
  venues: byPlace(z.enum(VENUES)),
  /** What was spent, in the order in which it was bought (price.ts). `name`: the package; `null`: vouchers and corrections. */
  spent: z.array(
    z.object({
      name: z.string().nullable(),
      units: z.int(),
      amount: z.int(),
      currency: Currency.nullable(),
      package: z.object({ amount: z.int(), banners: z.int(), tvSeconds: z.int() }).nullable(),
    }),
  ),
  /** Of a counted play, in hundredths of a cent or para; `null`: nothing was counted, or it was paid in two currencies. */
  price: z.object({ amount: z.int(), currency: Currency }).nullable(),
});
export type CampaignReport = z.infer<typeof CampaignReport>;
export type UncountedOutcome = CampaignReport['uncounted'][number]['reason'];

/**
 * One play that was not counted. Of a household only day and hour are told; of others a number inside this campaign, and their place where
 * that is told (places.ts).
 */
const UncountedPlay = z.object({
  /** `isHour`: the hour in which it was to be shown. */
  at: z.date(),
  isHour: z.boolean(),
  region: z.enum(REGIONS).nullable(),
  venue: z.enum(VENUES).nullable(),
  number: z.int().nullable(),
  picture: z.string(),
  reason: z.enum(UNCOUNTED_OUTCOMES),
  /** Of so many seconds it lasted, moved and was visible so long; `null`: the TV did not say. */
  seconds: z.int(),
  lastedMs: z.int().nullable(),
  visibleMs: z.int().nullable(),
  /** The day on which the TV reported it. */
  reportedOn: Day,
});
export type UncountedPlay = z.infer<typeof UncountedPlay>;

const tags = ['campaigns'];
const one = z.object({ id: Id });

export const ownReport = {
  report: oc.route({ method: 'GET', path: '/campaigns/{id}/report', tags }).input(one).output(CampaignReport),
  /** Single plays that were not counted, newest hour first, so many at a time. Kept 90 days after the end of their month. */
  uncounted: oc
    .route({ method: 'GET', path: '/campaigns/{id}/uncounted', tags })
    .input(one.extend({ reason: z.enum(UNCOUNTED_OUTCOMES).optional(), after: Cursor.optional() }))
    .output(z.object({ rows: z.array(UncountedPlay), next: Cursor.nullable() })),
  /** The same as a CSV, to the oldest that is kept. */
  uncountedFile: oc
    .route({ method: 'GET', path: '/campaigns/{id}/uncounted.csv', tags })
    .input(one.extend({ reason: z.enum(UNCOUNTED_OUTCOMES).optional() }))
    .output(z.file()),
  /** A CSV of one line for each hour, advert, place that is told and outcome. */
  reportFile: oc.route({ method: 'GET', path: '/campaigns/{id}/report.csv', tags }).input(one).output(z.file()),
};
