import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../errors.ts';
import { COURIERS } from '../fulfilment/shipment.ts';
import { REASON_MAX } from '../reason-length.ts';
import { Currency, Id } from '../shapes.ts';
import { MOST_PARCELS, PARCEL_FINDINGS, PAYOUT_MARK_MAX, PAYOUT_QUESTIONS } from './courier-payouts.ts';

/**
 * A transfer in which a courier hands over what it collected: whose, and which parcels it says that it pays. Amounts are para.
 */
export const CourierPayout = z.object({
  courier: z.enum(COURIERS),
  /** By which the courier is asked; empty when the line holds none. */
  reference: z.string(),
  question: z.enum(PAYOUT_QUESTIONS),
  /** How often it was asked in vain, and when it is asked next. */
  failures: z.int(),
  nextAt: z.date(),
  came: z.int(),
  parcels: z.array(
    z.object({
      reference: z.string(),
      /** Of the order; `null` of a parcel that is not ours. */
      order: z.int().nullable(),
      name: z.string(),
      expected: z.int().nullable(),
      paid: z.int(),
      finding: z.enum(PARCEL_FINDINGS),
      /** This line has settled it. */
      isSettled: z.boolean(),
    }),
  ),
  /** Delivered no later than the newest of these, and never paid. */
  missing: z.array(z.object({ reference: z.string(), order: z.int(), name: z.string(), amount: z.int() })),
  /** What the courier has kept of a line that was decided. */
  kept: z.int(),
  /** Its customer service can be mailed from here. */
  isAsked: z.boolean(),
});
export type CourierPayout = z.infer<typeof CourierPayout>;

const tags = ['bank'];
const gone = { STATEMENT_LINE_GONE: { status: 404 }, COURIER_PAYOUT_GONE: { status: 404 } };
const settled = { STATEMENT_LINE_SETTLED: {} };

export const courierPayouts = {
  read: oc
    .route({ method: 'GET', path: '/admin/bank/lines/{id}/courier', tags })
    .input(z.object({ id: Id }))
    .output(CourierPayout)
    .errors(refusals(gone)),
  /** Asks the courier at once, or again; by another mark of the transfer when one is given. Its last answer is forgotten. */
  ask: oc
    .route({ method: 'POST', path: '/admin/bank/lines/{id}/courier/ask', tags })
    .input(z.object({ id: Id, reference: z.string().trim().min(1).max(PAYOUT_MARK_MAX).optional() }))
    .output(z.object({ asked: z.literal(true) }))
    .errors(refusals({ ...gone, ...settled, PAYOUT_MARK_NEEDED: { status: 422 } })),
  /**
   * These parcels are paid by the line; in two minutes their orders are settled. `difference` is what was shown: what came less what the
   * parcels were to bring. What is more is owed back, what is less the courier has kept; both have a reason.
   */
  decide: oc
    .route({ method: 'POST', path: '/admin/bank/lines/{id}/courier/hold', tags })
    .input(
      z.object({
        id: Id,
        parcels: z.array(z.string().max(100)).min(1).max(MOST_PARCELS),
        difference: z.int(),
        reason: z.string().trim().max(REASON_MAX).default(''),
      }),
    )
    .output(z.object({ holdId: Id, dueAt: z.date().nullable() }))
    .errors(
      refusals({
        ...gone,
        ...settled,
        STATEMENT_NOT_WHOLE: { data: z.object({ currency: Currency, difference: z.int().nullable() }) },
        COURIER_PAYOUT_DIFFERS: { data: CourierPayout },
        COURIER_PAYOUT_REASON_NEEDED: { status: 422 },
      }),
    ),
  /** A mail to the courier's customer service about money that has not come, once a day for each transfer. */
  inquire: oc
    .route({ method: 'POST', path: '/admin/bank/lines/{id}/courier/inquiry', tags })
    .input(z.object({ id: Id }))
    .output(z.object({ parcels: z.int() }))
    .errors(refusals({ ...gone, COURIER_NOT_ASKED: {}, NOTHING_MISSING: {} })),
};
