import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import { endsAt } from '#domain/events/event.ts';
import type { Edges } from '../app.ts';
import { record, systemActor } from '../platform/audit.ts';
import { queueMail } from '../platform/mail.ts';
import type { Jobs } from '../platform/queue.ts';
import { mailInstructions, mailReservation } from './describe.ts';
import { reservations } from './schema.ts';

const DAY = 86_400_000;
const BATCH = 200;

/** Every morning those who have waited the configured number of days are reminded, once. Nothing is cancelled. */
export const eventJobs = (edges: Edges) =>
  ({
    'events.remind': {
      every: '0 9 * * *',
      work: async () => {
        while ((await remindUnpaid(edges)) === BATCH);
      },
    },
  }) satisfies Jobs;

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
      const onceKey = `events.reminder:${row.id}`;
      await queueMail(tx, edges.queue, { to: row.email, template: 'events.reminder', props, onceKey });
    }
    return waiting.length;
  });
}
