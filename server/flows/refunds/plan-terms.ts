import { and, count, desc, eq, inArray, isNotNull, lt, ne, notInArray, sql, sum } from 'drizzle-orm';
import type { RefundPreview, WantedRefund } from '#domain/refunds/contract.ts';
import { shareOf, shareOfUnits, type TermsProblem } from '#domain/refunds/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import { companyWithdrawalUntil } from '#domain/withdrawal-days.ts';
import { ENDED_STATUSES, packages, subscriptions } from '../../advertising/schema.ts';
import { readUnspentUnits } from '../../campaigns/price.ts';
import { campaigns } from '../../campaigns/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { orders } from '../../orders/schema.ts';
import type { Tx } from '../../platform/db.ts';
import { unitReservations } from '../../playout/schema.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { findFollowingOrder, monthsLeft } from '../transfers/months-back.ts';
import { shareOfMonths } from './plan-months.ts';
import type { OrderRow, PackagePeriodRow, Returnable } from './returnables.ts';
import { type AdvertUnits, planUnitsToTake } from './units-of-terms.ts';

/** What the company terms give back of a package whose contract ends. */
export interface TermsShare {
  /** The last month that began. */
  period: PackagePeriodRow;
  /** What goes back of its price, minor units. */
  periodAmount: number;
  /** All months that have not begun, and what they come to. */
  months: number;
  monthsAmount: number;
  units: AdvertUnits;
  shown: Pick<RefundPreview, 'terms' | 'units'>;
}

const outOf = (why: TermsProblem, until: string | null = null) => refuse('REFUND_OUT_OF_TERMS', { why, until });

/**
 * What goes back when the contract of a package ends: everything for months that have not begun, and of the last one that did, the part
 * for units that nobody has seen. Units that TVs hold are neither; once they are back, they can be asked for in the same way.
 */
export async function shareByTerms(
  tx: Tx,
  { now }: Pick<Dependencies, 'now'>,
  order: OrderRow,
  payment: Returnable,
  wanted: WantedRefund,
): Promise<TermsShare> {
  const { advance, paid } = payment;
  const period = await lastPeriod(tx, order, payment);
  if (wanted.reason === 'terms_withdrawal') await requireInTime(tx, order, wanted.statedOn!, dayOf(now()));
  await requireNothingRuns(tx, period);
  const follower = advance && (await findFollowingOrder(tx, advance));
  if (follower !== null) throw refuse('REFUND_MONTHS_FOLLOWED', { order: follower });
  const months = advance ? monthsLeft(advance) : 0;
  const price = advance ? shareOf(paid, advance.months, advance.credited - 1, 1) : period.amount;

  const credited = { banners: period.bannerCount, tvSeconds: period.tvSeconds };
  const before = await takenBefore(tx, period);
  const { profileId } = period;
  const left = profileId
    ? {
        banners: await leftOfUnit(tx, profileId, period, 'banner', credited.banners - before.banners),
        tvSeconds: await leftOfUnit(tx, profileId, period, 'spot', credited.tvSeconds - before.tvSeconds),
      }
    : { banners: 0, tvSeconds: 0 };
  const { units, balances, shares } = await planUnitsToTake(tx, profileId, left);
  const periodAmount = shareOfUnits(price, credited, before, units);
  return {
    period,
    periodAmount,
    months,
    units,
    monthsAmount: advance && months > 0 ? shareOfMonths(advance, paid, months) : 0,
    shown: {
      terms: {
        endsOn: period.periodEnd && dayOf(period.periodEnd),
        price,
        back: periodAmount,
        credited,
        shown: less(less(credited, before), left),
        atTvs: less(left, units),
      },
      units: balances && {
        taken: units,
        before: balances,
        isSpent: false,
        campaigns: shares.map(({ name, unit, units: some }) => ({ name, unit, units: some })),
      },
    },
  };
}

const less = (one: AdvertUnits, other: AdvertUnits): AdvertUnits => ({
  banners: one.banners - other.banners,
  tvSeconds: one.tvSeconds - other.tvSeconds,
});

const leftOfUnit = async (tx: Tx, profileId: string, period: PackagePeriodRow, kind: 'banner' | 'spot', most: number) =>
  Math.min(most, await readUnspentUnits(tx, profileId, kind, period.paymentKey));

/** The last month that began of what the payment paid, when it is also the last of its order. */
async function lastPeriod(
  tx: Tx,
  { id, kind }: OrderRow,
  { period, advance, isSurplus }: Returnable,
): Promise<PackagePeriodRow> {
  if (kind !== 'package' || isSurplus) throw outOf('not_begun');
  // Months that were paid ahead are periods of their own, and all of one payment.
  const isIts = advance ? eq(packages.paymentKey, `advance:${id}:${advance.credited}`) : eq(packages.orderId, id);
  const [last] = await tx.select().from(packages).where(isIts).orderBy(desc(packages.periodEnd)).limit(1);
  if (!last) throw outOf('not_begun');
  if (!advance && last.id !== period?.id) throw outOf('not_last');
  return last;
}

/** The first contract of a company, and its statement came within the days that it has (10.1). */
async function requireInTime(tx: Tx, order: OrderRow, statedOn: string, today: string): Promise<void> {
  const concludedOn = dayOf(order.paidAt!);
  if (statedOn < concludedOn || statedOn > today) throw outOf('date');
  const until = companyWithdrawalUntil(concludedOn);
  if (statedOn > until) throw outOf('late', until);
  if (order.profileId === null) return;
  const isEarlier = and(
    eq(orders.profileId, order.profileId),
    ne(orders.id, order.id),
    inArray(orders.kind, ['package', 'special']),
    isNotNull(orders.paidAt),
    lt(orders.paidAt, order.paidAt!),
  );
  if ((await tx.$count(orders, isEarlier)) > 0) throw outOf('not_first');
}

/** The contract is over: nothing renews by itself, and nothing of what it paid for is shown. */
async function requireNothingRuns(tx: Tx, { subscriptionId, profileId }: PackagePeriodRow): Promise<void> {
  if (subscriptionId !== null) {
    const renews = and(
      eq(subscriptions.id, subscriptionId),
      notInArray(subscriptions.status, ENDED_STATUSES),
      sql`${subscriptions.stop} is null and ${subscriptions.cancelAt} is null and not ${subscriptions.cancelAtPeriodEnd}`,
    );
    if ((await tx.$count(subscriptions, renews)) > 0) throw outOf('subscribed');
  }
  if (profileId === null) return;
  const [running] = await tx
    .select({ n: count() })
    .from(campaigns)
    .innerJoin(unitReservations, eq(unitReservations.campaignId, campaigns.id))
    .where(and(eq(campaigns.profileId, profileId), eq(campaigns.state, 'approved')));
  if (running!.n > 0) throw outOf('shown');
}

/** Units of a month that went back by the terms, or wait to. */
async function takenBefore(tx: Tx, { paymentKey }: PackagePeriodRow): Promise<AdvertUnits> {
  const [row] = await tx
    .select({
      banners: sum(orderRefunds.banners).mapWith(Number),
      tvSeconds: sum(orderRefunds.tvSeconds).mapWith(Number),
    })
    .from(orderRefunds)
    .where(and(eq(orderRefunds.periodKey, paymentKey), inArray(orderRefunds.state, ['asked', 'sending', 'done'])));
  return { banners: row?.banners ?? 0, tvSeconds: row?.tvSeconds ?? 0 };
}
