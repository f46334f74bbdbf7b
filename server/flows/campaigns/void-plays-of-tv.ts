import { sql } from 'drizzle-orm';
import { addEntries } from '../../advertising/ledger.ts';
import type { Actor } from '../../platform/audit.ts';
import { BELGRADE } from '../../platform/belgrade.ts';
import type { Tx } from '../../platform/db.ts';
import { shardOf } from '../../playout/report-plays.ts';
import { lockReservations } from '../../playout/reservations.ts';
import {
  firstOpenDayQuery,
  readVoidableTotals,
  type VoidedPlayTotals,
  voidablePlaysCondition,
} from '../../playout/tvs/open-plays.ts';
import { subtractViewerDays, type VoidedDay } from '../../playout/viewer-days.ts';

/**
 * Takes the counted plays of a TV back: no company pays for them, nobody is rewarded for them, and what was taken from a balance already
 * returns by an entry of the ledger, one for each campaign. The caller holds the TV (`lock: ['playout.tv', id]`).
 */
export async function voidPlaysOfTv(
  tx: Tx,
  actor: Actor,
  tvId: string,
  blockId: string,
  now: Date,
): Promise<VoidedPlayTotals> {
  // No hour is closed meanwhile: an hour takes what counts from the balances once.
  await tx.execute(sql`lock table closed_hours in share mode`);
  const total = await readVoidableTotals(tx, tvId);
  const { rows } = await tx.execute<{
    campaign: string;
    profile: string;
    unit: 'banner' | 'tv_second';
    units: number;
    settled: number;
  }>(sql`
    with voided as (
      update plays set outcome = 'device_blocked' where ${voidablePlaysCondition(tvId)}
      returning campaign_id, hour, creative_id, coalesce(region, '') as region, coalesce(venue, '') as venue, units, repeats
    ), summed as (
      insert into play_hours as h (campaign_id, hour, creative_id, region, venue, outcome, shard, plays, units, repeats)
      select v.campaign_id, v.hour, v.creative_id, v.region, v.venue, o.outcome, ${shardOf(tvId)}, o.sign * count(*), o.sign * sum(v.units), o.sign * sum(v.repeats)
      from voided v cross join (values ('counted', -1), ('device_blocked', 1)) as o(outcome, sign)
      group by 1, 2, 3, 4, 5, 6, o.sign order by 1, 2, 3, 4, 5, 6
      on conflict on constraint play_hours_key do update
        set plays = h.plays + excluded.plays, units = h.units + excluded.units, repeats = h.repeats + excluded.repeats
    ), released as (
      insert into released_units (campaign_id, units) select campaign_id, sum(units) from voided group by 1
    ), days as (
      update tv_days d set banners = d.banners - v.banners, tv_seconds = d.tv_seconds - v.seconds
      from (select (hour at time zone ${BELGRADE})::date as day, count(*) filter (where c.kind = 'banner') as banners,
          coalesce(sum(v.units) filter (where c.kind = 'spot'), 0) as seconds
        from voided v join campaigns c on c.id = v.campaign_id group by 1) v
      where d.tv_id = ${tvId} and d.day = v.day
    )
    select r.campaign_id as campaign, r.profile_id as profile, r.unit, sum(v.units)::float8 as units,
      coalesce(sum(v.units) filter (where c.hour is not null), 0)::float8 as settled
    from voided v join unit_reservations r on r.campaign_id = v.campaign_id left join closed_hours c on c.hour = v.hour
    group by 1, 2, 3 order by 2, 1`);
  await tx.execute(sql`
    delete from play_hours where campaign_id in (select campaign_id from campaign_tvs where tv_id = ${tvId})
      and outcome = 'counted' and shard = ${shardOf(tvId)} and plays = 0 and units = 0 and repeats = 0`);
  await subtractViewerDays(tx, await viewerDaysOf(tx, tvId), now);
  const taken = rows.filter(({ settled }) => settled > 0);
  // Balances first, as whoever gives a campaign its units does.
  for (const { campaign, profile, unit, settled } of taken)
    await addEntries(tx, actor, profile, {
      reason: 'shown',
      reference: `${campaign}/blocked/${blockId}`,
      banners: unit === 'banner' ? settled : 0,
      tvSeconds: unit === 'tv_second' ? settled : 0,
    });
  await lockReservations(
    tx,
    taken.map(({ campaign }) => campaign),
  );
  await tx.execute(sql`
    update unit_reservations r set settled = r.settled - s.settled
    from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as s(campaign uuid, settled bigint) where r.campaign_id = s.campaign`);
  return total;
}

/** What viewers would be rewarded for on a TV in months that are not closed: all of it goes with the plays. */
async function viewerDaysOf(tx: Tx, tvId: string): Promise<VoidedDay[]> {
  const { rows } = await tx.execute<{ [K in keyof VoidedDay]: VoidedDay[K] }>(sql`
    select profile_id as "profileId", tv_id as "tvId", day::text as day, banners, tv_seconds as "tvSeconds" from viewer_days
    where tv_id = ${tvId} and day >= ${firstOpenDayQuery} and banners + tv_seconds > 0`);
  return rows;
}
