import { and, eq, inArray } from 'drizzle-orm';
import type { MailTicket } from '#domain/events/mail.ts';
import { isPast } from '#domain/events/moments.ts';
import type { TicketHolder } from '#domain/events/ticket/places.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { announceToWebhooks } from '../../platform/announce-to-webhooks.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { PRIORITY, queueMails } from '../../platform/mail/mail.ts';
import { auditFacts, type ReservationRow, reservationMailProps } from '../describe.ts';
import { guestsOf, ticketName } from '../places/places.ts';
import { reservations } from '../schema.ts';
import { describeTicket, issueTickets, type TicketRow } from '../tickets/tickets.ts';
import { lockPackage, takenSeats } from './capacity.ts';

/**
 * Records payments, for good: makes the tickets and queues the mails with them, in the caller's transaction. Those already paid stay as
 * they are; lapsed ones are paid only when a person decides so (`late`), and take their place again. Answers with the newly paid.
 */
export async function confirmReservations(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  ids: string[],
  cause = 'by hand',
  { late = false } = {},
) {
  if (ids.length === 0) return [];
  const lapsed = late ? await lockReservationsAndPackages(tx, deps, ids, { takeAgain: true }) : new Set<string>();
  const paid = await tx
    .update(reservations)
    .set({ confirmed: true, status: 'placeno', confirmedAt: deps.now() })
    .where(
      and(inArray(reservations.id, ids), inArray(reservations.status, late ? ['pending', 'isteklo'] : ['pending'])),
    )
    .returning();
  if (paid.length === 0) return [];
  const issued = Map.groupBy(await issueTickets(tx, paid), (ticket) => ticket.reservationId);
  const guests = await guestsOf(tx, paid);
  await record(
    tx,
    actor,
    paid.map((row) => ({
      action: 'events.paid' as const,
      on: { kind: 'reservation', id: row.id },
      before: { status: lapsed.has(row.id) ? 'isteklo' : 'pending' },
      after: { ...auditFacts(row), cause },
    })),
  );
  await announceToWebhooks(
    tx,
    deps.now(),
    paid.map(({ id }) => ({ type: 'reservation.confirmed', id, version: deps.now().getTime() })),
  );
  await queueMails(
    tx,
    deps.queue,
    paid.map((row) => ({
      to: row.email,
      profileId: null,
      template: 'events.confirmed' as const,
      props: {
        ...reservationMailProps(deps, row),
        tickets: ticketMailProps(deps, row, issued.get(row.id)!, guests.get(row.id)!),
        past: isPast(deps.config.event, row, deps.now()),
      },
      idempotencyKey: `events.confirmed:${row.id}`,
      priority: PRIORITY.ticket,
    })),
  );
  return paid;
}

/**
 * Locks the reservations, and their packages first, as those who reserve do. Those that lapsed may take their place again;
 * refused when it is somebody else's by now. Answers with the lapsed ones.
 */
export async function lockReservationsAndPackages(
  tx: Tx,
  deps: Dependencies,
  ids: string[],
  { takeAgain = false } = {},
): Promise<Set<string>> {
  const { capacity, year } = deps.config.event;
  const wanted = takeAgain
    ? await tx
        .selectDistinct({ packageId: reservations.packageId })
        .from(reservations)
        .where(and(inArray(reservations.id, ids), eq(reservations.year, year)))
        .orderBy(reservations.packageId)
    : [];
  const scarce = wanted.map(({ packageId }) => packageId).filter((id) => capacity[id] !== undefined);
  for (const packageId of scarce) await lockPackage(tx, packageId);
  const rows = await tx
    .select()
    .from(reservations)
    .where(inArray(reservations.id, ids))
    .orderBy(reservations.id)
    .for('update');
  const lapsed = rows.filter(({ status }) => status === 'isteklo');
  for (const packageId of scarce) {
    const again = lapsed.filter((row) => row.packageId === packageId && row.year === year).length;
    if (again > 0 && (await takenSeats(tx, packageId, year)) + again > capacity[packageId]!)
      throw refuse('LAPSED_PLACE_TAKEN');
  }
  return new Set(lapsed.map(({ id }) => id));
}

/** For whoever reserved: without the tickets that were given to another person. */
export const ticketMailProps = (
  deps: Dependencies,
  row: ReservationRow,
  issued: TicketRow[],
  guests: TicketHolder[],
): MailTicket[] =>
  issued
    .filter(({ position }) => !guests.some((place) => place.position === position && place.given))
    .toSorted((a, b) => a.position - b.position)
    .map((ticket) => describeTicket(deps, row.number, ticket))
    .map(({ code, position, count, link }) => ({
      code,
      position,
      count,
      link,
      name: ticketName(row, guests, position),
    }));
