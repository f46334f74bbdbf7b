import { type SQL, sql } from 'drizzle-orm';
import { daysLater, HOUR_MS } from '#domain/day.ts';
import type { Region } from '#domain/places/regions.ts';
import type { VENUES } from '#domain/places/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf, startOfDay } from '#domain/time.ts';
import type { ListedTv, SuspiciousTv } from '#domain/tvs/contract.ts';
import { LAST_DAYS, TV_STATES, type TvState, UNKNOWN_PLACE } from '#domain/tvs/rules.ts';
import { profileWords } from '../../accounts/schema.ts';
import type { Database } from '../../platform/db.ts';
import { pageOf, wordSearchCondition } from '../../platform/list.ts';
import { suspiciousTvCountsQuery, waitingPlaceCountQuery } from './count-waiting.ts';
import { readVoidableTotals } from './open-plays.ts';
import { openSuspicionCondition } from './schema.ts';
import { silentTvCondition, stateAt, tvStateJoins } from './watch-tvs.ts';

type Venue = (typeof VENUES)[number];

const LAST_PLAYS = 50;

const nameOf = (person: string): SQL =>
  sql.raw(
    `coalesce(nullif(${person}.company_name, ''), nullif(trim(concat_ws(' ', ${person}.first_name, ${person}.last_name)), ''), ${person}.username, '')`,
  );

/** What a row says of a TV; see `tvStateJoins`, with its owner as `o`. */
const shownAt = (
  now: Date,
): SQL => sql`d.id, d.number, d.name, ${nameOf('o')} as owner, d.profile_id as "ownerId", o.email as "ownerEmail", t.region, t.venue,
  coalesce(t.venue = 'household' or t.confirmed_at is not null, false) as "isConfirmed", ${stateAt(now)} as state,
  exists (select from tv_suspicions x where x.tv_id = d.id and ${openSuspicionCondition}) as "isSuspicious", licences.id is not null as "isLicensed",
  coalesce(s.version, '') as version, d.last_seen_at as "seenAt", d.linked_at as "linkedAt", d.unlinked_at as "unlinkedAt"`;

type Row = Omit<ListedTv, 'seenAt' | 'linkedAt' | 'unlinkedAt'> & {
  seenAt: string | null;
  linkedAt: string;
  unlinkedAt: string | null;
};
const tvOf = (row: Row): ListedTv => ({
  id: row.id,
  number: row.number,
  name: row.name,
  owner: row.owner,
  ownerId: row.ownerId,
  ownerEmail: row.ownerEmail,
  region: row.region,
  venue: row.venue,
  isConfirmed: row.isConfirmed,
  state: row.state,
  isSuspicious: row.isSuspicious,
  isLicensed: row.isLicensed,
  version: row.version,
  seenAt: dateOf(row.seenAt),
  linkedAt: new Date(row.linkedAt),
  unlinkedAt: dateOf(row.unlinkedAt),
});
const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

export interface TvFilter {
  search?: string | undefined;
  state?: TvState | undefined;
  region?: Region | typeof UNKNOWN_PLACE | undefined;
  venue?: Venue | typeof UNKNOWN_PLACE | undefined;
  /** The kind of place is not confirmed. */
  waits?: boolean | undefined;
  /** Nothing was heard of it for a day. */
  silent?: boolean | undefined;
}

const placeCondition = (column: SQL, place: string): SQL =>
  place === UNKNOWN_PLACE ? sql`${column} is null` : sql`${column} = ${place}`;

