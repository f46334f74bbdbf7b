import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Day } from '#domain/day.ts';
import { isCompany } from '#domain/fulfilment/rules.ts';
import type { Currency } from '#domain/money.ts';
import { hasBuyerPaid, refundBy } from '#domain/orders/rules.ts';
import { refuse } from '#domain/refuse.ts';
import type { DeskReturn, OwnReturns, Return, ReturnPicture } from '#domain/returns/contract.ts';
import {
  deadlinesOf,
  labelCost,
  possibleOutcomes,
  type ReturnKind,
  shownPicture,
  solutionDueOn,
} from '#domain/returns/rules.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { exchangeRateOfOrder } from '../../orders/rates.ts';
import { orderEvents, orders } from '../../orders/schema.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { returnPictures, returns } from '../../returns/schema.ts';
import { priceOfDevices, shareOfDevices } from '../refunds/plan.ts';
import { priceReductionOf, priceReductionsOf } from '../refunds/price-reductions.ts';
import { returnablesOf } from '../refunds/returnables.ts';
import { type OrderRow, type ReturnRow, returnableDevices } from './devices.ts';

export const shownReturn = ({ orderId: _, refundId: __, taskId: ___, ...shown }: ReturnRow): Return => shown;

/** Pictures of an order's returns by return, in the order in which they came; under `null` those of what is asked for next. */
async function picturesOf(db: DatabaseOrTransaction, orderId: string): Promise<(of: string | null) => ReturnPicture[]> {
  const rows = await db
    .select()
    .from(returnPictures)
    .where(eq(returnPictures.orderId, orderId))
    .orderBy(asc(returnPictures.addedAt), asc(returnPictures.id));
  return (of) => rows.filter(({ returnId }) => returnId === of).map(shownPicture);
}

/** What a buyer may send back of one of its own orders, until when, and what it sent back before. */
export async function readOwnReturns(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  profileId: string,
  number: number,
): Promise<OwnReturns> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.number, number), eq(orders.profileId, profileId)));
  if (!order) throw refuse('ORDER_GONE');
  const [{ serials, ...came }, payments, rate, earlier, pictures] = await Promise.all([
    returnableDevices(db, order),
    returnablesOf(db, order),
    exchangeRateOfOrder(db, order),
    db.select().from(returns).where(eq(returns.orderId, order.id)).orderBy(desc(returns.n)),
    picturesOf(db, order.id),
  ]);
  const until = deadlinesOf(came);
  // What was paid a second time bought nothing.
  const payment = payments.find(({ devices }) => devices > 0);
  const currency = payment?.currency ?? (order.currency as Currency);
  const reductions = payment ? await priceReductionsOf(db, order.id, payment) : null;
  return {
    number,
    productName: order.productName,
    currency,
    rate,
    until,
    isCompany: isCompany(order.delivery),
    isPaidBack: isPaidBack(order),
    devices: serials.map((serial) => ({ serial, reduced: reductions?.get(serial) ?? 0 })),
    amounts: payment
      ? serials
          .slice(0, Math.max(0, payment.devices - payment.devicesBack))
          .map((_, index) => priceOfDevices(payment, index + 1))
      : [],
    left: payment?.left ?? 0,
    label: labelCost('withdrawal', 'label', currency, rate),
    kinds: kindsOf(order, until, serials.length, dayOf(now())),
    pictures: pictures(null),
    returns: earlier.map((row) => ({ ...shownReturn(row), pictures: pictures(row.id) })),
  };
}

const isPaidBack = ({ refunded, amount }: OrderRow): boolean => refunded >= amount;

function kindsOf(order: OrderRow, until: OwnReturns['until'], devices: number, today: string): ReturnKind[] {
  if (!hasBuyerPaid(order) || !until || devices === 0) return [];
  const isLate = until.withdrawal !== null && today > until.withdrawal;
  const withdraws = !isCompany(order.delivery) && !isPaidBack(order) && !isLate;
  return [
    ...(withdraws ? (['withdrawal'] as const) : []),
    ...(today <= until.warranty ? (['complaint'] as const) : []),
  ];
}

/** The day on which its devices came; `null`: they have not. */
export async function cameOn(db: DatabaseOrTransaction, { id, orderId }: ReturnRow): Promise<Day | null> {
  const [received] = await db
    .select({ moment: orderEvents.moment })
    .from(orderEvents)
    .where(
      and(eq(orderEvents.orderId, orderId), eq(orderEvents.kind, 'return_received'), eq(orderEvents.reference, id)),
    );
  return received ? dayOf(received.moment) : null;
}

