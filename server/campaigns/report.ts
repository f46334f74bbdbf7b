import { sql } from 'drizzle-orm';
import type { CampaignReport, Uncounted } from '#domain/campaigns/report.ts';
import { reportCopy as copy } from '#domain/campaigns/report-copy.ts';
import { type Day, daysLater, HOUR_MS } from '#domain/day.ts';
import { reasonCopy } from '#domain/playout/rules-copy.ts';
import { dayOf, formatTime, startOfDay } from '#domain/time.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { type Cell, csvFile, csvLines } from '../platform/spreadsheet.ts';
import type { CampaignRow } from './own-campaigns.ts';

type Campaign = Pick<CampaignRow, 'id' | 'startsAt' | 'endsAt'>;
type SumOf<Key extends string> = Record<Key, string> & { plays: number };

/** What became of the plays of a campaign, from its hourly sums. */
export async function readReport(db: DatabaseOrTransaction, campaign: Campaign, now: Date): Promise<CampaignReport> {
  const { id } = campaign;
  const today = dayOf(now);
  const [begins, ends] = [startOfDay(today), startOfDay(daysLater(today, 1))];
  const yesterday = startOfDay(daysLater(today, -1));
  const outcomes = await db.execute<SumOf<'outcome'> & { repeats: number }>(sql`
    select outcome, sum(plays)::float8 as plays, sum(repeats)::float8 as repeats from play_hours
    where campaign_id = ${id} and outcome <> 'returned' group by outcome`);
  const days = await db.execute<SumOf<'day'>>(sql`
    select to_char(hour at time zone 'Europe/Belgrade', 'YYYY-MM-DD') as day, sum(plays)::float8 as plays from play_hours
    where campaign_id = ${id} and outcome = 'counted' group by 1`);
  const hours = await db.execute<SumOf<'hour'>>(sql`
    select hour, sum(plays)::float8 as plays from play_hours
    where campaign_id = ${id} and outcome = 'counted' and hour >= ${yesterday} and hour < ${ends} group by 1`);
  const pictures = await db.execute<SumOf<'id' | 'name'>>(sql`
    select c.id, c.name, coalesce((select sum(p.plays) from play_hours p
      where p.campaign_id = ${id} and p.creative_id = c.id and p.outcome = 'counted'), 0)::float8 as plays
    from creatives c where c.campaign_id = ${id} order by c.created_at, c.id`);
  const { rows: opened } = await db.execute<{ openings: number }>(
    sql`select coalesce(sum(openings), 0)::float8 as openings from code_openings where campaign_id = ${id}`,
  );

  const of = (outcome: string) => outcomes.rows.find((row) => row.outcome === outcome)?.plays ?? 0;
  const byHour = new Map(hours.rows.map(({ hour, plays }) => [new Date(hour).getTime(), plays]));
  const between = (from: Date, to: number) =>
    [...byHour].reduce((sum, [hour, plays]) => sum + (hour >= from.getTime() && hour < to ? plays : 0), 0);
  const uncounted = outcomes.rows
    .filter(({ outcome }) => outcome !== 'counted')
    .map(({ outcome, plays }) => ({ reason: outcome as Uncounted, plays }))
    .filter(({ plays }) => plays > 0)
    .sort((a, b) => b.plays - a.plays);
  return {
    counted: of('counted'),
    reported: of('counted') + uncounted.reduce((sum, { plays }) => sum + plays, 0),
    uncounted,
    repeats: outcomes.rows.reduce((sum, { repeats }) => sum + repeats, 0),
    openings: opened[0]!.openings,
    today: between(begins, ends.getTime()),
    yesterday: between(yesterday, yesterday.getTime() + (now.getTime() - begins.getTime())),
    days: daysOf(campaign, today, new Map(days.rows.map(({ day, plays }) => [day, plays]))),
    hours: Array.from({ length: (ends.getTime() - begins.getTime()) / HOUR_MS }, (_, n) => {
      const hour = new Date(begins.getTime() + n * HOUR_MS);
      return { hour, counted: byHour.get(hour.getTime()) ?? 0 };
    }),
    pictures: pictures.rows.map(({ plays, ...one }) => ({ ...one, counted: plays })),
  };
}

/** Every day of the campaign until today, or until its end. */
function daysOf({ startsAt, endsAt }: Campaign, today: Day, counted: Map<string, number>): CampaignReport['days'] {
  const last = dayOf(new Date(endsAt.getTime() - 1));
  const shown: CampaignReport['days'] = [];
  for (let day = dayOf(startsAt); day <= today && day <= last; day = daysLater(day, 1))
    shown.push({ day, counted: counted.get(day) ?? 0 });
  return shown;
}

/** One line for each hour, advert and outcome, as spreadsheets in Serbia expect. */
export async function writeReport(db: DatabaseOrTransaction, { id }: Campaign, name: string): Promise<File> {
  const { rows } = await db.execute<SumOf<'hour' | 'name' | 'outcome'>>(sql`
    select p.hour, c.name, p.outcome, sum(p.plays)::float8 as plays
    from play_hours p left join creatives c on c.id = p.creative_id
    where p.campaign_id = ${id} and p.outcome <> 'returned' group by 1, 2, 3 order by 1, 2, 3`);
  const lines = rows.map(({ hour, name: picture, outcome, plays }): Cell[] => {
    const at = new Date(hour);
    const said = outcome === 'counted' ? copy.countedOutcome : reasonCopy[outcome as Uncounted].name;
    return [{ day: at }, formatTime(at), picture, said, plays];
  });
  return csvFile(copy.file(name), [
    csvLines([[copy.day, copy.hour, copy.picture, copy.outcome, copy.number], ...lines]),
  ]);
}
