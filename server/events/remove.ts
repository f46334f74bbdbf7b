import { eq } from 'drizzle-orm';
import { dueAt, isOverdue } from '#domain/events/instructions.ts';
import type { Edges } from '../app.ts';
import { type Actor, record } from '../platform/audit.ts';
import { auditFacts, mailReservation } from './describe.ts';
import { queueEventMail } from './event-mail.ts';
import { refuse } from './refuse.ts';
import { reservations } from './schema.ts';

/** Deletes a reservation with its tickets and frees the place; the buyer is told why unless the organiser says not to. */
export async function removeReservation(
  edges: Edges,
  actor: Actor,
  { id, notify, reason }: { id: string; notify: boolean; reason: string },
): Promise<void> {
  await edges.db.transaction(async (tx) => {
    const [row] = await tx.delete(reservations).where(eq(reservations.id, id)).returning();
    if (!row) throw refuse('RESERVATION_GONE');
    await record(tx, actor, {
      action: 'events.deleted',
      on: { kind: 'reservation', id },
      before: { ...auditFacts(row), notes: row.notes },
      after: { reason },
    });
    if (!notify) return;
    const props = mailReservation(edges, row);
    const expired = row.status === 'pending' && reason === '' && isOverdue(row.createdAt, edges.now());
    if (expired) {
      const due = dueAt(row.createdAt).toISOString();
      await queueEventMail(tx, edges, 'events.expired', row.email, { ...props, dueAt: due });
    } else {
      await queueEventMail(tx, edges, 'events.cancelled', row.email, { ...props, reason });
    }
  });
}
