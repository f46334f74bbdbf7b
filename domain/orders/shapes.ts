import * as z from 'zod';
import { FULFILMENT_STATES, ORDER_STATUSES, PAYMENT_STATES, PAYMENT_WAYS } from '../order-states.ts';
import { Currency, Day, Direction, Flag, Id } from '../shapes.ts';

/**
 * An order is a checkout that a buyer started. It is written as pending before the payment page opens; only the payment
 * provider's own word makes it paid, exactly once; an expired or failed checkout makes it cancelled.
 */
export const OrderKind = z.enum(['device', 'package', 'special']);
export type OrderKind = z.infer<typeof OrderKind>;

export const OrderStatus = z.enum(ORDER_STATUSES);

/** What became of a withdrawal: money is owed, it went back, or an admin closed it in words. */
export const WithdrawalState = z.enum(['open', 'refunded', 'resolved']);
export type WithdrawalState = z.infer<typeof WithdrawalState>;

/**
 * A buyer's statement that they withdraw from a device order, within fourteen days of receiving it and without a reason.
 * One for each order; said twice, it is the first one.
 */
export const Withdrawal = z.object({
  statedAt: z.date(),
  /** As the buyer says; `null` when the device had not come yet. */
  receivedOn: Day.nullable(),
  /** The last day for giving the money back. */
  refundBy: Day,
  state: WithdrawalState,
});
export type Withdrawal = z.infer<typeof Withdrawal>;

export const Order = z.object({
  id: Id,
  number: z.int(),
  kind: OrderKind,
  email: z.string(),
  productName: z.string(),
  amount: z.int(),
  currency: Currency,
  status: OrderStatus,
  /** How much of the amount went back to the buyer. */
  refunded: z.int(),
  createdAt: z.date(),
  paidAt: z.date().nullable(),
  withdrawal: Withdrawal.nullable(),
  way: z.enum(PAYMENT_WAYS),
  paymentState: z.enum(PAYMENT_STATES),
  /** `null`: there is nothing to deliver. */
  fulfilmentState: z.enum(FULFILMENT_STATES).nullable(),
  /** Parcels that were delivered, of those that count. */
  deliveredParcels: z.int(),
  parcels: z.int(),
});
export type Order = z.infer<typeof Order>;

/** The same for its buyer. */
export const OwnOrder = Order.extend({
  /** Devices of it came in recorded parcels: what comes back is chosen by serial number. */
  isReturnable: z.boolean(),
  /** Dinars for one euro that it is reckoned at. */
  rate: z.number().nullable(),
});

/** What the buyer reads after paying: only what is recorded. */
export const ConfirmedOrder = z.object({
  id: Id,
  number: z.int(),
  kind: OrderKind,
  productName: z.string(),
  amount: z.int(),
  currency: Currency,
  /** Dinars for one euro that it is reckoned at. */
  rate: z.number().nullable(),
  paidAt: z.date(),
  /** Where the confirmation went. */
  email: z.string(),
  /** On one line; `null` where nothing is delivered. */
  address: z.string().nullable(),
});
export type ConfirmedOrder = z.infer<typeof ConfirmedOrder>;

/** An order as staff sees it. */
export const StaffOrder = Order.extend({
  isDisputed: z.boolean(),
  withdrawal: Withdrawal.extend({ reason: z.string(), resolution: z.string() }).nullable(),
});

/** Before a parcel that is paid on delivery is sent, or because its courier found nobody. */
export const CALL_REASONS = ['before', 'missed'] as const;
export type CallReason = (typeof CALL_REASONS)[number];

/** The same in a list. */
export const Sale = StaffOrder.extend({
  /** As the form says: the company's name, otherwise the person's; the address of the account of one who is erased. */
  buyer: z.string(),
  /** On one line; empty where none was given. */
  place: z.string(),
  phone: z.string(),
  /** The key of its newest parcel. */
  parcel: z.string().nullable(),
  /** It was paid for an account that was closed or blocked: the money goes back, and nothing is sent. */
  isPaymentReturned: z.boolean(),
  /** Something of it may be packed now. */
  isToPack: z.boolean(),
  /** Until when the transfer that it waits for may be made. */
  validUntil: Day.nullable(),
  /** What its courier collects or has collected, para, until that is handed over. */
  toCourier: z.int().nullable(),
  /** Days that a courier has had it for longer than it may; 0: it is not late. */
  daysLate: z.int(),
  /** In the view of whom to call: why, which attempt it is, since when, and the phone of whoever takes the parcel. */
  call: z
    .object({ reason: z.enum(CALL_REASONS), nth: z.int().nullable(), from: z.date().nullable(), phone: z.string() })
    .nullable(),
  /** `null` also where nobody asked for them. */
  serials: z.array(z.string()).nullable(),
  referral: z.object({ id: Id, name: z.string() }).nullable(),
});
export type Sale = z.infer<typeof Sale>;

/**
 * The views that everybody has: of the last three weeks; paid for or due at the courier, and not packed; not paid yet; cash that a
 * courier has had for too long; money that went back, or that a buyer asks for.
 */
export const ORDER_VIEWS = ['recent', 'to_call', 'to_pack', 'to_pay', 'cod_late', 'refunds'] as const;
export type OrderView = (typeof ORDER_VIEWS)[number];

/** All of what is given. */
export const OrderFilter = z.object({
  search: z.string().trim().max(100).optional(),
  view: z.enum(ORDER_VIEWS).optional(),
  status: OrderStatus.optional(),
  kind: OrderKind.optional(),
  way: z.enum(PAYMENT_WAYS).optional(),
  fulfilment: z.enum(FULFILMENT_STATES).optional(),
  /** Placed on these days of Belgrade, both included. */
  from: Day.optional(),
  to: Day.optional(),
  /** Only orders somebody withdrew from. */
  withdrawn: Flag.optional(),
  /** Of these only those whose withdrawal is open: neither closed in words nor paid back whole. */
  withdrawalOpen: Flag.optional(),
});
export type OrderFilter = z.infer<typeof OrderFilter>;

/** How the list of sales is ordered. */
export const SaleSort = { sort: z.enum(['date', 'amount']).default('date'), direction: Direction };
