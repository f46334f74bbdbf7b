import { and, asc, eq, ne, notExists, sql } from 'drizzle-orm';
import { dayOf, daysLater } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { record, systemActor } from '../../platform/audit.ts';
import { queueMails } from '../../platform/mail/mail.ts';
import { mails } from '../../platform/mail.schema.ts';
import { mailReservation } from '../describe.ts';
import { reservations } from '../schema.ts';
import { eventDetailsOf } from './details.ts';

export const PROGRAMME_BATCH = 200;

const keyOf = (id: string) => `events.programme:${id}`;

/**
 * Mails the way there and the timetable to at most one batch of those who have paid and were not mailed yet, from the
 * configured day to the event's first. Nothing goes out before both are published; who pays later is mailed then.
 */
export async function mailProgramme(deps: Dependencies): Promise<number> {
  const { year, programmeDays } = deps.config.event;
  const first = `${year}-09-20`;
  const today = dayOf(deps.now());
  if (today < daysLater(first, -programmeDays) || today > first) return 0;
  return deps.db.transaction(async (tx) => {
    const { directions, timetable } = await eventDetailsOf(tx, year);
    if (!directions || !timetable) return 0;
    const mailed = tx
      .select({ one: sql`1` })
      .from(mails)
      .where(eq(mails.idempotencyKey, sql`'events.programme:' || ${reservations.id}`));
    const guests = await tx
      .select()
      .from(reservations)
      .where(
        and(
          eq(reservations.status, 'placeno'),
          eq(reservations.year, year),
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
        props: { ...mailReservation(deps, row), directions, timetable },
        idempotencyKey: keyOf(row.id),
      })),
    );
    return guests.length;
  });
}
