import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beginsAt, isPast } from '#domain/events/moments.ts';
import { listTicketHolders, type TicketHolder } from '#domain/events/ticket/places.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { CallLimits } from '../../limits.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { PRIORITY, queueMail } from '../../platform/mail/mail.ts';
import { type ReservationRow, reservationMailProps } from '../describe.ts';
import { entryTimes } from '../door/entries.ts';
import { places, reservations, tickets } from '../schema.ts';
import { openToken } from '../tickets/open-token.ts';
import { ticketLink } from '../tickets/ticket-token.ts';
import { ticketCode } from '../tickets/tickets.ts';
import { namedPlaces } from './places.ts';

interface Change {
  token: string;
  position: number;
  /** As the screen showed the name. */
  shown: { firstName: string; lastName: string };
}
type Person = { firstName: string; lastName: string };

/** Writes who comes on a place. The same name again changes nothing. */
export async function namePlace(
  deps: Dependencies,
  actor: Actor,
  change: Change & { person: Person },
  limits: CallLimits,
): Promise<TicketHolder> {
  return deps.db.transaction(async (tx) => {
    const { row, place } = await ownPlace(tx, deps, change);
    const named = { ...place, ...change.person };
    if (isSame(place, change.person)) return place;
    if (!isSame(place, change.shown)) throw refuse('PLACE_CHANGED', place);
    await limits.consume('changes of places', row.id);
    await savePlace(tx, row, named, {});
    await record(tx, actor, {
      action: 'events.place-named',
      on: { kind: 'reservation', id: row.id },
      before: { place: place.position, name: fullName(place) },
      after: { place: place.position, name: fullName(named) },
    });
    return named;
  });
}

/**
 * Gives a paid place to another person: the old code ends, the new one is mailed to that person alone, and whoever reserved
 * is told. Asked again for the same person, it changes nothing.
 */
export async function givePlace(
  deps: Dependencies,
  actor: Actor,
  change: Change & { person: Person & { email: string } },
  limits: CallLimits,
): Promise<TicketHolder> {
  const { email, ...person } = change.person;
  return deps.db.transaction(async (tx) => {
    const { row, place, opened } = await ownPlace(tx, deps, change, { alsoGiven: true });
    if (opened === 'reservation' && place.given) {
      if (isSame(place, person)) return place;
      throw refuse('PLACE_CHANGED', place);
    }
    if (row.status !== 'placeno') throw refuse('PLACE_UNPAID');
    if (!isSame(place, change.shown)) throw refuse('PLACE_CHANGED', place);
    const [ticket] = await tx
      .select()
      .from(tickets)
      .where(and(eq(tickets.reservationId, row.id), eq(tickets.position, place.position)));
    // The event has not begun: today it may have been let in at a rehearsal, and those of other days use up nothing.
    const entered = ticket && (await entryTimes(tx, [ticket.id], [dayOf(deps.now())])).has(ticket.id);
    if (!ticket || entered) throw refuse('TICKET_USED');
    await limits.consume('changes of places', row.id);
    await limits.consume('reservation mails', email);
    const linkId = randomUUID();
    const given = { ...place, ...person, given: true };
    await tx.update(tickets).set({ linkId }).where(eq(tickets.id, ticket.id));
    await savePlace(tx, row, given, { givenAt: deps.now() });
    const code = ticketCode(row.number, ticket);
    await record(tx, actor, {
      action: 'events.place-given',
      on: { kind: 'reservation', id: row.id },
      before: { ticket: code, name: fullName(place) },
      after: { ticket: code, name: fullName(given) },
    });
    const link = ticketLink(deps, 'ticket', linkId);
    const { position, count } = ticket;
    const about = { ...reservationMailProps(deps, row), code, to: fullName(given) };
    await queueMail(tx, deps.queue, {
      to: email,
      profileId: null,
      template: 'events.place-given',
      props: {
        ...about,
        ...person,
        link,
        from: fullName(place) || fullName(row),
        tickets: [{ code, position, count, link }],
      },
      idempotencyKey: `events.place-given:${linkId}`,
      priority: PRIORITY.ticket,
    });
    if (row.email !== '')
      await queueMail(tx, deps.queue, {
        to: row.email,
        profileId: null,
        template: 'events.place-left',
        props: about,
        idempotencyKey: `events.place-left:${linkId}`,
      });
    return given;
  });
}

const fullName = ({ firstName, lastName }: Person): string => `${firstName} ${lastName}`.trim();
const isSame = (one: Person, other: Person): boolean =>
  one.firstName === other.firstName && one.lastName === other.lastName;

/** The place that this link may change: its reservation is locked, and the event has not begun. */
async function ownPlace(tx: Tx, deps: Dependencies, { token, position }: Change, { alsoGiven = false } = {}) {
  const read = await openToken(tx, deps, token);
  if (!read || read.opened === 'ticket') throw refuse('TICKET_UNKNOWN');
  const [row] = await tx.select().from(reservations).where(eq(reservations.id, read.reservationId)).for('update');
  // Somebody may have given the place on while this waited.
  const again = await openToken(tx, deps, token);
  if (!row || !again) throw refuse('TICKET_UNKNOWN');
  const closed = isPast(deps.config.event, row, deps.now()) || deps.now() >= beginsAt(row);
  if (closed || (row.status !== 'pending' && row.status !== 'placeno')) throw refuse('NAMES_CLOSED');
  const place = listTicketHolders(row, await namedPlaces(tx, row.id)).find((one) => one.position === position);
  const theirs = read.opened === 'place' ? read.position === position : alsoGiven || !place?.given;
  if (!place || !theirs) throw refuse('TICKET_UNKNOWN');
  return { row, place, opened: read.opened };
}

async function savePlace(
  tx: Tx,
  { id: reservationId }: ReservationRow,
  { position, firstName, lastName }: TicketHolder,
  given: { givenAt?: Date },
) {
  const values = { firstName, lastName, ...given };
  await tx
    .insert(places)
    .values({ reservationId, position, ...values })
    .onConflictDoUpdate({ target: [places.reservationId, places.position], set: values });
}
