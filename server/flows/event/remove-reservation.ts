import { and, eq, inArray, ne } from 'drizzle-orm';
import { sumsOf } from '#domain/bank/money.ts';
import type { ReservationStatus } from '#domain/events/reservation-status.ts';
import type { Money } from '#domain/money.ts';
import { refuse } from '#domain/refuse.ts';
import { decidedBy, oweBackParts } from '../../bank/parts.ts';
import { paymentParts } from '../../bank/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { auditFacts, describeReservation, type ReservationRow, reservationMailProps } from '../../events/describe.ts';
import { threadOf } from '../../events/notes/thread.ts';
import { reservations } from '../../events/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { postReservationEntries } from './post-reservation-entries.ts';

interface Removal {
  id: string;
  /** The row as it was on the screen. */
  shown: { status: ReservationStatus; arrived: number };
  notify: boolean;
  reason: string;
}

/**
 * Frees a place, and answers with the cancelled row. What nobody has paid for is deleted; what money came for is cancelled: it stays with
 * its reason, its tickets open nothing, and the money is owed back. Refused when it is not as it was shown.
 */
export async function removeReservation(
  deps: Dependencies,
  actor: Actor,
  { id, shown, notify, reason }: Removal,
): Promise<ReservationRow | null> {
  return deps.db.transaction(async (tx) => {
    const [row] = await tx.select().from(reservations).where(eq(reservations.id, id)).for('update');
    if (!row) throw refuse('RESERVATION_GONE');
    if (row.status === 'otkazano' && row.cancelReason === reason) return row;
    if (row.status !== shown.status || row.arrived !== shown.arrived || row.status === 'otkazano')
      throw refuse('RESERVATION_CHANGED', describeReservation(row));
    const hadMoney = row.confirmed || (await tx.$count(paymentParts, eq(paymentParts.reservationId, id))) > 0;
    const removed = hadMoney ? await cancel(tx, deps, actor, row, reason) : await erase(tx, actor, row, reason);
    if (notify)
      await queueMail(tx, deps.queue, {
        to: row.email,
        profileId: null,
        template: 'events.cancelled',
        props: {
          ...reservationMailProps(deps, row),
          reason,
          owed: removed.owed,
          stands: await standingBeside(tx, row),
        },
        idempotencyKey: `events.cancelled:${id}`,
      });
    return removed.row;
  });
}

/** Numbers of what the same address still holds at the same event. */
async function standingBeside(tx: Tx, row: ReservationRow): Promise<number[]> {
  const others = await tx
    .select({ number: reservations.number })
    .from(reservations)
    .where(
      and(
        eq(reservations.email, row.email),
        eq(reservations.year, row.year),
        ne(reservations.id, row.id),
        inArray(reservations.status, ['pending', 'placeno']),
      ),
    )
    .orderBy(reservations.number);
  return others.map(({ number }) => number);
}

interface Removed {
  row: ReservationRow | null;
  owed: Money[];
}

async function erase(tx: Tx, actor: Actor, row: ReservationRow, reason: string): Promise<Removed> {
  const { thread } = await threadOf(tx, row.id);
  await tx.delete(reservations).where(eq(reservations.id, row.id));
  await record(tx, actor, {
    action: 'events.deleted',
    on: { kind: 'reservation', id: row.id },
    before: { ...auditFacts(row), notes: thread.map(({ text }) => text).join('\n') },
    after: { reason },
  });
  return { row: null, owed: [] };
}

async function cancel(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  before: ReservationRow,
  reason: string,
): Promise<Removed> {
  const now = deps.now();
  await tx
    .update(reservations)
    .set({ status: 'otkazano', confirmed: false, cancelledAt: now, cancelReason: reason })
    .where(eq(reservations.id, before.id));
  const owed = sumsOf(await oweBackParts(tx, decidedBy(actor, now), [before.id], reason));
  await postReservationEntries(tx, now, [before.id]);
  await record(tx, actor, {
    action: 'events.cancelled',
    on: { kind: 'reservation', id: before.id },
    before: auditFacts(before),
    after: { status: 'otkazano', reason, owed },
  });
  const [row] = await tx.select().from(reservations).where(eq(reservations.id, before.id));
  return { row: row!, owed };
}
