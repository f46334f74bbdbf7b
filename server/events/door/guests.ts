import { createHash } from 'node:crypto';
import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm';
import { type DoorGuest, type DoorList, dayShown } from '#domain/events/door/rules.ts';
import { packageOf } from '#domain/events/packages.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { currentEvent } from '../current.ts';
import { priceAtDoor } from '../describe.ts';
import { guestsOf, ticketName } from '../places/places.ts';
import { doorChecks, reservations, tickets } from '../schema.ts';
import { signToken } from '../tickets/ticket-token.ts';
import { ticketCode } from '../tickets/tickets.ts';
import { type Entry, readDoorEntries } from './entries.ts';

/** What the signature of a guest list says that it is. */
export const DOOR_LIST = 'door-list-2';

/**
 * This year's guests with today's entries, as the text that is signed: a device keeps both, and uses no list whose text was
 * changed. Tickets are recognised by a digest of their tokens, so a list that is lost makes nobody a ticket.
 */
export async function guestList(deps: Dependencies): Promise<{ list: string; signature: string }> {
  const event = await currentEvent(deps.db, deps.config);
  const at = deps.now();
  const day = dayShown(event, dayOf(at));
  const rows = await deps.db
    .select({ reservation: reservations, ticket: getTableColumns(tickets) })
    .from(reservations)
    .leftJoin(tickets, eq(tickets.reservationId, reservations.id))
    .where(and(eq(reservations.year, event.year), inArray(reservations.status, ['pending', 'placeno', 'isteklo'])))
    .orderBy(asc(reservations.number), asc(tickets.position));
  const order = new Intl.Collator('sr-Latn');
  rows.sort(({ reservation: one }, { reservation: other }) =>
    order.compare(`${one.lastName} ${one.firstName}`, `${other.lastName} ${other.firstName}`),
  );
  const entries = await readDoorEntries(deps.db, event, eq(doorChecks.year, event.year));
  const named = await guestsOf(
    deps.db,
    rows.map(({ reservation }) => reservation),
  );
  const guests = rows.map(({ reservation, ticket }): DoorGuest => {
    const { entry, earlier } = ticket ? entries(ticket.id, day) : { entry: null, earlier: null };
    return {
      code: ticket ? ticketCode(reservation.number, ticket) : String(reservation.number),
      number: reservation.number,
      position: ticket?.position ?? 1,
      count: ticket?.count ?? packageOf(reservation.packageId).ticketCount,
      name: ticketName(reservation, named.get(reservation.id) ?? [], ticket?.position ?? 1),
      phone: reservation.phone.replaceAll(/\D/g, ''),
      packageId: reservation.packageId,
      status: reservation.status,
      amount: priceAtDoor(reservation),
      token:
        ticket &&
        createHash('sha256')
          .update(signToken(deps, 'ticket', ticket.linkId))
          .digest('hex'),
      entry: asJson(entry),
      earlier: asJson(earlier),
    };
  });
  const { year, firstDay, rehearsals } = event;
  const signed: DoorList = { year, firstDay, rehearsals, day, at: at.toISOString(), guests };
  const list = JSON.stringify(signed);
  return { list, signature: await deps.tokens.signText(list, DOOR_LIST) };
}

const asJson = (entry: Entry | null) => entry && { ...entry, at: entry.at.toISOString() };
