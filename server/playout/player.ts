import { sql } from 'drizzle-orm';
import { MINUTE_MS } from '#domain/day.ts';
import type { PlayerState } from '#domain/playout/contract.ts';
import { hourOf, LEASE_HORIZON_MINUTES } from '#domain/playout/rules.ts';
import { askPrepared, type Tx } from '../platform/db.ts';
import { licenceInForceCondition } from './licences.ts';
import { revokesLeaseCondition } from './revoked.ts';

/** The last hour for which a TV may have leases at that moment. With it, two or three parts of `leases` are looked at. */
export const lastLeasableHour = (now: Date): Date =>
  hourOf(new Date(now.getTime() + LEASE_HORIZON_MINUTES.most * 60_000));

export interface Player {
  state: PlayerState;
  licenceId: string | null;
  /** Whose licence it is. */
  ownerId: string | null;
  region: string | null;
  /** `null` also while nobody has confirmed it. */
  venue: string | null;
  /** Nobody wrote down where it stands; one whose venue waits to be confirmed is not missing. */
  isPlaceMissing: boolean;
  isLinked: boolean;
  /** Categories of adverts that its owner wants none of. */
  declined: readonly string[];
  /** What it showed before does not count; `null`: it was never blocked. */
  countsSince: Date | null;
}

/** What a TV is to the adverts at that moment. */
export async function readTvAdvertEligibility(tx: Tx, tvId: string, now: Date): Promise<Player> {
  const [row] = await askPrepared<{
    licence: string | null;
    owner: string | null;
    region: string | null;
    venue: string | null;
    isPlaceMissing: boolean;
    blocked: boolean;
    linked: boolean;
    since: string | null;
    declinesAll: boolean;
    declined: string[];
  }>(
    tx,
    'playout: player',
    sql`
    select licences.id as licence, licences.profile_id as owner, tvs.region, tvs.blocked_at is not null as blocked,
      devices.unlinked_at is null as linked, tvs.counts_since as since,
      coalesce(declined.all, false) as "declinesAll", coalesce(declined.categories, '{}') as declined,
      case when tvs.venue = 'household' or tvs.confirmed_at is not null then tvs.venue end as venue,
      tvs.region is null or tvs.venue is null as "isPlaceMissing"
    from devices left join tvs on tvs.tv_id = devices.id left join declined_adverts declined on declined.profile_id = devices.profile_id
      left join licences on licences.tv_id = devices.id and ${licenceInForceCondition(now)}
    where devices.id = ${tvId}`,
  );
  const { region, venue } = row ?? { region: null, venue: null };
  return {
    state: stateOf(row),
    licenceId: row?.licence ?? null,
    ownerId: row?.owner ?? null,
    region,
    venue,
    isPlaceMissing: row?.isPlaceMissing ?? true,
    isLinked: row?.linked ?? false,
    declined: row?.declined ?? [],
    countsSince: row?.since ? new Date(row.since) : null,
  };
}

interface Facts {
  blocked: boolean;
  declinesAll: boolean;
  licence: string | null;
  region: string | null;
  venue: string | null;
}

function stateOf(tv: Facts | undefined): PlayerState {
  if (!tv || tv.blocked) return 'blocked';
  if (tv.declinesAll) return 'declined';
  if (!tv.licence) return 'unlicensed';
  return tv.region && tv.venue ? 'plays' : 'unplaced';
}

/** Whether a TV may show adverts at all. */
export const mayShow = ({ state }: Player): boolean => state === 'plays' || state === 'unplaced';

/** A lease whose window is not over was issued within this time: it begins within the horizon, and ends with its hour. */
const OPEN_LEASE_MS = (LEASE_HORIZON_MINUTES.most + 60 + 1) * MINUTE_MS;

/** Leases of a TV that it must not show any more, of those whose window is not over: all of them when it may show none. */
export async function revokedLeases(tx: Tx, tvId: string, player: Player, now: Date): Promise<string[]> {
  const isOpen = sql`l.hour between ${hourOf(now)} and ${lastLeasableHour(now)} and l.tv_id = ${tvId} and l.closes_at > ${now}`;
  const { rows } = await tx.execute<{ id: string }>(
    mayShow(player)
      ? sql`select distinct l.id from revocations r join leases l on ${revokesLeaseCondition}
          where r.at > ${new Date(now.getTime() - OPEN_LEASE_MS)} and ${isOpen}`
      : sql`select l.id from leases l where ${isOpen}`,
  );
  return rows.map(({ id }) => id);
}
