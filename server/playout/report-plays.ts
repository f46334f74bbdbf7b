import { sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS } from '#domain/day.ts';
import type { ReportedPlay } from '#domain/playout/contract.ts';
import {
  classifyPlay,
  LATE_REPORT_HOURS,
  type LeaseOutcome,
  OVERLAP_TOLERANCE,
  REPORT_HOURS,
  reportEnds,
} from '#domain/playout/rules.ts';
import { dayOf } from '#domain/time.ts';
import { BELGRADE } from '../platform/belgrade.ts';
import { askPrepared, type Database, type Tx } from '../platform/db.ts';
import { hourOfLease } from './lease-id.ts';
import { type Player, readTvAdvertEligibility, revokedLeases } from './player.ts';
import { leaseRevokedAtQuery } from './revoked.ts';

/** Rows over which the sums of one hour are spread. */
const SHARDS = 16;

export interface Report {
  plays: readonly ReportedPlay[];
  unplayed: readonly string[];
}

interface ReportedLease {
  id: string;
  hour: string;
  leaseDay: string;
  campaignId: string;
  creativeId: string;
  /** Whose licence it was; `null`: that person is no more. */
  profileId: string | null;
  region: string | null;
  venue: string | null;
  opensAt: string;
  closesAt: string;
  seconds: number;
  units: number;
  isBanner: boolean;
  cap: number | null;
  revokedAt: string | null;
  isKnown: boolean;
}

interface Span {
  from: number;
  to: number;
}

/**
 * Writes down what a TV showed and what it will not show, each lease once: whatever comes again, in any order, to any server, only
 * raises a counter. One report of a TV is judged at a time. Answers with what the TV needs to know, and with the campaigns whose numbers changed;
 * all that it named may go out of its log.
 */
export async function reportPlays(
  db: Database,
  tvId: string,
  { plays, unplayed }: Report,
  now: Date,
): Promise<{ player: Player; revoked: string[]; changed: string[] }> {
  return db.transaction(
    async (tx) => {
      const named = [...plays.map(({ lease }) => lease), ...unplayed];
      const [player, leases] = await Promise.all([
        readTvAdvertEligibility(tx, tvId, now),
        reportedLeases(tx, tvId, named, now),
      ]);
      const revoked = await revokedLeases(tx, tvId, player, now);
      const found = leases.filter(({ isKnown }) => !isKnown);
      if (leases.length === 0) return { player, revoked, changed: [] };
      const isBlocked = player.state === 'blocked' || !player.isLinked;
      const { countsSince } = player;
      const [spans, counted] = await Promise.all([countedSpans(tx, tvId, found), countedByDay(tx, tvId, found)]);
      const outcomes = outcomesOf({ plays, unplayed, leases, spans, counted, isBlocked, countsSince, now });
      await writeFresh(tx, tvId, outcomes.fresh, now);
      await raiseRepeats(tx, tvId, outcomes.again);
      const shown = outcomes.fresh.filter(({ play }) => play !== null);
      return { player, revoked, changed: [...new Set(shown.map(({ lease }) => lease.campaignId))] };
    },
    { lock: ['playout.tv', tvId] },
  );
}

