import { and, eq, inArray, ne, notExists, type SQL, sql } from 'drizzle-orm';
import { paymentParts } from '../../bank/schema.ts';
import { claims, doorChecks, places, reservationNotes, reservations } from '../../events/schema.ts';
import type { Tx } from '../../platform/db.ts';

/**
 * Whoever a reservation was for is forgotten: unpaid ones go and free their places, those that money came for stay in the
 * books without name, address, phone, notes, the names of who else comes and the company of the claim, and tickets remain
 * valid. What staff wrote at the doors goes too. Answers with the ids of both.
 */
export async function redactReservations(tx: Tx, whose: SQL | undefined): Promise<string[]> {
  const unpaid = await tx
    .delete(reservations)
    .where(
      and(
        whose,
        eq(reservations.confirmed, false),
        ne(reservations.status, 'otkazano'),
        notExists(tx.select().from(paymentParts).where(eq(paymentParts.reservationId, reservations.id))),
      ),
    )
    .returning({ id: reservations.id });
  const paid = await tx
    .update(reservations)
    .set({ firstName: '', lastName: '', email: '', phone: '' })
    .where(whose)
    .returning({ id: reservations.id });
  const ids = paid.map(({ id }) => id);
  await tx.update(places).set({ firstName: '', lastName: '' }).where(inArray(places.reservationId, ids));
  await tx.delete(claims).where(inArray(claims.reservationId, ids));
  await tx.delete(reservationNotes).where(inArray(reservationNotes.reservationId, ids));
  await tx
    .update(doorChecks)
    .set({ reason: null, undoReason: sql`left(${doorChecks.undoReason}, 0)` })
    .where(inArray(doorChecks.reservationId, ids));
  return [...unpaid, ...paid].map(({ id }) => id);
}
