import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import { endsAt } from '#domain/events/event.ts';
import type { Edges } from '../app.ts';
import { record, systemActor } from '../platform/audit.ts';
import type { Work } from '../platform/queue.ts';
import { mailInstructions, mailReservation } from './describe.ts';
import { queueEventMail } from './event-mail.ts';
import { reservations } from './schema.ts';

const DAY = 86_400_000;
const BATCH = 200;

/** Every morning those who have waited the configured number of days are reminded, once. Nothing is cancelled. */
export const eventSchedules = { 'events.remind': '0 9 * * *' };

export const eventWork = (edges: Edges): Record<keyof typeof eventSchedules, Work> => ({
  'events.remind': async () => {
    while ((await remindUnpaid(edges)) === BATCH);
  },
});

/** Reminds at most one batch, skipping what another server is reminding right now. Answers how many. */
export async function remindUnpaid(edges: Edges): Promise<number> {
  const { year, reminderDays } = edges.config.event;
  const now = edges.now();
  if (now >= endsAt(year)) return 0;
  return edges.db.transaction(async (tx) => {
    const waiting = await tx
      .select()
      .from(reservations)
      .where(
        and(
          eq(reservations.status, 'pending'),
          isNull(reservations.remindedAt),
          lte(reservations.createdAt, new Date(now.getTime() - reminderDays * DAY)),
        ),
      )
      .orderBy(asc(reservations.createdAt))
      .limit(BATCH)
      .for('update', { skipLocked: true });
    for (const row of waiting) {
      await tx.update(reservations).set({ remindedAt: now }).where(eq(reservations.id, row.id));
      await record(tx, systemActor, { action: 'events.reminded', on: { kind: 'reservation', id: row.id } });
      const props = { ...mailReservation(edges, row), instructions: mailInstructions(edges, row) };
      await queueEventMail(tx, edges, 'events.reminder', row.email, props, `events.reminder:${row.id}`);
    }
    return waiting.length;
  });
}
