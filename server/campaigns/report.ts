import { asc, eq, sql } from 'drizzle-orm';
import { daysFrom } from '#domain/calendar.ts';
import { groupPlacesForPrivacy, OTHER, type PlaceOfTvs, placeKey, sumPlaces } from '#domain/campaigns/places.ts';
import { planByDay } from '#domain/campaigns/plan.ts';
import { pricePerPlay } from '#domain/campaigns/price.ts';
import type { CampaignReport, UncountedOutcome } from '#domain/campaigns/report/report.ts';
import { reportCopy as copy } from '#domain/campaigns/report/report-copy.ts';
import { type Day, daysLater, HOUR_MS } from '#domain/day.ts';
import { hoursKeptSince } from '#domain/playout/kept-hours.ts';
import { hourOf } from '#domain/playout/rules.ts';
import { reasonCopy } from '#domain/playout/rules-copy.ts';
import { isScheduled } from '#domain/playout/schedule.ts';
import { wallHour } from '#domain/playout/slots.ts';
import { dayOf, formatTime, startOfDay } from '#domain/time.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { type Cell, streamedCsv } from '../platform/spreadsheet.ts';
import { type CampaignRow, endedOn, firstDay, lastDay } from './describe-campaigns.ts';
import { readSpent } from './price.ts';
import { creatives } from './schema.ts';

type Campaign = Pick<
  CampaignRow,
  | 'id'
  | 'profileId'
  | 'kind'
  | 'everyMinutes'
  | 'state'
  | 'startsAt'
  | 'endsAt'
  | 'updatedAt'
  | 'pace'
  | 'budget'
  | 'schedule'
>;
type SumOf<Key extends string> = Record<Key, string> & { plays: number };

/** A sum by outcome and day, or by outcome, advert and place; the other fields are `null`. */
interface Sum extends Record<string, unknown> {
  outcome: string;
  day: Day | null;
  picture: string | null;
  region: string | null;
  venue: string | null;
  plays: number;
  repeats: number;
}

/** What became of the plays of a campaign, from their sums. */
export async function readReport(db: DatabaseOrTransaction, campaign: Campaign, now: Date): Promise<CampaignReport> {
  const { id } = campaign;
  const today = dayOf(now);
  const [begins, ends] = [startOfDay(today), startOfDay(daysLater(today, 1))];
  const yesterday = startOfDay(daysLater(today, -1));
  const [{ rows: sums }, { rows: shown }, seen, spent, pictures, { rows: opened }] = await Promise.all([
    db.execute<Sum>(sql`
      select outcome, to_char(day, 'YYYY-MM-DD') as day, creative_id as picture, region, venue,
        sum(plays)::float8 as plays, sum(repeats)::float8 as repeats
      from play_sums where campaign_id = ${id} and outcome <> 'returned'
      group by grouping sets ((outcome, day), (outcome, creative_id, region, venue))`),
    db.execute<SumOf<'hour'>>(sql`
      select hour, sum(plays)::float8 as plays from play_hours
      where campaign_id = ${id} and outcome = 'counted' and hour >= ${yesterday} and hour < ${ends} group by 1`),
    readTvs(db, id),
    readSpent(db, campaign),
    db
      .select({
        id: creatives.id,
        name: creatives.name,
        seconds: creatives.seconds,
        openings: creatives.openings,
        file: creatives.shownFileId,
        poster: creatives.posterFileId,
      })
      .from(creatives)
      .where(eq(creatives.campaignId, id))
      .orderBy(asc(creatives.createdAt), asc(creatives.id)),
    db.execute<{ day: Day; openings: number }>(sql`
      select to_char(hour at time zone 'Europe/Belgrade', 'YYYY-MM-DD') as day, sum(openings)::float8 as openings
      from code_openings where campaign_id = ${id} group by 1`),
  ]);

  const byDay = sums.filter(({ day }) => day !== null);
  const counted = sums.filter(({ outcome }) => outcome === 'counted');
  const places = placesOf(counted, seen);
  const byHour = new Map(shown.map(({ hour, plays }) => [new Date(hour).getTime(), plays]));
  const uncounted = [...Map.groupBy(byDay, ({ outcome }) => outcome)]
    .filter(([outcome]) => outcome !== 'counted')
    .map(([outcome, some]) => ({ reason: outcome as UncountedOutcome, plays: playsOf(some) }))
    .filter(({ plays }) => plays > 0)
    .sort((a, b) => b.plays - a.plays);
  const total = playsOf(byDay.filter(({ outcome }) => outcome === 'counted'));
  const told = (side: 'region' | 'venue') =>
    sumPlaces(places, side).map(({ name, plays, tvs }) => ({ name: name as never, counted: plays, tvs }));
  return {
    counted: total,
    reported: total + uncounted.reduce((sum, { plays }) => sum + plays, 0),
    uncounted,
    repeats: byDay.reduce((sum, { repeats }) => sum + repeats, 0),
    openings: opened.reduce((sum, { openings }) => sum + openings, 0),
    ...compareDays(byHour, now),
    ...daysOf(
      campaign,
      today,
      { sums: byDay, opened },
      pictures.map(({ seconds }) => seconds),
    ),
    hours: Array.from({ length: (ends.getTime() - begins.getTime()) / HOUR_MS }, (_, n) => {
      const hour = new Date(begins.getTime() + n * HOUR_MS);
      const isAhead =
        campaign.state === 'approved' &&
        hour > now &&
        hour >= campaign.startsAt &&
        hour < campaign.endsAt &&
        isScheduled(campaign.schedule, wallHour(hour));
      return { hour, counted: byHour.get(hour.getTime()) ?? 0, isAhead };
    }),
    pictures: pictures.map(({ seconds: _, ...one }) => ({
      ...one,
      counted: playsOf(counted.filter(({ picture }) => picture === one.id)),
    })),
    regions: told('region'),
    venues: told('venue'),
    spent,
    price: pricePerPlay(spent, total),
  };
}

