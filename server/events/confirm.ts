import { and, eq, inArray } from 'drizzle-orm';
import type { MailTicket } from '#domain/events/mail.ts';
import type { Edges } from '../app.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { queueMails } from '../platform/mail.ts';
import { auditFacts, mailReservation, type ReservationRow } from './describe.ts';
import { refuse } from './refuse.ts';
import { reservations } from './schema.ts';
import { describeTicket, issueTickets, type TicketRow } from './tickets.ts';

/**
 * Records payments, for good: tickets are made, the mails with them are queued, all in the caller's transaction. Those
 * already paid stay as they are, so asking twice, or from two screens at once, sends one mail. Answers with the newly paid.
 */
export async function confirmReservations(tx: Tx, edges: Edges, actor: Actor, ids: string[], cause = 'by hand') {
  if (ids.length === 0) return [];
  const paid = await tx
    .update(reservations)
    .set({ confirmed: true, status: 'placeno', confirmedAt: edges.now() })
    .where(and(inArray(reservations.id, ids), eq(reservations.status, 'pending')))
    .returning();
  if (paid.length === 0) return [];
  const issued = Map.groupBy(await issueTickets(tx, paid), (ticket) => ticket.reservationId);
  await record(
    tx,
    actor,
    paid.map((row) => ({
      action: 'events.paid' as const,
      on: { kind: 'reservation', id: row.id },
      before: { status: 'pending' },
      after: { ...auditFacts(row), cause },
    })),
  );
  await queueMails(
    tx,
    edges.queue,
    paid.map((row) => ({
      to: row.email,
      template: 'events.confirmed' as const,
      props: { ...mailReservation(edges, row), tickets: mailTickets(edges, row, issued.get(row.id)!) },
      onceKey: `events.confirmed:${row.id}`,
    })),
  );
  return paid;
}

const mailTickets = (edges: Edges, row: ReservationRow, issued: TicketRow[]): MailTicket[] =>
  issued
    .toSorted((a, b) => a.position - b.position)
    .map((ticket) => describeTicket(edges, row.number, ticket))
    .map(({ code, position, count, link }) => ({ code, position, count, link }));

export async function confirmReservation(edges: Edges, actor: Actor, id: string): Promise<ReservationRow> {
  return edges.db.transaction(async (tx) => {
    const [paid] = await confirmReservations(tx, edges, actor, [id]);
    const [row] = paid ? [paid] : await tx.select().from(reservations).where(eq(reservations.id, id));
    if (!row) throw refuse('RESERVATION_GONE');
    return row;
  });
}
