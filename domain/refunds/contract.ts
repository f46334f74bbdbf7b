import { oc } from '@orpc/contract';
import * as z from 'zod';
import { LedgerUnit } from '../advertising/contract.ts';
import { proofRefusals } from '../auth/proof.ts';
import { refusals } from '../errors.ts';
import { Payout } from '../payouts/contract.ts';
import { REFUND_WAYS } from '../payouts/rules.ts';
import { Currency, Day, Id, Money } from '../shapes.ts';
import { PLACES } from '../stock/rules.ts';
import {
  isOfTerms,
  NOT_SECOND_REASONS,
  NOTE_MAX,
  REFUND_REASONS,
  REFUND_SCOPES,
  REFUND_STATES,
  RETURNED_GOODS_DISPOSITIONS,
  TERMS_PROBLEMS,
} from './rules.ts';

/**
 * Money that goes back to whoever paid, to the card or to an account. It is planned by one function, which the preview shows and the request carries out, and
 * goes through the provider under the request's own key, or as a payout; what is booked, credited and mailed follows from what the
 * provider says, or a statement.
 */
const number = z.coerce.number().pipe(z.int().positive().max(2_000_000_000));
const tags = { tags: ['refunds'] };

/** What staff want to give back of one payment. */
export const WantedRefund = z
  .object({
    order: number,
    /** The payment's key. */
    payment: z.string().min(1).max(200),
    scope: z.enum(REFUND_SCOPES),
    /** Of scope `amount`, minor units: a hundred devices cost more than two million dinars. */
    amount: z.int().positive().max(2_000_000_000).optional(),
    /** Of scope `devices`: how many. */
    devices: z.int().positive().max(1000).optional(),
    /** Of scope `months`: how many, the last ones. */
    months: z.int().positive().max(12).optional(),
    reason: z.enum(REFUND_REASONS),
    /** Of reason `terms_withdrawal`: the day on which the company stated it. */
    statedOn: Day.optional(),
    goods: z.enum(RETURNED_GOODS_DISPOSITIONS),
    /** The devices that are back; none where they stay. */
    serials: z.array(z.string().trim().max(60)).max(1000).default([]),
    /** For the buyer. */
    note: z.string().trim().max(NOTE_MAX).default(''),
  })
  .refine(({ scope, amount }) => (scope === 'amount') === (amount !== undefined), { path: ['amount'] })
  .refine(({ scope, devices }) => (scope === 'devices') === (devices !== undefined), { path: ['devices'] })
  .refine(({ scope, months }) => (scope === 'months') === (months !== undefined), { path: ['months'] })
  .refine(({ scope, reason }) => (scope === 'terms') === isOfTerms(reason), { path: ['reason'] })
  .refine(({ reason, statedOn }) => (reason === 'terms_withdrawal') === (statedOn !== undefined), {
    path: ['statedOn'],
  })
  .refine(({ goods, serials }) => goods !== 'none' || serials.length === 0, { path: ['serials'] });
export type WantedRefund = z.infer<typeof WantedRefund>;

const Units = z.object({ banners: z.int(), tvSeconds: z.int() });

/** Everything that the refund does, before it is done. */
export const RefundPreview = z.object({
  /** Of the order that it was computed from. */
  version: z.int(),
  /** Back to the card, or to an account that the buyer is asked for. */
  way: z.enum(REFUND_WAYS),
  money: Money,
  /** The same in para at the order's rate; `null` where none was agreed. */
  dinars: z.int().nullable(),
  /** What stays paid of this payment. */
  rest: Money,
  /** The payment bought nothing: whatever was invoiced stays. */
  isSurplus: z.boolean(),
  /** Credit notes, each with the invoice it takes back; para. Empty while nothing was invoiced, and of a surplus. */
  credits: z.array(z.object({ cited: z.string(), base: z.int(), tax: z.int() })),
  /** What is taken back of a package, and what its buyer has before and after. */
  units: z
    .object({
      taken: Units,
      before: Units,
      isSpent: z.boolean(),
      /** Campaigns that are paused, because what they hold is taken: the youngest first. */
      campaigns: z.array(z.object({ name: z.string(), unit: LedgerUnit, units: z.int() })),
    })
    .nullable(),
  /** Months paid ahead that never begin, the earliest first, each with its share in para. `null` where it is of no months. */
  months: z
    .object({
      shares: z.array(z.object({ beginsOn: Day, amount: z.int() })),
      /** Months that begin later all the same. */
      left: z.int(),
      /** Until when the package runs then; `null` when nothing of it ever began or will. */
      endsOn: Day.nullable(),
    })
    .nullable(),
  /**
   * Of scope `terms`: the last month that began. `back` is the part of its `price` for units that nobody has seen, minor units of the
   * payment; units that TVs hold now stay the company's.
   */
  terms: z
    .object({
      endsOn: Day.nullable(),
      price: z.int(),
      back: z.int(),
      credited: Units,
      shown: Units,
      atTvs: Units,
    })
    .nullable(),
  /** Of a special package: how many of its days were kept, whether it began, and whether it is shown no more. */
  run: z.object({ kept: z.int(), days: z.int(), isStarted: z.boolean(), isStopped: z.boolean() }).nullable(),
  /** The order's devices with a licence, before and after; `null` of what is for no devices. */
  devices: z.object({ before: z.int(), after: z.int() }).nullable(),
  /** Devices that come into stock, what stock has before, and devices that are written off. */
  restocked: z.int(),
  inStock: z.int(),
  writtenOff: z.int(),
  /** Who has invited the buyer, and how many of the order's devices are in that network; `null` where none of them is. */
  referral: z.object({ name: z.string(), before: z.int(), after: z.int(), isCounted: z.boolean() }).nullable(),
  isSecondNeeded: z.boolean(),
  /** It is the order of whoever asks: a second person is needed whatever the amount. */
  isOwn: z.boolean(),
});
export type RefundPreview = z.infer<typeof RefundPreview>;

