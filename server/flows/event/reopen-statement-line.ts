import { and, eq, inArray, ne, or } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { lockLine } from '../../bank/lines/claim.ts';
import { factsOf } from '../../bank/lines/skip.ts';
import { cardPayouts, paymentParts, statementLines } from '../../bank/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { reservations } from '../../events/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { undoCompensation } from '../bank/compensate.ts';
import { reversePartEntries } from './post-reservation-entries.ts';

/**
 * Waits for a decision again: what was skipped or closed, also as a courier's for a parcel, a part whose rest has not come, and money owed
 * back that was not yet given back. What paid for a reservation stays counted, and so does what shows a payout of ours. Asked twice, the second time there is nothing to do.
 */
export async function reopenStatementLine(deps: Dependencies, actor: Actor, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const line = await lockLine(tx, id);
    if (line.state === 'open') return;
    if (line.state === 'held') throw refuse('STATEMENT_LINE_HELD');
    const shown = or(eq(payouts.lineId, id), eq(payouts.returnLineId, id));
    if ((await tx.$count(payouts, shown)) > 0) throw refuse('PAYMENT_COUNTED');
    // What the provider sent is in the books.
    if ((await tx.$count(cardPayouts, eq(cardPayouts.lineId, id))) > 0) throw refuse('PAYMENT_COUNTED');
    const parts = await tx.select().from(paymentParts).where(eq(paymentParts.lineId, id)).for('update');
    if (!parts.every(({ state }) => state === 'waiting' || state === 'owed')) throw refuse('PAYMENT_COUNTED');
    const ofParts = inArray(
      payouts.partId,
      parts.map((part) => part.id),
    );
    if ((await tx.$count(payouts, and(ofParts, ne(payouts.state, 'stopped')))) > 0) throw refuse('PAYMENT_COUNTED');
    await undoCompensation(tx, deps, id);
    // What was taken out of the next payment order never went anywhere.
    await tx.delete(payouts).where(ofParts);
    await tx.delete(paymentParts).where(eq(paymentParts.lineId, id));
    // Since its part had come nobody was told that the place lapses: it is announced anew.
    const waited = parts.flatMap(({ state, reservationId }) =>
      state === 'waiting' && reservationId ? reservationId : [],
    );
    await tx.update(reservations).set({ lapseAnnouncedAt: null }).where(inArray(reservations.id, waited));
    await tx
      .update(statementLines)
      .set({ state: 'open', decision: null, holdId: null, reason: '', decidedBy: null, decidedAt: null })
      .where(eq(statementLines.id, id));
    await reversePartEntries(
      tx,
      deps.now(),
      parts.map((part) => part.id),
    );
    await record(tx, actor, {
      action: 'bank.payment-reopened',
      on: { kind: 'statement-line', id },
      before: { state: line.state },
      after: factsOf(line),
    });
  });
}