/** Linked TVs, by when they were linked; one that was unlinked is found by its id or its whole number. */
export async function listTvs(
  db: Database,
  {
    search: text,
    state,
    region,
    venue,
    waits,
    silent,
    direction,
    after,
  }: TvFilter & { direction: 'asc' | 'desc'; after?: string | undefined },
  now: Date,
) {
  const page = pageOf({
    key: { expression: sql`d.linked_at`, type: 'timestamptz' },
    id: { expression: sql`d.id`, type: 'uuid' },
    direction,
    after,
  });
  const digits = text?.replace(/\D/g, '') ?? '';
  const conditions = [
    text
      ? sql`(d.unlinked_at is null or d.id::text = ${text} or d.number::text = ${digits})`
      : sql`d.unlinked_at is null`,
    ...(text
      ? [
          sql`(d.id::text = ${text} or d.profile_id in (select profile_id from ${profileWords} where ${wordSearchCondition(profileWords.words, text)})
            or ${digits.length >= 3 ? sql`d.number::text like ${`%${digits}%`}` : sql`false`})`,
        ]
      : []),
    ...(state ? [sql`${stateAt(now)} = ${state}`] : []),
    ...(region ? [placeCondition(sql`t.region`, region)] : []),
    ...(venue ? [placeCondition(sql`t.venue`, venue)] : []),
    ...(waits ? [sql`t.venue <> 'household' and t.confirmed_at is null and t.blocked_at is null`] : []),
    ...(silent ? [silentTvCondition(now)] : []),
    ...(page.after ? [page.after] : []),
  ];
  const { rows } = await db.execute<Row & { place: [string, string] }>(sql`
    select ${shownAt(now)}, ${page.place} as place from ${tvStateJoins(now)} join profiles o on o.id = d.profile_id
    where ${sql.join(conditions, sql` and `)} order by ${sql.join(page.orderBy, sql`, `)} limit ${page.limit}`);
  return page.show(rows, tvOf);
}

/** How many TVs are what, where, and how many showed in each hour of today. */
export async function overviewOf(db: Database, now: Date) {
  const today = startOfDay(dayOf(now));
  const yesterday = startOfDay(daysLater(dayOf(now), -1));
  const [states, odd, places, hours] = await Promise.all([
    db.execute<{ state: TvState; tvs: number }>(
      sql`select ${stateAt(now)} as state, count(*)::int as tvs from ${tvStateJoins(now)} where d.unlinked_at is null group by 1`,
    ),
    db.execute<{ odd: { tvs: number; accounts: number }; waiting: number }>(
      sql`select (${suspiciousTvCountsQuery}) as odd, (${waitingPlaceCountQuery}) as waiting`,
    ),
    db.execute<{ region: Region | null; venue: Venue | null; tvs: number }>(sql`
      select t.region, t.venue, count(*)::int as tvs from devices d left join tvs t on t.tv_id = d.id
      where d.unlinked_at is null group by 1, 2`),
    db.execute<{ hour: string; shows: number }>(
      sql`select hour, shows from tv_hours where hour >= ${yesterday} and hour <= ${now} order by hour`,
    ),
  ]);
  const all = hours.rows.map(({ hour, shows }) => ({ hour: new Date(hour), shows }));
  const earlier = all.filter(({ hour }) => hour < today);
  return {
    states: Object.fromEntries(
      TV_STATES.map((state) => [state, states.rows.find((row) => row.state === state)?.tvs ?? 0]),
    ) as Record<TvState, number>,
    suspicious: odd.rows[0]!.odd.tvs,
    accounts: odd.rows[0]!.odd.accounts,
    waiting: odd.rows[0]!.waiting,
    hours: all.filter(({ hour }) => hour >= today),
    yesterday: earlier.toSorted((a, b) => b.shows - a.shows)[0] ?? null,
    places: places.rows,
  };
}

/** What looks odd and nobody has put aside, the longest first, with what blocking the TV would take back. Also of TVs that were unlinked. */
export async function suspiciousTvs(db: Database, now: Date): Promise<Omit<SuspiciousTv, 'openReward'>[]> {
  const { rows } = await db.execute<
    Row & {
      suspicion: SuspiciousTv['suspicion'];
      since: string;
      figure: number;
      spread: number;
      typical: number;
      network: string;
    }
  >(sql`
    select ${shownAt(now)}, x.kind as suspicion, x.since, x.figure, x.spread, x.typical, x.network_label as network
    from tv_suspicions x join ${tvStateJoins(now)} on x.tv_id = d.id join profiles o on o.id = d.profile_id
    where t.blocked_at is null and ${openSuspicionCondition} order by x.since, d.number limit 100`);
  return Promise.all(
    rows.map(async (row) => ({
      ...tvOf(row),
      suspicion: row.suspicion,
      figure: row.figure,
      spread: row.spread,
      typical: row.typical,
      network: row.network,
      since: new Date(row.since),
      open: await readVoidableTotals(db, row.id),
    })),
  );
}

