import { eq } from 'drizzle-orm';
import type { Admission } from '#domain/events/door/contract.ts';
import type { DoorVerdict } from '#domain/events/door/rules.ts';
import { listTicketHolders, type TicketHolder } from '#domain/events/ticket/places.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { priceAtDoor, type ReservationRow } from '../describe.ts';
import { namedPlaces, ticketName } from '../places/places.ts';
import { doorChecks, reservations } from '../schema.ts';
import { ticketCode } from '../tickets/tickets.ts';
import { type Entry, type TicketWithEntries, ticketsWithEntries } from './entries.ts';

export const EMPTY_ADMISSION: Admission = {
  verdict: 'unknown',
  code: null,
  year: null,
  firstDay: null,
  number: null,
  name: null,
  packageId: null,
  position: null,
  count: null,
  amount: null,
  entry: null,
  earlier: null,
  choices: [],
};

interface Found {
  verdict: DoorVerdict;
  ticket?: TicketWithEntries | undefined;
  entry?: Entry | null;
  choices?: TicketWithEntries[];
  /** Who comes on each place. */
  guests: readonly TicketHolder[];
}

export function describeAdmission(
  row: ReservationRow,
  { verdict, ticket, entry = null, choices = [], guests }: Found,
): Admission {
  return {
    verdict,
    code: ticket ? ticketCode(row.number, ticket) : String(row.number),
    year: row.year,
    firstDay: row.firstDay,
    number: row.number,
    name: ticketName(row, guests, ticket?.position ?? 1),
    packageId: row.packageId,
    position: ticket?.position ?? null,
    count: ticket?.count ?? null,
    amount: priceAtDoor(row),
    entry,
    earlier: ticket?.earlier ?? null,
    choices: choices.map((one) => ({
      code: ticketCode(row.number, one),
      name: ticketName(row, guests, one.position),
      entry: one.entry,
    })),
  };
}

/** What a check was answered with; `null` when there was none with that key. */
export async function readOutcome(db: DatabaseOrTransaction, key: string): Promise<Admission | null> {
  const [found] = await db
    .select({ check: doorChecks, reservation: reservations })
    .from(doorChecks)
    .leftJoin(reservations, eq(reservations.id, doorChecks.reservationId))
    .where(eq(doorChecks.key, key));
  if (!found) return null;
  const { check, reservation } = found;
  if (!reservation) return { ...EMPTY_ADMISSION, verdict: check.verdict };
  const issued = await ticketsWithEntries(db, reservation, check.day);
  const ticket = issued.find(({ id }) => id === check.ticketId);
  const own = check.verdict === 'valid' ? { key, at: check.checkedAt, door: check.door } : null;
  const guests = listTicketHolders(reservation, await namedPlaces(db, reservation.id));
  return describeAdmission(reservation, {
    guests,
    verdict: check.verdict,
    ticket,
    entry: own ?? ticket?.entry ?? null,
  });
}
