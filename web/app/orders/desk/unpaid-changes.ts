import { NOT_ARRIVING_STATES } from '#domain/fulfilment/shipment.ts';
import { PAYMENT_WAYS } from '#domain/order-states.ts';
import { paymentWayProblem } from '#domain/payments/ways.ts';
import { dinarsAt } from '#domain/prices.ts';
import type { OrderRow } from './order-row.ts';

export type UnpaidChanges = ReturnType<typeof allowedUnpaidChanges>;

/** What staff may change of an order that waits for its money. */
export function allowedUnpaidChanges(order: OrderRow) {
  const isPending = order.status === 'pending';
  const isCancellable =
    isPending &&
    (order.paymentState === 'unpaid' || order.paymentState === 'due') &&
    order.shipments.every(({ state }) => NOT_ARRIVING_STATES.some((one) => one === state));
  const asked = {
    kind: order.kind,
    months: order.lines.find(({ kind }) => kind === 'service')?.quantity ?? 1,
    country: order.delivery?.country ?? order.delivery?.company_country ?? 'RS',
    price: order.rate === null ? 0 : dinarsAt(order.amount, order.rate).amount,
  };
  const isSent = order.shipments.some(({ state }) => state !== 'cancelled');
  return {
    /** Whose last day may be put off. */
    transfer: isPending ? order.transfer : null,
    /** Other ways in which it may be paid, while it is untouched. */
    ways: PAYMENT_WAYS.filter((way) => way !== order.way && paymentWayProblem(way, asked) === null),
    isUntouched: isCancellable && !isSent && order.payments.length === 0,
    isCancellable,
    isSent,
  };
}
