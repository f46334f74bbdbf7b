import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Money } from '#domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { statementBalances } from '../schema.ts';

/**
 * A person read the total on the bank's paper, where the file has no balances: from now on the lines must come to it. Typed again, the
 * last one counts; what the bank itself says is never typed over.
 */
export async function saveTypedTotal(
  deps: Dependencies,
  actor: Actor,
  { importId, amount, currency }: Money & { importId: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [typed] = await tx
      .update(statementBalances)
      .set({ typed: amount, difference: sql`${amount}::bigint - ${statementBalances.total}` })
      .where(
        and(
          eq(statementBalances.importId, importId),
          eq(statementBalances.currency, currency),
          isNull(statementBalances.opening),
        ),
      )
      .returning();
    if (!typed) return;
    await record(tx, actor, {
      action: 'bank.total-typed',
      on: { kind: 'statement', id: importId },
      after: { amount, currency, expected: typed.total },
    });
  });
}
