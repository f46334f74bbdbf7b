import { and, eq, inArray } from 'drizzle-orm';
import { lineShowsRefusedPayoutCondition } from '../../bank/lines/payout-lines.ts';
import { statementLines } from '../../bank/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import type { Tx } from '../../platform/db.ts';
import { rewardStatements } from '../../rewards/schema.ts';
import type { PayoutRow } from './name-account.ts';

/**
 * The bank has paid what a person said it never did: what was opened in its place does not go. `false`: the line shows no such thing, or
 * that was handed to the bank by now, or the money is owed no more. The caller holds whose money it is, and the line.
 */
export async function takePlaceAgain(
  tx: Tx,
  { id, state, refundId, statementId, partId, account, payee }: PayoutRow,
  line: { id: string },
): Promise<boolean> {
  if (state !== 'refused') return false;
  const [shown] = await tx
    .select({ id: payouts.id })
    .from(payouts)
    .innerJoin(statementLines, lineShowsRefusedPayoutCondition)
    .where(and(eq(payouts.id, id), eq(statementLines.id, line.id)));
  if (!shown) return false;
  const ofSame =
    refundId !== null
      ? eq(payouts.refundId, refundId)
      : statementId !== null
        ? eq(payouts.statementId, statementId)
        : eq(payouts.partId, partId!);
  await tx
    .update(payouts)
    .set({ state: 'stopped' })
    .where(and(ofSame, inArray(payouts.state, ['account', 'ready'])));
  if (statementId !== null)
    await tx.update(rewardStatements).set({ account, payee }).where(eq(rewardStatements.id, statementId));
  return true;
}
