import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../errors.ts';
import { PACKING_PROBLEMS } from '../fulfilment/rules.ts';
import { REFUND_WAYS } from '../payouts/rules.ts';
import { Currency, Day, Id, Money } from '../shapes.ts';
import { visibleText } from '../visible-line.ts';
import { REASON_MAX, RETURN_KINDS, RETURN_OUTCOMES, RETURN_STATES, RETURN_WAYS } from './rules.ts';

/**
 * Devices that come back from their buyer. Asking for it is the statement itself: of a withdrawal the money is due in fourteen days, of a
 * complaint the answer in eight. A device is in one return that is under way.
 */
const number = z.coerce.number().pipe(z.int().positive().max(2_000_000_000));
const tags = { tags: ['returns'] };
const LabelNumber = z.string().trim().min(3).max(60);
const serials = z.array(z.string().trim().max(60)).min(1).max(1000);

export const Return = z.object({
  id: Id,
  /** Which of the order's returns it is. */
  n: z.int(),
  kind: z.enum(RETURN_KINDS),
  way: z.enum(RETURN_WAYS),
  state: z.enum(RETURN_STATES),
  serials: z.array(z.string()),
  reason: z.string(),
  askedAt: z.date(),
  /** The courier's number on the label that was sent. */
  label: z.string().nullable(),
  outcome: z.enum(RETURN_OUTCOMES).nullable(),
  /** What staff wrote about the decision. */
  resolution: z.string(),
});
export type Return = z.infer<typeof Return>;

/** A picture that its buyer added; `GET /api/files/{file}` is the picture itself, `small` the same for lists. */
export const ReturnPicture = z.object({ id: Id, file: Id, small: Id });
export type ReturnPicture = z.infer<typeof ReturnPicture>;

const WithPictures = Return.extend({ pictures: z.array(ReturnPicture) });

const OwnReturns = z.object({
  number: z.int(),
  productName: z.string(),
  currency: Currency,
  /** Devices that can be sent back, each with how much of its price went back when that was reduced. */
  devices: z.array(z.object({ serial: z.string(), reduced: z.int() })),
  /** What so many devices cost: the first is of one. Empty where nothing can go back. */
  amounts: z.array(z.int()),
  /** No more than this goes back, whatever they cost. */
  left: z.int(),
  /** What our label costs in the order's currency. */
  label: z.int(),
  /** Dinars for one euro. */
  rate: z.number(),
  /** `null` while nothing was delivered; `withdrawal` while something of the order is still to come. */
  until: z.object({ withdrawal: Day.nullable(), warranty: Day }).nullable(),
  /** What may be asked for today. */
  kinds: z.array(z.enum(RETURN_KINDS)),
  /** It was bought by a company, which may complain and not withdraw. */
  isCompany: z.boolean(),
  /** All of its money is back, so that there is nothing to withdraw from. */
  isPaidBack: z.boolean(),
  /** Of the return that is asked for next. What is not asked for within a day is forgotten. */
  pictures: z.array(ReturnPicture),
  returns: z.array(WithPictures),
});
export type OwnReturns = z.infer<typeof OwnReturns>;

const DeskReturn = WithPictures.extend({
  /** Last day: of the money, or of the complaint's solution. */
  dueOn: Day,
  /** What went back or would go back now, less the label; `null` where nothing can by card. */
  money: z.object({ amount: z.int(), label: z.int(), currency: Currency, to: z.enum(REFUND_WAYS) }).nullable(),
  /** Its refund was declined, has lapsed or failed: it is decided anew. */
  isToDecideAgain: z.boolean(),
  /** What can be decided about it now. */
  outcomes: z.array(z.enum(RETURN_OUTCOMES)),
  /** Decided about without having come: our courier lost it, so that it is decided anew as money for all of it, and as nothing else. */
  isLost: z.boolean(),
  /** Nothing is left to give back: the order's money went back already, in another way. */
  isPaidBack: z.boolean(),
});
export type DeskReturn = z.infer<typeof DeskReturn>;

const gone = { RETURN_GONE: { status: 404 } } as const;
const step = { ...gone, RETURN_MOVED: {} } as const;
const one = z.object({ id: Id });

