import { sql } from 'drizzle-orm';
import { codePath, LAST_MOMENT_SECONDS, UNDO_SECONDS } from '#domain/campaigns/rules.ts';
import { daysLater, HOUR_MS } from '#domain/day.ts';
import { type Candidate, type Choice, choose, type Slot } from '#domain/playout/choose.ts';
import type { Lease } from '#domain/playout/contract.ts';
import { bagMinutes, hourOf, SCARCE_SECONDS, SILENT_SHARE, TRUST_DAYS } from '#domain/playout/rules.ts';
import { slotsFrom } from '#domain/playout/slots.ts';
import { dayOf, startOfDay } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Tx } from '../platform/db.ts';
import { newLeaseId } from './lease-id.ts';
import { lastHour, type Player, playerOf } from './player.ts';
import { lockReservations } from './reservations.ts';
import { revokedAt } from './revoked.ts';

/** Campaigns among which a bag chooses, drawn at random where more fit. */
const CANDIDATES = 100;

interface Held {
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
      const [player, trust, held] = await Promise.all([
        playerOf(tx, tvId, now),
        trustOf(tx, tvId, now),
        heldLeases(tx, tvId, now),
      ]);
      const open = held.filter(({ isOver, isRevoked, closesAt }) => !isOver && !isRevoked && closesAt > now);
      const revoked = held.filter(({ isRevoked, closesAt }) => isRevoked && closesAt > now).map(({ id }) => id);
      const canPlay = player.state === 'plays' || player.state === 'unplaced';
      const leased = held.map((one) => ({ ...one, isOpen: !one.isOver && !one.isRevoked }));
      const slots = canPlay ? slotsFrom(now, bagMinutes(trust), leased) : [];
      if (slots.every(({ seconds }) => seconds === 0)) return { player, revoked, leases: open.map(said) };
      const candidates = await candidatesFor(tx, tvId, player, slots, now);
      const last = open.at(-1)?.campaignId ?? null;
      const fresh = await lease(
        tx,
        tvId,
        player,
        choose(slots, candidates, { last, random, scarceSeconds: scarceSeconds(open) }),
        now,
      );
      return {
        player,
        revoked,
        leases: [...open, ...fresh.map((one) => shownOf(one, candidates))].map(said),
      };
    },
    { lock: ['playout.tv', tvId] },
  );
}

const leaseOf =
  (publicUrl: string) =>
  ({ id, kind, creativeId, sha256, code, url, seconds, opensAt, closesAt }: Shown): Lease => ({
    ...{ id, kind, creative: creativeId, sha256, seconds, opensAt, closesAt },
    code: `${publicUrl}${codePath(code)}`,
    opens: URL.canParse(url) ? new URL(url).hostname : '',
  });

type Shown = Omit<Held, 'hour' | 'campaignId' | 'isOver' | 'isRevoked'>;

function shownOf(one: Choice & { id: string }, candidates: readonly CandidateRow[]): Shown {
  const { kind, code, url, creatives } = candidates.find(({ id }) => id === one.campaignId)!;
  const sha256 = creatives.find(({ id }) => id === one.creativeId)!.sha256;
  return { ...one, kind, code, url, sha256 };
}

/** What the TV has for the next minutes counts. */
const scarceSeconds = (open: readonly Held[]): number =>
  SCARCE_SECONDS - open.reduce((sum, { seconds }) => sum + seconds, 0);

/** What it got in the last days, without today, and what of that it played or returned. */
async function trustOf(tx: Tx, tvId: string, now: Date): Promise<{ leased: number; resolved: number }> {
  const today = dayOf(now);
  const { rows } = await tx.execute<{ leased: number; resolved: number }>(sql`
    select coalesce(sum(leased), 0)::int as leased, coalesce(sum(resolved), 0)::int as resolved from tv_days
    where tv_id = ${tvId} and day between ${daysLater(today, -TRUST_DAYS)}::date and ${daysLater(today, -1)}::date`);
  return rows[0]!;
}

/** Leases of this hour and later ones that were not returned. */
async function heldLeases(tx: Tx, tvId: string, now: Date): Promise<Held[]> {
  const hour = hourOf(now);
  const { rows } = await tx.execute<Record<keyof Held, never>>(sql`
    select l.id, l.hour, l.campaign_id as "campaignId", l.creative_id as "creativeId", c.kind, c.code, c.url, a.sha256, l.opens_at as "opensAt",
      l.closes_at as "closesAt", l.seconds, p.lease_id is not null as "isOver", ${revokedAt} is not null as "isRevoked"
    from leases l join campaigns c on c.id = l.campaign_id left join creatives a on a.id = l.creative_id
      left join plays p on p.lease_day between ${hour.toISOString().slice(0, 10)}::date and ${new Date(hour.getTime() + 24 * HOUR_MS).toISOString().slice(0, 10)}::date
        and p.lease_day = (l.hour at time zone 'UTC')::date and p.lease_id = l.id
    where l.hour between ${hour} and ${lastHour(now)} and l.tv_id = ${tvId} and p.outcome is distinct from 'returned'
    order by l.opens_at, l.id`);
  return rows.map((row: Record<keyof Held, unknown>) => ({
    ...(row as Held),
    hour: new Date(row.hour as string),
    opensAt: new Date(row.opensAt as string),
    closesAt: new Date(row.closesAt as string),
  }));
}

type CandidateRow = Omit<Candidate, 'creatives'> & {
  kind: 'banner' | 'spot';
  code: string;
  url: string;
  creatives: (Candidate['creatives'][number] & { sha256: string | null })[];
};

