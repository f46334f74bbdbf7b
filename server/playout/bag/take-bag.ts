import { sql } from 'drizzle-orm';
import { advertCodePath } from '#domain/campaigns/rules.ts';
import { daysLater, HOUR_MS } from '#domain/day.ts';
import { type ChosenAdvert, choose } from '#domain/playout/choose.ts';
import type { Lease } from '#domain/playout/contract.ts';
import { hourOf, LEASE_RELIABILITY_DAYS, leaseHorizonMinutes, scarceSecondsOf } from '#domain/playout/rules.ts';
import { planSlots } from '#domain/playout/slots.ts';
import { inTurns } from '#domain/playout/turns.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/db.ts';
import { readableHost } from '../../platform/typed-address/readable.ts';
import { newLeaseId } from '../lease-id.ts';
import { lastLeasableHour, mayShow, type Player, readTvAdvertEligibility } from '../player.ts';
import { lockReservations } from '../reservations.ts';
import { leaseRevokedAtQuery } from '../revoked.ts';
import { type CandidateRow, candidatesFor } from './candidates.ts';
import { reserveIntervalPlays } from './intervals.ts';

interface HeldLease {
  id: string;
  hour: Date;
  campaignId: string;
  creativeId: string;
  kind: 'banner' | 'spot';
  sha256: string | null;
  code: string;
  url: string;
  opensAt: Date;
  closesAt: Date;
  seconds: number;
  isOver: boolean;
  isRevoked: boolean;
  isCounted: boolean;
  isReturned: boolean;
  /** It has a window of its own, and comes first in it. */
  isAtInterval: boolean;
  /** As the TV reported it. */
  startedAt: Date | null;
}

/**
 * The leases of a TV for the next minutes: what it holds already and new ones up to the ceiling of each hour. Of the units of a campaign
 * never more are leased than it may spend, whatever other servers give out meanwhile.
 */
export async function takeBag(
  { db, config }: Pick<Dependencies, 'db' | 'config'>,
  tvId: string,
  now: Date,
  random: () => number = Math.random,
): Promise<{ player: Player; leases: Lease[]; revoked: string[] }> {
  const said = leaseOf(config.publicUrl);
  return db.transaction(
    async (tx) => {
      const [player, trust, given] = await Promise.all([
        readTvAdvertEligibility(tx, tvId, now),
        trustOf(tx, tvId, now),
        currentLeases(tx, tvId, now),
      ]);
      const held = given.filter(({ isReturned }) => !isReturned);
      const canPlay = mayShow(player);
      const current = held.filter(({ closesAt }) => closesAt > now);
      const open = current.filter(({ isOver, isRevoked }) => canPlay && !isOver && !isRevoked);
      const revoked = current.filter(({ isRevoked }) => !canPlay || isRevoked).map(({ id }) => id);
      const leased = given
        .filter(({ isReturned, isRevoked }) => !(isReturned && isRevoked))
        .map((one) => ({ ...one, isOpen: !one.isOver && !one.isRevoked }));
      const slots = canPlay ? planSlots(now, leaseHorizonMinutes(trust), leased, config.tv.advertSecondsPerHour) : [];
      if (slots.every(({ seconds }) => seconds === 0))
        return { player, revoked, leases: sortLeases(open, held).map(said) };
      const candidates = await candidatesFor(tx, tvId, player, slots, held, now);
      const last = open.at(-1)?.campaignId ?? null;
      const scarceSeconds = scarceSecondsOf(config.tv.advertSecondsPerHour) - secondsOf(open);
      const fresh = await lease(tx, tvId, player, choose(slots, candidates, { last, random, scarceSeconds }), now);
      return {
        player,
        revoked,
        leases: sortLeases([...open, ...fresh.map((one) => shownOf(one, candidates))], held).map(said),
      };
    },
    { lock: ['playout.tv', tvId] },
  );
}

const leaseOf =
  (publicUrl: string) =>
  ({ id, kind, creativeId, sha256, code, url, seconds, opensAt, closesAt }: Shown): Lease => ({
    id,
    kind,
    creative: creativeId,
    sha256,
    seconds,
    opensAt,
    closesAt,
    code: `${publicUrl}${advertCodePath(code, creativeId)}`,
    opens: URL.canParse(url) ? readableHost(new URL(url).hostname) : '',
  });

type Shown = Omit<HeldLease, 'hour' | 'isOver' | 'isRevoked' | 'isCounted' | 'isReturned' | 'startedAt'>;

function shownOf(one: ChosenAdvert & { id: string }, candidates: readonly CandidateRow[]): Shown {
  const { kind, code, url, creatives } = candidates.find(({ id }) => id === one.campaignId)!;
  const sha256 = creatives.find(({ id }) => id === one.creativeId)!.sha256;
  return { ...one, kind, code, url, sha256 };
}

/** In the order in which they are to be shown; ids are random, and what comes again comes in theirs. */
function sortLeases(leases: readonly Shown[], held: readonly HeldLease[]): Shown[] {
  const shown = held.flatMap(({ startedAt, campaignId }) => (startedAt ? [{ startedAt, campaignId }] : []));
  let before = shown.sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime()).at(-1)?.campaignId ?? null;
  const others = leases.filter(({ isAtInterval }) => !isAtInterval);
  const inWindows = [...Map.groupBy(others, ({ closesAt }) => closesAt.getTime()).values()].flatMap((window) => {
    const turns = inTurns(window, before);
    before = turns.at(-1)!.campaignId;
    return turns;
  });
  return [...leases.filter(({ isAtInterval }) => isAtInterval), ...inWindows];
}

