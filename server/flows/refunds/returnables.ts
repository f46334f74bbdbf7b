import { and, eq, inArray, sql, sum } from 'drizzle-orm';
import type { Currency } from '#domain/money.ts';
import type { RefundWay } from '#domain/payouts/rules.ts';
import { shareOf } from '#domain/refunds/rules.ts';
import { packageAdvances, packages } from '../../advertising/schema.ts';
import { orderLines, type orders } from '../../orders/schema.ts';
import { disputes, orderPayments, refunds } from '../../payments/schema.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { transferPaymentKey } from '../payments/enter-sale.ts';
import { monthsLeft, type PackageAdvanceRow } from '../transfers/months-back.ts';

export type OrderRow = typeof orders.$inferSelect;
type RefundRow = typeof orderRefunds.$inferSelect;
export type PackagePeriodRow = typeof packages.$inferSelect;

/** A payment by card, or what came to an account for one order, and what may still go back of it. */
export interface Returnable {
  /** Of several transfers that paid an order together, the first one's. */
  key: string;
  way: RefundWay;
  /** What it consists of, the oldest first. */
  parts: { key: string; amount: number; left: number }[];
  moment: Date;
  isSurplus: boolean;
  paid: number;
  currency: Currency;
  /** Less what went back and what waits. */
  kept: number;
  /** Of `kept`, what may go back: of months paid ahead, those that have not begun. */
  left: number;
  /** What the payment was for; 0 where it was for no devices. */
  devices: number;
  /** Of them, those whose money went back or waits. */
  devicesBack: number;
  /** Of `paid`, what goes back with the last of the devices only. */
  fees: number;
  isDisputed: boolean;
  isUnderWay: boolean;
  /** What it paid, when that was a period of a package. */
  period: PackagePeriodRow | null;
  /** What it paid, when that was months ahead. */
  advance: PackageAdvanceRow | null;
}

/** States of a request in which its money is counted as gone. */
export const PENDING_REFUND_STATES = ['asked', 'sending'] as const;

type PaymentRow = typeof orderPayments.$inferSelect;

/** Payments by card one by one; what came to an account for the order itself together, and what was too much by itself. */
function groupsOf({ status }: OrderRow, came: PaymentRow[]): PaymentRow[][] {
  const byCard = came.filter(({ way }) => way === 'card');
  // Payment orders are in dinars: what came in euros is owed back at the bank's desk.
  // What another order was paid with has nothing left here.
  const others = came.filter(({ way, currency, amount }) => way !== 'card' && currency !== 'EUR' && amount !== 0);
  const counted = others.filter(({ isSurplus }) => !isSurplus).toReversed();
  // Of an order that still waits for the rest, the order is called off first.
  const together = status === 'paid' && counted.length > 0 ? [counted] : [];
  const apart = status === 'cancelled' ? counted : [];
  return [
    ...byCard.map((one) => [one]),
    ...together,
    ...[...apart, ...others.filter(({ isSurplus }) => isSurplus)].map((one) => [one]),
  ];
}

/** The payments of an order that can go back, the newest first. */
export async function returnablesOf(db: DatabaseOrTransaction, order: OrderRow): Promise<Returnable[]> {
  const came = await db
    .select()
    .from(orderPayments)
    .where(and(eq(orderPayments.orderId, order.id), eq(orderPayments.receipt, 'received')))
    .orderBy(sql`${orderPayments.at} desc`, orderPayments.key)
    .limit(100);
  if (came.length === 0) return [];
  const keys = came.map(({ key }) => key);
  const isDevice = order.kind === 'device';
  const [went, asked, disputed, periods, [goods], [advance]] = await Promise.all([
    db
      .select({ key: refunds.paymentKey, amount: sum(refunds.amount).mapWith(Number) })
      .from(refunds)
      .where(and(inArray(refunds.paymentKey, keys), refunds.succeeded))
      .groupBy(refunds.paymentKey),
    db
      .select()
      .from(orderRefunds)
      .where(
        and(inArray(orderRefunds.paymentKey, keys), inArray(orderRefunds.state, [...PENDING_REFUND_STATES, 'done'])),
      ),
    db
      .select({ key: disputes.paymentKey })
      .from(disputes)
      .where(and(inArray(disputes.paymentKey, keys), inArray(disputes.state, ['open', 'lost']))),
    isDevice
      ? []
      : db
          .select()
          .from(packages)
          .where(inArray(packages.paymentKey, [...keys, transferPaymentKey(order.id)])),
    db
      .select({
        devices: sql<number | null>`sum(${orderLines.quantity}) filter (where ${orderLines.kind} = 'goods')`.mapWith(
          Number,
        ),
        fees: sql<number>`coalesce(sum(${orderLines.amount}) filter (where ${orderLines.kind} = 'fee'), 0)`.mapWith(
          Number,
        ),
      })
      .from(orderLines)
      .where(eq(orderLines.orderId, order.id)),
    isDevice ? [] : db.select().from(packageAdvances).where(eq(packageAdvances.orderId, order.id)),
  ]);
  return groupsOf(order, came).map((group) => {
    const { key, at, isSurplus, currency, way } = group[0]!;
    const parts = group.map((one) => {
      const amount = one.amount ?? order.amount;
      return { key: one.key, amount, left: amount - (went.find((gone) => gone.key === one.key)?.amount ?? 0) };
    });
    const paid = parts.reduce((sum, one) => sum + one.amount, 0);
    const theirs = asked.filter(({ paymentKey }) => paymentKey === key);
    const waiting = theirs.filter(({ state }) => state !== 'done');
    const gone = parts.reduce((sum, one) => sum + one.amount - one.left, 0) + total(waiting, 'amount');
    const isForDevices = isDevice && order.status === 'paid' && !isSurplus;
    const ahead = order.kind === 'package' && way !== 'card' && !isSurplus ? (advance ?? null) : null;
    const kept = Math.max(0, paid - gone);
    // Transfers pay for a special package together; months paid ahead have periods of their own.
    const periodKey = way === 'card' || isSurplus ? key : transferPaymentKey(order.id);
    return {
      key,
      parts,
      way: way === 'card' ? ('card' as const) : ('account' as const),
      moment: at,
      isSurplus,
      paid,
      currency: currency ?? (order.currency as Currency),
      kept,
      left: ahead ? shareOf(paid, ahead.months, ahead.credited, monthsLeft(ahead)) : kept,
      devices: isForDevices ? (goods?.devices ?? 1) : 0,
      devicesBack: isForDevices ? total(theirs, 'devices') : 0,
      fees: isForDevices && way === 'cash_on_delivery' ? (goods?.fees ?? 0) : 0,
      isDisputed: disputed.some((one) => one.key === key),
      isUnderWay: waiting.length > 0,
      period: periods.find(({ paymentKey }) => paymentKey === periodKey) ?? null,
      advance: ahead,
    };
  });
}

const total = (rows: readonly RefundRow[], field: 'amount' | 'devices') =>
  rows.reduce((all, row) => all + row[field], 0);
