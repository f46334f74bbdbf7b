import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { Day } from '#domain/day.ts';
import type { EventDetails } from '#domain/events/ticket/contract.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { lastEditOf } from '../../last-edit.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { currentEvent, lockEventShared } from '../current.ts';
import { eventDetails } from '../schema.ts';

type OfEvent = { year: number; firstDay: Day };

/** What guests of that event see: nothing of what was published for the days that it had before it was moved. */
export async function publishedDetails(db: DatabaseOrTransaction, event: OfEvent): Promise<Published> {
  const { directions, timetable, outdated } = await eventDetailsOf(db, event);
  return outdated ? { directions: null, timetable: null } : { directions, timetable };
}
type Published = Pick<EventDetails, 'directions' | 'timetable'>;

/** What the organiser wrote of that event; version 0 before anything was. */
export async function eventDetailsOf(
  db: DatabaseOrTransaction,
  { year, firstDay }: OfEvent,
): Promise<EventDetails & { outdated: boolean }> {
  const [row] = await db.select().from(eventDetails).where(eq(eventDetails.year, year));
  return {
    year,
    directions: row?.directions ?? null,
    timetable: row?.timetable ?? null,
    version: row?.version ?? 0,
    outdated: row !== undefined && row.version > 0 && row.firstDay !== firstDay,
  };
}

/** Publishes them for guests at once; refused when a colleague has published something since the form was filled. */
export async function saveDetails(
  deps: Dependencies,
  actor: Actor,
  { version, directions, timetable }: Omit<EventDetails, 'year'>,
): Promise<EventDetails> {
  const { year } = deps.config.event;
  return deps.db.transaction(async (tx) => {
    await lockEventShared(tx, year);
    const { firstDay } = await currentEvent(tx, deps.config);
    await tx.insert(eventDetails).values({ year, version: 0, firstDay }).onConflictDoNothing();
    await tx.select().from(eventDetails).where(eq(eventDetails.year, year)).for('update');
    const { outdated, ...before } = await eventDetailsOf(tx, { year, firstDay });
    const after = { year, directions, timetable, version: before.version + 1 };
    // The same once more is the answer that was lost.
    if (!outdated && isDeepStrictEqual([before.directions, before.timetable], [directions, timetable])) return before;
    if (before.version !== version)
      throw refuse('DETAILS_CHANGED', {
        ...before,
        ...(await lastEditOf(tx, actor, String(year), ['events.details-saved'])),
      });
    await tx
      .update(eventDetails)
      .set({ directions, timetable, version: after.version, firstDay })
      .where(eq(eventDetails.year, year));
    await record(tx, actor, {
      action: 'events.details-saved',
      on: { kind: 'event', id: String(year) },
      before: { directions: before.directions, timetable: before.timetable },
      after: { directions, timetable },
    });
    return after;
  });
}
