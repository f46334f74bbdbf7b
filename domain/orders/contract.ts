import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../errors.ts';
import { Count, Cursor, Day, Flag, Id } from '../shapes.ts';
import { visibleText } from '../visible-line.ts';
import { orderPage } from './order-page.ts';
import { ownOrderPage, unpaidOrder } from './own/own-order-page.ts';
import { ConfirmedOrder, OrderFilter, OwnOrder, Sale, Withdrawal } from './shapes.ts';
import { exchangeRates } from './transfer/rates.ts';
import { SaleAsked, saleViews } from './views.ts';

/** A page of a newest-first list: `next` is passed back as `after`; null on the last page. */
const OrderPage = z.object({
  rows: z.array(Sale),
  next: Cursor.nullable(),
});

export const orders = {
  mine: oc.route({ method: 'GET', path: '/orders/mine', tags: ['orders'] }).output(z.array(OwnOrder)),
  ...ownOrderPage,
  /** The paid order of a payment page that came back, for its own buyer. */
  confirmed: oc
    .route({ method: 'GET', path: '/orders/confirmed', tags: ['orders'] })
    .input(z.object({ sessionId: z.string().trim().min(1).max(200) }))
    .output(ConfirmedOrder)
    .errors(refusals({ ORDER_GONE: { status: 404 } })),
  /** Sends the statement of withdrawal; whose order it is, that it is a paid device and the deadline are checked here. */
  withdraw: oc
    .route({ method: 'POST', path: '/orders/{id}/withdrawal', tags: ['orders'] })
    .input(z.object({ id: Id, receivedOn: Day.nullable(), reason: visibleText(1000).default('') }))
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
    ...orderPage,
    ...unpaidOrder,
    ...saleViews,
    ...exchangeRates,
    /** Closes a withdrawal where the whole amount will not go back, and says why. */
    resolveWithdrawal: oc
      .route({ method: 'POST', path: '/admin/orders/{id}/withdrawal/resolve', tags: ['orders'] })
      .input(z.object({ id: Id, resolution: z.string().trim().min(1).max(1000) }))
      .output(z.object({ resolved: z.literal(true) }))
      .errors(refusals({ WITHDRAWAL_GONE: { status: 404 } })),
    /** Serial numbers and referrals are told when they are asked for. */
    list: oc
      .route({ method: 'GET', path: '/admin/orders', tags: ['orders'] })
      .input(SaleAsked.extend({ after: Cursor.optional(), serials: Flag.optional(), referral: Flag.optional() }))
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
          /** What is not paid yet. */
          waitingTotal: z.int(),
          /** Withdrawals whose money has not gone back, of all orders. */
          openWithdrawals: Count,
        }),
      ),
  },
};
