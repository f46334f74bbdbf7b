import { eq } from 'drizzle-orm';
import { REASON_MIN } from '#domain/reason-length.ts';
import { refuse } from '#domain/refuse.ts';
import { acceptDifference, confirmParts, decidedBy, recordByHand } from '../../bank/parts.ts';
import type { Dependencies } from '../../dependencies.ts';
import { describeReservation, type ReservationRow } from '../../events/describe.ts';
import { confirmReservations, lockReservationsAndPackages } from '../../events/reservations/confirm.ts';
import { reservations } from '../../events/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { postReservationEntries } from './post-reservation-entries.ts';

/**
 * A person says that the payment came; no line of a statement is asked. Where only a part has come by a statement, the reason
 * is kept with the difference and what arrived stays what arrived. Asked twice, it confirms once.
 */
export async function confirmByHand(
  deps: Dependencies,
  actor: Actor,
  { id, shown, reason }: { id: string; shown?: number | undefined; reason: string },
): Promise<ReservationRow> {
  return deps.db.transaction(async (tx) => {
    await lockReservationsAndPackages(tx, deps, [id], { takeAgain: true });
    const [before] = await tx.select().from(reservations).where(eq(reservations.id, id));
    if (!before) throw refuse('RESERVATION_GONE');
    if (before.status === 'otkazano') throw refuse('RESERVATION_CANCELLED');
    if (before.status === 'placeno') return before;
    if (shown !== undefined && shown !== before.arrived)
      throw refuse('RESERVATION_CHANGED', describeReservation(before));
    const by = decidedBy(actor, deps.now());
    const { amount, arrived, currency } = before;
    if (arrived > 0 && reason.length < REASON_MIN) throw refuse('PAYMENT_REASON_NEEDED');
    await confirmReservations(tx, deps, actor, [id], 'by hand', { late: true });
    if (arrived === 0) await recordByHand(tx, by, { reservationId: id, amount, currency });
    else {
      await confirmParts(tx, [id]);
      await acceptDifference(tx, by, { reservationId: id, missing: amount - arrived, currency, reason });
      await record(tx, actor, {
        action: 'bank.difference-accepted',
        on: { kind: 'reservation', id },
        after: { number: before.number, amount: arrived, expected: amount, currency, reason },
      });
    }
    await postReservationEntries(tx, deps.now(), [id]);
    const [row] = await tx.select().from(reservations).where(eq(reservations.id, id));
    return row!;
  });
}
