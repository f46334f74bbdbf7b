import { type Day, daysLater } from '../day.ts';
import type { FulfilmentState, OrderStatus, PaymentState } from '../order-states.ts';
import { dayOf } from '../time.ts';
import type { OrderKind, WithdrawalState } from './shapes.ts';

/** Days we have for giving the money back, counted from the day after the statement (the same article). */
export const REFUND_DAYS = 14;
/** How long after payment the account offers the form for what has come: delivery within 30 days, the withdrawal, and some days more. */
const OFFERED_DAYS = 60;

/** The last day for giving the money back, and for the buyer to send the device back. */
export const refundBy = (statedAt: Date): Day => daysLater(dayOf(statedAt), REFUND_DAYS);

interface Bought {
  kind: OrderKind;
  status: OrderStatus;
  amount: number;
  refunded: number;
}

/** Whether its buyer has paid: us, or the courier who brought it, also before the money has come from there. */
export const hasBuyerPaid = ({ status, paymentState }: { status: OrderStatus; paymentState: PaymentState }): boolean =>
  status === 'paid' || paymentState === 'collected';

/** Whether something of what it delivers has not come yet: the days for withdrawing begin with the last parcel. */
export const isMoreToCome = ({ fulfilmentState }: { fulfilmentState: FulfilmentState | null }): boolean =>
  fulfilmentState !== null && fulfilmentState !== 'delivered';

/** Only what is delivered, was paid and has not been given back already. */
export const isWithdrawable = ({ kind, status, amount, refunded }: Bought): boolean =>
  kind === 'device' && status === 'paid' && refunded < amount;

/**
 * Whether the account shows the way to the form: for what has not come always, because that may take longer. The server takes a statement
 * later as well, if it is in time.
 */
export const isWithdrawalOffered = (
  order: Bought & { paidAt: Date | string | null; fulfilmentState: FulfilmentState | null },
  now: Date,
): boolean =>
  isWithdrawable(order) &&
  order.paidAt !== null &&
  (isMoreToCome(order) || dayOf(now) <= daysLater(dayOf(new Date(order.paidAt)), OFFERED_DAYS));

/** Whether it also shows it beside the devices that came: of the rest nothing was stated yet, and what was stated is settled. */
export const isRestWithdrawable = ({
  withdrawal,
  ...order
}: {
  fulfilmentState: FulfilmentState | null;
  withdrawal: { state: WithdrawalState; receivedOn: Day | null } | null;
}): boolean =>
  isMoreToCome(order) && (withdrawal === null || (withdrawal.state === 'resolved' && withdrawal.receivedOn !== null));

export const withdrawalState = ({
  amount,
  refunded,
  resolvedAt,
}: {
  amount: number;
  refunded: number;
  resolvedAt: Date | null;
}): WithdrawalState => (refunded >= amount ? 'refunded' : resolvedAt ? 'resolved' : 'open');

/** Devices are delivered within thirty days of payment at the latest (member terms, article 5.5). */
export const DELIVERY_DAYS = 30;

export const deliveryBy = (paidAt: Date | string): Day => daysLater(dayOf(new Date(paidAt)), DELIVERY_DAYS);
