import { eq } from 'drizzle-orm';
import { sumsOf } from '#domain/bank/money.ts';
import { changeCopy } from '#domain/events/change/copy.ts';
import type { GuestChoice } from '#domain/events/change/rules.ts';
import type { Money } from '#domain/money.ts';
import { refuse } from '#domain/refuse.ts';
import { decidedBy, oweBackParts, restoreOwedParts } from '../../bank/parts.ts';
import { acceptedDifferences, paymentParts } from '../../bank/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { changeFor, isGivenBack, mayChoose } from '../../events/change/choice.ts';
import { lockEventShared } from '../../events/current.ts';
import { type ReservationRow, reservationMailProps } from '../../events/describe.ts';
import { lockPackage, refuseSecondScarce, takenSeats } from '../../events/reservations/capacity.ts';
import { eventChoices, reservations } from '../../events/schema.ts';
import { openToken } from '../../events/tickets/open-token.ts';
import type { CallLimits } from '../../limits.ts';
import { announceToWebhooks } from '../../platform/announce-to-webhooks.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { postReservationEntries } from './post-reservation-entries.ts';

const REASON = changeCopy.refundReason;

/**
 * Whoever reserved keeps the ticket for the new date or asks for the money: then its tickets end at once and the money is
 * owed back. It may be changed until the announced day, while the money was not given back and a place is left. The same
 * choice again changes nothing.
 */
export async function chooseAfterMove(
  deps: Dependencies,
  actor: Actor,
  { token, choice }: { token: string; choice: GuestChoice },
  limits: CallLimits,
): Promise<{ choice: GuestChoice }> {
  return deps.db.transaction(async (tx) => {
    await lockEventShared(tx, deps.config.event.year);
    const read = await openToken(tx, deps, token);
    if (read?.opened !== 'reservation') throw refuse('TICKET_UNKNOWN');
    const row = await lockWithPackage(tx, deps, read.reservationId);
    if (!row) throw refuse('TICKET_UNKNOWN');
    const found = await changeFor(tx, row);
    const now = deps.now();
    if (found?.choice?.choice === choice) return { choice };
    if (!found || !mayChoose(found, row, now)) throw refuse('CHOICE_CLOSED');
    await limits.consume('event choices', row.id);
    const was = row.status === 'placeno' ? 'placeno' : row.status === 'pending' ? 'pending' : found.choice!.was;
    const owed = choice === 'refund' ? await askBack(tx, deps, actor, row) : await keep(tx, deps, actor, row, was);
    await postReservationEntries(tx, now, [row.id]);
    const made = { choice, was, chosenAt: now } as const;
    await tx
      .insert(eventChoices)
      .values({ changeId: found.change.id, reservationId: row.id, ...made })
      .onConflictDoUpdate({ target: [eventChoices.changeId, eventChoices.reservationId], set: made });
    await record(tx, actor, {
      action: 'events.choice-made',
      on: { kind: 'reservation', id: row.id },
      before: { status: row.status, choice: found.choice?.choice },
      after: { status: choice === 'refund' ? 'otkazano' : was, choice, owed },
    });
    await queueMail(tx, deps.queue, {
      to: row.email,
      profileId: null,
      template: 'events.choice-made',
      props: {
        ...reservationMailProps(deps, row),
        choice,
        owed,
        isPart: was === 'pending',
        until: new Date(found.change.chooseUntil!.getTime() - 1).toISOString(),
      },
    });
    return { choice };
  });
}

/** The package first, as those who reserve do. */
async function lockWithPackage(tx: Tx, { config }: Dependencies, id: string): Promise<ReservationRow | undefined> {
  const [seen] = await tx
    .select({ packageId: reservations.packageId })
    .from(reservations)
    .where(eq(reservations.id, id));
  if (seen && config.event.capacity[seen.packageId] !== undefined) await lockPackage(tx, seen.packageId);
  const [row] = await tx.select().from(reservations).where(eq(reservations.id, id)).for('update');
  return row;
}

async function askBack(tx: Tx, deps: Dependencies, actor: Actor, { id }: ReservationRow): Promise<Money[]> {
  const now = deps.now();
  await tx
    .update(reservations)
    .set({ status: 'otkazano', confirmed: false, cancelledAt: now, cancelReason: REASON })
    .where(eq(reservations.id, id));
  return sumsOf(await oweBackParts(tx, decidedBy(actor, now), [id], REASON));
}

/** Whoever had asked for the money takes the place again, when it is left and nothing was given back. */
async function keep(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  row: ReservationRow,
  was: 'pending' | 'placeno',
): Promise<Money[]> {
  if (row.status !== 'otkazano') return [];
  if (isGivenBack(await tx.select().from(paymentParts).where(eq(paymentParts.reservationId, row.id))))
    throw refuse('MONEY_RETURNED');
  const limit = deps.config.event.capacity[row.packageId];
  if (limit !== undefined && (await takenSeats(tx, row.packageId, row.year)) >= limit) throw refuse('SOLD_OUT');
  await tx
    .update(reservations)
    .set({ status: was, confirmed: was === 'placeno', cancelledAt: null, cancelReason: '' })
    .where(eq(reservations.id, row.id))
    .catch(refuseSecondScarce);
  if (was === 'placeno')
    await announceToWebhooks(tx, deps.now(), [
      { type: 'reservation.confirmed', id: row.id, version: deps.now().getTime() },
    ]);
  await restoreOwedParts(tx, decidedBy(actor, deps.now()), {
    reservationId: row.id,
    reason: REASON,
    state: was === 'placeno' ? 'confirmed' : 'waiting',
  });
  if (was === 'placeno') await requirePaid(tx, row);
  return [];
}

/** What paid for the ticket may have been decided anew at the bank's desk since: then it pays for it no longer. */
async function requirePaid(tx: Tx, { id, amount }: ReservationRow): Promise<void> {
  const [now] = await tx.select({ arrived: reservations.arrived }).from(reservations).where(eq(reservations.id, id));
  const [accepted] = await tx
    .select({ missing: acceptedDifferences.missing })
    .from(acceptedDifferences)
    .where(eq(acceptedDifferences.reservationId, id));
  if (now!.arrived + (accepted?.missing ?? 0) !== amount) throw refuse('CHOICE_CLOSED');
}
