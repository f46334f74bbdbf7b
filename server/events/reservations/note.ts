import { eq } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { ReservationRow } from '../describe.ts';
import { reservations } from '../schema.ts';

/** The organiser's own words on a reservation; the buyer never sees them. */
export async function noteReservation(
  deps: Dependencies,
  actor: Actor,
  id: string,
  notes: string,
): Promise<ReservationRow> {
  return deps.db.transaction(async (tx) => {
    const [before] = await tx.select().from(reservations).where(eq(reservations.id, id)).for('update');
    if (!before) throw refuse('RESERVATION_GONE');
    if (before.notes === notes) return before;
    const [row] = await tx.update(reservations).set({ notes }).where(eq(reservations.id, id)).returning();
    await record(tx, actor, {
      action: 'events.noted',
      on: { kind: 'reservation', id },
      before: { notes: before.notes },
      after: { notes },
    });
    return row!;
  });
}