async function reportedLeases(tx: Tx, tvId: string, ids: readonly string[], now: Date): Promise<ReportedLease[]> {
  const oldest = now.getTime() - (1 + REPORT_HOURS + LATE_REPORT_HOURS) * HOUR_MS;
  const wanted = [...new Set(ids)].flatMap((id) => {
    const hour = hourOfLease(id);
    return hour && hour.getTime() >= oldest ? [{ id, hour: hour.toISOString() }] : [];
  });
  if (wanted.length === 0) return [];
  const hours = [...new Set(wanted.map(({ hour }) => hour))];
  const days = [...new Set(hours.map((hour) => hour.slice(0, 10)))];
  const { rows } = await tx.execute<{ [K in keyof ReportedLease]: ReportedLease[K] }>(sql`
    select l.id, to_char(l.hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as hour,
      to_char(l.hour at time zone 'UTC', 'YYYY-MM-DD') as "leaseDay", l.campaign_id as "campaignId", l.creative_id as "creativeId",
      coalesce(l.profile_id, (select licences.profile_id from licences where licences.id = l.licence_id)) as "profileId", l.region, l.venue, l.opens_at as "opensAt", l.closes_at as "closesAt", l.seconds, l.units, c.kind = 'banner' as "isBanner", c.cap,
      ${leaseRevokedAtQuery} as "revokedAt", p.lease_id is not null as "isKnown"
    from leases l join campaigns c on c.id = l.campaign_id
      left join plays p on p.lease_day = any(${sql.param(days)}::date[]) and p.lease_day = (l.hour at time zone 'UTC')::date and p.lease_id = l.id
    where l.hour = any(${sql.param(hours)}::timestamptz[]) and l.id = any(${sql.param(wanted.map(({ id }) => id))}::uuid[])
      and l.tv_id = ${tvId}`);
  return rows;
}

/** When this TV showed what counts already, in the hours of these leases. */
async function countedSpans(tx: Tx, tvId: string, leases: readonly ReportedLease[]): Promise<Span[]> {
  if (leases.length === 0) return [];
  const hours = [...new Set(leases.map(({ hour }) => hour))];
  const days = [...new Set(leases.map(({ leaseDay }) => leaseDay))];
  const { rows } = await tx.execute<{ from: string; to: string }>(sql`
    select (extract(epoch from started_at) * 1000)::text as from, (extract(epoch from ended_at) * 1000)::text as to from plays
    where lease_day = any(${sql.param(days)}::date[]) and tv_id = ${tvId} and hour = any(${sql.param(hours)}::timestamptz[])
      and outcome = 'counted'`);
  return rows.map(({ from, to }) => ({ from: Number(from), to: Number(to) }));
}

/** Counted plays of this TV by campaign and day of Belgrade, of those campaigns that have a daily cap. */
async function countedByDay(tx: Tx, tvId: string, leases: readonly ReportedLease[]): Promise<Map<string, number>> {
  const capped = leases.filter(({ cap }) => cap !== null);
  if (capped.length === 0) return new Map();
  const times = capped.map(({ hour }) => Date.parse(hour));
  // A day of Belgrade reaches into two days of UTC, and lasts up to 25 hours.
  const [first, last] = [Math.min(...times) - 25 * HOUR_MS, Math.max(...times) + 25 * HOUR_MS];
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const { rows } = await tx.execute<{ key: string; plays: number }>(sql`
    select campaign_id || ' ' || to_char(hour at time zone ${BELGRADE}, 'YYYY-MM-DD') as key, count(*)::int as plays from plays
    where lease_day between ${day(first)}::date and ${day(last)}::date and tv_id = ${tvId}
      and hour between ${new Date(first)} and ${new Date(last)} and outcome = 'counted'
      and campaign_id = any(${sql.param([...new Set(capped.map(({ campaignId }) => campaignId))])}::uuid[])
    group by 1`);
  return new Map(rows.map(({ key, plays }) => [key, plays]));
}

interface Judged {
  lease: ReportedLease;
  outcome: LeaseOutcome;
  play: ReportedPlay | null;
  /** It came before the lease's time for reports was over. */
  isInTime: boolean;
  repeats: number;
}

interface Repeated {
  lease: ReportedLease;
  times: number;
}

