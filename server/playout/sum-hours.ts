import { sql } from 'drizzle-orm';
import { BELGRADE } from '../platform/belgrade.ts';
import type { Database } from '../platform/db.ts';

/** Milliseconds after the end of an hour, when most TVs have reported it. */
const SETTLES_IN = 10 * 60_000;

/**
 * Adds the sums of hours that are over up: one row for each place, advert and outcome of the hour, and the same into its day of Belgrade.
 * What is reported later comes in rows of its own again and is added the next time.
 */
export async function sumHours(db: Database, now: Date): Promise<void> {
  const end = new Date(now.getTime() - SETTLES_IN);
  await db.execute(sql`
    with due as (
      select campaign_id, hour, creative_id, region, venue, outcome, shard from play_hours
      where shard >= 0 and hour + interval '1 hour' <= ${end}
      order by campaign_id, hour, creative_id, region, venue, outcome, shard for update
    ), taken as (
      delete from play_hours using due
      where (play_hours.campaign_id, play_hours.hour, play_hours.creative_id, play_hours.region, play_hours.venue, play_hours.outcome, play_hours.shard)
        = (due.campaign_id, due.hour, due.creative_id, due.region, due.venue, due.outcome, due.shard)
      returning play_hours.*
    ), hours as (
      insert into play_hours as h (campaign_id, hour, creative_id, region, venue, outcome, shard, plays, units, repeats)
      select campaign_id, hour, creative_id, region, venue, outcome, -1, sum(plays), sum(units), sum(repeats)
      from taken group by 1, 2, 3, 4, 5, 6
      on conflict on constraint play_hours_key do update
        set plays = h.plays + excluded.plays, units = h.units + excluded.units, repeats = h.repeats + excluded.repeats
    )
    insert into play_days as d (campaign_id, day, creative_id, region, venue, outcome, plays, units, repeats)
    select campaign_id, (hour at time zone ${BELGRADE})::date, creative_id, region, venue, outcome, sum(plays), sum(units), sum(repeats)
    from taken group by 1, 2, 3, 4, 5, 6
    on conflict (campaign_id, day, creative_id, region, venue, outcome) do update
      set plays = d.plays + excluded.plays, units = d.units + excluded.units, repeats = d.repeats + excluded.repeats`);
}
