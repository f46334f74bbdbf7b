import { oc } from '@orpc/contract';
import * as z from 'zod';
import { PaidMonths } from '../../advertising/paid-months.ts';
import { Delivery } from '../../delivery.ts';
import { ListedDocument } from '../../documents/contract.ts';
import { refusals } from '../../errors.ts';
import { PAYMENT_WAYS, WAY_PROBLEMS } from '../../order-states.ts';
import { LIVE_PAYOUTS } from '../../payouts/rules.ts';
import { Day, Id, Money } from '../../shapes.ts';
import { EnteredCall } from '../calls/calls.ts';
import { changeCompanyContract, Firm } from '../company/changed-company.ts';
import { changeDeliveryContract } from '../delivery/changed-delivery.ts';
import { Order } from '../shapes.ts';
import { AskedTransfer } from '../transfer/asked-transfer.ts';
import { ExpectedDelivery } from './expected-delivery.ts';

/** One of a buyer's own orders on its page. */
export const OwnOrder = Order.pick({
  id: true,
  number: true,
  kind: true,
  productName: true,
  amount: true,
  currency: true,
  status: true,
  way: true,
  paymentState: true,
  fulfilmentState: true,
  createdAt: true,
}).extend({
  /** Of a package that is paid in advance; otherwise 1. */
  months: z.int(),
  /** Of a package that was paid ahead: what runs and what went back. */
  paidMonths: PaidMonths.nullable(),
  version: z.int(),
  /** On one line; `null` where nothing is delivered. */
  address: z.string().nullable(),
  /** The form it was ordered with; `null` where nothing is delivered. */
  delivery: Delivery.nullable(),
  /** The form a package was ordered with; `null` of devices. */
  companyForm: Delivery.nullable(),
  /** Address and recipient may still be changed. */
  isDeliveryOpen: z.boolean(),
  /** Which firm it is for; `null` of a person's. */
  company: Firm.extend({ country: z.string() }).nullable(),
  /** Its name and numbers may still be changed. */
  isCompanyOpen: z.boolean(),
  /** When its devices are expected; `null` where nothing is to come, or no day can be told. */
  expected: ExpectedDelivery.nullable(),
  /** Nothing was paid or packed. */
  isCancellable: z.boolean(),
  /** The other ways in which it may be paid instead, while nothing was. */
  otherWays: z.array(z.enum(PAYMENT_WAYS)),
  documents: z.array(ListedDocument),
  /** What is waited for; `null` when it is not paid by transfer, or is. */
  transfer: AskedTransfer.nullable(),
  /** What the courier collects, para; `null` when it is not paid on delivery, or the money is there. */
  toCourier: z.int().nullable(),
  /** Before it is packed: its buyer is called, did not answer and has until a day, or gave a wrong number; `null`: nobody calls. */
  call: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.enum(['waits', 'number']) }),
      z.object({ kind: z.literal('missed'), until: Day }),
    ])
    .nullable(),
  /** What came by transfer and the order does not ask for: its buyer's, who is to say where it goes. */
  surplus: Money.nullable(),
  /** What goes back to an account, masked in `account`; `payouts.open` leads to the page on which it is named. */
  moneyBack: z.array(z.object({ id: Id, money: Money, state: z.enum(LIVE_PAYOUTS), account: z.string().nullable() })),
});
export type OwnOrder = z.infer<typeof OwnOrder>;

const number = z.coerce.number().pipe(z.int().positive().max(2_000_000_000));
/** The order and as it was seen: who decides on an older state is refused. */
const Seen = z.object({ number, version: z.int().positive() });
const tags = { tags: ['orders'] };
const unpaid = { ORDER_GONE: { status: 404 }, ORDER_NOT_UNPAID: {}, ORDER_CHANGED: {} };
const Cancelled = z.object({ cancelled: z.literal(true) });

/** Another way of paying while nothing was paid; the open claim is replaced. */
const changeWay = (path: `/${string}`) =>
  oc
    .route({ method: 'POST', path, ...tags })
    .input(Seen.extend({ way: z.enum(PAYMENT_WAYS) }))
    .output(z.object({ way: z.enum(PAYMENT_WAYS) }))
    .errors(
      refusals({
        ...unpaid,
        WAY_NOT_POSSIBLE: { status: 422, data: z.object({ way: z.enum(PAYMENT_WAYS), why: z.enum(WAY_PROBLEMS) }) },
      }),
    );

