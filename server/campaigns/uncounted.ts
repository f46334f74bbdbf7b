import { and, eq, ne, sql } from 'drizzle-orm';
import { groupPlacesForPrivacy, placeKey } from '#domain/campaigns/places.ts';
import type { UncountedOutcome, UncountedPlay } from '#domain/campaigns/report/report.ts';
import { reportCopy as copy } from '#domain/campaigns/report/report-copy.ts';
import type { Day } from '#domain/day.ts';
import type { Region } from '#domain/places/regions.ts';
import type { VENUES } from '#domain/places/rules.ts';
import { reasonCopy } from '#domain/playout/rules-copy.ts';
import { dayOf, formatTime } from '#domain/time.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { pageOf } from '../platform/list.ts';
import { type Cell, everyRow, streamedCsv } from '../platform/spreadsheet.ts';
import { campaignTvs, plays } from '../playout/schema.ts';
import { readPlaces } from './report.ts';
import { creatives } from './schema.ts';

/** The list stands under the whole report, and is rarely read to its end. */
const PAGE = 10;
/** Of the file: each time the places of the whole campaign are read beside them. */
const FILE_PAGE = 2_000;

interface Wanted {
  id: string;
  reason?: UncountedOutcome | undefined;
}

/** Single plays that were not counted, by hour, newest first; inside an hour in no order that says anything. */
export async function readUncounted(
  db: DatabaseOrTransaction,
  { id, reason, after, size = PAGE }: Wanted & { after?: string | undefined; size?: number },
) {
  const page = pageOf({ key: plays.hour, id: plays.leaseId, direction: 'desc', after, size });
  const reading = db
    .select({
      place: page.place,
      hour: plays.hour,
      startedAt: plays.startedAt,
      tvId: plays.tvId,
      region: plays.region,
      venue: plays.venue,
      reason: plays.outcome,
      endedAt: plays.endedAt,
      progressMs: plays.progressMs,
      visibleMs: plays.visibleMs,
      reportedAt: plays.reportedAt,
      picture: creatives.name,
      seconds: creatives.seconds,
    })
    .from(plays)
    .leftJoin(creatives, eq(creatives.id, plays.creativeId))
    .where(
      and(
        eq(plays.campaignId, id),
        // As the index says it.
        sql`${plays.outcome} not in ('counted', 'returned')`,
        reason && eq(plays.outcome, reason),
        page.after,
      ),
    )
    .orderBy(...page.orderBy)
    .limit(page.limit);
  const [found, places, numbers] = await Promise.all([reading, readPlaces(db, id), numbersOf(db, id)]);
  const told = groupPlacesForPrivacy(places);
  return page.show(found, (row): UncountedPlay => {
    const isPublic = row.venue !== null && row.venue !== 'household';
    const place = told?.get(placeKey({ region: row.region ?? '', venue: row.venue ?? '' }));
    const at = isPublic ? row.startedAt : null;
    return {
      at: at ?? row.hour,
      isHour: at === null,
      region: (place?.region ?? null) as Region | null,
      venue: (place?.venue ?? null) as (typeof VENUES)[number] | null,
      number: isPublic ? (numbers.get(row.tvId) ?? null) : null,
      picture: row.picture ?? '',
      reason: row.reason as UncountedOutcome,
      seconds: row.seconds ?? 0,
      lastedMs: lasted(row),
      visibleMs: row.visibleMs,
      reportedOn: dayOf(row.reportedAt),
    };
  });
}

/** The same to the oldest that is kept, as spreadsheets in Serbia expect; read while it is sent. */
export function writeUncounted(db: DatabaseOrTransaction, wanted: Wanted, today: Day): File {
  return streamedCsv(copy.uncountedFile(today), linesOf(db, wanted));
}

async function* linesOf(db: DatabaseOrTransaction, wanted: Wanted): AsyncGenerator<Cell[][]> {
  yield [[copy.day, copy.hour, copy.tv, copy.inRegion, copy.inVenue, copy.picture, copy.reason, copy.fact]];
  for await (const rows of everyRow((part) => readUncounted(db, { ...wanted, ...part }), FILE_PAGE))
    yield rows.map((play) => [
      { day: play.at },
      play.isHour ? copy.wholeHour(formatTime(play.at)) : formatTime(play.at),
      copy.tvName(play.number, play.region),
      copy.region(play.region),
      copy.venue(play.venue),
      play.picture,
      reasonCopy[play.reason].name,
      copy.measured(play),
    ]);
}

/** A picture that stood still lasted as long as it moved. */
function lasted({
  startedAt,
  endedAt,
  progressMs,
}: Pick<typeof plays.$inferSelect, 'startedAt' | 'endedAt' | 'progressMs'>) {
  return (
    startedAt && endedAt && Math.min(endedAt.getTime() - startedAt.getTime(), progressMs ?? Number.POSITIVE_INFINITY)
  );
}

/** A number for each TV that is in no household, in the order in which they first reported this campaign. */
async function numbersOf(db: DatabaseOrTransaction, id: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ tvId: campaignTvs.tvId, number: sql<number>`(row_number() over (order by ${campaignTvs.id}))::int` })
    .from(campaignTvs)
    .where(and(eq(campaignTvs.campaignId, id), ne(campaignTvs.venue, 'household')));
  return new Map(rows.map(({ tvId, number }) => [tvId, number]));
}
