import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { EventDetails } from '#domain/events/ticket/contract.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { eventDetails } from '../schema.ts';

/** What is published of that year's event; version 0 before anything is. */
export async function eventDetailsOf(db: DatabaseOrTransaction, year: number): Promise<EventDetails> {
  const [row] = await db.select().from(eventDetails).where(eq(eventDetails.year, year));
  return { year, directions: row?.directions ?? null, timetable: row?.timetable ?? null, version: row?.version ?? 0 };
}

/** Publishes them for guests at once; refused when a colleague has published something since the form was filled. */
export async function saveDetails(
  deps: Dependencies,
  actor: Actor,
  { version, directions, timetable }: Omit<EventDetails, 'year'>,
): Promise<EventDetails> {
  const { year } = deps.config.event;
  return deps.db.transaction(async (tx) => {
    await tx.insert(eventDetails).values({ year, version: 0 }).onConflictDoNothing();
    await tx.select().from(eventDetails).where(eq(eventDetails.year, year)).for('update');
    const before = await eventDetailsOf(tx, year);
    const after = { year, directions, timetable, version: before.version + 1 };
    // The same once more is the answer that was lost.
    if (isDeepStrictEqual([before.directions, before.timetable], [directions, timetable])) return before;
    if (before.version !== version) throw refuse('DETAILS_CHANGED', before);
    await tx
      .update(eventDetails)
      .set({ directions, timetable, version: after.version })
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
