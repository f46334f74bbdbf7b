import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Day } from '#domain/day.ts';
import { type EventDate, eventDays } from '#domain/events/days.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import type { ReservationRow } from '../describe.ts';
import { doorChecks, tickets } from '../schema.ts';

export interface Entry {
  key: string;
  at: Date;
  door: string;
}

type TicketRow = typeof tickets.$inferSelect;

/** A ticket with its entry of the day, and the last one of another day of the event: no rehearsal is one. */
export interface TicketWithEntries extends TicketRow {
  entry: Entry | null;
  earlier: Entry | null;
}

/** Somebody stands inside: let in, and not taken back. The first of a ticket and day is the entry that counts. */
export const admittedEntryCondition = (): SQL | undefined =>
  and(inArray(doorChecks.verdict, ['valid', 'again', 'clash']), isNull(doorChecks.undoneAt));

/** In the order of their positions. */
export async function ticketsWithEntries(
  db: DatabaseOrTransaction,
  reservation: ReservationRow,
  day: Day,
): Promise<TicketWithEntries[]> {
  const issued = await db
    .select()
    .from(tickets)
    .where(eq(tickets.reservationId, reservation.id))
    .orderBy(asc(tickets.position));
  const entries = await readDoorEntries(db, reservation, eq(doorChecks.reservationId, reservation.id));
  return issued.map((ticket) => ({ ...ticket, ...entries(ticket.id, day) }));
}

/** Reads the entries of many tickets at once, and answers for one ticket and day. */
export async function readDoorEntries(db: DatabaseOrTransaction, event: EventDate, which: SQL | undefined) {
  const rows = await db
    .select({
      ticketId: doorChecks.ticketId,
      day: doorChecks.day,
      key: doorChecks.key,
      at: doorChecks.checkedAt,
      door: doorChecks.door,
    })
    .from(doorChecks)
    .where(and(which, admittedEntryCondition()))
    .orderBy(asc(doorChecks.checkedAt), asc(doorChecks.receivedAt));
  const byTicket = Map.groupBy(rows, ({ ticketId }) => ticketId);
  const days = eventDays(event);
  return (ticketId: string, day: Day) => {
    const own = byTicket.get(ticketId) ?? [];
    return {
      entry: plain(own.find((row) => row.day === day)),
      earlier: plain(own.findLast((row) => row.day !== day && days.includes(row.day))),
    };
  };
}

const plain = (row: Entry | undefined): Entry | null => (row ? { key: row.key, at: row.at, door: row.door } : null);

/** When each of the tickets was let in, a moment for each of the days, oldest first. */
export async function entryTimes(
  db: DatabaseOrTransaction,
  ticketIds: string[],
  days: readonly Day[],
): Promise<Map<string, Date[]>> {
  const rows = await db
    .selectDistinctOn([doorChecks.ticketId, doorChecks.day], {
      ticketId: doorChecks.ticketId,
      at: doorChecks.checkedAt,
    })
    .from(doorChecks)
    .where(and(inArray(doorChecks.ticketId, ticketIds), inArray(doorChecks.day, [...days]), admittedEntryCondition()))
    .orderBy(asc(doorChecks.ticketId), asc(doorChecks.day), asc(doorChecks.checkedAt));
  return new Map([...Map.groupBy(rows, ({ ticketId }) => ticketId!)].map(([id, own]) => [id, own.map(({ at }) => at)]));
}
