import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Dependencies } from '../../dependencies.ts';
import { batchesOf } from '../../platform/batches.ts';
import type { Tx } from '../../platform/db.ts';
import { courierPayouts, statementLines } from '../schema.ts';

/** Asks couriers which parcels their transfers pay (flows/bank/ask-payouts.ts). */
export const ASK_PAYOUTS_JOB = 'bank.ask-payouts';

/** Lines of a statement of the company in which a courier hands over what it collected: the courier is asked after the commit. */
export async function enterPayouts(tx: Tx, deps: Dependencies, importId: string): Promise<void> {
  const ports = deps.couriers.offered.flatMap((name) => deps.couriers.get(name) ?? []);
  if (!ports.some(({ capabilities }) => capabilities.asks)) return;
  const lines = await tx
    .select({
      id: statementLines.id,
      payer: statementLines.payer,
      reference: statementLines.reference,
      purpose: statementLines.purpose,
    })
    .from(statementLines)
    .where(
      and(
        eq(statementLines.importId, importId),
        eq(statementLines.state, 'open'),
        eq(statementLines.currency, 'RSD'),
        sql`not ${statementLines.outgoing}`,
        isNull(statementLines.claimId),
      ),
    );
  const found = lines.flatMap(({ id, ...line }) => {
    for (const port of ports) {
      const reference = port.transferOf(line);
      if (reference !== null) return [{ lineId: id, courier: port.name, reference }];
    }
    return [];
  });
  const rows = found.map((one) => ({
    ...one,
    question: one.reference === '' ? ('unnamed' as const) : ('waiting' as const),
    nextAt: deps.now(),
  }));
  for (const batch of batchesOf(rows)) await tx.insert(courierPayouts).values(batch).onConflictDoNothing();
  if (rows.length > 0) await deps.queue.send(tx, ASK_PAYOUTS_JOB, {});
}
