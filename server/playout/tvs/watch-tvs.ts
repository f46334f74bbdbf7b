import { type SQL, sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS } from '#domain/day.ts';
import { hourOf } from '#domain/playout/rules.ts';
import {
  AWAY_DAYS,
  DAYS_WITHOUT_PAUSE,
  HEARD_MINUTES,
  INTERVALS,
  LEAST_SPREAD_MS,
  PAUSE_MINUTES,
  SILENT_HOURS,
  TVS_ON_ONE_NETWORK,
} from '#domain/tvs/rules.ts';
import { ownerLetInCondition } from '../../devices/schema.ts';
import type { Database } from '../../platform/db.ts';
import { licenceInForceCondition } from '../licences.ts';
import { ownerDeclinesAllCondition } from '../schema.ts';
import { voidablePlaysCondition } from './open-plays.ts';

/** How long it is known from where a TV reported last. */
const NETWORK_DAYS = 30;

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** What a TV is at that moment, beside `devices` d, `tvs` t, `tv_screens` s and `licences`, the last three of which may be missing. */
export const stateAt = (now: Date): SQL => sql`case when t.blocked_at is not null then 'blocked'
  when s.seen_at > ${before(now, HEARD_MINUTES * 60_000)} and s.visible and licences.id is not null
    and not ${ownerDeclinesAllCondition} then 'shows'
  when coalesce(d.last_seen_at, d.linked_at) > ${before(now, HEARD_MINUTES * 60_000)} then 'on'
  when coalesce(d.last_seen_at, d.linked_at) > ${before(now, AWAY_DAYS * DAY_MS)} then 'off' else 'away' end`;

/** Nothing was heard of it for a day, and nobody has blocked it or its owner; beside `devices` d and `tvs` t. */
export const silentTvCondition = (now: Date): SQL =>
  sql`(t.blocked_at is null and ${ownerLetInCondition}
    and coalesce(d.last_seen_at, d.linked_at) <= ${before(now, SILENT_HOURS * HOUR_MS)})`;

/** TVs with their place, screen and licence in force; those that were unlinked are among them. */
export const tvStateJoins = (
  now: Date,
): SQL => sql`devices d left join tvs t on t.tv_id = d.id left join tv_screens s on s.tv_id = d.id
  left join licences on licences.tv_id = d.id and ${licenceInForceCondition(now)}`;

/** Keeps the most TVs that showed at once in this hour, and forgets from where those reported that are long silent. */
export async function recordShowingTvs(db: Database, now: Date): Promise<void> {
  await db.execute(sql`
    insert into tv_hours as h (hour, shows)
    select ${hourOf(now)}, count(*)::int from ${tvStateJoins(now)} where d.unlinked_at is null and ${stateAt(now)} = 'shows'
    on conflict (hour) do update set shows = greatest(h.shows, excluded.shows)`);
  await db.execute(sql`
    update tv_screens set network = '\\x', network_label = ''
    where network <> '\\x' and seen_at < ${before(now, NETWORK_DAYS * DAY_MS)}`);
}

/**
 * Measures what looks odd of the TVs that report; what is not so any more goes, unless somebody decided about it. Of a TV that was
 * unlinked, or is not measured any more, it stays as long as there is something to take back.
 */
export async function findSuspicions(db: Database, now: Date): Promise<void> {
  const heard = before(now, PAUSE_MINUTES * 60_000);
  await db.execute(sql`
    with live as (
      select s.*, d.profile_id from tv_screens s join devices d on d.id = s.tv_id
      where d.unlinked_at is null and s.seen_at > ${heard}
    ), found as (
      select tv_id, 'network' as kind, ${now}::timestamptz as since, count(*) over (partition by profile_id, network)::int as figure,
        0 as spread, 0 as typical, network_label from live where network <> '\\x'
      union all
      select tv_id, 'always', shows_since, (extract(epoch from ${now}::timestamptz - shows_since) * 1000 / ${HOUR_MS})::int, longest_pause, 0, ''
      from live where shows_since is not null
      union all
      select tv_id, 'rhythm', ${now}, intervals, round(sqrt(interval_squares / intervals))::int, round(interval_mean)::int, ''
      from live where intervals >= ${INTERVALS}
    ), odd as (
      select * from found where kind = 'network' and figure >= ${TVS_ON_ONE_NETWORK}
        or kind = 'always' and figure >= ${24 * DAYS_WITHOUT_PAUSE} or kind = 'rhythm' and spread < ${LEAST_SPREAD_MS}
    ), gone as (
      delete from tv_suspicions x where x.cleared_figure is null
        and not exists (select from odd where odd.tv_id = x.tv_id and odd.kind = x.kind)
        and not exists (select from devices d where d.id = x.tv_id and (d.unlinked_at is not null or ${ownerDeclinesAllCondition})
          and exists (select from plays where ${voidablePlaysCondition(sql`x.tv_id`)}))
    )
    insert into tv_suspicions as x (tv_id, kind, since, figure, spread, typical, network_label)
    select tv_id, kind, since, figure, spread, typical, network_label from odd order by 1, 2
    on conflict (tv_id, kind) do update
      set figure = excluded.figure, spread = excluded.spread, typical = excluded.typical, network_label = excluded.network_label
      where (x.figure, x.spread, x.typical, x.network_label) is distinct from
        (excluded.figure, excluded.spread, excluded.typical, excluded.network_label)`);
}
