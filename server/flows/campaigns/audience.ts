import { sql } from 'drizzle-orm';
import { daysLater } from '#domain/day.ts';
import type { Region } from '#domain/places/regions.ts';
import type { VENUES } from '#domain/places/rules.ts';
import { AUDIENCE_DAYS, FEWEST_TVS } from '#domain/places/rules.ts';
import { BANNER_SECONDS } from '#domain/playout/rules.ts';
import { HOURS_OF_WEEK } from '#domain/playout/schedule.ts';
import { dayOf, startOfDay } from '#domain/time.ts';
import { BELGRADE } from '../../platform/belgrade.ts';
import type { Database } from '../../platform/db.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { shareRuns } from '../../platform/postgres/share-runs.ts';
import { licenceInForceCondition } from '../../playout/licences.ts';
import { ownerTakesAdvertsCondition } from '../../playout/schema.ts';

type Venue = (typeof VENUES)[number];

interface Choice {
  regions: Region[];
  venues: Venue[];
}

/**
 * Linked and licensed TVs that showed something in the last fourteen days and may show more, by place, those apart of which nobody has
 * confirmed the place.
 */
async function readSeenPlaces(db: Database, now: Date) {
  const today = dayOf(now);
  const { rows } = await db.execute<{ region: Region; venue: Venue; waits: boolean; tvs: number; seconds: number }>(sql`
    with seen as (
      select tv_id, sum(banners * ${BANNER_SECONDS} + tv_seconds) as seconds from tv_days
      where day between ${daysLater(today, -AUDIENCE_DAYS)}::date and ${daysLater(today, -1)}::date and banners + tv_seconds > 0 group by 1
    )
    select t.region, t.venue, t.venue <> 'household' and t.confirmed_at is null as waits, count(*)::int as tvs,
      sum(seen.seconds)::float8 as seconds
    from seen join tvs t on t.tv_id = seen.tv_id and t.blocked_at is null
      join devices d on d.id = t.tv_id and d.unlinked_at is null and ${ownerTakesAdvertsCondition}
    where t.region is not null and t.venue is not null
      and exists (select from licences where licences.tv_id = t.tv_id and ${licenceInForceCondition(now)})
    group by 1, 2, 3`);
  return rows;
}

const seenPlaces = perInstance((db: Database) => shareRuns((now: Date) => readSeenPlaces(db, now)));

/**
 * When all TVs together showed something in these days; hours of which nothing is kept are as the others are on average. Fewer than five
 * TVs count as five, so that it never tells when a few are on.
 */
async function readViewing(db: Database, now: Date): Promise<number[]> {
  const today = dayOf(now);
  const { rows } = await db.execute<{ hour: number; shows: number }>(sql`
    select (extract(isodow from h.wall) * 24 - 24 + extract(hour from h.wall))::int as hour,
      greatest(avg(h.shows), ${FEWEST_TVS}::int)::float8 as shows
    from (select hour at time zone ${BELGRADE} as wall, shows from tv_hours
      where hour >= ${startOfDay(daysLater(today, -AUDIENCE_DAYS))} and hour < ${startOfDay(today)}) h
    group by 1`);
  const known = new Map(rows.map(({ hour, shows }) => [hour, shows]));
  const average = rows.reduce((sum, { shows }) => sum + shows, 0) / Math.max(1, rows.length) || FEWEST_TVS;
  const hours = Array.from({ length: HOURS_OF_WEEK }, (_, hour) => known.get(hour) ?? average);
  const most = Math.max(...hours);
  return hours.map((shows) => Math.max(1, Math.round((100 * shows) / most)));
}

const viewingOf = perInstance((db: Database) => shareRuns((now: Date) => readViewing(db, now)));

/** An empty choice means everywhere. */
const isReached =
  ({ regions, venues }: Choice) =>
  ({ region, venue }: { region: Region; venue: Venue }) =>
    (regions.length === 0 || regions.includes(region)) && (venues.length === 0 || venues.includes(venue));

/** A TV whose place nobody has confirmed shows what is for everybody and nothing else. */
const shows =
  ({ regions, venues }: Choice) =>
  ({ waits }: { waits: boolean }) =>
    !waits || (regions.length === 0 && venues.length === 0);

const secondsOf = (rows: readonly { seconds: number }[]): number => rows.reduce((sum, { seconds }) => sum + seconds, 0);

/**
 * For staff: how many TVs a choice reaches, those whose place is not confirmed left out, seconds of adverts that those show in a day
 * which may show it, and when TVs show.
 */
export async function reachOf(db: Database, choice: Choice, now: Date) {
  const [rows, viewing] = await Promise.all([seenPlaces(db)(now), viewingOf(db)(now)]);
  const reached = rows.filter(isReached(choice));
  return {
    viewing,
    tvs: reached.reduce((all, { tvs, waits }) => all + (waits ? 0 : tvs), 0),
    dailySeconds: secondsOf(reached.filter(shows(choice))) / AUDIENCE_DAYS,
  };
}

/** Linked TVs that showed something in the last fourteen days, by place, and those that a choice reaches. */
export async function audienceOf(db: Database, choice: Choice, now: Date) {
  const [rows, viewing] = await Promise.all([seenPlaces(db)(now), viewingOf(db)(now)]);
  const reached = rows.filter(isReached(choice));
  return {
    viewing,
    regions: [...new Set(rows.map(({ region }) => region))].map((region) => ({
      region,
      tvs: disclosedCount(rows.filter((row) => row.region === region)),
    })),
    venues: [...new Set(rows.map(({ venue }) => venue))].map((venue) => ({
      venue,
      tvs: disclosedCount(rows.filter((row) => row.venue === venue)),
    })),
    reached: disclosedCount(reached.filter(({ waits }) => !waits)),
    waiting: disclosedCount(reached.filter(({ waits }) => waits)),
    dailySeconds: Math.round(secondsOf(large(reached.filter(shows(choice)))) / AUDIENCE_DAYS),
  };
}

/**
 * Places with so few TVs that one could be recognised are left out of every number, so that none follows from two others. Of a place the
 * confirmed TVs and those that wait are looked at apart, because both are told.
 */
const large = <Row extends { tvs: number }>(rows: Row[]): Row[] => rows.filter(({ tvs }) => tvs >= FEWEST_TVS);

/** `null`: there are some, and no place with enough of them. */
function disclosedCount(rows: { tvs: number }[]): number | null {
  const tvs = large(rows).reduce((sum, row) => sum + row.tvs, 0);
  return tvs === 0 && rows.some((row) => row.tvs > 0) ? null : tvs;
}
