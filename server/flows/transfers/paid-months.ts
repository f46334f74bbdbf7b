import { and, desc, eq, gte, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PaidMonths } from '#domain/advertising/paid-months.ts';
import { dayOf } from '#domain/time.ts';
import { packageAdvances } from '../../advertising/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { orders } from '../../orders/schema.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { orderRefunds } from '../../refunds/schema.ts';

const MONTHS_SHOWN = 50;

async function read(db: DatabaseOrTransaction, which: SQL | undefined) {
  const done = sql<number>`(select coalesce(sum(${orderRefunds.months}), 0) from ${orderRefunds}
    where ${orderRefunds.orderId} = ${packageAdvances.orderId} and ${orderRefunds.state} = 'done')`.mapWith(Number);
  const rows = await db
    .select({ advance: packageAdvances, order: orders.number, done })
    .from(packageAdvances)
    .innerJoin(orders, eq(orders.id, packageAdvances.orderId))
    .where(which)
    .orderBy(desc(packageAdvances.endsOn), desc(orders.number))
    .limit(MONTHS_SHOWN);
  return rows.map(({ advance, order, done: back }) => ({
    id: advance.orderId,
    order,
    packageName: advance.packageName,
    months: advance.months,
    started: advance.credited,
    back,
    goingBack: advance.back - back,
    nextOn: advance.nextOn,
    endsOn: advance.months > advance.back ? advance.endsOn : null,
  }));
}

/** Months paid ahead by these orders; of most orders there are none. */
export async function paidMonthsOf(db: DatabaseOrTransaction, orderIds: string[]): Promise<Map<string, PaidMonths>> {
  if (orderIds.length === 0) return new Map();
  const found = await read(db, inArray(packageAdvances.orderId, orderIds));
  return new Map(found.map(({ id, order: _, ...months }) => [id, months]));
}

/** A company's packages that were paid ahead and run, wait, or go back; the one that runs longest first. */
export async function runningMonthsOf(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  profileId: string,
): Promise<(PaidMonths & { order: number })[]> {
  const runs = or(gte(packageAdvances.endsOn, dayOf(now())), sql`${packageAdvances.nextOn} is not null`);
  const found = await read(db, and(eq(packageAdvances.profileId, profileId), runs));
  return found.map(({ id: _, ...months }) => months);
}
