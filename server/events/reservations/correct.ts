import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { PERSONAL_FIELDS, type PersonalInfo } from '#domain/events/rules.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { lastEditOf } from '../../last-edit.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { describeReservation, type ReservationRow } from '../describe.ts';
import { reservations } from '../schema.ts';
import { endLinks } from '../tickets/tickets.ts';
import { refuseSecondScarce } from './capacity.ts';
import { mailTicketsOrInstructions, mayMailGuest } from './send-again.ts';

const guestOf = (row: ReservationRow): PersonalInfo => ({
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  phone: row.phone,
});
const areSame = (one: PersonalInfo, other: PersonalInfo) =>
  PERSONAL_FIELDS.every((field) => one[field] === other[field]);

/**
 * A mistyped name, address or phone becomes right. A new name or address ends every link and code that was sent, and the mail
 * with the new ones leaves at once; the same correction again changes nothing.
 */
export async function correctGuest(
  deps: Dependencies,
  actor: Actor,
  { id, shown, guest }: { id: string; shown: PersonalInfo; guest: PersonalInfo },
): Promise<ReservationRow> {
  return deps.db.transaction(async (tx) => {
    const [before] = await tx.select().from(reservations).where(eq(reservations.id, id)).for('update');
    if (!before) throw refuse('RESERVATION_GONE');
    if (areSame(guestOf(before), guest)) return before;
    if (!areSame(guestOf(before), shown)) {
      const edit = await lastEditOf(tx, actor, id, ['events.guest-corrected', 'events.changed']);
      throw refuse('RESERVATION_CHANGED', { ...describeReservation(before), edit });
    }
    if (!mayMailGuest(deps, before)) throw refuse('NOTHING_TO_SEND');
    await tx.update(reservations).set(guest).where(eq(reservations.id, id)).catch(refuseSecondScarce);
    const endsLinks = !areSame({ ...guestOf(before), phone: '' }, { ...guest, phone: '' });
    if (endsLinks) await endLinks(tx, id);
    await record(tx, actor, {
      action: 'events.guest-corrected',
      on: { kind: 'reservation', id },
      before: { ...guestOf(before) },
      after: { ...guest },
    });
    const [row] = await tx.select().from(reservations).where(eq(reservations.id, id));
    if (endsLinks) await mailTicketsOrInstructions(tx, deps, row!, randomUUID());
    return row!;
  });
}