const playsOf = (sums: readonly Sum[]): number => sums.reduce((all, { plays }) => all + plays, 0);

/** What was counted today, and on this day and the one before it in the hours of Belgrade's clock that are over today. */
function compareDays(byHour: ReadonlyMap<number, number>, now: Date): Pick<CampaignReport, 'today' | 'untilHour'> {
  const today = dayOf(now);
  const clockHour = (hour: Date) => wallHour(hour) % 24;
  const running = clockHour(hourOf(now));
  const countedOn = (day: Day, before = 24) =>
    [...byHour].reduce((sum, [at, plays]) => {
      const hour = new Date(at);
      return dayOf(hour) === day && clockHour(hour) < before ? sum + plays : sum;
    }, 0);
  const untilHour = {
    hour: hourOf(now),
    today: countedOn(today, running),
    yesterday: countedOn(daysLater(today, -1), running),
  };
  return { today: countedOn(today), untilHour: running === 0 ? null : untilHour };
}

/** Where a campaign was counted, and on how many TVs. */
export async function readPlaces(db: DatabaseOrTransaction, id: string): Promise<PlaceOfTvs[]> {
  const [{ rows }, seen] = await Promise.all([
    db.execute<Pick<Sum, 'region' | 'venue' | 'plays'>>(sql`
      select region, venue, sum(plays)::float8 as plays from play_sums where campaign_id = ${id} and outcome = 'counted' group by 1, 2`),
    readTvs(db, id),
  ]);
  return placesOf(rows, seen);
}

type TvsOfPlace = Record<'region' | 'venue', string> & { tvs: number };

async function readTvs(db: DatabaseOrTransaction, id: string): Promise<TvsOfPlace[]> {
  const { rows } = await db.execute<TvsOfPlace>(sql`
    select coalesce(region, '') as region, coalesce(venue, '') as venue, count(*)::int as tvs from campaign_tvs
    where campaign_id = ${id} group by 1, 2 order by 1, 2`);
  return rows;
}

function placesOf(
  shown: readonly Pick<Sum, 'region' | 'venue' | 'plays'>[],
  seen: readonly TvsOfPlace[],
): PlaceOfTvs[] {
  const places = new Map(seen.map((one): [string, PlaceOfTvs] => [placeKey(one), { ...one, plays: 0 }]));
  for (const { region, venue, plays } of shown) {
    if (region === null || venue === null) continue;
    const key = placeKey({ region, venue });
    const place = places.get(key) ?? { region, venue, plays: 0, tvs: 0 };
    places.set(key, { ...place, plays: place.plays + plays });
  }
  return [...places.values()];
}

