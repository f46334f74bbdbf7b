import { and, count, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Count } from '#domain/count.ts';
import type { OrderFilter } from '#domain/orders/shapes.ts';
import type { Dependencies } from '../../dependencies.ts';
import { dayTotals } from '../../platform/day-totals.schema.ts';
import type { Database } from '../../platform/db.ts';
import { countOf, countUpTo } from '../../platform/list.ts';
import { orders, withdrawals } from '../schema.ts';
import { type ResolvedSaleFilter, resolveSaleFilter, saleFilterCondition } from './list.ts';

interface Money {
  paidTotal: number;
  refundedTotal: number;
  waitingTotal: number;
}

/** What the list of a filter comes to. */
export async function sumOrders(
  { db, now }: Dependencies,
  filter: OrderFilter,
): Promise<Money & { total: Count; openWithdrawals: Count }> {
  const asked = await resolveSaleFilter(db, filter, now());
  const { status: _status, kind: _kind, ...others } = filter;
  const isKept = Object.values(others).every((value) => !value);
  const openWithdrawals = db
    .select({ one: sql`1` })
    .from(withdrawals)
    .innerJoin(orders, eq(orders.id, withdrawals.orderId))
    .where(and(isNull(withdrawals.resolvedAt), lt(orders.refunded, orders.amount)));
  if (!isKept) {
    const [counts, { rows, ...money }] = await Promise.all([countUpTo(db, { openWithdrawals }), countedSum(db, asked)]);
    return { ...counts, total: countOf(rows), ...money };
  }
  const [counts, money] = await Promise.all([
    countUpTo(db, { total: ordersToCountQuery(db, asked), openWithdrawals }),
    keptSum(db, filter),
  ]);
  return { ...counts, ...money };
}

/** To be counted. */
export const ordersToCountQuery = (db: Database, filter: ResolvedSaleFilter) =>
  db.select({ one: sql`1` }).from(orders).where(saleFilterCondition(filter));

const sumOf = (value: unknown, status: 'paid' | 'pending', column: unknown) =>
  sql<number>`coalesce(sum(${value}) filter (where ${column} = ${status}), 0)::float8`;

/** For all orders, for those of a status or of a kind: from the totals that are kept of each day. */
async function keptSum(db: Database, { status, kind }: OrderFilter): Promise<Money> {
  const [sum] = await db
    .select({
      paidTotal: sumOf(dayTotals.amount, 'paid', dayTotals.state),
      refundedTotal: sumOf(dayTotals.refunded, 'paid', dayTotals.state),
      waitingTotal: sumOf(dayTotals.amount, 'pending', dayTotals.state),
    })
    .from(dayTotals)
    .where(
      and(
        eq(dayTotals.list, 'orders'),
        inArray(dayTotals.state, status ? [status] : ['paid', 'pending']),
        kind && eq(dayTotals.kind, kind),
      ),
    );
  return sum!;
}

/** With how many they are: they are all read for the sums. */
async function countedSum(db: Database, filter: ResolvedSaleFilter): Promise<Money & { rows: number }> {
  const [sum] = await db
    .select({
      rows: count(),
      paidTotal: sumOf(orders.amount, 'paid', orders.status),
      refundedTotal: sumOf(orders.refunded, 'paid', orders.status),
      waitingTotal: sumOf(orders.amount, 'pending', orders.status),
    })
    .from(orders)
    .where(saleFilterCondition(filter));
  return sum!;
}
