import { oc } from '@orpc/contract';
import * as z from 'zod';
import { PaidMonths } from '../advertising/paid-months.ts';
import { Delivery } from '../delivery.ts';
import { StaffDocument } from '../documents/contract.ts';
import { refusals } from '../errors.ts';
import { ParcelClaim } from '../fulfilment/lost/lost-contract.ts';
import { COURIERS, SHIPMENT_KINDS, SHIPMENT_STATES } from '../fulfilment/shipment.ts';
import { MAIL_STATES } from '../mail-states.ts';
import { LINE_KINDS, PAYMENT_RECEIPT_STAGES, PAYMENT_WAYS } from '../order-states.ts';
import { Currency, Id } from '../shapes.ts';
import { NOTE_MAX, OrderCalls } from './calls/calls.ts';
import { changeCompanyContract } from './company/changed-company.ts';
import { changeDeliveryContract } from './delivery/changed-delivery.ts';
import { ORDER_EVENTS } from './events.ts';
import { BuyerStanding, GaveEntry, Referral } from './order-gave.ts';
import { ExpectedDelivery } from './own/expected-delivery.ts';
import { StaffOrder } from './shapes.ts';
import { AskedTransfer } from './transfer/asked-transfer.ts';
import { SaleAsked } from './views.ts';

const Amount = { amount: z.int(), currency: Currency };

/** Who did it: a person of staff or the buyer by name, or one of those that are not people. */
const By = z.object({ id: z.string(), name: z.string().nullable() });

export const OrderNote = z.object({ id: Id, text: z.string(), by: By.nullable(), moment: z.date() });
export type OrderNote = z.infer<typeof OrderNote>;

/** Everything that staff see about one order. Amounts in minor units. */
export const OrderPage = StaffOrder.extend({
  /** Dinars for one euro, as agreed; `null` where nothing in dinars was agreed. */
  rate: z.number().nullable(),
  version: z.int(),
  delivery: Delivery.nullable(),
  /** Where mails about it go. */
  mailbox: z.string(),
  lines: z.array(z.object({ kind: z.enum(LINE_KINDS), name: z.string(), quantity: z.int(), ...Amount })),
  payments: z.array(
    z.object({
      key: z.string(),
      way: z.enum(PAYMENT_WAYS),
      receipt: z.enum(PAYMENT_RECEIPT_STAGES),
      isSurplus: z.boolean(),
      refunded: z.int(),
      moment: z.date(),
      /** Of a transfer: where a bank statement shows it. `reference` is as its payer wrote it. */
      line: z
        .object({ statement: z.object({ id: Id, name: z.string() }), position: z.int(), reference: z.string() })
        .nullable(),
      ...Amount,
    }),
  ),
  /** What it gave its buyer and what was taken back of it, the newest first. */
  gave: z.array(GaveEntry),
  /** `null` where nobody invited the buyer, or no money of devices is there. */
  referral: Referral.nullable(),
  /** Parcels on delivery that were not taken at this phone or address, while one of this order is to come; `null` of any other order. */
  refusedParcels: z.int().nullable(),
  /** Of a package that was paid ahead: what runs and what went back. */
  paidMonths: PaidMonths.nullable(),
  shipments: z.array(
    z.object({
      n: z.int(),
      kind: z.enum(SHIPMENT_KINDS),
      courier: z.enum(COURIERS),
      state: z.enum(SHIPMENT_STATES),
      devices: z.int(),
      /** What the courier collects with it, para; `null` of what was paid ahead. */
      collectAmount: z.int().nullable(),
    }),
  ),
  /** Devices of delivered parcels that came back for good, each with its parcel; an exchanged one is none. */
  returned: z.array(z.object({ serial: z.string(), n: z.int() })),
  /** When its devices are expected, as its buyer is told. */
  expected: ExpectedDelivery.nullable(),
  /** Parcels of it that were lost or damaged, the newest first. */
  claims: z.array(ParcelClaim),
  events: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(ORDER_EVENTS),
      moment: z.date(),
      by: By.extend({
        /** The name of a key with which a program did it, with that person's duties. */
        key: z.string().nullable(),
      }),
      reference: z.string(),
      facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    }),
  ),
  /** In the order in which they were issued. `gross` is in para, 0 where no money is named. */
  documents: z.array(StaffDocument.extend({ issuedAt: z.date(), gross: z.int() })),
  notes: z.array(OrderNote),
  mails: z.array(
    z.object({
      id: Id,
      template: z.string(),
      to: z.string(),
      state: z.enum(MAIL_STATES),
      problem: z.string().nullable(),
      moment: z.date(),
      /** Its content is still kept. */
      isRepeatable: z.boolean(),
    }),
  ),
  /** What is waited for, when it is paid by transfer and was not yet. */
  transfer: AskedTransfer.nullable(),
  /** What came too much for other orders of the buyer and may pay for this one, which waits for a transfer: para, by the payment's key. */
  surpluses: z.array(z.object({ key: z.string(), order: z.int(), amount: z.int() })),
  /** Of cash on delivery; `null` of any other way. */
  calls: OrderCalls.nullable(),
  /** `null` once the account is erased. */
  standing: BuyerStanding.nullable(),
  /** `null` once the account is erased. */
  buyer: z
    .object({
      id: Id,
      name: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
      isInstaller: z.boolean(),
      isCompany: z.boolean(),
      since: z.date(),
      /** Their data are erased some days later. */
      closedAt: z.date().nullable(),
      orders: z.int(),
      /** Of all orders, less what went back. */
      paid: z.int(),
      televisions: z.int(),
      others: z.array(
        StaffOrder.pick({
          number: true,
          status: true,
          fulfilmentState: true,
          paymentState: true,
          amount: true,
          currency: true,
        }),
      ),
    })
    .nullable(),
});
export type OrderPage = z.infer<typeof OrderPage>;

const number = z.coerce.number().pipe(z.int().positive().max(2_000_000_000));
const gone = { ORDER_GONE: { status: 404 } };

export const orderPage = {
  read: oc
    .route({ method: 'GET', path: '/admin/orders/{number}', tags: ['orders'] })
    .input(z.object({ number }))
    .output(OrderPage)
    .errors(refusals(gone)),
  /** The orders before and after it in a list of sales, with the list's filter and order, and its place where the list is short. */
  neighbours: oc
    .route({ method: 'GET', path: '/admin/orders/{number}/neighbours', tags: ['orders'] })
    .input(SaleAsked.extend({ number }))
    .output(
      z.object({
        previous: z.int().nullable(),
        next: z.int().nullable(),
        place: z.object({ n: z.int(), of: z.int() }).nullable(),
      }),
    )
    .errors(refusals(gone)),
  changeDelivery: changeDeliveryContract('/admin/orders/{number}/delivery'),
  changeCompany: changeCompanyContract('/admin/orders/{number}/company'),
  /** One more note among staff. The same key again adds nothing. */
  addNote: oc
    .route({ method: 'POST', path: '/admin/orders/{id}/notes', tags: ['orders'] })
    .input(z.object({ id: Id, key: Id, text: z.string().trim().min(1).max(NOTE_MAX) }))
    .output(OrderNote)
    .errors(refusals(gone)),
  /** Sends a mail of the order once more, as it was, to where mails about the order go now. The same key again sends nothing. */
  sendMailAgain: oc
    .route({ method: 'POST', path: '/admin/orders/{id}/mails/{mail}/send', tags: ['orders'] })
    .input(z.object({ id: Id, mail: Id, key: Id }))
    .output(z.object({ queued: z.boolean() }))
    .errors(refusals({ MAIL_GONE: { status: 404 } })),
};
