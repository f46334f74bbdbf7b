import { eq } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { lockLine } from '../../bank/lines/claim.ts';
import { factsOf } from '../../bank/lines/skip.ts';
import { statementLines } from '../../bank/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { compensate, isCompensatedBy, lockCompensated } from './compensate.ts';

interface Closed {
  id: string;
  reason: string;
  /** All of it is for this parcel. */
  parcel?: string | undefined;
  /** What of it is for which parcel, minor units. */
  parcels?: { id: string; amount: number }[] | undefined;
}

/**
 * A fee of the bank, a payment of ours, or nothing of ours: explained with a reason, and no money is counted. With parcels it is what the
 * courier paid for those. Asked twice, once.
 */
export async function closeLine(
  deps: Dependencies,
  actor: Actor,
  { id, reason, parcel, parcels }: Closed,
): Promise<void> {
  const asked: { id: string; amount: number | null }[] =
    parcels ?? (parcel === undefined ? [] : [{ id: parcel, amount: null }]);
  await deps.db.transaction(async (tx) => {
    // Whoever settles claims holds their parcels first.
    const held = await lockCompensated(
      tx,
      asked.map((one) => one.id),
    );
    const line = await lockLine(tx, id);
    const shares = asked.map((one) => ({ id: one.id, amount: one.amount ?? line.amount }));
    if (line.state === 'closed' && line.reason === reason && (await isCompensatedBy(tx, line, shares))) return;
    if (line.state !== 'open') throw refuse('STATEMENT_LINE_SETTLED');
    if (shares.length > 0) await compensate(tx, deps, actor, { line, held, shares });
    await tx
      .update(statementLines)
      .set({ state: 'closed', reason, decidedBy: actor.email ?? actor.id, decidedAt: deps.now() })
      .where(eq(statementLines.id, id));
    await record(tx, actor, {
      action: 'bank.line-closed',
      on: { kind: 'statement-line', id },
      after: {
        ...factsOf(line),
        reason,
        ...(held.length > 0 ? { parcel: held.map(({ key }) => key).join(', ') } : {}),
      },
    });
  });
}