/** Every day of the campaign until today, or until its end, and while it goes on those after today. */
function daysOf(
  campaign: Campaign,
  today: Day,
  { sums, opened }: { sums: readonly Sum[]; opened: readonly { day: Day; openings: number }[] },
  seconds: readonly number[],
): Pick<CampaignReport, 'days' | 'ahead'> {
  const [startsOn, endsOn] = [firstDay(campaign), lastDay(campaign)];
  const plan = planByDay({ ...campaign, startsOn, endsOn }, seconds);
  const [counted, uncounted] = [new Map<Day, number>(), new Map<Day, number>()];
  for (const { day, outcome, plays } of sums) {
    if (day === null) continue;
    const of = outcome === 'counted' ? counted : uncounted;
    of.set(day, (of.get(day) ?? 0) + plays);
  }
  const openings = new Map(opened.map((one) => [one.day, one.openings]));
  const ended = endedOn(campaign);
  // What was shown on a day is told, whatever day its campaign ended on.
  const last = ended === null ? endsOn : [ended, ...counted.keys(), ...uncounted.keys()].sort().at(-1)!;
  const days = daysFrom(startsOn, last < today ? last : today).map((day) => ({
    day,
    counted: counted.get(day) ?? 0,
    uncounted: uncounted.get(day) ?? 0,
    openings: openings.get(day) ?? 0,
    planned: plan.get(day) ?? null,
  }));
  const next = daysLater(today, 1);
  const left = campaign.state === 'approved' ? daysFrom(next > startsOn ? next : startsOn, endsOn) : [];
  return { days, ahead: left.map((day) => ({ day, planned: plan.get(day) ?? null })) };
}

/** One line for each hour, advert, place that is told and outcome, as spreadsheets in Serbia expect; of each day when hours are not kept any more. */
export async function writeReport(db: DatabaseOrTransaction, { id, endsAt }: Campaign, today: Day): Promise<File> {
  const told = groupPlacesForPrivacy(await readPlaces(db, id));
  return streamedCsv(copy.file(today), linesOf(db, id, { told, hasHours: endsAt >= hoursKeptSince(today) }));
}

interface ReportOptions {
  told: ReturnType<typeof groupPlacesForPrivacy>;
  hasHours: boolean;
}

/** A day at a time, read while the days before are sent. */
async function* linesOf(db: DatabaseOrTransaction, id: string, as: ReportOptions): AsyncGenerator<Cell[][]> {
  yield [[copy.day, copy.hour, copy.picture, copy.inRegion, copy.inVenue, copy.outcome, copy.number]];
  const { rows } = await db.execute<{ day: Day }>(sql`
    select distinct to_char(day, 'YYYY-MM-DD') as day from play_sums
    where campaign_id = ${id} and outcome <> 'returned' order by 1`);
  for (const { day } of rows) yield await linesOfDay(db, id, day, as);
}

async function linesOfDay(
  db: DatabaseOrTransaction,
  id: string,
  day: Day,
  { told, hasHours }: ReportOptions,
): Promise<Cell[][]> {
  const { rows } = await db.execute<SumOf<'hour' | 'name' | 'region' | 'venue' | 'outcome'>>(sql`
    select p.hour, c.name, p.region, p.venue, p.outcome, sum(p.plays)::float8 as plays
    from play_hours p left join creatives c on c.id = p.creative_id
    where p.campaign_id = ${id} and p.hour >= ${startOfDay(day)} and p.hour < ${startOfDay(daysLater(day, 1))} and p.outcome <> 'returned'
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`);
  const sums = new Map<string, { cells: Cell[]; plays: number }>();
  for (const { hour, name: picture, region, venue, outcome, plays } of rows) {
    const at = new Date(hour);
    const place = told?.get(placeKey({ region, venue })) ?? OTHER;
    const said = outcome === 'counted' ? copy.countedOutcome : reasonCopy[outcome as UncountedOutcome].name;
    const cells = [
      { day: at },
      hasHours ? formatTime(at) : '',
      picture,
      copy.region(place.region),
      copy.venue(place.venue),
      said,
    ];
    const key = [at.toISOString(), picture, place.region, place.venue, outcome].join();
    const before = sums.get(key);
    sums.set(key, { cells, plays: (before?.plays ?? 0) + plays });
  }
  return [...sums.values()].filter(({ plays }) => plays !== 0).map(({ cells, plays }) => [...cells, plays]);
}