/** Of leases that the TV holds for the next minutes. */
const secondsOf = (open: readonly HeldLease[]): number => open.reduce((sum, { seconds }) => sum + seconds, 0);

/** What it got in the last days, without today, and what of that it played or returned. */
async function trustOf(tx: Tx, tvId: string, now: Date): Promise<{ leased: number; resolved: number }> {
  const today = dayOf(now);
  const { rows } = await tx.execute<{ leased: number; resolved: number }>(sql`
    select coalesce(sum(leased), 0)::int as leased, coalesce(sum(resolved), 0)::int as resolved from tv_days
    where tv_id = ${tvId} and day between ${daysLater(today, -LEASE_RELIABILITY_DAYS)}::date and ${daysLater(today, -1)}::date`);
  return rows[0]!;
}

/** Leases of this hour and later ones, with those that were returned. */
async function currentLeases(tx: Tx, tvId: string, now: Date): Promise<HeldLease[]> {
  const hour = hourOf(now);
  const { rows } = await tx.execute<Record<keyof HeldLease, never>>(sql`
    select l.id, l.hour, l.campaign_id as "campaignId", l.creative_id as "creativeId", c.kind, c.code, c.url, a.sha256, l.opens_at as "opensAt",
      l.closes_at as "closesAt", l.seconds, p.lease_id is not null as "isOver", coalesce(p.outcome = 'counted', false) as "isCounted",
      coalesce(p.outcome = 'returned', false) as "isReturned", c.every_minutes is not null as "isAtInterval",
      p.started_at as "startedAt", ${leaseRevokedAtQuery} is not null as "isRevoked"
    from leases l join campaigns c on c.id = l.campaign_id left join creatives a on a.id = l.creative_id
      left join plays p on p.lease_day between ${hour.toISOString().slice(0, 10)}::date and ${new Date(hour.getTime() + 24 * HOUR_MS).toISOString().slice(0, 10)}::date
        and p.lease_day = (l.hour at time zone 'UTC')::date and p.lease_id = l.id
    where l.hour between ${hour} and ${lastLeasableHour(now)} and l.tv_id = ${tvId}
    order by c.every_minutes is null, l.opens_at, l.id`);
  return rows.map((row: Record<keyof HeldLease, unknown>) => ({
    ...(row as HeldLease),
    hour: new Date(row.hour as string),
    opensAt: new Date(row.opensAt as string),
    closesAt: new Date(row.closesAt as string),
    startedAt: row.startedAt ? new Date(row.startedAt as string) : null,
  }));
}

/** Takes the units of what was chosen, as far as they are still there, and writes the leases down. */
async function lease(
  tx: Tx,
  tvId: string,
  { licenceId, ownerId, region, venue }: Player,
  chosen: readonly ChosenAdvert[],
  now: Date,
): Promise<(ChosenAdvert & { id: string })[]> {
  if (chosen.length === 0) return [];
  const ids = [...new Set(chosen.map(({ campaignId }) => campaignId))];
  await lockReservations(tx, ids);
  const { rows: left } = await tx.execute<{ id: string; left: number }>(sql`
    select r.campaign_id as id, (r.budget - r.leased + r.released)::float8 as left
    from unit_reservations r join campaigns c on c.id = r.campaign_id
    where r.campaign_id = any(${sql.param(ids)}::uuid[]) and c.state = 'approved'`);
  const units = new Map(left.map((row) => [row.id, row.left]));
  const atInterval = await reserveIntervalPlays(
    tx,
    tvId,
    chosen.filter(({ isAtInterval }) => isAtInterval),
  );
  const given = chosen.flatMap((choice) => {
    if (choice.isAtInterval)
      return atInterval.includes(choice) ? [{ ...choice, id: newLeaseId(hourOf(choice.opensAt)) }] : [];
    const now = units.get(choice.campaignId) ?? 0;
    if (now < choice.units) return [];
    units.set(choice.campaignId, now - choice.units);
    return [{ ...choice, id: newLeaseId(hourOf(choice.opensAt)) }];
  });
  if (given.length === 0) return [];
  const rows = given.map(({ id, campaignId, creativeId, seconds, units, opensAt, closesAt, slot }) => ({
    hour: hourOf(opensAt).toISOString(),
    id,
    campaign_id: campaignId,
    creative_id: creativeId,
    seconds,
    units,
    opens_at: opensAt.toISOString(),
    closes_at: closesAt.toISOString(),
    day: slot.day,
  }));
  await tx.execute(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(hour timestamptz, id uuid, campaign_id uuid, creative_id uuid,
        seconds smallint, units smallint, opens_at timestamptz, closes_at timestamptz, day date)
    ), written as (
      insert into leases (hour, id, tv_id, campaign_id, creative_id, licence_id, profile_id, region, venue, opens_at, closes_at, seconds,
        units, issued_at)
      select hour, id, ${tvId}, campaign_id, creative_id, ${licenceId}, ${ownerId}, ${region}, ${venue}, opens_at, closes_at, seconds, units, ${now}
      from given order by hour, id
    ), taken as (
      update unit_reservations r set leased = r.leased + g.units
      from (select campaign_id, sum(units) as units from given group by 1) g where r.campaign_id = g.campaign_id
    )
    insert into tv_days as d (tv_id, day, leased) select ${tvId}, day, count(*) from given group by day
    on conflict (tv_id, day) do update set leased = d.leased + excluded.leased`);
  return given;
}
