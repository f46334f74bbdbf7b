import { and, asc, eq, ne, notExists, sql } from 'drizzle-orm';
import { daysLater } from '#domain/day.ts';
import { plannedDay } from '#domain/events/days.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { record, systemActor } from '../../platform/audit.ts';
import { queueMails } from '../../platform/mail/mail.ts';
import { mails } from '../../platform/mail.schema.ts';
import { type CurrentEvent, currentEvent } from '../current.ts';
import { reservationMailProps } from '../describe.ts';
import { reservations } from '../schema.ts';
import { publishedDetails } from './details.ts';

export const PROGRAMME_BATCH = 200;

/** A guest is written to once for each of the event's dates. */
const suffixOf = (event: CurrentEvent) => (event.firstDay === plannedDay(event.year) ? '' : `:${event.firstDay}`);

/**
 * Mails the way there and the timetable to at most one batch of those who have paid and were not mailed yet, from the
 * configured day to the event's first. Nothing goes out before both are published; who pays later is mailed then.
 */
export async function mailProgramme(deps: Dependencies): Promise<number> {
  const event = await currentEvent(deps.db, deps.config);
  const { year, firstDay, programmeDays } = event;
  const today = dayOf(deps.now());
  if (today < daysLater(firstDay, -programmeDays) || today > firstDay) return 0;
  const suffix = suffixOf(event);
  return deps.db.transaction(async (tx) => {
    const { directions, timetable } = await publishedDetails(tx, event);
    if (!directions || !timetable) return 0;
    const mailed = tx
      .select({ one: sql`1` })
      .from(mails)
      .where(eq(mails.idempotencyKey, sql`'events.programme:' || ${reservations.id} || ${suffix}::text`));
    const guests = await tx
      .select()
      .from(reservations)
      .where(
        and(
          eq(reservations.status, 'placeno'),
          eq(reservations.year, year),
          eq(reservations.firstDay, firstDay),
          ne(reservations.email, ''),
          notExists(mailed),
        ),
      )
      .orderBy(asc(reservations.createdAt))
      .limit(PROGRAMME_BATCH)
      .for('update', { skipLocked: true });
    await record(
      tx,
      systemActor,
      guests.map((row) => ({ action: 'events.programme-sent' as const, on: { kind: 'reservation', id: row.id } })),
    );
    await queueMails(
      tx,
      deps.queue,
      guests.map((row) => ({
        to: row.email,
        profileId: null,
        template: 'events.programme' as const,
        props: { ...reservationMailProps(deps, row), directions, timetable },
        idempotencyKey: `events.programme:${row.id}${suffix}`,
      })),
    );
    return guests.length;
  });
}