export const Refund = z.object({
  id: Id,
  way: z.enum(REFUND_WAYS),
  state: z.enum(REFUND_STATES),
  /** Of money for an account: where it stands. */
  payout: Payout.nullable(),
  money: Money,
  devices: z.int(),
  /** Of months paid ahead: how many. */
  months: z.int(),
  reason: z.enum(REFUND_REASONS),
  goods: z.enum(RETURNED_GOODS_DISPOSITIONS),
  note: z.string(),
  askedAt: z.date(),
  askedBy: z.object({ id: z.string(), name: z.string().nullable() }),
  /** Whether whoever asks may agree to it now, and what stands in the way while it waits. */
  mayAgree: z.boolean(),
  whyNotAgree: z.enum(NOT_SECOND_REASONS).nullable(),
  /** The provider's word for why it failed. */
  problem: z.string().nullable(),
});
export type Refund = z.infer<typeof Refund>;

/** What can go back of an order, and what went or waits. */
export const RefundDesk = z.object({
  order: z.int(),
  version: z.int(),
  /** With what is left of each, less what waits; transfers that paid the order together are one. */
  payments: z.array(
    z.object({
      key: z.string(),
      way: z.enum(REFUND_WAYS),
      moment: z.date(),
      isSurplus: z.boolean(),
      paid: z.int(),
      left: z.int(),
      currency: Currency,
      /** Devices of this payment that did not go back yet; 0 where it was for no devices. */
      devices: z.int(),
      /** Months paid ahead that have not begun; 0 where none were. */
      months: z.int(),
      /** The paid month of a package that it paid for; `null`: of none, or of several ahead. */
      period: Id.nullable(),
      /** Whether it paid for the last month that began of a package, so that something may go back by the company terms. */
      hasTerms: z.boolean(),
    }),
  ),
  /** Devices of the order that can be said to be back. */
  serials: z.array(z.object({ serial: z.string(), place: z.enum(PLACES).nullable() })),
  refunds: z.array(Refund),
});
export type RefundDesk = z.infer<typeof RefundDesk>;

const gone = { ORDER_GONE: { status: 404 } };
const wrong = {
  ...gone,
  REFUND_TOO_MUCH: { status: 422, data: z.object({ most: Money }) },
  REFUND_UNDER_WAY: {},
  REFUND_OF_DISPUTE: {},
  REFUND_DEVICES_WRONG: { status: 422, data: z.object({ most: z.int() }) },
  REFUND_MONTHS_WRONG: { status: 422, data: z.object({ most: z.int() }) },
  /** Months of that later order follow on these. */
  REFUND_MONTHS_FOLLOWED: { data: z.object({ order: z.int() }) },
  /** The company terms give nothing back. `until`: of `late`, the last day for the statement. */
  REFUND_OUT_OF_TERMS: { status: 422, data: z.object({ why: z.enum(TERMS_PROBLEMS), until: Day.nullable() }) },
  REFUND_SERIAL_WRONG: { status: 422, data: z.object({ serial: z.string() }) },
  /** Their return is under way: the money goes back with its decision. */
  REFUND_OF_RETURN: { data: z.object({ serials: z.array(z.string()) }) },
} as const;
const settled = { REFUND_GONE: { status: 404 }, REFUND_DECIDED: {} } as const;

export const refunds = {
  admin: {
    read: oc
      .route({ method: 'GET', path: '/admin/orders/{order}/refunds', ...tags })
      .input(z.object({ order: number }))
      .output(RefundDesk)
      .errors(refusals(gone)),
    /** What would happen now; nothing is written. */
    preview: oc
      .route({ method: 'POST', path: '/admin/orders/{order}/refunds/preview', ...tags })
      .input(WantedRefund)
      .output(RefundPreview)
      .errors(refusals(wrong)),
    /** The same id again is the same request. `version` and `shown` are those of the preview that was seen. */
    ask: oc
      .route({ method: 'POST', path: '/admin/orders/{order}/refunds', ...tags })
      .input(WantedRefund.and(z.object({ id: Id, version: z.int(), shown: z.int() })))
      .output(Refund)
      .errors(refusals({ ...wrong, ORDER_CHANGED: {} })),
    /** A second person agrees; the money goes back. */
    agree: oc
      .route({ method: 'POST', path: '/admin/refunds/{id}/agree', ...tags })
      .input(z.object({ id: Id }))
      .output(Refund)
      .errors(
        refusals({
          ...settled,
          ...proofRefusals,
          ...wrong,
          REFUND_SECOND_NEEDED: { data: z.object({ reason: z.enum(NOT_SECOND_REASONS) }) },
        }),
      ),
    /** Nothing goes back; whoever asked may do this too. Of money for an account until it is in a list. */
    decline: oc
      .route({ method: 'POST', path: '/admin/refunds/{id}/decline', ...tags })
      .input(z.object({ id: Id }))
      .output(Refund)
      .errors(refusals(settled)),
  },
};
