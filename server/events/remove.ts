import { eq } from 'drizzle-orm';
import { dueAt, isOverdue } from '#domain/events/instructions.ts';
import type { Edges } from '../app.ts';
import { type Actor, record } from '../platform/audit.ts';
import { queueMail } from '../platform/mail.ts';
import { auditFacts, mailReservation } from './describe.ts';
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
    const mail = expired
      ? ({ template: 'events.expired', props: { ...props, dueAt: dueAt(row.createdAt).toISOString() } } as const)
      : ({ template: 'events.cancelled', props: { ...props, reason } } as const);
    await queueMail(tx, edges.queue, { to: row.email, ...mail });
  });
}
