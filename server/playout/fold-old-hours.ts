import { sql } from 'drizzle-orm';
import { hoursKeptSince } from '#domain/playout/kept-hours.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { BELGRADE } from '../platform/belgrade.ts';
import type { Tx } from '../platform/db.ts';
import type { ReportProgress } from '../platform/jobs/progress.ts';

/**
 * Adds up the hours of campaigns that ended long ago: of each day of Belgrade one row is left, at its last hour, and days, sums and the
 * proof stay as they were. Hours of which single plays are kept are left alone, because the proof compares the two.
 */
export async function foldOldHours(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  report: ReportProgress = () => {},
): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select c.id from campaigns c where c.ends_at < ${hoursKeptSince(dayOf(now()))}
      and c.ends_at < coalesce((select min(hour) from plays), 'infinity') and exists (
      select from play_hours h where h.campaign_id = c.id and h.shard < 0
      group by (h.hour at time zone ${BELGRADE})::date, h.creative_id, h.region, h.venue, h.outcome having count(*) > 1)
    order by c.ends_at, c.id`);
  for (const [n, { id }] of rows.entries()) {
    await db.transaction((tx) => fold(tx, id));
    report(n + 1, rows.length);
  }
}

const fold = (tx: Tx, id: string) =>
  tx.execute(sql`
    with taken as (delete from play_hours where campaign_id = ${id} and shard < 0 returning *)
    insert into play_hours (campaign_id, hour, creative_id, region, venue, outcome, shard, plays, units, repeats)
    select campaign_id, max(hour), creative_id, region, venue, outcome, -1, sum(plays), sum(units), sum(repeats)
    from taken group by campaign_id, (hour at time zone ${BELGRADE})::date, creative_id, region, venue, outcome`);
