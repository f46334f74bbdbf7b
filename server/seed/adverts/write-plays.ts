import { asc, inArray, sql } from 'drizzle-orm';
import { hourOf } from '#domain/playout/rules.ts';
import { LAST_REPORT_DELAY_MS } from '#domain/rewards/rules.ts';
import { creatives } from '../../campaigns/schema.ts';
import { BELGRADE } from '../../platform/belgrade.ts';
import type { Tx } from '../../platform/db.ts';
import { makeDayParts, makeHourParts } from '../../playout/partitions.ts';
import { sumHours } from '../../playout/sum-hours.ts';
import type { SeededPlay } from './make-plays.ts';
import type { Stage } from './stage.ts';

/** Rows in one statement. */
const BATCH = 5_000;

/**
 * Writes plays and whatever follows from them as reports and the closing of hours would have left it: leases of hours that may still be
 * reported, sums, days of TVs and viewers, what was released, and the ledger's entries of the hours that are closed.
 */
export async function writePlays({ db, end }: Stage, plays: readonly SeededPlay[]): Promise<void> {
  if (plays.length === 0) return;
  const ids = [...new Set(plays.map(({ campaign }) => campaign))];
  const adverts = await db
    .select({ id: creatives.id, campaignId: creatives.campaignId })
    .from(creatives)
    .where(inArray(creatives.campaignId, ids))
    .orderBy(asc(creatives.createdAt), asc(creatives.id));
  const ofCampaign = Map.groupBy(adverts, ({ campaignId }) => campaignId);
  const first = plays.reduce((least, { hour }) => Math.min(least, hour.getTime()), end.getTime());
  // Older leases are nothing but their hours' parts, each a table; what became of them is in `plays`.
  const held = hourOf(new Date(end.getTime() - LAST_REPORT_DELAY_MS));
  await makeDayParts(db, new Date(first), end);
  await makeHourParts(db, held, end);
  const rows = plays.map((play) => ({
    id: play.id,
    hour: play.hour,
    campaign: play.campaign,
    creative: ofCampaign.get(play.campaign)![play.advert]!.id,
    tv: play.tv.id,
    owner: play.tv.ownerId,
    licence: play.tv.licenceId,
    region: play.tv.region,
    venue: play.tv.shownVenue,
    outcome: play.outcome,
    units: play.units,
    seconds: play.seconds,
    banner: play.isBanner,
    repeats: play.repeats,
    started: play.startedAt,
    shown: play.shownMs,
    visible: play.visibleMs,
    reported: play.reportedAt,
  }));
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.execute(sql`
      create temporary table told (id uuid, hour timestamptz, campaign uuid, creative uuid, tv uuid, owner uuid, licence uuid, region text,
        venue text, outcome text, units int, seconds int, banner boolean, repeats int, started timestamptz, shown int, visible int,
        reported timestamptz) on commit drop`);
    for (let from = 0; from < rows.length; from += BATCH)
      await tx.execute(sql`
        insert into told select * from jsonb_populate_recordset(null::told, ${JSON.stringify(rows.slice(from, from + BATCH))}::jsonb)`);
    await tx.execute(sql`analyze told`);
    await writeRows(tx, held, end);
    await settle(tx, end);
  });
  await sumHours(db, end);
  await db.execute(sql`analyze plays`);
}

