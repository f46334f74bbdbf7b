import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Ticket, TicketPage } from '#domain/events/contract.ts';
import { isPast, reservedEvent } from '#domain/events/event.ts';
import { packageOf } from '#domain/events/packages.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/db.ts';
import { instructionsFor, type ReservationRow } from '../describe.ts';
import { reservations, tickets } from '../schema.ts';
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

/** The codes and links that were sent end: those of the reservation and of every ticket of it get another name. */
export async function endLinks(tx: Tx, reservationId: string): Promise<void> {
  const another = { linkId: sql`gen_random_uuid()` };
  await tx.update(reservations).set(another).where(eq(reservations.id, reservationId));
  await tx.update(tickets).set(another).where(eq(tickets.reservationId, reservationId));
}

export function describeTicket(deps: Pick<Dependencies, 'tokens' | 'config'>, number: number, row: TicketRow): Ticket {
  const { position, count, admittedAt } = row;
  const token = signToken(deps, 'ticket', row.linkId);
  return {
    code: ticketCode(number, row),
    position,
    count,
    token,
    link: ticketLink(deps, 'ticket', row.linkId),
    admittedAt,
  };
}

/** What the holder of a token may see: nothing but their own reservation, or their one ticket of it. */
export async function ticketPage(deps: Dependencies, token: string): Promise<TicketPage> {
  const read = readToken(deps, token);
  if (!read) throw refuse('TICKET_UNKNOWN');
  const { kind, id } = read;
  const holds =
    kind === 'reservation'
      ? eq(reservations.linkId, id)
      : inArray(
          reservations.id,
          deps.db.select({ id: tickets.reservationId }).from(tickets).where(eq(tickets.linkId, id)),
        );
  const [row] = await deps.db.select().from(reservations).where(holds);
  if (!row) throw refuse('TICKET_UNKNOWN');
  const past = isPast(deps.config.event, row.year, deps.now());
  const issued = await deps.db
    .select()
    .from(tickets)
    .where(kind === 'ticket' ? eq(tickets.linkId, id) : eq(tickets.reservationId, row.id))
    .orderBy(asc(tickets.position));
  return {
    number: row.number,
    firstName: row.firstName,
    lastName: row.lastName,
    packageId: row.packageId,
    event: reservedEvent(deps.config.event, row.year),
    past,
    status: row.status,
    instructions: row.status === 'pending' && !past ? instructionsFor(deps, row) : null,
    lapsedAt: row.status === 'isteklo' ? row.lapsedAt : null,
    cancelledAt: row.cancelledAt,
    // Those of a cancelled reservation open nothing, here or at the door.
    tickets: (row.status === 'otkazano' ? [] : issued).map((ticket) => describeTicket(deps, row.number, ticket)),
  };
}
