import { eventIterator, oc } from '@orpc/contract';
import * as z from 'zod';
import { Delivery } from '../delivery.ts';
import { ListedDocument } from '../documents/contract.ts';
import { refusals } from '../errors.ts';
import { FULFILMENT_STATES, PAYMENT_STATES } from '../order-states.ts';
import { Count, Day, Id } from '../shapes.ts';
import { COURIER_NEWS, REQUEST_DECISIONS, REQUEST_STATES } from './courier-requests.ts';
import {
  EXCHANGE_REASON_MAX,
  EXCHANGE_REASON_MIN,
  EXCHANGE_STATES,
  EXCHANGE_WAYS,
  MAX_EXCHANGED,
} from './exchanges.ts';
import { chooseAfterLoss, lossDesk, OwnLoss } from './lost/lost-contract.ts';
import {
  CORRECTION_REASONS,
  FISCAL_KINDS,
  MAX_BOXES,
  MAX_GRAMS,
  MAX_LABELS,
  MAX_LISTED,
  MAX_PACKED,
  NOT_SENT,
  OUT_OF_TURN_MAX,
  OUT_OF_TURN_MIN,
  PACKING_PROBLEMS,
} from './rules.ts';
import { COURIERS, PACKING_COURIERS, SHIPMENT_KINDS, SHIPMENT_STATES } from './shipment.ts';

/**
 * Devices leave in parcels of boxes, each with its serial numbers, and only when they are paid for or the courier collects. Until the
 * hand-over a parcel can be cancelled; the hand-over wants the label of each of its boxes and the number of the fiscal receipt.
 */
const Serial = z.string().trim().max(60);
const OrderNumber = z.coerce.number().pipe(z.int().positive().max(2_000_000_000));
const tags = { tags: ['fulfilment'] };
const State = z.enum(SHIPMENT_STATES);

export const Parcel = z.object({
  id: Id,
  n: z.int(),
  kind: z.enum(SHIPMENT_KINDS),
  courier: z.enum(COURIERS),
  state: State,
  devices: z.int(),
  /**
   * In the order of packing. Of what was packed before serial numbers were kept there are none; of a delivered parcel a device that came
   * back for good is left out.
   */
  boxes: z.array(
    z.object({
      n: z.int(),
      grams: z.int(),
      /** The courier's own; `null` where there is none. */
      code: z.string().nullable(),
      serials: z.array(z.string()),
    }),
  ),
  packedAt: z.date(),
  packedBy: z.string().nullable(),
  deliveredAt: z.date().nullable(),
  labelsPrinted: z.int(),
  /** What became of asking its courier; `null`: nobody was asked. */
  request: z
    .object({
      state: z.enum(REQUEST_STATES),
      answer: z.string(),
      failures: z.int(),
      /** How often it was sent. */
      attempts: z.int(),
      nextAt: z.date(),
      /** It was sent, and the answer was lost. */
      isInDoubt: z.boolean(),
      /** Whether there is a way to ask how the parcel is. */
      mayAsk: z.boolean(),
    })
    .nullable(),
  /** What the courier told last; `news` is `null` for a code that nobody knows. */
  told: z.object({ news: z.enum(COURIER_NEWS).nullable(), status: z.string(), at: z.date() }).nullable(),
});
export type Parcel = z.infer<typeof Parcel>;

const Exchange = z.object({
  id: Id,
  state: z.enum(EXCHANGE_STATES),
  /** The faulty device. */
  serial: z.string(),
  /** The device in its place, once it is packed. */
  replacement: z.string().nullable(),
  /** The last day of the warranty, of both. */
  until: Day,
  /** The courier's number with which the faulty one is sent. */
  label: z.string().nullable(),
});

/** A faulty device that another one takes the place of, as staff see it. */
export const DeskExchange = Exchange.extend({
  isGoodwill: z.boolean(),
  reason: z.string(),
  resolution: z.string(),
  askedAt: z.date(),
  receivedAt: z.date().nullable(),
});
export type DeskExchange = z.infer<typeof DeskExchange>;