export const ownOrderPage = {
  read: oc
    .route({ method: 'GET', path: '/orders/{number}', ...tags })
    .input(z.object({ number }))
    .output(OwnOrder)
    .errors(refusals({ ORDER_GONE: { status: 404 } })),
  /** Calls off an order that nothing was paid for. Cancelled already is done. */
  cancel: oc
    .route({ method: 'POST', path: '/orders/{number}/cancel', ...tags })
    .input(Seen)
    .output(Cancelled)
    .errors(refusals(unpaid)),
  changeDelivery: changeDeliveryContract('/orders/{number}/delivery'),
  changeCompany: changeCompanyContract('/orders/{number}/company'),
  changeWay: changeWay('/orders/{number}/way'),
};

/** What staff may change of an order that nothing was paid for. */
export const unpaidOrder = {
  cancel: oc
    .route({ method: 'POST', path: '/admin/orders/{number}/cancel', ...tags })
    .input(Seen)
    .output(Cancelled)
    .errors(refusals(unpaid)),
  /** A later last day for a pro-forma invoice, with a new paper for what is still asked for. */
  extend: oc
    .route({ method: 'POST', path: '/admin/orders/{number}/extend', ...tags })
    .input(Seen.extend({ validUntil: Day }))
    .output(z.object({ validUntil: Day }))
    .errors(refusals({ ...unpaid, EXTENSION_WRONG: { status: 422 } })),
  /** What came of a call before a parcel that is paid on delivery is packed, or after the courier found nobody. */
  call: oc
    .route({ method: 'POST', path: '/admin/orders/{number}/calls', ...tags })
    .input(Seen.extend(EnteredCall.shape))
    .output(z.object({ entered: z.literal(true) }))
    .errors(refusals({ ORDER_GONE: { status: 404 }, ORDER_CHANGED: {}, CALL_NOT_WAITING: {} })),
  /** Takes back what the caller entered a moment ago, while nothing else has happened to the order. Taken back already is done. */
  undoCall: oc
    .route({ method: 'POST', path: '/admin/orders/{number}/calls/{id}/undo', ...tags })
    .input(z.object({ number, id: Id }))
    .output(z.object({ undone: z.literal(true) }))
    .errors(refusals({ ORDER_GONE: { status: 404 }, CALL_STAYS: {} })),
  /** Says to the others that the caller has the order open for a call, for some minutes; `false`: somebody else has it. */
  openCall: oc
    .route({ method: 'POST', path: '/admin/orders/{number}/calls/open', ...tags })
    .input(z.object({ number }))
    .output(z.object({ opened: z.boolean() }))
    .errors(refusals({ ORDER_GONE: { status: 404 }, CALL_NOT_WAITING: {} })),
  /** The caller has it open no more. */
  closeCall: oc
    .route({ method: 'POST', path: '/admin/orders/{number}/calls/close', ...tags })
    .input(z.object({ number }))
    .output(z.object({ closed: z.literal(true) }))
    .errors(refusals({ ORDER_GONE: { status: 404 } })),
  /** Whoever did not answer the last of the calls has some days more to say something. The same id again changes nothing. */
  extendCall: oc
    .route({ method: 'POST', path: '/admin/orders/{number}/calls/extend', ...tags })
    .input(Seen.extend({ id: Id }))
    .output(z.object({ until: z.date() }))
    .errors(refusals({ ORDER_GONE: { status: 404 }, ORDER_CHANGED: {}, CALL_NOT_WAITING: {} })),
  /** The courier has transferred what it collected. */
  settle: oc
    .route({ method: 'POST', path: '/admin/orders/{number}/settle', ...tags })
    .input(Seen)
    .output(z.object({ settled: z.literal(true) }))
    .errors(refusals({ ORDER_GONE: { status: 404 }, ORDER_CHANGED: {}, NOTHING_COLLECTED: {} })),
  changeWay: changeWay('/admin/orders/{number}/way'),
  /**
   * Pays for an order that waits for a transfer from what came too much for another one of the same buyer, as far as it goes: `payment` is
   * that one's key, `shown` what it pays. The same again pays nothing more.
   */
  payFromSurplus: oc
    .route({ method: 'POST', path: '/admin/orders/{number}/surplus', ...tags })
    .input(Seen.extend({ payment: z.string().max(200), shown: z.int().positive() }))
    .output(z.object({ paid: z.int() }))
    .errors(refusals({ ...unpaid, SURPLUS_GONE: {} })),
};
