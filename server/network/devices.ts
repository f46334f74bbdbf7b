import { and, eq, inArray, sql } from 'drizzle-orm';
import { countedPaymentCutoff } from '#domain/network/rules.ts';
import { profiles } from '../accounts/schema.ts';
import { orderLines, orders } from '../orders/schema.ts';
import { orderPayments, refunds } from '../payments/schema.ts';
import type { Database, DatabaseOrTransaction } from '../platform/db.ts';
import { orderRefunds } from '../refunds/schema.ts';
import { descendantsOf, type SubtreeRoot } from './subtree.ts';

const bought = sql`(select coalesce(sum(${orderLines.quantity}), 1) from ${orderLines}
  where ${orderLines.orderId} = ${orders.id} and ${orderLines.kind} = 'goods')`;

/** Of an order of which a part went back: the devices whose money that was. A request names them; of anything else, their share of the amount. */
const takenBack = sql`(select coalesce(sum(${orderRefunds.devices}), 0) from ${orderRefunds}
    where ${orderRefunds.orderId} = ${orders.id} and ${orderRefunds.state} = 'done')
  + (select coalesce(sum(floor(${refunds.amount} * ${bought} / coalesce(${orderPayments.amount}, ${orders.amount}))), 0)
    from ${orderPayments} join ${refunds} on ${refunds.paymentKey} = ${orderPayments.key} and ${refunds.succeeded}
    where ${orderPayments.orderId} = ${orders.id} and ${orderPayments.way} = 'card' and not ${orderPayments.isSurplus}
      and not exists (select from ${orderRefunds} where ${orderRefunds.refundId} = ${refunds.id}))`;

/** Devices of an order that its buyer keeps the money of. */
const kept = sql`greatest(0, ${bought} - case ${orders.paymentState} when 'part_refunded' then ${takenBack} else 0 end)`;

/** Devices are counted of these alone. */
const isCounting = and(eq(orders.kind, 'device'), inArray(orders.paymentState, ['paid', 'part_refunded', 'settled']));

/** What one order gives to the networks above its buyer, counted or waiting. */
export async function countNetworkDevicesOf(db: DatabaseOrTransaction, orderId: string): Promise<number> {
  const [row] = await db
    .select({ devices: kept.mapWith(Number) })
    .from(orders)
    .where(and(eq(orders.id, orderId), isCounting));
  return row?.devices ?? 0;
}

/**
 * Devices that everybody below a member has bought and keeps the money of: those that count, and those that are not old enough yet. They
 * follow the buyer's place, and end with the account.
 */
export async function networkDevices(db: Database, root: SubtreeRoot, now: Date) {
  const sold = db
    .select({
      isCounted: sql<boolean>`${orders.paidAt} < ${countedPaymentCutoff(now).toISOString()}::timestamptz`.as(
        'is_counted',
      ),
      devices: kept.as('devices'),
    })
    .from(profiles)
    .innerJoin(orders, eq(orders.profileId, profiles.id))
    .where(and(descendantsOf(root), isCounting))
    .as('sold');
  const of = (isCounted: boolean) =>
    sql`coalesce(sum(${sold.devices}) filter (where ${sold.isCounted} = ${isCounted}), 0)`.mapWith(Number);
  const [row] = await db.select({ counted: of(true), waiting: of(false) }).from(sold);
  return row!;
}