/** Each lease's outcome, the earliest play first; for what is known already, how often it came again. */
function outcomesOf({
  plays,
  unplayed,
  leases,
  spans,
  counted,
  isBlocked,
  countsSince,
  now,
}: Report & {
  leases: readonly ReportedLease[];
  spans: Span[];
  counted: Map<string, number>;
  isBlocked: boolean;
  countsSince: Date | null;
  now: Date;
}): { fresh: Judged[]; again: Repeated[] } {
  const byId = new Map(leases.map((lease) => [lease.id, lease]));
  const fresh = new Map<string, Judged>();
  const again = new Map<string, Repeated>();
  const raise = (lease: ReportedLease) => {
    const known = again.get(lease.id) ?? { lease, times: 0 };
    again.set(lease.id, { lease, times: known.times + 1 });
  };
  for (const play of plays.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime())) {
    const lease = byId.get(play.lease);
    if (!lease) continue;
    const seen = fresh.get(lease.id);
    if (seen) {
      seen.repeats += 1;
      continue;
    }
    const from = play.startedAt.getTime();
    const to = from + play.shownMs;
    const overlaps = spans.some((span) => span.from < to - OVERLAP_TOLERANCE && from < span.to - OVERLAP_TOLERANCE);
    const closesAt = new Date(lease.closesAt);
    const day = `${lease.campaignId} ${dayOf(new Date(lease.hour))}`;
    const outcome = classifyPlay({
      ...play,
      isKnown: lease.isKnown,
      lease: {
        opensAt: new Date(lease.opensAt),
        closesAt,
        seconds: lease.seconds,
        revokedAt: lease.revokedAt === null ? null : new Date(lease.revokedAt),
        // A cap that got smaller since revoked it, and the bag kept to the one before.
        cap: lease.revokedAt === null ? lease.cap : null,
      },
      isBlocked: isBlocked || (countsSince !== null && play.startedAt < countsSince),
      receivedAt: now,
      overlaps,
      countedToday: counted.get(day) ?? 0,
    });
    if (outcome === 'duplicate') {
      raise(lease);
      continue;
    }
    if (outcome === 'counted') {
      spans.push({ from, to });
      counted.set(day, (counted.get(day) ?? 0) + 1);
    }
    fresh.set(lease.id, { lease, outcome, play, isInTime: now <= reportEnds(closesAt), repeats: 0 });
  }
  for (const id of new Set(unplayed)) {
    const lease = byId.get(id);
    if (!lease || lease.isKnown || fresh.has(id) || now > reportEnds(new Date(lease.closesAt))) continue;
    fresh.set(id, { lease, outcome: 'returned', play: null, isInTime: true, repeats: 0 });
  }
  return { fresh: [...fresh.values()], again: [...again.values()] };
}