async function writeRows(tx: Tx, held: Date, end: Date): Promise<void> {
  const closed = new Date(end.getTime() - LAST_REPORT_DELAY_MS);
  await tx.execute(sql`
    insert into leases (hour, id, tv_id, campaign_id, creative_id, licence_id, profile_id, region, venue, opens_at, closes_at, seconds, units,
      issued_at)
    select hour, id, tv, campaign, creative, licence, owner, region, venue, hour, hour + interval '1 hour', seconds, units,
      hour - interval '9 minutes' from told where hour >= ${held}`);
  await tx.execute(sql`
    insert into plays (lease_day, lease_id, hour, campaign_id, creative_id, tv_id, region, venue, outcome, units, started_at, ended_at,
      visible_ms, progress_ms, reported_at, repeats)
    select (hour at time zone 'UTC')::date, id, hour, campaign, creative, tv, region, venue, outcome, units,
      case when outcome <> 'returned' then started end,
      case when outcome <> 'returned' then started + make_interval(secs => shown / 1000.0) end,
      case when outcome <> 'returned' then visible end, case when outcome <> 'returned' then shown end, reported, repeats
    from told where outcome is not null`);
  await tx.execute(sql`
    insert into play_hours (campaign_id, hour, creative_id, region, venue, outcome, shard, plays, units, repeats)
    select campaign, hour, creative, coalesce(region, ''), coalesce(venue, ''), outcome, 0, count(*), sum(units), sum(repeats)
    from told where outcome is not null group by 1, 2, 3, 4, 5, 6`);
  await tx.execute(sql`
    insert into campaign_tvs (campaign_id, tv_id, region, venue)
    select campaign, tv, region, venue from (
      select distinct on (campaign, tv) campaign, tv, region, venue, hour from told
      where outcome <> 'returned' order by campaign, tv, hour) first order by campaign, hour, tv`);
  await tx.execute(sql`
    insert into viewer_days (profile_id, day, tv_id, banners, tv_seconds)
    select owner, (hour at time zone ${BELGRADE})::date, tv, count(*) filter (where banner),
      coalesce(sum(units) filter (where not banner), 0)
    from told where outcome = 'counted' group by 1, 2, 3`);
  await tx.execute(sql`
    insert into tv_days (tv_id, day, leased, resolved, banners, tv_seconds)
    select tv, (hour at time zone ${BELGRADE})::date, count(*), count(*) filter (where outcome is not null and outcome <> 'late'),
      count(*) filter (where outcome = 'counted' and banner), coalesce(sum(units) filter (where outcome = 'counted' and not banner), 0)
    from told group by 1, 2`);
  await tx.execute(sql`
    insert into closed_hours (hour, closed_at) select distinct hour, hour + make_interval(secs => ${LAST_REPORT_DELAY_MS / 1000}) from told
    where hour <= ${closed}`);
}

/** One entry for each campaign and closed hour, and what the campaigns hold after it all. */
async function settle(tx: Tx, end: Date): Promise<void> {
  await tx.execute(sql`
    insert into ledger (profile_id, unit, delta, reason, reference, actor, created_at)
    select r.profile_id, r.unit, -sum(t.units), 'shown', t.campaign || '/' || to_char(t.hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"') || '/1',
      'system', c.closed_at
    from told t join closed_hours c using (hour) join unit_reservations r on r.campaign_id = t.campaign
    where t.outcome = 'counted' group by r.profile_id, r.unit, t.campaign, t.hour, c.closed_at order by c.closed_at, t.campaign`);
  await tx.execute(sql`
    update unit_reservations r set leased = s.leased, released = s.leased - s.counted - s.open, settled = s.settled,
      budget = case when c.state in ('done', 'withdrawn') then s.counted + s.open else r.budget end
    from campaigns c, (
      select t.campaign, sum(t.units) as leased, coalesce(sum(t.units) filter (where t.outcome = 'counted'), 0) as counted,
        coalesce(sum(t.units) filter (where t.outcome = 'counted' and h.hour is not null), 0) as settled,
        coalesce(sum(t.units) filter (where t.outcome is null and h.hour is null), 0) as open
      from told t left join closed_hours h using (hour) group by 1) s
    where s.campaign = r.campaign_id and c.id = r.campaign_id`);
  // Of an hour all openings are of the advert that was shown most in it.
  await tx.execute(sql`
    with opened as (
      insert into code_openings (campaign_id, hour, openings)
      select campaign, hour, greatest(1, round(count(*) / 22.0))::int from told
      where outcome = 'counted' and abs(hashtext(campaign::text || hour::text)) % 9 = 0 and hour < ${end} group by 1, 2
      returning campaign_id as campaign, hour, openings
    ), shown as (
      select distinct on (campaign, hour) campaign, hour, creative from told where outcome = 'counted'
      group by campaign, hour, creative order by campaign, hour, count(*) desc, creative
    )
    update creatives c set openings = c.openings + o.openings
    from (select creative, sum(openings) as openings from opened join shown using (campaign, hour) group by 1) o where c.id = o.creative`);
}