export const returns = {
  read: oc
    .route({ method: 'GET', path: '/orders/{number}/returns', ...tags })
    .input(z.object({ number }))
    .output(OwnReturns)
    .errors(refusals({ ORDER_GONE: { status: 404 } })),
  /** The same id again is the same return. It takes the pictures that were added before. */
  ask: oc
    .route({ method: 'POST', path: '/orders/{number}/returns', ...tags })
    .input(
      z.object({
        number,
        id: Id,
        kind: z.enum(RETURN_KINDS),
        way: z.enum(RETURN_WAYS),
        serials,
        reason: visibleText(REASON_MAX),
      }),
    )
    .output(Return)
    .errors(
      refusals({
        ORDER_GONE: { status: 404 },
        RETURN_NOT_POSSIBLE: {},
        RETURN_SERIAL_TAKEN: { data: z.object({ serial: z.string() }) },
        RETURN_REASON_SHORT: { status: 422 },
        WITHDRAWAL_LATE: { data: z.object({ until: Day }) },
        WARRANTY_OVER: { data: z.object({ until: Day }) },
      }),
    ),
  pictures: {
    /** A file that was sent whole; `return` is `null` before it is asked for. The same file again is the same picture. */
    add: oc
      .route({ method: 'POST', path: '/orders/{number}/returns/pictures', ...tags })
      .input(z.object({ number, return: Id.nullable().default(null), file: Id }))
      .output(ReturnPicture)
      .errors(
        refusals({
          ...step,
          ORDER_GONE: { status: 404 },
          FILE_GONE: { status: 404 },
          RETURN_NOT_POSSIBLE: {},
          RETURN_PICTURES_ENOUGH: {},
          RETURN_PICTURE_BROKEN: { status: 422 },
          FILE_QUOTA_FULL: { data: z.object({ most: z.int() }) },
          STORAGE_FULL: {},
        }),
      ),
    /** Also when it is gone already. */
    remove: oc
      .route({ method: 'DELETE', path: '/orders/{number}/returns/pictures/{id}', ...tags })
      .input(z.object({ number, id: Id }))
      .output(z.object({ removed: z.literal(true) }))
      .errors(refusals({ ORDER_GONE: { status: 404 }, RETURN_MOVED: {} })),
  },
  admin: {
    read: oc
      .route({ method: 'GET', path: '/admin/orders/{order}/returns', ...tags })
      .input(z.object({ order: number }))
      .output(z.array(DeskReturn))
      .errors(refusals({ ORDER_GONE: { status: 404 } })),
    /** `instead`: the number that was sent before, which was wrong or is lost. */
    sendLabel: oc
      .route({ method: 'POST', path: '/admin/returns/{id}/label', ...tags })
      .input(one.extend({ label: LabelNumber, instead: LabelNumber.optional() }))
      .output(Return)
      .errors(refusals(step)),
    /** Every device of the return is scanned; `partly`: the others have not come, and are a return of their own that waits. */
    receive: oc
      .route({ method: 'POST', path: '/admin/returns/{id}/receive', ...tags })
      .input(one.extend({ serials, partly: z.boolean().default(false) }))
      .output(Return)
      .errors(
        refusals({
          ...step,
          RETURN_SERIALS_WRONG: {
            status: 422,
            data: z.object({ missing: z.array(z.string()), other: z.array(z.string()) }),
          },
        }),
      ),
    /** Money goes back as a refund of its own; `shown` is the amount that was seen, `by` that by which the price is reduced. */
    decide: oc
      .route({ method: 'POST', path: '/admin/returns/{id}/decide', ...tags })
      .input(
        one.extend({
          outcome: z.enum(RETURN_OUTCOMES),
          /** Of money: sellable again, or written off. */
          goods: z.enum(['stock', 'off']).default('stock'),
          /** It left with our label and was lost on its way back: money for all of it, and the devices are written off. */
          lost: z.boolean().default(false),
          shown: z.int().nonnegative().default(0),
          /** Minor units of the payment. */
          by: z.int().positive().max(2_000_000_000).optional(),
          refund: Id,
          resolution: z.string().trim().max(500),
        }),
      )
      .output(Return)
      .errors(
        refusals({
          ...step,
          RETURN_OUTCOME_WRONG: { status: 422 },
          RETURN_RESOLUTION_MISSING: { status: 422 },
          RETURN_NOT_PAYABLE: {},
          /** It cannot be given back, so the withdrawal is not rejected. */
          DEVICE_WRITTEN_OFF: { data: z.object({ serial: z.string() }) },
          /** `price`: what can be given back for these devices; all of it is money back, not a reduction. */
          RETURN_REDUCTION_WRONG: { status: 422, data: z.object({ price: Money }) },
          /** Of an exchange. */
          NOT_TO_BE_PACKED: { data: z.object({ order: z.int(), problem: z.enum(PACKING_PROBLEMS) }) },
          EXCHANGE_NOT_POSSIBLE: { data: z.object({ serial: z.string() }) },
          ORDER_CHANGED: {},
          REFUND_UNDER_WAY: {},
          REFUND_OF_DISPUTE: {},
        }),
      ),
    callOff: oc
      .route({ method: 'POST', path: '/admin/returns/{id}/call-off', ...tags })
      .input(one.extend({ resolution: z.string().trim().min(1).max(500) }))
      .output(Return)
      .errors(refusals(step)),
  },
};
