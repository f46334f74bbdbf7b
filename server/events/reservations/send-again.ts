import { asc, eq } from 'drizzle-orm';
import { isPast } from '#domain/events/moments.ts';
import { listTicketHolders } from '#domain/events/ticket/places.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { PRIORITY, queueMail } from '../../platform/mail/mail.ts';
import { mailToPayProps, type ReservationRow, reservationMailProps } from '../describe.ts';
import { namedPlaces } from '../places/places.ts';
import { reservations, tickets } from '../schema.ts';
import { ticketMailProps } from './confirm.ts';

/** The mail that the guest should have, once more to the address that stands there now. Answers with it. */
export async function sendAgain(
  deps: Dependencies,
  actor: Actor,
  { id, key }: { id: string; key: string },
): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const [row] = await tx.select().from(reservations).where(eq(reservations.id, id)).for('update');
    if (!row) throw refuse('RESERVATION_GONE');
    if (!mayMailGuest(deps, row)) throw refuse('NOTHING_TO_SEND');
    const fresh = await mailTicketsOrInstructions(tx, deps, row, key);
    if (fresh)
      await record(tx, actor, {
        action: 'events.sent-again',
        on: { kind: 'reservation', id },
        after: { number: row.number, email: row.email },
      });
    return row.email;
  });
}

/** Nobody is written to about an event that is over, a place that is gone, or whose name and address are forgotten. */
export const mayMailGuest = (deps: Pick<Dependencies, 'config' | 'now'>, row: ReservationRow): boolean =>
  (row.status === 'placeno' || row.status === 'pending') &&
  row.email !== '' &&
  !isPast(deps.config.event, row, deps.now());

/** The tickets of a paid reservation, the payment instructions of a waiting one. The same key again mails nothing: `false`. */
export async function mailTicketsOrInstructions(
  tx: Tx,
  deps: Dependencies,
  row: ReservationRow,
  key: string,
): Promise<boolean> {
  const to = { to: row.email, profileId: null };
  if (row.status !== 'placeno')
    return queueMail(tx, deps.queue, {
      ...to,
      template: 'events.reserved',
      props: mailToPayProps(deps, row),
      idempotencyKey: `events.reserved:${row.id}:${key}`,
    });
  const issued = await tx
    .select()
    .from(tickets)
    .where(eq(tickets.reservationId, row.id))
    .orderBy(asc(tickets.position));
  const guests = listTicketHolders(row, await namedPlaces(tx, row.id));
  return queueMail(tx, deps.queue, {
    ...to,
    template: 'events.confirmed',
    props: { ...reservationMailProps(deps, row), tickets: ticketMailProps(deps, row, issued, guests) },
    idempotencyKey: `events.confirmed:${row.id}:${key}`,
    priority: PRIORITY.ticket,
  });
}
