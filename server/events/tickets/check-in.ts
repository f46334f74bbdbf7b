import { and, asc, count, eq, isNull } from 'drizzle-orm';
import type { Admission } from '#domain/events/contract.ts';
import { placesOf } from '#domain/events/ticket/places.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import type { ReservationRow } from '../describe.ts';
import { namedPlaces, ticketName } from '../places/places.ts';
import { reservations, tickets } from '../schema.ts';
import { readToken } from './ticket-token.ts';
import { type TicketRow, ticketCode } from './tickets.ts';

const EMPTY_ADMISSION: Admission = {
  verdict: 'unknown',
  code: null,
  year: null,
  number: null,
  name: null,
  packageId: null,
  position: null,
  count: null,
  admittedAt: null,
  door: null,
};

/**
 * The check at the entrance. The reservation is locked first, so that two entrances checking the same one are answered one
 * after the other; then its ticket is admitted if it has not been. A number without a position admits the next person.
 */
export async function checkIn(deps: Dependencies, actor: Actor, code: string, door: string): Promise<Admission> {
  return deps.db.transaction(async (tx) => {
    const asked = readCode(deps, code);
    const found = asked && (await lockReservation(tx, asked));
    if (!found) return EMPTY_ADMISSION;
    const about = describe(found);
    if (found.year !== deps.config.event.year) return { ...about, verdict: 'other-year' };
    if (found.status === 'isteklo') return { ...about, verdict: 'lapsed' };
    if (found.status === 'otkazano') return { ...about, verdict: 'cancelled' };
    if (found.status !== 'placeno') return { ...about, verdict: 'unpaid' };
    const issued = await tx
      .select()
      .from(tickets)
      .where(eq(tickets.reservationId, found.id))
      .orderBy(asc(tickets.position));
    const ticket = pickTicket(issued, asked);
    if (!ticket) return { ...about, verdict: 'unknown' };
    const guests = placesOf(found, await namedPlaces(tx, found.id));
    const named = { ...about, name: ticketName(found, guests, ticket.position) };
    if (ticket.admittedAt) return { ...named, ...describeTicket(found, ticket), verdict: 'used' };
    const [admitted] = await tx
      .update(tickets)
      .set({ admittedAt: deps.now(), admittedBy: actor.id, door })
      .where(and(eq(tickets.id, ticket.id), isNull(tickets.admittedAt)))
      .returning();
    await record(tx, actor, {
      action: 'events.admitted',
      on: { kind: 'reservation', id: found.id },
      after: { ticket: ticketCode(found.number, ticket), door },
    });
    return { ...named, ...describeTicket(found, admitted!), verdict: 'valid' };
  });
}

/** Of this year's event. */
export async function attendance({ db, config }: Dependencies) {
  const [counted] = await db
    .select({ issued: count(), admitted: count(tickets.admittedAt) })
    .from(tickets)
    .innerJoin(reservations, eq(reservations.id, tickets.reservationId))
    .where(eq(reservations.year, config.event.year));
  return counted!;
}

interface TicketQuery {
  ticketId?: string;
  reservationId?: string;
  number?: number;
  position?: number;
}

/** A token, an address that ends with one, or a number: `101`, `101-2`. */
function readCode(deps: Dependencies, code: string): TicketQuery | null {
  const typed = /^#?(\d{1,9})(?:-(\d{1,2}))?$/.exec(code);
  if (typed) return { number: Number(typed[1]), position: typed[2] ? Number(typed[2]) : undefined };
  const read = readToken(deps, code.split('/').at(-1) ?? '');
  if (!read) return null;
  return read.kind === 'ticket' ? { ticketId: read.id } : { reservationId: read.id };
}

async function lockReservation(tx: Tx, asked: TicketQuery): Promise<ReservationRow | null> {
  const [row] = asked.ticketId
    ? await tx
        .select({ reservation: reservations })
        .from(reservations)
        .innerJoin(tickets, eq(tickets.reservationId, reservations.id))
        .where(eq(tickets.linkId, asked.ticketId))
        .for('update', { of: reservations })
    : await tx
        .select({ reservation: reservations })
        .from(reservations)
        .where(
          asked.reservationId
            ? eq(reservations.linkId, asked.reservationId)
            : eq(reservations.number, asked.number ?? 0),
        )
        .for('update');
  return row?.reservation ?? null;
}

/** By token or position exactly that ticket; otherwise the first unused one, or the last of all. */
function pickTicket(issued: TicketRow[], { ticketId, position }: TicketQuery): TicketRow | undefined {
  if (ticketId) return issued.find((ticket) => ticket.linkId === ticketId);
  if (position !== undefined) return issued.find((ticket) => ticket.position === position);
  return issued.find((ticket) => !ticket.admittedAt) ?? issued.at(-1);
}

const describe = (row: ReservationRow): Admission => ({
  ...EMPTY_ADMISSION,
  code: String(row.number),
  year: row.year,
  number: row.number,
  name: `${row.firstName} ${row.lastName}`,
  packageId: row.packageId,
});

const describeTicket = (row: ReservationRow, ticket: TicketRow) => ({
  code: ticketCode(row.number, ticket),
  position: ticket.position,
  count: ticket.count,
  admittedAt: ticket.admittedAt,
  door: ticket.door,
});