/** Everything that staff see of one TV, linked or not any more. */
export async function readTv(db: Database, id: string, now: Date) {
  const { rows } = await db.execute<Row>(
    sql`select ${shownAt(now)} from ${tvStateJoins(now)} join profiles o on o.id = d.profile_id where d.id = ${id}`,
  );
  const row = rows[0];
  if (!row) throw refuse('NOT_FOUND');
  const since = daysLater(dayOf(now), 1 - LAST_DAYS);
  const [screen, licence, confirmed, blocks, days, plays, open] = await Promise.all([
    db.execute<{
      version: string;
      visible: boolean;
      width: number;
      height: number;
      lastError: string;
      errorAt: string | null;
      freeMegabytes: number | null;
      command: 'reload' | 'relink' | null;
      toldAt: string | null;
    }>(sql`select version, visible, width, height, last_error as "lastError", error_at as "errorAt",
        free_megabytes as "freeMegabytes", command, told_at as "toldAt"
      from tv_screens where tv_id = ${id}`),
    db.execute<{ kind: string; serial: string | null; until: string | null }>(
      sql`select kind, serial, ends_at as until from licences where tv_id = ${id}`,
    ),
    db.execute<{ at: string; by: string; how: 'photo' | 'visit' | 'call' }>(sql`
      select t.confirmed_at as at, ${nameOf('p')} as by, t.confirmed_how as how from tvs t left join profiles p on p.id = t.confirmed_by
      where t.tv_id = ${id} and t.confirmed_at is not null and t.confirmed_how is not null`),
    db.execute<{
      at: string;
      by: string;
      reason: string;
      banners: number;
      tvSeconds: number;
      liftedAt: string | null;
      liftedBy: string;
    }>(sql`
      select b.blocked_at as at, ${nameOf('p')} as by, b.reason, b.banners, b.tv_seconds as "tvSeconds", b.lifted_at as "liftedAt",
        ${nameOf('l')} as "liftedBy"
      from tv_blocks b left join profiles p on p.id = b.blocked_by left join profiles l on l.id = b.lifted_by
      where b.tv_id = ${id} order by b.blocked_at desc limit 20`),
    db.execute<{ day: string; banners: number; tvSeconds: number }>(sql`
      select to_char(n.day, 'YYYY-MM-DD') as day, coalesce(v.banners, 0) as banners, coalesce(v.tv_seconds, 0) as "tvSeconds"
      from generate_series(${since}::date, ${dayOf(now)}::date, interval '1 day') as n(day)
        left join tv_days v on v.tv_id = ${id} and v.day = n.day::date order by 1`),
    db.execute<{
      id: string;
      campaign: string;
      startedAt: string | null;
      reportedAt: string;
      outcome: 'counted';
      visibleMs: number | null;
      repeats: number;
    }>(sql`
      select p.lease_id as id, c.name as campaign, p.started_at as "startedAt", p.reported_at as "reportedAt", p.outcome,
        p.visible_ms as "visibleMs", p.repeats
      from plays p join campaigns c on c.id = p.campaign_id
      where p.tv_id = ${id} and p.hour > ${new Date(now.getTime() - LAST_DAYS * 24 * HOUR_MS)}
      order by p.hour desc, p.started_at desc nulls last limit ${LAST_PLAYS}`),
    readVoidableTotals(db, id),
  ]);
  const said = screen.rows[0];
  const [runs, seen] = [licence.rows[0], confirmed.rows[0]];
  return {
    ...tvOf(row),
    screen: said ? { ...said, errorAt: dateOf(said.errorAt), toldAt: dateOf(said.toldAt) } : null,
    licence: runs ? { ...runs, until: dateOf(runs.until) } : null,
    confirmed: seen ? { ...seen, at: new Date(seen.at) } : null,
    blocks: blocks.rows.map((one) => ({ ...one, at: new Date(one.at), liftedAt: dateOf(one.liftedAt) })),
    days: days.rows,
    plays: plays.rows.map((one) => ({
      ...one,
      startedAt: dateOf(one.startedAt),
      reportedAt: new Date(one.reportedAt),
    })),
    open,
  };
}
