import { asc, eq, inArray } from 'drizzle-orm';
import type { Ticket, TicketPage } from '#domain/events/contract.ts';
import { eventFacts } from '#domain/events/event.ts';
import { packageOf } from '#domain/events/packages.ts';
import type { Edges } from '../app.ts';
import type { Tx } from '../platform/db.ts';
import { instructionsFor, type ReservationRow } from './describe.ts';
import { refuse } from './refuse.ts';
import { reservations, tickets } from './schema.ts';
import { readToken, signToken, ticketLink } from './ticket-token.ts';

export type TicketRow = typeof tickets.$inferSelect;

/** `101`, or `101-2` for the second of several. */
export const ticketCode = (number: number, { position, count }: { position: number; count: number }): string =>
  count === 1 ? String(number) : `${number}-${position}`;

/** One ticket for each person of the package, for reservations that have just been paid. */
export async function issueTickets(tx: Tx, paid: ReservationRow[]): Promise<TicketRow[]> {
  const wanted = paid.flatMap((row) => {
    const count = packageOf(row.packageId).ticketCount;
    return Array.from({ length: count }, (_, index) => ({ reservationId: row.id, position: index + 1, count }));
  });
  return tx.insert(tickets).values(wanted).returning();
}

export function describeTicket(edges: Pick<Edges, 'tokens' | 'config'>, number: number, row: TicketRow): Ticket {
  const { position, count, admittedAt } = row;
  const token = signToken(edges, 'ticket', row.id);
  return {
    code: ticketCode(number, row),
    position,
    count,
    token,
    link: ticketLink(edges, 'ticket', row.id),
    admittedAt,
  };
}

/** What the holder of a token may see: nothing but their own reservation, or their one ticket of it. */
export async function ticketPage(edges: Edges, token: string): Promise<TicketPage> {
  const read = readToken(edges, token);
  if (!read) throw refuse('TICKET_UNKNOWN');
  const { kind, id } = read;
  const holds =
    kind === 'reservation'
      ? eq(reservations.id, id)
      : inArray(
          reservations.id,
          edges.db.select({ id: tickets.reservationId }).from(tickets).where(eq(tickets.id, id)),
        );
  const [row] = await edges.db.select().from(reservations).where(holds);
  if (!row) throw refuse('TICKET_UNKNOWN');
  const issued = await edges.db
    .select()
    .from(tickets)
    .where(kind === 'ticket' ? eq(tickets.id, id) : eq(tickets.reservationId, row.id))
    .orderBy(asc(tickets.position));
  return {
    number: row.number,
    firstName: row.firstName,
    lastName: row.lastName,
    packageId: row.packageId,
    event: eventFacts(edges.config.event),
    status: row.status,
    instructions: row.status === 'pending' ? instructionsFor(edges, row) : null,
    tickets: issued.map((ticket) => describeTicket(edges, row.number, ticket)),
  };
}