/** What the warehouse needs to know of an order; amounts are not part of it. */
export const Packing = z.object({
  id: Id,
  number: z.int(),
  version: z.int(),
  productName: z.string(),
  createdAt: z.date(),
  paymentState: z.enum(PAYMENT_STATES),
  fulfilmentState: z.enum(FULFILMENT_STATES).nullable(),
  delivery: Delivery.nullable(),
  isCompany: z.boolean(),
  /**
   * To be sent (bought, and their money has not gone back), how many are in no parcel that is under way or delivered, and how many in
   * such parcels are beyond them.
   */
  devices: z.int(),
  missing: z.int(),
  tooMany: z.int(),
  problem: z.enum(PACKING_PROBLEMS).nullable(),
  /** `null` until the first intake: nothing is counted. */
  inStock: z.int().nullable(),
  /**
   * Too few devices are left for what is missing, after all who have waited longer: so many are, and the order that is served first.
   * `null`: enough are.
   */
  turn: z.object({ free: z.int(), first: z.int() }).nullable(),
  /** Devices that came back sellable; they go first. */
  opened: z.array(z.string()),
  /** Where the new ones are, as far as it was said at their intake. */
  shelves: z.array(z.string()),
  /** Whether the number of a receipt is asked for at all, and the one that was entered. */
  asksForReceipt: z.boolean(),
  /** Those that can be chosen, the usual one first. `undoes`: packing is taken back without anybody calling the courier. */
  couriers: z.array(z.object({ name: z.enum(PACKING_COURIERS), undoes: z.boolean() })),
  receipt: z
    .object({ kind: z.enum(FISCAL_KINDS), number: z.string(), by: z.string().nullable(), at: z.date() })
    .nullable(),
  parcels: z.array(Parcel),
  /** The newest first. */
  exchanges: z.array(DeskExchange),
  /** Devices that the buyer has beside those of exchanges, because a lost parcel was found. */
  spares: z.array(z.string()),
  /** Devices that the buyer has, each with the last day of its warranty; none that comes back already. */
  exchangeable: z.array(z.object({ serial: z.string(), until: Day })),
});
export type Packing = z.infer<typeof Packing>;

const Queued = z.object({
  number: z.int(),
  name: z.string(),
  city: z.string(),
  devices: z.int(),
  /** Other devices for faulty ones, not what was bought. */
  isExchange: z.boolean(),
  since: z.date(),
});

/** A parcel as its receiver sees it. */
export const FollowedParcel = z.object({
  order: z.int(),
  n: z.int(),
  courier: z.enum(COURIERS),
  /** The courier's own, one for each box; of own delivery there is none. */
  codes: z.array(z.string()),
  state: State,
  orderedAt: z.date(),
  packedAt: z.date(),
  /** Oldest first. */
  moves: z.array(z.object({ state: State, at: z.date() })),
  /** Its courier's own page of each code, once it has left; empty where no such page is known. */
  tracking: z.array(z.object({ code: z.string(), url: z.string() })),
});
export type FollowedParcel = z.infer<typeof FollowedParcel>;

/** What became of an order that was paid, as its buyer sees it: its parcels and papers. */
export const OwnParcels = z.object({
  number: z.int(),
  productName: z.string(),
  createdAt: z.date(),
  paidAt: z.date().nullable(),
  delivery: Delivery.nullable(),
  /** Why nothing of it is sent; `null` when something was, or will be. */
  notSent: z.enum(NOT_SENT).nullable(),
  /** The newest first. */
  documents: z.array(ListedDocument.extend({ issuedAt: z.date() })),
  parcels: z.array(
    FollowedParcel.extend({
      kind: z.enum(SHIPMENT_KINDS),
      /** Once it is delivered, without devices that came back for good. */
      serials: z.array(z.string()),
      deliveredAt: z.date().nullable(),
      /** It was lost or damaged, and its buyer was asked what they want instead. */
      loss: OwnLoss.nullable(),
    }),
  ),
  /** The newest first. */
  exchanges: z.array(Exchange),
});
export type OwnParcels = z.infer<typeof OwnParcels>;

/** How many labels are drawn, and the orders that have none; at last the file, base64. */
const LabelsPrinting = z.union([
  z.object({ done: z.int(), total: z.int(), skipped: z.array(z.int()) }),
  z.object({ name: z.string(), pdf: z.string() }),
]);
export type LabelsPrinting = z.infer<typeof LabelsPrinting>;

const gone = { PARCEL_GONE: { status: 404 } };
const orderGone = { ORDER_GONE: { status: 404 } };
const changed = { PARCEL_CHANGED: { data: z.object({ parcel: z.string(), state: State }) } };
const mayNot = {
  NOT_TO_BE_PACKED: { data: z.object({ order: z.int(), problem: z.enum(PACKING_PROBLEMS) }) },
} as const;
const offered = { COURIER_NOT_OFFERED: {}, COURIER_CODES_USED_UP: {} } as const;
const asked = z.object({ parcel: z.string(), request: z.enum(REQUEST_STATES) });
const serial = z.object({ serial: z.string() });
const exchangeMoved = { EXCHANGE_GONE: { status: 404 }, EXCHANGE_MOVED: {} } as const;
const serials = {
  SERIAL_WRONG: { status: 422, data: serial },
  SERIAL_TWICE: { status: 422, data: serial },
  SERIAL_UNKNOWN: { data: serial },
  SERIAL_USED: { data: z.object({ serial: z.string(), order: z.int() }) },
} as const;

