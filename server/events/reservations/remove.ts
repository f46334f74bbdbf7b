import { eq } from 'drizzle-orm';
import { dueAt, isOverdue } from '#domain/events/instructions.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { auditFacts, mailReservation } from '../describe.ts';
import { reservations } from '../schema.ts';

/** Deletes a reservation with its tickets and frees the place; the buyer is mailed the reason unless the organiser says not to. */
export async function removeReservation(
  deps: Dependencies,
  actor: Actor,
  { id, notify, reason }: { id: string; notify: boolean; reason: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [row] = await tx.delete(reservations).where(eq(reservations.id, id)).returning();
    if (!row) throw refuse('RESERVATION_GONE');
    await record(tx, actor, {
      action: 'events.deleted',
      on: { kind: 'reservation', id },
      before: { ...auditFacts(row), notes: row.notes },
      after: { reason },
    });
    // Whose reservation lapsed was mailed then.
    if (!notify || (row.status === 'isteklo' && reason === '')) return;
    const props = mailReservation(deps, row);
    const expired = row.status === 'pending' && reason === '' && isOverdue(row, deps.now());
    const mail = expired
      ? ({ template: 'events.expired', props: { ...props, dueAt: dueAt(row).toISOString() } } as const)
      : ({ template: 'events.cancelled', props: { ...props, reason } } as const);
    await queueMail(tx, deps.queue, { to: row.email, profileId: null, ...mail });
  });
}
