import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { monthsLater } from '#domain/day.ts';
import { packageAdvances } from '../../advertising/schema.ts';
import { orders } from '../../orders/schema.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';

export type PackageAdvanceRow = typeof packageAdvances.$inferSelect;

/** Months of it that were paid and not credited, and that neither go back nor went back. */
export const monthsLeft = ({ months, credited, back, nextOn }: PackageAdvanceRow): number =>
  nextOn === null ? 0 : months - back - credited;

/** Not all of it went back. */
export const notAllMonthsRefundedCondition = ({ months, back }: { months: AnyPgColumn; back: AnyPgColumn }) =>
  gt(months, back);

/** The day on which its `nth` month begins, counted from 0. */
export const monthBegins = (
  { anchorOn, monthsBefore }: Pick<PackageAdvanceRow, 'anchorOn' | 'monthsBefore'>,
  nth: number,
) => monthsLater(anchorOn, monthsBefore + nth);

/** The order whose months follow on these in the same unbroken row, the nearest; `null` when none do. */
export async function findFollowingOrder(
  tx: DatabaseOrTransaction,
  { profileId, packageName, anchorOn, monthsBefore }: PackageAdvanceRow,
): Promise<number | null> {
  if (profileId === null) return null;
  const [later] = await tx
    .select({ order: orders.number })
    .from(packageAdvances)
    .innerJoin(orders, eq(orders.id, packageAdvances.orderId))
    .where(
      and(
        eq(packageAdvances.profileId, profileId),
        eq(packageAdvances.packageName, packageName),
        eq(packageAdvances.anchorOn, anchorOn),
        gt(packageAdvances.monthsBefore, monthsBefore),
        sql`${packageAdvances.months} > ${packageAdvances.back}`,
      ),
    )
    .orderBy(asc(packageAdvances.monthsBefore))
    .limit(1);
  return later?.order ?? null;
}

/**
 * So many more of the last months never begin; below zero, so many begin after all, each on its own day. The caller holds the order, as
 * whoever credits a month does.
 */
export async function changeRefundedMonths(tx: Tx, orderId: string, months: number): Promise<void> {
  const [advance] = await tx.select().from(packageAdvances).where(eq(packageAdvances.orderId, orderId)).for('update');
  const back = advance!.back + months;
  const stay = advance!.months - back;
  await tx
    .update(packageAdvances)
    .set({
      back,
      nextOn: advance!.credited < stay ? monthBegins(advance!, advance!.credited) : null,
      endsOn: monthBegins(advance!, stay),
    })
    .where(eq(packageAdvances.orderId, orderId));
}