/** Decided about without having come, it was lost on its way back. */
export const hasCome = async (db: DatabaseOrTransaction, row: ReturnRow): Promise<boolean> =>
  (await cameOn(db, row)) !== null;

/** The label of a parcel that our courier lost is paid for by nobody. */
export const withoutLabelCharge = (row: ReturnRow): ReturnRow => ({ ...row, way: 'own' });

/**
 * The payment that devices are given back of, what that comes to less what went back of their price before, and what of it the label takes:
 * nothing before one was sent.
 */
export async function planReturnRefund(
  db: DatabaseOrTransaction,
  order: OrderRow,
  { kind, way, serials, label: sent }: Pick<ReturnRow, 'kind' | 'way' | 'serials' | 'label'>,
) {
  const count = serials.length;
  const payment = (await returnablesOf(db, order)).find(
    ({ devices, devicesBack, left }) => devices - devicesBack >= count && left > 0,
  );
  if (!payment) return null;
  const { currency, way: to } = payment;
  const label = sent === null ? 0 : labelCost(kind, way, currency, await exchangeRateOfOrder(db, order));
  const reduced = await priceReductionOf(db, order.id, payment, serials);
  const amount = shareOfDevices(payment, count, reduced) - label;
  return amount > 0 ? { payment: payment.key, amount, label, currency, to } : null;
}

/** Of what was paid for the order nothing is left: it went back from the desk, at the provider, or by a dispute. */
export const isFullyRefunded = ({ paymentState }: Pick<OrderRow, 'paymentState'>): boolean =>
  paymentState === 'refunded';

const LOST = ['declined', 'lapsed', 'failed'] as const;
const isLostRefund = (refund: typeof orderRefunds.$inferSelect | undefined): boolean =>
  LOST.some((state) => state === refund?.state);

/** Its money was declined, has lapsed or failed, so that it is decided anew. */
export async function isToDecideAgain(db: DatabaseOrTransaction, { state, refundId }: ReturnRow): Promise<boolean> {
  if (state !== 'decided' || !refundId) return false;
  const [refund] = await db.select().from(orderRefunds).where(eq(orderRefunds.id, refundId));
  return isLostRefund(refund);
}

/** It left with our label, and our courier lost it: decided about without having come, unless its buyer keeps it. */
export const isLostReturn = ({ state, outcome }: ReturnRow, { hasCome }: { hasCome: boolean }): boolean =>
  state === 'label_sent' || (state === 'decided' && outcome === 'money' && !hasCome);

/** The returns of an order for staff, the newest first. */
export async function readReturns({ db }: Pick<Dependencies, 'db'>, number: number): Promise<DeskReturn[]> {
  const [order] = await db.select().from(orders).where(eq(orders.number, number));
  if (!order) throw refuse('ORDER_GONE');
  const rows = await db.select().from(returns).where(eq(returns.orderId, order.id)).orderBy(asc(returns.n));
  if (rows.length === 0) return [];
  const pictures = await picturesOf(db, order.id);
  const refunded = rows.flatMap(({ refundId }) => refundId ?? []);
  const made = refunded.length ? await db.select().from(orderRefunds).where(inArray(orderRefunds.id, refunded)) : [];
  return Promise.all(
    rows.reverse().map(async (row) => {
      const refund = made.find(({ id }) => id === row.refundId);
      const isAnew = row.state === 'decided' && isLostRefund(refund);
      const came = isAnew && (await hasCome(db, row));
      const isOpen = !refund || isAnew;
      const isLost = isAnew && isLostReturn(row, { hasCome: came });
      const would = isOpen ? await planReturnRefund(db, order, isLost ? withoutLabelCharge(row) : row) : null;
      return {
        ...shownReturn(row),
        pictures: pictures(row.id),
        dueOn: row.kind === 'withdrawal' ? refundBy(row.askedAt) : solutionDueOn(dayOf(row.askedAt)),
        money: would && { amount: would.amount, label: would.label, currency: would.currency, to: would.to },
        isToDecideAgain: isAnew,
        outcomes: [...possibleOutcomes(row, { isAnew, hasCome: came })],
        isLost,
        isPaidBack: isOpen && would === null && isFullyRefunded(order),
      };
    }),
  );
}
