import { oc } from '@orpc/contract';
import * as z from 'zod';
import { DECLINABLE } from '../campaign-kinds.ts';
import { refusals } from '../errors.ts';
import { VENUES } from '../places/rules.ts';
import { Venue } from '../playout/contract.ts';
import { Moment } from '../shapes.ts';
import { CATEGORY_PROBLEMS } from './categories.ts';

const tags = ['campaigns'];

const fields = {
  category: z.enum(DECLINABLE),
  isTaken: z.boolean(),
  from: z.int().min(0).max(23),
  to: z.int().min(1).max(24),
  venues: z.array(Venue).max(VENUES.length),
  needsProof: z.boolean(),
};

/** What the desk has set for each category of adverts. */
export const categories = oc
  .route({ method: 'GET', path: '/campaigns/categories', tags })
  .output(z.array(z.object({ ...fields, changedAt: z.date() })));

export const setCategory = oc
  .route({ method: 'POST', path: '/admin/campaigns/categories/{category}', tags })
  .input(
    /** `changedAt`: of the rule that was read. */
    z.object({ ...fields, changedAt: Moment }).refine(({ from, to }) => from !== to, { path: ['to'] }),
  )
  .output(z.object({ set: z.literal(true) }))
  .errors(refusals({ CATEGORY_CHANGED: {} }));

/** Of whatever takes a plan for an advert. */
export const categoryRefusals = {
  CAMPAIGN_CATEGORY: { status: 422, data: z.object({ why: z.enum(CATEGORY_PROBLEMS) }) },
} as const;
