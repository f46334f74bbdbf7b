import { and, eq, inArray } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { reservations } from '../../events/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { paymentParts, statementLines } from '../schema.ts';
import { lockLine, lockOpenLine } from './claim.ts';

const factsOf = ({ amount, currency, payer }: typeof statementLines.$inferSelect) => ({ amount, currency, payer });

/** The payment is not ours to decide on; it stays in the statement, out of the way. */
export async function dismissLine(deps: Dependencies, actor: Actor, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const line = await lockOpenLine(tx, id);
    await tx
      .update(statementLines)
      .set({ state: 'dismissed', decidedBy: actor.email ?? actor.id, decidedAt: deps.now() })
      .where(eq(statementLines.id, id));
    await record(tx, actor, {
      action: 'events.payment-dismissed',
      on: { kind: 'statement-line', id },
      after: factsOf(line),
    });
  });
}

/**
 * Waits for a decision again: what was skipped, a part whose rest has not come, and money owed back that was not yet given
 * back. What paid for a reservation stays counted. Asked twice, the second time there is nothing to do.
 */
export async function reopenLine(deps: Dependencies, actor: Actor, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const places = tx.select({ id: paymentParts.reservationId }).from(paymentParts).where(eq(paymentParts.lineId, id));
    await tx
      .select({ id: reservations.id })
      .from(reservations)
      .where(inArray(reservations.id, places))
      .orderBy(reservations.id)
      .for('no key update');
    const line = await lockLine(tx, id);
    if (line.state === 'open') return;
    const parts = await tx.select().from(paymentParts).where(eq(paymentParts.lineId, id)).for('update');
    const cancelled = await tx.$count(
      reservations,
      and(inArray(reservations.id, places), eq(reservations.status, 'otkazano')),
    );
    const undoable = parts.every(({ state }) => state === 'waiting' || state === 'owed');
    // Money of a cancelled reservation was counted for it before; it stays owed.
    if (!undoable || (cancelled > 0 && line.verdict !== 'cancelled')) throw refuse('PAYMENT_COUNTED');
    await tx.delete(paymentParts).where(eq(paymentParts.lineId, id));
    await tx
      .update(statementLines)
      .set({ state: 'open', decidedBy: null, decidedAt: null })
      .where(eq(statementLines.id, id));
    await record(tx, actor, {
      action: 'bank.payment-reopened',
      on: { kind: 'statement-line', id },
      before: { state: line.state },
      after: factsOf(line),
    });
  });
}
