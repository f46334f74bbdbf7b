import { asc, eq, inArray } from 'drizzle-orm';
import { listTicketHolders, nameOf, type TicketHolder } from '#domain/events/ticket/places.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import type { ReservationRow } from '../describe.ts';
import { places } from '../schema.ts';

export type PlaceRow = typeof places.$inferSelect;

export const namedPlaces = (db: DatabaseOrTransaction, reservationId: string): Promise<PlaceRow[]> =>
  db.select().from(places).where(eq(places.reservationId, reservationId)).orderBy(asc(places.position));

/** Who comes with these reservations, by reservation. */
export async function guestsOf(
  db: DatabaseOrTransaction,
  rows: readonly ReservationRow[],
): Promise<Map<string, TicketHolder[]>> {
  const ids = rows.map(({ id }) => id);
  const named = ids.length === 0 ? [] : await db.select().from(places).where(inArray(places.reservationId, ids));
  const byReservation = Map.groupBy(named, ({ reservationId }) => reservationId);
  return new Map(rows.map((row) => [row.id, listTicketHolders(row, byReservation.get(row.id) ?? [])]));
}

/** The name on a ticket: of whoever comes on that place, otherwise of whoever reserved it. */
export function ticketName(
  row: Pick<ReservationRow, 'firstName' | 'lastName'>,
  guests: readonly TicketHolder[],
  position: number,
): string {
  const guest = guests.find((place) => place.position === position);
  return (guest && nameOf(guest)) || nameOf(row);
}