/** One statement writes plays, their sums, what is released and the TV's days; what it would write twice the key of `plays` refuses. */
async function writeFresh(tx: Tx, tvId: string, fresh: readonly Judged[], now: Date): Promise<void> {
  if (fresh.length === 0) return;
  const rows = fresh.map(({ lease, outcome, play, isInTime, repeats }) => ({
    lease_day: lease.leaseDay,
    lease_id: lease.id,
    hour: lease.hour,
    day: dayOf(new Date(lease.hour)),
    campaign_id: lease.campaignId,
    creative_id: lease.creativeId,
    profile_id: lease.profileId,
    region: lease.region,
    venue: lease.venue,
    outcome,
    units: lease.units,
    is_banner: lease.isBanner,
    is_in_time: isInTime,
    ...shownBetween(play, now),
    visible_ms: play?.visibleMs ?? null,
    progress_ms: play?.progressMs ?? null,
    repeats,
  }));
  await askPrepared(
    tx,
    'playout: write plays',
    sql`
    with came as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(lease_day date, lease_id uuid, hour timestamptz, day date,
        campaign_id uuid, creative_id uuid, profile_id uuid, region text, venue text, outcome text, units smallint, is_banner boolean, is_in_time boolean,
        started_at timestamptz, ended_at timestamptz, visible_ms int, progress_ms int, repeats int)
    ), written as (
      insert into plays (lease_day, lease_id, hour, campaign_id, creative_id, tv_id, region, venue, outcome, units, started_at, ended_at,
        visible_ms, progress_ms, reported_at, repeats)
      select lease_day, lease_id, hour, campaign_id, creative_id, ${tvId}, region, venue, outcome, units, started_at, ended_at,
        visible_ms, progress_ms, ${now}, repeats from came order by lease_day, lease_id
      on conflict do nothing returning lease_day, lease_id
    ), fresh as (
      select came.* from came join written using (lease_day, lease_id)
    ), summed as (
      insert into play_hours as h (campaign_id, hour, creative_id, region, venue, outcome, shard, plays, units, repeats)
      select campaign_id, hour, creative_id, coalesce(region, ''), coalesce(venue, ''), outcome, ${shardOf(tvId)}, count(*), sum(units), sum(repeats)
      from fresh group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
      on conflict on constraint play_hours_key do update
        set plays = h.plays + excluded.plays, units = h.units + excluded.units, repeats = h.repeats + excluded.repeats
    ), seen as (
      insert into campaign_tvs (campaign_id, tv_id, region, venue)
      select distinct on (campaign_id) campaign_id, ${tvId}::uuid, region, venue from fresh
      where outcome <> 'returned' and not exists (
        select from campaign_tvs c where c.campaign_id = fresh.campaign_id and c.tv_id = ${tvId})
      order by campaign_id, hour
      on conflict do nothing
    ), released as (
      insert into released_units (campaign_id, units)
      select campaign_id, sum(units) from fresh where outcome <> 'counted' and is_in_time group by 1
    ), viewed as (
      insert into viewer_days as v (profile_id, day, tv_id, banners, tv_seconds)
      select profile_id, day, ${tvId}, count(*) filter (where is_banner), coalesce(sum(units) filter (where not is_banner), 0)
      from fresh where outcome = 'counted' and profile_id is not null group by 1, 2 order by 1, 2
      on conflict (profile_id, day, tv_id) do update
        set banners = v.banners + excluded.banners, tv_seconds = v.tv_seconds + excluded.tv_seconds
    )
    insert into tv_days as d (tv_id, day, resolved, banners, tv_seconds)
    select ${tvId}, day, count(*) filter (where is_in_time), count(*) filter (where outcome = 'counted' and is_banner),
      coalesce(sum(units) filter (where outcome = 'counted' and not is_banner), 0)
    from fresh group by day
    on conflict (tv_id, day) do update
      set resolved = d.resolved + excluded.resolved, banners = d.banners + excluded.banners, tv_seconds = d.tv_seconds + excluded.tv_seconds`,
  );
}

/** What is known already and came again raises the counters of its play and of its hour. */
async function raiseRepeats(tx: Tx, tvId: string, again: readonly Repeated[]): Promise<void> {
  if (again.length === 0) return;
  const known = again.map(({ lease, times }) => ({ lease_day: lease.leaseDay, lease_id: lease.id, times }));
  const days = [...new Set(known.map(({ lease_day }) => lease_day))];
  await tx.execute(sql`
    with again as (
      update plays p set repeats = p.repeats + k.times
      from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as k(lease_day date, lease_id uuid, times int)
      where p.lease_day = any(${sql.param(days)}::date[]) and p.lease_day = k.lease_day and p.lease_id = k.lease_id
      returning p.campaign_id, p.hour, p.creative_id, p.region, p.venue, p.outcome, k.times
    )
    insert into play_hours as h (campaign_id, hour, creative_id, region, venue, outcome, shard, plays, units, repeats)
    select campaign_id, hour, creative_id, coalesce(region, ''), coalesce(venue, ''), outcome, ${shardOf(tvId)}, 0, 0, sum(times)
    from again group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict on constraint play_hours_key do update set repeats = h.repeats + excluded.repeats`);
}

/** A clock that is off by years says nothing that could be written down. */
function shownBetween(play: ReportedPlay | null, now: Date) {
  if (!play || Math.abs(play.startedAt.getTime() - now.getTime()) > 365 * DAY_MS)
    return { started_at: null, ended_at: null };
  const endedAt = new Date(play.startedAt.getTime() + play.shownMs);
  return { started_at: play.startedAt.toISOString(), ended_at: endedAt.toISOString() };
}

/** Always the same for a TV. */
export const shardOf = (tvId: string): number => Number.parseInt(tvId.slice(-4), 16) % SHARDS;
