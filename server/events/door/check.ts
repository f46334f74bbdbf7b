import { eq } from 'drizzle-orm';
import type { AuditAction } from '#domain/audit-actions.ts';
import type { Admission, DoorCheck } from '#domain/events/door/contract.ts';
import {
  type CheckVerdict,
  type DoorVerdict,
  type EventDays,
  isAdmitted,
  readTicketNumber,
  refusalOf,
  ticketTokenIn,
} from '#domain/events/door/rules.ts';
import { listTicketHolders } from '#domain/events/ticket/places.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { currentEvent } from '../current.ts';
import type { ReservationRow } from '../describe.ts';
import { namedPlaces } from '../places/places.ts';
import { doorChecks, reservations, tickets } from '../schema.ts';
import { readToken } from '../tickets/ticket-token.ts';
import { ticketCode } from '../tickets/tickets.ts';
import { type TicketWithEntries, ticketsWithEntries } from './entries.ts';
import { describeAdmission, EMPTY_ADMISSION, readOutcome } from './outcome.ts';

/**
 * The check at a door. The reservation is locked first, so that two doors checking the same ticket are answered one after
 * the other; then its ticket is let in if it has not been that day. A key that was answered before is answered the same
 * again; only when the device has let the person in meanwhile, by its list, is that written down beside the refusal.
 */
export async function checkAtDoor(deps: Dependencies, actor: Actor, input: DoorCheck): Promise<Admission> {
  const now = deps.now();
  const at = input.offline ? new Date(Math.min(Date.parse(input.offline.at), now.getTime())) : now;
  return deps.db.transaction(async (tx) => {
    const asked = readCode(deps, input.code);
    const found = asked && (await lockReservation(tx, asked));
    const [before] = await tx.select().from(doorChecks).where(eq(doorChecks.key, input.key)).for('update');
    if (before && (isAdmitted(before.verdict) || before.offline || !input.offline))
      return (await readOutcome(tx, input.key))!;

    const day = dayOf(at);
    const issued = found ? await ticketsWithEntries(tx, found, day) : [];
    const { verdict, ticket } = checkAdmission(await currentEvent(tx, deps.config), {
      found,
      issued,
      asked,
      day,
      input,
    });
    const guests = found ? listTicketHolders(found, await namedPlaces(tx, found.id)) : [];
    if (verdict === 'choose') return describeAdmission(found!, { guests, verdict, choices: issued });

    const row = {
      year: deps.config.event.year,
      day,
      checkedAt: at,
      receivedAt: now,
      verdict,
      reservationId: found?.id ?? null,
      ticketId: ticket?.id ?? null,
      door: input.door,
      checkedBy: actor.id,
      reason: input.reason ?? null,
      offline: input.offline !== undefined,
    };
    const written = await tx
      .insert(doorChecks)
      .values({ key: input.key, ...row })
      .onConflictDoUpdate({ target: doorChecks.key, set: row, setWhere: eq(doorChecks.offline, false) })
      .returning({ key: doorChecks.key });
    // The same key came from elsewhere in the same moment, for a code that no reservation is locked for.
    if (written.length === 0) return (await readOutcome(tx, input.key))!;
    await record(tx, actor, {
      action: ACTIONS[verdict] ?? 'events.check-refused',
      on: found ? { kind: 'reservation', id: found.id } : { kind: 'event', id: String(deps.config.event.year) },
      after: {
        ticket: found ? (ticket ? ticketCode(found.number, ticket) : String(found.number)) : undefined,
        door: input.door,
        verdict: isAdmitted(verdict) ? undefined : verdict,
        reason: input.reason,
        ...(input.offline ? { offline: true, checkedAt: at } : {}),
      },
    });
    if (!found) return EMPTY_ADMISSION;
    const entry = { key: input.key, at, door: input.door };
    return describeAdmission(found, {
      guests,
      verdict,
      ticket,
      entry: verdict === 'valid' ? entry : (ticket?.entry ?? null),
    });
  });
}

const ACTIONS: Partial<Record<CheckVerdict, AuditAction>> = {
  valid: 'events.admitted',
  again: 'events.admitted-again',
  clash: 'events.entry-clashed',
};

interface CodeAsked {
  ticketId?: string;
  reservationId?: string;
  number?: number;
  position?: number | null;
}

/** A token, an address that ends with one, or a number: `101`, `101-2`. */
function readCode(deps: Dependencies, code: string): CodeAsked | null {
  const typed = readTicketNumber(code);
  if (typed) return typed;
  const read = readToken(deps, ticketTokenIn(code));
  if (!read) return null;
  return read.kind === 'ticket' ? { ticketId: read.id } : { reservationId: read.id };
}

async function lockReservation(tx: Tx, asked: CodeAsked): Promise<ReservationRow | null> {
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

/** By token or position exactly that ticket; a reservation with one ticket names it, one with several asks whose. */
function checkAdmission(
  event: EventDays,
  {
    found,
    issued,
    asked,
    day,
    input,
  }: {
    found: ReservationRow | null;
    issued: TicketWithEntries[];
    asked: CodeAsked | null;
    day: string;
    input: DoorCheck;
  },
): { verdict: DoorVerdict & CheckVerdict; ticket?: TicketWithEntries } | { verdict: 'choose'; ticket?: undefined } {
  if (!found || !asked) return { verdict: 'unknown' };
  const named = asked.ticketId !== undefined || (asked.position ?? null) !== null || issued.length === 1;
  const ticket = issued.find(({ linkId, position }) =>
    asked.ticketId !== undefined ? linkId === asked.ticketId : position === (asked.position ?? 1),
  );
  const about = named && ticket ? { ticket } : {};
  const refused = refusalOf(found, event, day);
  if (refused) return { verdict: refused, ...about };
  if (!named) return { verdict: 'choose' };
  if (!ticket) return { verdict: 'unknown' };
  if (!ticket.entry) return { verdict: 'valid', ticket };
  return { verdict: input.reason ? 'again' : input.offline ? 'clash' : 'used', ticket };
}
