import { and, asc, eq, max, sql } from 'drizzle-orm';
import { daysLater } from '#domain/day.ts';
import { canReceiveAdvert } from '#domain/special/rules.ts';
import { dayOf, startOfDay } from '#domain/time.ts';
import { campaigns } from '../../campaigns/schema.ts';
import { orders } from '../../orders/schema.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { specialDays, specialRuns } from '../../special/schema.ts';
import { lostMoneyCondition } from './paid-back.ts';

/** Holds the run that a campaign is shown for, and its order, before the campaign: its money does not go back meanwhile. */
export async function lockRunOf(tx: Tx, campaignId: string): Promise<void> {
  const [run] = await tx
    .select({ orderId: specialRuns.orderId })
    .from(specialRuns)
    .where(eq(specialRuns.campaignId, campaignId))
    .for('update');
  if (run) await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, run.orderId)).for('share');
}

/** Whether the campaign is a special package's whose money is not ours; the caller holds its run (`lockRunOf`). */
export async function isRunPaidBack(tx: Tx, campaignId: string): Promise<boolean> {
  const [run] = await tx
    .select({ is: lostMoneyCondition })
    .from(specialRuns)
    .innerJoin(orders, eq(orders.id, specialRuns.orderId))
    .where(eq(specialRuns.campaignId, campaignId));
  return run?.is ?? false;
}

/** Whether the campaign is a special package's that was stopped before all of its days were kept, so that other adverts go on with it. */
export async function mayContinueWithOtherAdverts(db: DatabaseOrTransaction, campaignId: string): Promise<boolean> {
  const [run] = await db
    .select({
      state: campaigns.state,
      profileId: campaigns.profileId,
      isPaidBack: lostMoneyCondition,
      kept: sql<number>`(select count(*)::int from ${specialDays}
        where ${specialDays.runId} = ${specialRuns.id} and ${specialDays.isKept})`,
    })
    .from(specialRuns)
    .innerJoin(campaigns, eq(campaigns.id, specialRuns.campaignId))
    .innerJoin(orders, eq(orders.id, specialRuns.orderId))
    .where(eq(specialRuns.campaignId, campaignId));
  return run !== undefined && run.profileId !== null && canReceiveAdvert(run);
}

/**
 * The days of that campaign's run that were not kept and stand nowhere yet, appended at its end; how many they are, and when the campaign
 * ends now. The caller holds the run and the campaign.
 */
export async function appendMissedDays(
  tx: Tx,
  campaignId: string,
  now: Date,
): Promise<{ days: number; endsAt?: Date }> {
  const [run] = await tx
    .select({ id: specialRuns.id, last: max(specialDays.day) })
    .from(specialRuns)
    .innerJoin(specialDays, eq(specialDays.runId, specialRuns.id))
    .where(eq(specialRuns.campaignId, campaignId))
    .groupBy(specialRuns.id);
  if (!run) return { days: 0 };
  const missed = await tx
    .select({ day: specialDays.day })
    .from(specialDays)
    .where(
      and(
        eq(specialDays.runId, run.id),
        eq(specialDays.isKept, false),
        sql`not exists (select from special_days later
          where later.run_id = ${specialDays.runId} and later.instead_of = ${specialDays.day})`,
      ),
    )
    .orderBy(asc(specialDays.day));
  const before = [run.last!, dayOf(now)].sort().at(-1)!;
  const fresh = missed.map(({ day }, n) => ({ runId: run.id, day: daysLater(before, n + 1), insteadOf: day }));
  if (fresh.length > 0) await tx.insert(specialDays).values(fresh);
  const ends = fresh.at(-1)?.day ?? run.last!;
  return { days: fresh.length, endsAt: startOfDay(daysLater(ends, 1)) };
}
