import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../errors.ts';
import { Count, Currency, Cursor, Day, Direction, Flag, Id } from '../shapes.ts';

/**
 * An order is a checkout that a buyer started. It is written as pending before the payment page opens; only the payment
 * provider's own word makes it paid, exactly once; an expired or failed checkout makes it cancelled.
 */
export const OrderKind = z.enum(['device', 'package', 'special']);
export type OrderKind = z.infer<typeof OrderKind>;

export const OrderStatus = z.enum(['pending', 'paid', 'cancelled']);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** Snapshot of the buyer form or the company form; free of meaning for money. */
export const Delivery = z.record(z.string(), z.string().nullable());
export type Delivery = z.infer<typeof Delivery>;

/** A calendar day in Belgrade. */

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
});
export type Order = z.infer<typeof Order>;

/** What the buyer reads after paying: only what is recorded. */
export const ConfirmedOrder = z.object({
  id: Id,
  number: z.int(),
  kind: OrderKind,
  productName: z.string(),
  amount: z.int(),
  currency: Currency,
  paidAt: z.date(),
  /** Where the confirmation went. */
  email: z.string(),
  /** On one line; `null` where nothing is delivered. */
  address: z.string().nullable(),
});
export type ConfirmedOrder = z.infer<typeof ConfirmedOrder>;

/** An order as staff sees it. */
export const Sale = Order.extend({
  withdrawal: Withdrawal.extend({ reason: z.string(), resolution: z.string() }).nullable(),
});
export type Sale = z.infer<typeof Sale>;

/** A page of a newest-first list: `next` is passed back as `after`; null on the last page. */
const OrderPage = z.object({
  rows: z.array(Sale),
  next: Cursor.nullable(),
});

const OrderFilter = z.object({
  search: z.string().trim().max(100).optional(),
  status: OrderStatus.optional(),
  kind: OrderKind.optional(),
  /** Only orders somebody withdrew from. */
  withdrawn: Flag.optional(),
});
export type OrderFilter = z.infer<typeof OrderFilter>;

export const orders = {
  mine: oc.route({ method: 'GET', path: '/orders/mine', tags: ['orders'] }).output(z.array(Order)),
  /** The paid order of a payment page that came back, for its own buyer. */
  confirmed: oc
    .route({ method: 'GET', path: '/orders/confirmed', tags: ['orders'] })
    .input(z.object({ sessionId: z.string().trim().min(1).max(200) }))
    .output(ConfirmedOrder)
    .errors(refusals({ ORDER_GONE: { status: 404 } })),
  /** Sends the statement of withdrawal; whose order it is, that it is a paid device and the deadline are checked here. */
  withdraw: oc
    .route({ method: 'POST', path: '/orders/{id}/withdrawal', tags: ['orders'] })
    .input(z.object({ id: Id, receivedOn: Day.nullable(), reason: z.string().trim().max(1000).default('') }))
    .output(Withdrawal)
    .errors(
      refusals({
        ORDER_GONE: { status: 404 },
        WITHDRAWAL_NOT_POSSIBLE: {},
        RECEIVED_ON_WRONG: { status: 422 },
        /** `until` was the last day. */
        WITHDRAWAL_LATE: { data: z.object({ until: Day }) },
      }),
    ),
  admin: {
    /** Closes a withdrawal where the whole amount will not go back, and says why. */
    resolveWithdrawal: oc
      .route({ method: 'POST', path: '/admin/orders/{id}/withdrawal/resolve', tags: ['orders'] })
      .input(z.object({ id: Id, resolution: z.string().trim().min(1).max(1000) }))
      .output(z.object({ resolved: z.literal(true) }))
      .errors(refusals({ WITHDRAWAL_GONE: { status: 404 } })),
    list: oc
      .route({ method: 'GET', path: '/admin/orders', tags: ['orders'] })
      .input(
        OrderFilter.extend({
          sort: z.enum(['date', 'amount']).default('date'),
          direction: Direction,
          after: Cursor.optional(),
        }),
      )
      .output(OrderPage),
    /** What the list of that filter comes to. */
    sums: oc
      .route({ method: 'GET', path: '/admin/orders/sums', tags: ['orders'] })
      .input(OrderFilter)
      .output(
        z.object({
          total: Count,
          /** What was paid, and how much of it went back. */
          paidTotal: z.int(),
          refundedTotal: z.int(),
          /** Withdrawals whose money has not gone back, of all orders. */
          openWithdrawals: Count,
        }),
      ),
  },
};
