import { oc } from '@orpc/contract';
import * as z from 'zod';
import { OUTCOMES } from '../playout/rules.ts';
import { Day, Id } from '../shapes.ts';

/** Why a play was not counted; a repeat is no play and stands by itself. */
const UNCOUNTED = OUTCOMES.filter((outcome) => outcome !== 'counted' && outcome !== 'returned');

/**
 * What became of the plays of one campaign, from the hourly sums. Days are Belgrade's; what was counted for a TV is never told by TV, so
 * that nobody's household can be followed.
 */
export const CampaignReport = z.object({
  /** Plays. What was reported is counted or has a reason. */
  counted: z.int(),
  reported: z.int(),
  uncounted: z.array(z.object({ reason: z.enum(UNCOUNTED), plays: z.int() })),
  /** Reports of plays that were known already. */
  repeats: z.int(),
  /** Of the QR code. */
  openings: z.int(),
  /** Counted today, and yesterday to the same hour. */
  today: z.int(),
  yesterday: z.int(),
  /** From the first day to the last on which anything may have been shown; each with what was counted. */
  days: z.array(z.object({ day: Day, counted: z.int() })),
  /** Of today, from midnight to midnight. */
  hours: z.array(z.object({ hour: z.date(), counted: z.int() })),
  pictures: z.array(z.object({ id: Id, name: z.string(), counted: z.int() })),
});
export type CampaignReport = z.infer<typeof CampaignReport>;
export type Uncounted = CampaignReport['uncounted'][number]['reason'];

const tags = ['campaigns'];
const one = z.object({ id: Id });

export const ownReport = {
  report: oc.route({ method: 'GET', path: '/campaigns/{id}/report', tags }).input(one).output(CampaignReport),
  /** A CSV of one line for each hour, advert and outcome. */
  reportFile: oc.route({ method: 'GET', path: '/campaigns/{id}/report.csv', tags }).input(one).output(z.file()),
};
