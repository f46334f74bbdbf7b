import { and, eq, inArray } from 'drizzle-orm';
import { type Day, daysLater } from '#domain/day.ts';
import { refuse } from '#domain/refuse.ts';
import {
  EVERY_MINUTES,
  RUN_DAYS,
  SPECIAL_BUDGET,
  SPECIAL_PLACE_COUNT,
  SPECIAL_SCHEDULE,
} from '#domain/special/rules.ts';
import { dayOf, startOfDay } from '#domain/time.ts';
import { profiles } from '../../accounts/schema.ts';
import { campaigns } from '../../campaigns/schema.ts';
import { orders } from '../../orders/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { specialDays, specialRuns } from '../../special/schema.ts';
import { lostMoneyCondition } from './paid-back.ts';
import { lockRun, placesOf } from './places.ts';

/**
 * The campaign of a run, drafted and reviewed like any other. It holds no units, and its days stand for nothing until staff start the
 * run. A run has one campaign, whoever begins it again, and none is begun once its money went back.
 */
export async function beginCampaign(
  tx: Tx,
  profileId: string,
  { run: runId, id }: { run: string; id: string },
  now: Date,
): Promise<string> {
  const run = await lockRun(tx, runId);
  if (run.profileId !== profileId) throw refuse('NOT_FOUND');
  if (run.campaignId !== null) return run.campaignId;
  const [order] = await tx
    .select({ isPaidBack: lostMoneyCondition })
    .from(orders)
    .where(eq(orders.id, run.orderId))
    .for('share');
  if (order!.isPaidBack) throw refuse('SPECIAL_PAID_BACK');
  const tomorrow = daysLater(dayOf(now), 1);
  const [made] = await tx
    .insert(campaigns)
    .values({
      id,
      profileId,
      name: '',
      kind: 'banner' as const,
      pace: 'asap' as const,
      cap: null,
      everyMinutes: EVERY_MINUTES,
      schedule: [...SPECIAL_SCHEDULE],
      budget: SPECIAL_BUDGET,
      startsAt: startOfDay(tomorrow),
      endsAt: startOfDay(daysLater(tomorrow, RUN_DAYS)),
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: campaigns.id });
  if (!made) throw refuse('CAMPAIGN_CHANGED');
  await tx.update(specialRuns).set({ campaignId: id, updatedAt: now }).where(eq(specialRuns.id, runId));
  return id;
}

/**
 * Starts a run on a day that is to come: its campaign is approved, all its places are chosen, and not all of its price went back. Started
 * once, it stays so.
 */
export async function startRun(
  tx: Tx,
  actor: Actor,
  { id, startsOn }: { id: string; startsOn: Day },
  now: Date,
): Promise<void> {
  const run = await lockRun(tx, id);
  if (run.startsOn === startsOn) return;
  if (run.startsOn !== null) throw refuse('SPECIAL_STARTED');
  if (startsOn <= dayOf(now)) throw refuse('SPECIAL_PAST');
  // Whoever gives its money back holds it, too.
  const [order] = await tx.select().from(orders).where(eq(orders.id, run.orderId)).for('share');
  const waits = and(eq(orderRefunds.orderId, run.orderId), inArray(orderRefunds.state, ['asked', 'sending']));
  if (order!.refunded >= order!.amount || order!.isDisputed || (await tx.$count(orderRefunds, waits)) > 0)
    throw refuse('SPECIAL_PAID_BACK');
  const [campaign] = run.campaignId
    ? await tx.select().from(campaigns).where(eq(campaigns.id, run.campaignId)).for('no key update')
    : [];
  const [company] = run.profileId ? await tx.select().from(profiles).where(eq(profiles.id, run.profileId)) : [];
  if (campaign?.state !== 'approved' || !company || company.closedAt) throw refuse('SPECIAL_NOT_APPROVED');
  const chosen = (await placesOf(tx, id)).length;
  if (chosen !== SPECIAL_PLACE_COUNT) throw refuse('SPECIAL_PLACES_MISSING', { chosen });
  const ends = startOfDay(daysLater(startsOn, RUN_DAYS));
  await tx.update(specialRuns).set({ startsOn, updatedAt: now }).where(eq(specialRuns.id, id));
  await tx
    .update(campaigns)
    .set({ startsAt: startOfDay(startsOn), endsAt: ends, updatedAt: now })
    .where(eq(campaigns.id, campaign.id));
  await tx
    .insert(specialDays)
    .values(Array.from({ length: RUN_DAYS }, (_, n) => ({ runId: id, day: daysLater(startsOn, n) })));
  await record(tx, actor, {
    action: 'special.started',
    on: { kind: 'order', id: run.orderId },
    after: { startsOn, places: chosen },
  });
}