export const fulfilment = {
  /**
   * The parcel behind a mailed link; name, street and phone are masked. While it comes, `toPay` is what its courier collects, para; while
   * it is on its way, `expectedOn` the day on which it comes, unless that is over.
   */
  follow: oc
    .route({ method: 'GET', path: '/parcels/{token}', ...tags })
    .input(z.object({ token: z.string().regex(/^[\w-]{22}$/) }))
    .output(
      FollowedParcel.extend({
        city: z.string(),
        street: z.string(),
        phone: z.string(),
        toPay: z.int().nullable(),
        expectedOn: Day.nullable(),
      }),
    )
    .errors(refusals({ PARCEL_LINK_ENDED: { status: 404 } })),
  /** The parcels and papers of one of the caller's own orders. */
  own: oc
    .route({ method: 'GET', path: '/orders/{number}/parcels', ...tags })
    .input(z.object({ number: OrderNumber }))
    .output(OwnParcels)
    .errors(refusals(orderGone)),
  choose: chooseAfterLoss,
  admin: {
    read: oc
      .route({ method: 'GET', path: '/admin/orders/{number}/packing', ...tags })
      .input(z.object({ number: OrderNumber }))
      .output(Packing)
      .errors(refusals(orderGone)),
    /**
     * Whether a courier knows where the order goes: what it said of a parcel that is packed, and asked now while none is; `null` where
     * none was or can be asked. It holds up nothing.
     */
    address: oc
      .route({ method: 'GET', path: '/admin/orders/{number}/address', ...tags })
      .input(z.object({ number: OrderNumber }))
      .output(z.object({ isKnown: z.boolean().nullable() }))
      .errors(refusals(orderGone)),
    /** What is to be packed, and what is packed and waits for the courier: the oldest of both, and in `totals` how many there are. */
    queue: oc.route({ method: 'GET', path: '/admin/packing', ...tags }).output(
      z.object({
        toPack: z.array(Queued),
        packed: z.array(Queued.extend({ parcel: Id, key: z.string(), request: z.enum(REQUEST_STATES).nullable() })),
        totals: z.object({ toPack: Count, packed: Count }),
      }),
    ),
    /**
     * Packs devices of an order, seen at `version`, into one parcel: `id` sent twice is one. Without `isPart` all that are missing must
     * be in it; of `exchanges` each device takes the place of the faulty one of the exchange at its place in the list. `outOfTurn`: why
     * it has a device that somebody has waited for longer.
     */
    pack: oc
      .route({ method: 'POST', path: '/admin/orders/{order}/parcels', ...tags })
      .input(
        z.object({
          order: Id,
          id: Id,
          version: z.int(),
          courier: z.enum(PACKING_COURIERS),
          isPart: z.boolean().default(false),
          exchanges: z.array(Id).max(MAX_EXCHANGED).default([]),
          outOfTurn: z.string().trim().min(OUT_OF_TURN_MIN).max(OUT_OF_TURN_MAX).optional(),
          boxes: z
            .array(
              z.object({
                grams: z.int().min(1).max(MAX_GRAMS),
                serials: z.array(Serial).min(1).max(MAX_PACKED),
              }),
            )
            .min(1)
            .max(MAX_BOXES),
        }),
      )
      .output(z.object({ key: z.string() }))
      .errors(
        refusals({
          ...orderGone,
          ...mayNot,
          ...serials,
          SERIALS_MISSING: { status: 422, data: z.object({ missing: z.int() }) },
          SERIALS_TOO_MANY: { status: 422, data: z.object({ most: z.int() }) },
          DEVICES_AWAITED: { data: z.object({ free: z.int(), first: z.int() }) },
          PACKED_MEANWHILE: { data: z.object({ order: z.int(), by: z.string(), at: z.date() }) },
          ORDER_CHANGED: {},
          ...offered,
          ...exchangeMoved,
          EXCHANGE_NOT_POSSIBLE: { data: serial },
        }),
      ),
    /** Takes a parcel apart again, until it is handed over. */
    cancel: oc
      .route({ method: 'POST', path: '/admin/parcels/{id}/cancel', ...tags })
      .input(z.object({ id: Id }))
      .output(z.object({ cancelled: z.literal(true) }))
      .errors(
        refusals({
          ...gone,
          PARCEL_LEFT: { data: z.object({ parcel: z.string(), state: State }) },
          COURIER_IN_DOUBT: { data: asked },
        }),
      ),
    /** Another serial number in place of a wrong one, until it is handed over. The same key again changes nothing. */
    correct: oc
      .route({ method: 'POST', path: '/admin/parcels/{id}/serials', ...tags })
      .input(z.object({ id: Id, key: Id, from: Serial, to: Serial, reason: z.enum(CORRECTION_REASONS) }))
      .output(z.object({ corrected: z.literal(true) }))
      .errors(refusals({ ...gone, ...changed, ...serials, SERIAL_NOT_THERE: { data: serial } })),
    /**
     * The number of the fiscal receipt, or of the invoice in SEF, once something is packed; another one until something has left.
     * `over`: the number that was seen there, `null` for none; without it whatever is there is replaced.
     */
    enterReceipt: oc
      .route({ method: 'POST', path: '/admin/orders/{order}/receipt', ...tags })
      .input(
        z.object({
          order: Id,
          kind: z.enum(FISCAL_KINDS),
          number: z.string().trim().max(60).default(''),
          over: z.string().max(60).nullable().optional(),
        }),
      )
      .output(z.object({ entered: z.literal(true) }))
      .errors(
        refusals({
          ...orderGone,
          RECEIPT_KIND: { status: 422 },
          RECEIPT_WRONG: { status: 422 },
          RECEIPT_USED: { data: z.object({ order: z.int() }) },
          RECEIPT_TOO_EARLY: {},
          RECEIPT_STAYS: {},
          RECEIPT_CHANGED: {},
        }),
      ),
    /** To the courier, with the scanned label of each box. The first one of an order issues its račun. */
    handOver: oc
      .route({ method: 'POST', path: '/admin/parcels/{id}/hand-over', ...tags })
      .input(z.object({ id: Id, labels: z.array(z.string().trim().max(60)).max(MAX_BOXES) }))
      .output(z.object({ state: State }))
      .errors(
        refusals({
          ...gone,
          ...changed,
          ...mayNot,
          LABEL_UNKNOWN: { data: z.object({ label: z.string() }) },
          LABEL_OF_ANOTHER: { data: z.object({ label: z.string(), order: z.int() }) },
          LABELS_MISSING: { data: z.object({ missing: z.int() }) },
          COURIER_HAS_NOT: { data: asked },
          RECEIPT_MISSING: { data: z.object({ order: z.int(), isCompany: z.boolean() }) },
        }),
      ),
    /** What became of a parcel that was handed over. `from` is the state as it was seen. */
    move: oc
      .route({ method: 'POST', path: '/admin/parcels/{id}/move', ...tags })
      .input(
        z.object({
          id: Id,
          from: State,
          to: z.enum(['in_transit', 'delivered', 'refused', 'returned', 'lost', 'damaged']),
        }),
      )
      .output(z.object({ state: State }))
      .errors(refusals({ ...gone, ...changed })),
    /** Mails the buyer where a parcel that is under way can be followed. The same key again sends nothing. */
    sendLink: oc
      .route({ method: 'POST', path: '/admin/parcels/{id}/link', ...tags })
      .input(z.object({ id: Id, key: Id }))
      .output(z.object({ queued: z.boolean() }))
      .errors(refusals({ ...gone, ...changed, MAIL_GONE: { status: 404 } })),
    /** Whether what counts as delivered since before parcels were recorded was delivered, or is to be packed; said once. */
    sort: oc
      .route({ method: 'POST', path: '/admin/parcels/{id}/sort', ...tags })
      .input(z.object({ id: Id, delivered: z.boolean() }))
      .output(z.object({ delivered: z.boolean() }))
      .errors(refusals({ ...gone, ...changed })),
    ...lossDesk,
    /** Another courier for a packed parcel, as long as the one before surely has nothing. */
    changeCourier: oc
      .route({ method: 'POST', path: '/admin/parcels/{id}/courier', ...tags })
      .input(z.object({ id: Id, courier: z.enum(PACKING_COURIERS) }))
      .output(z.object({ courier: z.enum(PACKING_COURIERS) }))
      .errors(
        refusals({ ...gone, ...changed, ...offered, COURIER_HAS_IT: { data: z.object({ parcel: z.string() }) } }),
      ),
    /** What only a person can say of what a courier was asked for; of the sending that `attempts` says, not of a later one. */
    decideRequest: oc
      .route({ method: 'POST', path: '/admin/parcels/{id}/request', ...tags })
      .input(z.object({ id: Id, decision: z.enum(REQUEST_DECISIONS), attempts: z.int().min(0).optional() }))
      .output(z.object({ decided: z.literal(true) }))
      .errors(refusals({ ...gone, ...changed, REQUEST_CHANGED: { data: asked } })),
    /** Asks the courier how a parcel is: by program, or by a mail to its customer service, once a day; `already`: it was, today. */
    askCourier: oc
      .route({ method: 'POST', path: '/admin/parcels/{id}/ask', ...tags })
      .input(z.object({ id: Id }))
      .output(z.object({ by: z.enum(['program', 'mail', 'already']) }))
      .errors(refusals({ ...gone, ...changed, COURIER_NOT_ASKED: {} })),
    /**
     * Another device for a faulty one, free of charge. `id` is made by the screen: sent twice, it is one exchange. After the warranty
     * only as `goodwill`.
     */
    exchange: oc
      .route({ method: 'POST', path: '/admin/orders/{order}/exchanges', ...tags })
      .input(
        z.object({
          order: Id,
          id: Id,
          serial: Serial,
          way: z.enum(EXCHANGE_WAYS),
          reason: z.string().trim().min(EXCHANGE_REASON_MIN).max(EXCHANGE_REASON_MAX),
          label: z.string().trim().max(60).default(''),
          goodwill: z.boolean().default(false),
        }),
      )
      .output(DeskExchange)
      .errors(
        refusals({
          ...orderGone,
          ...mayNot,
          EXCHANGE_NOT_POSSIBLE: { data: serial },
          EXCHANGE_UNDER_WAY: { data: serial },
          WARRANTY_OVER: { data: z.object({ until: Day }) },
        }),
      ),
    /** The faulty device is here, scanned; or one of the order's spares. */
    receiveExchanged: oc
      .route({ method: 'POST', path: '/admin/exchanges/{id}/receive', ...tags })
      .input(z.object({ id: Id, serial: Serial }))
      .output(DeskExchange)
      .errors(refusals({ ...exchangeMoved, EXCHANGE_SERIAL_WRONG: { status: 422, data: serial } })),
    /** The device stays its buyer's. */
    cancelExchange: oc
      .route({ method: 'POST', path: '/admin/exchanges/{id}/cancel', ...tags })
      .input(z.object({ id: Id, resolution: z.string().trim().min(1).max(500) }))
      .output(DeskExchange)
      .errors(refusals({ ...exchangeMoved, DEVICE_WRITTEN_OFF: { data: serial } })),
    /** Labels A6, one page for each box, in the order asked for. Printing is written down. */
    labels: oc
      .route({ method: 'POST', path: '/admin/parcels/labels', ...tags })
      .input(z.object({ parcels: z.array(Id).min(1).max(MAX_LABELS) }))
      .output(z.file())
      .errors(refusals({ ...gone, COURIER_HAS_NOT: { data: asked } })),
    /** The same of what is packed of these orders and known to its courier, in their order; the others have none. */
    labelsOf: oc
      .route({ method: 'POST', path: '/admin/packing/labels', ...tags })
      .input(z.object({ orders: z.array(OrderNumber).min(1).max(MAX_LABELS) }))
      .output(z.file())
      .errors(refusals({ ...gone, COURIER_HAS_NOT: { data: asked } })),
    /** Either of them on a screen, which is told how far it is; the last thing told is the file. */
    printing: oc
      .route({ method: 'POST', path: '/admin/packing/printing', ...tags })
      .input(
        z.union([
          z.object({ parcels: z.array(Id).min(1).max(MAX_LABELS) }),
          z.object({ orders: z.array(OrderNumber).min(1).max(MAX_LABELS) }),
        ]),
      )
      .output(eventIterator(LabelsPrinting))
      .errors(refusals({ ...gone, COURIER_HAS_NOT: { data: asked } })),
    /** A4: what is to be packed, with room for the serial numbers; or of these orders alone. */
    packingList: oc
      .route({ method: 'GET', path: '/admin/packing/list', ...tags })
      .input(z.object({ orders: z.array(OrderNumber).min(1).max(MAX_LISTED).optional() }))
      .output(z.file())
      .errors(refusals({ NOTHING_TO_LIST: { status: 404 } })),
    /** A4: what is packed and waits for the courier, to be signed. */
    pickUpList: oc
      .route({ method: 'GET', path: '/admin/packing/pick-up', ...tags })
      .output(z.file())
      .errors(refusals({ NOTHING_TO_LIST: { status: 404 } })),
  },
};
