import { and, asc, eq, inArray, isNull, lt, lte, max, sql } from 'drizzle-orm';
import { type Day, daysLater, HOUR_MS } from '#domain/day.ts';
import { REPORT_HOURS } from '#domain/playout/rules.ts';
import { isDayFulfilled, PLACE_VENUES } from '#domain/special/rules.ts';
import { dayOf, startOfDay } from '#domain/time.ts';
import { profiles } from '../../accounts/schema.ts';
import { campaigns } from '../../campaigns/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { orders } from '../../orders/schema.ts';
import { record, systemActor } from '../../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { specialDays, specialRuns } from '../../special/schema.ts';
import { stop } from '../campaigns/campaign-states.ts';
import { lockRun } from './places.ts';

/** Milliseconds after the end of a day when all that may still count of it was reported: longer than any statement may last. */
const JUDGED_AFTER = REPORT_HOURS * HOUR_MS + 10 * 60_000;

type Run = Pick<typeof specialRuns.$inferSelect, 'id' | 'orderId' | 'campaignId'>;

/**
 * Sums what runs showed on the days that are not judged, and judges those of which no report can come. A day that was not kept is
 * appended at the end (`appendMissedDays`): at once as long as the campaign may still be shown and is paid for, otherwise once it goes on.
 * A run of which every day is judged is over.
 */
export async function judgeSpecialDays(deps: Dependencies): Promise<void> {
  const { db, now } = deps;
  const today = dayOf(now());
  const runs = await db
    .selectDistinct({ id: specialRuns.id, orderId: specialRuns.orderId, campaignId: specialRuns.campaignId })
    .from(specialRuns)
    .innerJoin(specialDays, eq(specialDays.runId, specialRuns.id))
    .where(and(isNull(specialDays.judgedAt), lte(specialDays.day, today)));
  for (const run of runs) {
    const days = await db
      .select({ day: specialDays.day })
      .from(specialDays)
      .where(and(eq(specialDays.runId, run.id), isNull(specialDays.judgedAt), lte(specialDays.day, today)))
      .orderBy(asc(specialDays.day));
    for (const { day } of days) await db.transaction((tx) => countDay(tx, run, day, now()));
    await db.transaction((tx) => endRun(tx, run, now));
  }
}

async function countDay(tx: Tx, { id, orderId, campaignId }: Run, day: Day, now: Date): Promise<void> {
  const isOver = now.getTime() >= startOfDay(daysLater(day, 1)).getTime() + JUDGED_AFTER;
  if (isOver) await lockRun(tx, id);
  const goesOn = isOver && campaignId !== null && (await isPaidFor(tx, orderId)) && (await holdShown(tx, campaignId));
  const shown = campaignId === null ? { places: 0, all: 0 } : await shownOn(tx, { run: id, campaignId, day });
  const kept = isDayFulfilled(shown);
  const [written] = await tx
    .update(specialDays)
    .set({
      placesShown: shown.places,
      allShown: shown.all,
      countedAt: now,
      ...(isOver && { judgedAt: now, isKept: kept }),
    })
    .where(and(eq(specialDays.runId, id), eq(specialDays.day, day), isNull(specialDays.judgedAt)))
    .returning({ day: specialDays.day });
  if (!written || !isOver) return;
  const appended = kept || !goesOn ? null : await append(tx, { id, campaignId }, day, now);
  await record(tx, systemActor, {
    action: 'special.day-judged',
    on: { kind: 'order', id: orderId },
    after: { day, kept, ...shown, ...(appended && { appended }) },
  });
}

/** Showings that count: those of its places while they were its places and of a confirmed kind, and all. */
async function shownOn(
  db: DatabaseOrTransaction,
  { run, campaignId, day }: { run: string; campaignId: string; day: Day },
): Promise<{ places: number; all: number }> {
  const [from, to] = [startOfDay(day), startOfDay(daysLater(day, 1))];
  const utc = (moment: Date) => moment.toISOString().slice(0, 10);
  const { rows } = await db.execute<{ places: number; all: number }>(sql`
    select (select count(*)::int from special_places s join plays p on p.tv_id = s.tv_id and p.hour >= ${from} and p.hour < ${to}
        and p.lease_day between ${utc(from)}::date and ${utc(to)}::date
      where s.run_id = ${run} and p.campaign_id = ${campaignId} and p.outcome = 'counted' and p.started_at >= s.since
        and p.venue = any(${sql.param([...PLACE_VENUES])}::text[])
        and (s.until is null or p.started_at < s.until)) as places,
      (select coalesce(sum(plays), 0)::int from play_sums
        where campaign_id = ${campaignId} and day = ${day}::date and outcome = 'counted') as all`);
  return rows[0]!;
}

/** Not all of its price went back; while it is only held or on its way, days are owed. */
const isPaidFor = async (tx: Tx, orderId: string): Promise<boolean> =>
  (await tx.$count(orders, and(eq(orders.id, orderId), lt(orders.refunded, orders.amount)))) > 0;

/** Holds the campaign of a run, after the run and before its days, as whoever stops one does. Whether it may still be shown. */
async function holdShown(tx: Tx, campaignId: string): Promise<boolean> {
  const held = await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .innerJoin(profiles, and(eq(profiles.id, campaigns.profileId), isNull(profiles.closedAt)))
    .where(and(eq(campaigns.id, campaignId), inArray(campaigns.state, ['approved', 'paused'])))
    .for('no key update', { of: campaigns });
  return held.length > 0;
}

/** One more day at the end for that one; the caller holds the run and its campaign. */
async function append(
  tx: Tx,
  { id, campaignId }: Pick<Run, 'id' | 'campaignId'>,
  insteadOf: Day,
  now: Date,
): Promise<Day> {
  const [planned] = await tx
    .select({ last: max(specialDays.day) })
    .from(specialDays)
    .where(eq(specialDays.runId, id));
  const next = [planned!.last!, dayOf(now)].sort().at(-1)!;
  const day = daysLater(next, 1);
  await tx.insert(specialDays).values({ runId: id, day, insteadOf });
  await tx
    .update(campaigns)
    .set({ endsAt: startOfDay(daysLater(day, 1)), updatedAt: now })
    .where(eq(campaigns.id, campaignId!));
  return day;
}

async function endRun(tx: Tx, { id, campaignId }: Run, now: () => Date): Promise<void> {
  // Other adverts that go on with it append days meanwhile.
  await lockRun(tx, id);
  const open = await tx.$count(specialDays, and(eq(specialDays.runId, id), isNull(specialDays.judgedAt)));
  if (open === 0 && campaignId !== null) await stop(tx, campaignId, 'done', now);
}