/** Campaigns that fit the TV and have something left, with what this TV may still show of each. */
async function candidatesFor(
  tx: Tx,
  tvId: string,
  { region, venue, state, declined }: Player,
  slots: readonly Slot[],
  now: Date,
): Promise<CandidateRow[]> {
  const until = slots.at(-1)!.closesAt;
  const decidedBefore = new Date(now.getTime() - (UNDO_SECONDS + LAST_MOMENT_SECONDS) * 1000);
  const { rows } = await tx.execute<{
    id: string;
    kind: 'banner' | 'spot';
    code: string;
    url: string;
    startsAt: string;
    endsAt: string;
    wallStarts: number;
    wallEnds: number;
    schedule: number[];
    pace: 'even' | 'asap';
    cap: number | null;
    budget: number;
    taken: number;
    isScarce: boolean;
    silent: number;
    creatives: CandidateRow['creatives'];
  }>(sql`
    select c.*, (select json_agg(json_build_object('id', a.id, 'seconds', a.seconds, 'sha256', a.sha256,
        'units', case c.kind when 'banner' then 1 else a.seconds end) order by a.created_at, a.id)
      from creatives a where a.campaign_id = c.id and a.withdrawn_at is null) as creatives
    from (select c.id, c.kind, c.code, c.url, c.starts_at as "startsAt", c.ends_at as "endsAt", c.schedule, c.pace, c.cap, r.budget::float8 as budget,
      (r.leased - r.released)::float8 as taken, r.silent::float8 as silent,
      r.silent > ${SILENT_SHARE}::float8 * (r.budget - r.leased + r.released + r.silent) as "isScarce",
      extract(epoch from c.starts_at at time zone 'Europe/Belgrade' - '1970-01-05')::float8 / 3600 as "wallStarts",
      extract(epoch from c.ends_at at time zone 'Europe/Belgrade' - '1970-01-05')::float8 / 3600 as "wallEnds"
    from campaigns c join unit_reservations r on r.campaign_id = c.id
    where c.state = 'approved' and (c.category is null or c.category <> all(${sql.param(declined)}::text[])) and (c.decided_at is null or c.decided_at <= ${decidedBefore}) and c.starts_at < ${until} and c.ends_at > ${now} and r.leased - r.released < r.budget
      and (cardinality(c.regions) = 0 and cardinality(c.venues) = 0 or ${state === 'plays'}
        and (cardinality(c.regions) = 0 or ${region} = any(c.regions)) and (cardinality(c.venues) = 0 or ${venue} = any(c.venues)))
    order by random() limit ${CANDIDATES}) c`);
  const usable = rows.filter(({ creatives }) => creatives !== null);
  const used = await usedToday(
    tx,
    tvId,
    slots,
    usable.flatMap(({ id, cap }) => (cap === null ? [] : [id])),
  );
  const days = [...new Set(slots.map(({ day }) => day))];
  return usable.map(({ cap, ...row }) => ({
    ...row,
    startsAt: new Date(row.startsAt),
    endsAt: new Date(row.endsAt),
    capLeft:
      cap === null ? {} : Object.fromEntries(days.map((day) => [day, cap - (used.get(`${row.id} ${day}`) ?? 0)])),
  }));
}

/** Leases of this TV that count or may still count, by campaign and day of Belgrade. */
async function usedToday(tx: Tx, tvId: string, slots: readonly Slot[], capped: string[]): Promise<Map<string, number>> {
  if (capped.length === 0) return new Map();
  const from = startOfDay(slots[0]!.day);
  const to = slots.at(-1)!.closesAt;
  const { rows } = await tx.execute<{ key: string; leases: number }>(sql`
    select l.campaign_id || ' ' || to_char(l.hour at time zone 'Europe/Belgrade', 'YYYY-MM-DD') as key, count(*)::int as leases
    from leases l left join plays p on p.lease_day between ${from.toISOString().slice(0, 10)}::date and ${to.toISOString().slice(0, 10)}::date
      and p.lease_day = (l.hour at time zone 'UTC')::date and p.lease_id = l.id
    where l.hour >= ${from} and l.hour < ${to} and l.tv_id = ${tvId} and l.campaign_id = any(${sql.param(capped)}::uuid[])
      and (p.lease_id is null or p.outcome = 'counted')
    group by 1`);
  return new Map(rows.map(({ key, leases }) => [key, leases]));
}

/** Takes the units of what was chosen, as far as they are still there, and writes the leases down. */
async function lease(
  tx: Tx,
  tvId: string,
  { licenceId, ownerId, region, venue }: Player,
  chosen: readonly Choice[],
  now: Date,
): Promise<(Choice & { id: string })[]> {
  if (chosen.length === 0) return [];
  const ids = [...new Set(chosen.map(({ campaignId }) => campaignId))];
  await lockReservations(tx, ids);
  const { rows: left } = await tx.execute<{ id: string; left: number }>(sql`
    select r.campaign_id as id, (r.budget - r.leased + r.released)::float8 as left
    from unit_reservations r join campaigns c on c.id = r.campaign_id
    where r.campaign_id = any(${sql.param(ids)}::uuid[]) and c.state = 'approved'`);
  const units = new Map(left.map((row) => [row.id, row.left]));
  const given = chosen.flatMap((choice) => {
    const now = units.get(choice.campaignId) ?? 0;
    if (now < choice.units) return [];
    units.set(choice.campaignId, now - choice.units);
    return [{ ...choice, id: newLeaseId(hourOf(choice.opensAt)) }];
  });
  if (given.length === 0) return [];
  const rows = given.map(({ id, campaignId, creativeId, seconds, units, opensAt, closesAt, slot }) => ({
    ...{ hour: hourOf(opensAt).toISOString(), id, campaign_id: campaignId, creative_id: creativeId, seconds, units },
    ...{ opens_at: opensAt.toISOString(), closes_at: closesAt.toISOString(), day: slot.day },
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
