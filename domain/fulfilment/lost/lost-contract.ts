import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../../errors.ts';
import { Currency, Day, Id } from '../../shapes.ts';
import { COURIERS, SHIPMENT_STATES } from '../shipment.ts';
import { CLAIM_NOTE_MAX, CLAIM_OUTCOMES, LOSS_CHOICES, LOSSES, PARCEL_CLAIM_STATES } from './lost.ts';

/**
 * A parcel that was lost or damaged is a claim on its courier with a last day, and its buyer, who has paid, chooses another one or the
 * money. Until then nothing is packed; what was chosen is done by people.
 */
const tags = { tags: ['fulfilment'] };
const Choice = z.enum(LOSS_CHOICES);
const chosen = z.object({ choice: Choice });
const gone = { PARCEL_GONE: { status: 404 }, CHOICE_CLOSED: {} };

/** As staff see it who see amounts. */
export const ParcelClaim = z.object({
  /** Of the parcel. */
  id: Id,
  n: z.int(),
  parcel: z.string(),
  parcelState: z.enum(SHIPMENT_STATES),
  courier: z.enum(COURIERS),
  kind: z.enum(LOSSES),
  state: z.enum(PARCEL_CLAIM_STATES),
  /** What its devices cost, minor units. */
  amount: z.int(),
  currency: Currency,
  openedAt: z.date(),
  /** The last day for claiming it; `null` where nothing is claimed. */
  dueOn: Day.nullable(),
  note: z.string(),
  /** The buyer was asked. */
  isAsked: z.boolean(),
  choice: Choice.nullable(),
});
export type ParcelClaim = z.infer<typeof ParcelClaim>;

/** For its buyer; `isOpen` while they may choose, `isDone` once another one is packed or the money is back. */
export const OwnLoss = z.object({
  kind: z.enum(LOSSES),
  choice: Choice.nullable(),
  isOpen: z.boolean(),
  isDone: z.boolean(),
});

/** For one of the caller's own parcels. Said already is done. */
export const chooseAfterLoss = oc
  .route({ method: 'POST', path: '/orders/{number}/parcels/{n}/choice', ...tags })
  .input(
    z.object({
      number: z.coerce.number().pipe(z.int().positive().max(2_000_000_000)),
      n: z.coerce.number().pipe(z.int().positive().max(9_999)),
      choice: Choice,
    }),
  )
  .output(chosen)
  .errors(refusals({ ...gone, CHOICE_MADE: {} }));

export const lossDesk = {
  /** What the buyer has told staff; until it is done it may be changed. */
  enterChoice: oc
    .route({ method: 'POST', path: '/admin/parcels/{id}/choice', ...tags })
    .input(z.object({ id: Id, choice: Choice }))
    .output(chosen)
    .errors(refusals(gone)),
  /** The courier has paid for it, or has refused to. */
  settleClaim: oc
    .route({ method: 'POST', path: '/admin/parcels/{id}/claim', ...tags })
    .input(
      z.object({ id: Id, outcome: z.enum(CLAIM_OUTCOMES), note: z.string().trim().max(CLAIM_NOTE_MAX).default('') }),
    )
    .output(z.object({ outcome: z.enum(CLAIM_OUTCOMES) }))
    .errors(refusals({ PARCEL_GONE: { status: 404 }, CLAIM_SETTLED: {} })),
};
