import { eq } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { lockLine } from '../../bank/lines/claim.ts';
import { factsOf } from '../../bank/lines/skip.ts';
import { statementLines } from '../../bank/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { lockParcel } from '../fulfilment/parcels.ts';
import { compensate, compensatedBy } from './compensate.ts';

/**
 * A fee of the bank, a payment of ours, or nothing of ours: explained with a reason, and no money is counted. With `parcel` it is what the
 * courier paid for that. Asked twice, once.
 */
export async function closeLine(
  deps: Dependencies,
  actor: Actor,
  { id, reason, parcel }: { id: string; reason: string; parcel?: string | undefined },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    // Whoever settles a claim holds its parcel first.
    const held = parcel === undefined ? null : await lockParcel(tx, parcel);
    const line = await lockLine(tx, id);
    if (line.state === 'closed' && line.reason === reason && (await compensatedBy(tx, id)) === parcel) return;
    if (line.state !== 'open') throw refuse('STATEMENT_LINE_SETTLED');
    if (held) await compensate(tx, deps, actor, { line, held });
    await tx
      .update(statementLines)
      .set({ state: 'closed', reason, decidedBy: actor.email ?? actor.id, decidedAt: deps.now() })
      .where(eq(statementLines.id, id));
    await record(tx, actor, {
      action: 'bank.line-closed',
      on: { kind: 'statement-line', id },
      after: { ...factsOf(line), reason, ...(held ? { parcel: held.key } : {}) },
    });
  });
}
