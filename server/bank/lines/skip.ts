import { eq } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { statementLines } from '../schema.ts';
import { lockLine } from './claim.ts';

/** What the log says of a payment. */
export const factsOf = ({ amount, currency, payer }: typeof statementLines.$inferSelect) => ({
  amount,
  currency,
  payer,
});

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
