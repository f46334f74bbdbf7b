import { and, asc, eq, isNotNull, notInArray, sql } from 'drizzle-orm';
import type { Ticket, TicketPage } from '#domain/events/contract.ts';
import { eventDays } from '#domain/events/days.ts';
import { reservedEvent } from '#domain/events/event.ts';
import { beginsAt, isPast } from '#domain/events/moments.ts';
import { packageOf } from '#domain/events/packages.ts';
import { listTicketHolders } from '#domain/events/ticket/places.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/db.ts';
import { guestChange } from '../change/choice.ts';
import { instructionsFor, type ReservationRow } from '../describe.ts';
import { entryTimes } from '../door/entries.ts';
import { readPayingCompany } from '../places/claim.ts';
import { publishedDetails } from '../places/details.ts';
import { namedPlaces } from '../places/places.ts';
import { places, reservations, tickets } from '../schema.ts';
import { openToken } from './open-token.ts';
import { signToken, ticketLink } from './ticket-token.ts';

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

/** The codes and links that were sent end: those of the reservation and of every ticket of it that was not given to others. */
export async function endLinks(tx: Tx, reservationId: string): Promise<void> {
  const another = { linkId: sql`gen_random_uuid()` };
  await tx.update(reservations).set(another).where(eq(reservations.id, reservationId));
  const given = tx.select({ position: places.position }).from(places).where(givenOf(reservationId));
  const own = notInArray(tickets.position, given);
  await tx
    .update(tickets)
    .set(another)
    .where(and(eq(tickets.reservationId, reservationId), own));
}

const givenOf = (reservationId: string) => and(eq(places.reservationId, reservationId), isNotNull(places.givenAt));

/** `entries`: when it was let in, a moment for each day, oldest first. */
export function describeTicket(
  deps: Pick<Dependencies, 'tokens' | 'config'>,
  number: number,
  row: TicketRow,
  entries: Date[] = [],
): Ticket {
  const { position, count } = row;
  const token = signToken(deps, 'ticket', row.linkId);
  return {
    code: ticketCode(number, row),
    position,
    count,
    token,
    link: ticketLink(deps, 'ticket', row.linkId),
    admittedAt: entries.at(-1) ?? null,
    entries,
  };
}

/** What the holder of a token may see: nothing but their own reservation, or their one ticket of it. */
export async function ticketPage(deps: Dependencies, token: string): Promise<TicketPage> {
  const found = await openToken(deps.db, deps, token);
  if (!found) throw refuse('TICKET_UNKNOWN');
  const [row] = await deps.db.select().from(reservations).where(eq(reservations.id, found.reservationId));
  if (!row) throw refuse('TICKET_UNKNOWN');
  const now = deps.now();
  const past = isPast(deps.config.event, row, now);
  const named = await namedPlaces(deps.db, row.id);
  const issued = await deps.db
    .select()
    .from(tickets)
    .where(eq(tickets.reservationId, row.id))
    .orderBy(asc(tickets.position));
  const guests = listTicketHolders(row, named);
  const mayOpen = ({ position }: { position: number }) =>
    found.position === null ? !guests[position - 1]?.given : position === found.position;
  const own = found.position === null ? guests : guests.filter(mayOpen);
  const holder = found.opened === 'place' ? own[0]! : row;
  const closesAt = beginsAt(row);
  const { directions, timetable } = await publishedDetails(deps.db, row);
  const isReserved = row.status === 'pending' || row.status === 'placeno';
  const entries = await entryTimes(
    deps.db,
    issued.map((ticket) => ticket.id),
    eventDays(row),
  );
  return {
    number: row.number,
    firstName: holder.firstName,
    lastName: holder.lastName,
    packageId: row.packageId,
    event: reservedEvent(deps.config.event, row),
    past,
    status: row.status,
    instructions: row.status === 'pending' && !past ? instructionsFor(deps, row) : null,
    lapsedAt: row.status === 'isteklo' ? row.lapsedAt : null,
    cancelledAt: row.cancelledAt,
    change: await guestChange(deps, row, { chooses: found.opened === 'reservation' }),
    // Those of a cancelled reservation open nothing, here or at the door.
    tickets: (row.status === 'otkazano' ? [] : issued)
      .filter(mayOpen)
      .map((ticket) => describeTicket(deps, row.number, ticket, entries.get(ticket.id))),
    places: own,
    opened: found.opened,
    namesUntil: found.opened !== 'ticket' && isReserved && !past && now < closesAt ? closesAt : null,
    claim: found.opened === 'reservation' ? await readPayingCompany(deps.db, row.id) : null,
    directions: past ? null : directions,
    timetable: past ? null : timetable,
  };
}
