import { and, eq } from 'drizzle-orm';
import type { Dependencies } from '../../dependencies.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { places, reservations, tickets } from '../schema.ts';
import { readToken } from './ticket-token.ts';

/** What a link or a code opens: a whole reservation, or one place of it. */
export interface OpenedToken {
  /** `place` when the one ticket was given to another person, whose own it is now. */
  opened: 'reservation' | 'ticket' | 'place';
  reservationId: string;
  /** Of the one ticket; `null` for a reservation's link. */
  position: number | null;
}

/** `null` for a token that is not ours, or of something deleted, or whose code has ended. */
export async function openToken(
  db: DatabaseOrTransaction,
  deps: Pick<Dependencies, 'tokens'>,
  token: string,
): Promise<OpenedToken | null> {
  const read = readToken(deps, token);
  if (!read) return null;
  if (read.kind === 'reservation') {
    const [row] = await db.select({ id: reservations.id }).from(reservations).where(eq(reservations.linkId, read.id));
    return row ? { opened: 'reservation', reservationId: row.id, position: null } : null;
  }
  const ofTicket = and(eq(places.reservationId, tickets.reservationId), eq(places.position, tickets.position));
  const [ticket] = await db
    .select({ reservationId: tickets.reservationId, position: tickets.position, givenAt: places.givenAt })
    .from(tickets)
    .leftJoin(places, ofTicket)
    .where(eq(tickets.linkId, read.id));
  if (!ticket) return null;
  const { givenAt, ...place } = ticket;
  return { opened: givenAt ? 'place' : 'ticket', ...place };
}
