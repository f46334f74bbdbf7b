import { and, eq } from 'drizzle-orm';
import { isAdmitted } from '#domain/events/door/rules.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { doorChecks, reservations, tickets } from '../schema.ts';
import { ticketCode } from '../tickets/tickets.ts';

/** Takes an entry back: the ticket may be used again that day. Already taken back, nothing changes. */
export async function undoEntry(
  deps: Dependencies,
  actor: Actor,
  { key, reason }: { key: string; reason: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ check: doorChecks, ticket: tickets, number: reservations.number })
      .from(doorChecks)
      .innerJoin(tickets, eq(tickets.id, doorChecks.ticketId))
      .innerJoin(reservations, eq(reservations.id, tickets.reservationId))
      .where(and(eq(doorChecks.key, key), eq(doorChecks.year, deps.config.event.year)))
      .for('update', { of: [reservations, doorChecks] });
    if (!found || !isAdmitted(found.check.verdict)) throw refuse('ENTRY_GONE');
    if (found.check.undoneAt) return;
    await tx
      .update(doorChecks)
      .set({ undoneAt: deps.now(), undoneBy: actor.id, undoReason: reason })
      .where(eq(doorChecks.key, key));
    await record(tx, actor, {
      action: 'events.entry-undone',
      on: { kind: 'reservation', id: found.ticket.reservationId },
      before: { checkedAt: found.check.checkedAt, door: found.check.door },
      after: { ticket: ticketCode(found.number, found.ticket), reason },
    });
  });
}
