import { eq } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { paymentParts, statementLines } from '../schema.ts';
import { lockLine } from './claim.ts';

const factsOf = ({ amount, currency, payer }: typeof statementLines.$inferSelect) => ({ amount, currency, payer });

/** The payment is not ours to decide on; it stays in the statement, out of the way. Asked twice, it is skipped once. */
export async function dismissLine(deps: Dependencies, actor: Actor, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const line = await lockLine(tx, id);
    if (line.state === 'dismissed') return;
    if (line.state !== 'open') throw refuse('STATEMENT_LINE_SETTLED');
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
    const line = await lockLine(tx, id);
    if (line.state === 'open') return;
    const parts = await tx.select().from(paymentParts).where(eq(paymentParts.lineId, id)).for('update');
    if (!parts.every(({ state }) => state === 'waiting' || state === 'owed')) throw refuse('PAYMENT_COUNTED');
    await tx.delete(paymentParts).where(eq(paymentParts.lineId, id));
    await tx
      .update(statementLines)
      .set({ state: 'open', decision: null, decidedBy: null, decidedAt: null })
      .where(eq(statementLines.id, id));
    await record(tx, actor, {
      action: 'bank.payment-reopened',
      on: { kind: 'statement-line', id },
      before: { state: line.state },
      after: factsOf(line),
    });
  });
}
