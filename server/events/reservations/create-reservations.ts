import { eq } from 'drizzle-orm';
import type { MailReservation } from '#domain/events/mail.ts';
import type { Instructions } from '#domain/events/payment/instructions.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import {
  auditFacts,
  instructionsFor,
  instructionsMailProps,
  type ReservationRow,
  reservationMailProps,
} from '../describe.ts';
import { reservations } from '../schema.ts';
import { endLinks } from '../tickets/tickets.ts';

export type ReservationValues = typeof reservations.$inferInsert & { idempotencyKey: string };

/** A reservation as it was written, with the payment instructions and the link that were mailed. */
export interface CreatedReservation {
  row: ReservationRow;
  instructions: Instructions;
  mail: MailReservation;
}

/** Writes the reservation, its audit entry and its mail. `null` when a reservation with this key is already there. */
export async function createReservation(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  place: ReservationValues,
): Promise<CreatedReservation | null> {
  const [row] = await tx
    .insert(reservations)
    .values(place)
    .onConflictDoNothing({ target: reservations.idempotencyKey })
    .returning();
  if (!row) return null;
  const created = describeCreated(deps, row);
  await record(tx, actor, {
    action: 'events.reserved',
    on: { kind: 'reservation', id: row.id },
    after: auditFacts(row),
  });
  await queueReserved(tx, deps, created);
  return created;
}

export function describeCreated(deps: Dependencies, row: ReservationRow): CreatedReservation {
  return { row, instructions: instructionsFor(deps, row), mail: reservationMailProps(deps, row) };
}

/**
 * The other words of a buyer who went back after a lost answer; the earlier mail is followed by a right one. With another address the link
 * in the earlier one ends: whoever reads that mailbox may be a stranger.
 */
export async function updateReservation(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  earlier: ReservationRow,
  facts: Partial<ReservationValues>,
): Promise<CreatedReservation> {
  if (facts.email !== undefined && facts.email !== earlier.email) await endLinks(tx, earlier.id);
  const [row] = await tx.update(reservations).set(facts).where(eq(reservations.id, earlier.id)).returning();
  const changed = describeCreated(deps, row!);
  await record(tx, actor, {
    action: 'events.changed',
    on: { kind: 'reservation', id: row!.id },
    before: auditFacts(earlier),
    after: auditFacts(row!),
  });
  await queueReserved(tx, deps, changed);
  return changed;
}

const queueReserved = (tx: Tx, deps: Dependencies, { row, instructions, mail }: CreatedReservation) =>
  queueMail(tx, deps.queue, {
    to: row.email,
    profileId: null,
    template: 'events.reserved',
    props: { ...mail, instructions: instructionsMailProps(instructions) },
  });
