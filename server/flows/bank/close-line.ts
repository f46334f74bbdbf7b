import { eq } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { lockLine } from '../../bank/lines/claim.ts';
import { factsOf } from '../../bank/lines/skip.ts';
import { statementLines } from '../../bank/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';

/** A fee of the bank, a payment of ours, or nothing of ours: explained with a reason, and no money is counted. Asked twice, once. */
export async function closeLine(
  deps: Dependencies,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const line = await lockLine(tx, id);
    if (line.state === 'closed' && line.reason === reason) return;
    if (line.state !== 'open') throw refuse('STATEMENT_LINE_SETTLED');
    await tx
      .update(statementLines)
      .set({ state: 'closed', reason, decidedBy: actor.email ?? actor.id, decidedAt: deps.now() })
      .where(eq(statementLines.id, id));
    await record(tx, actor, {
      action: 'bank.line-closed',
      on: { kind: 'statement-line', id },
      after: { ...factsOf(line), reason },
    });
  });
}
