import { and, eq, inArray } from 'drizzle-orm';
import { dayOf } from '#domain/time.ts';
import { lineShowsRefusedPayoutCondition } from '../../bank/lines/payout-lines.ts';
import { statementLines } from '../../bank/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import type { Tx } from '../../platform/db.ts';
import { taxRateOn } from '../../rewards/rules.ts';
import { rewardStatements } from '../../rewards/schema.ts';
import type { PayoutRow } from './name-account.ts';

/**
 * The bank has paid what a person said it never did: what was opened in its place does not go. `false`: the line shows no such thing, or
 * that was handed to the bank by now, or the money is owed no more. The caller holds whose money it is, and the line.
 */
export async function reinstateRefusedPayout(tx: Tx, row: PayoutRow, line: { id: string }): Promise<boolean> {
  const { id, state, refundId, statementId, partId } = row;
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
  if (statementId !== null) await withholdAgain(tx, { ...row, statementId });
  return true;
}

/** The month is paid as that payout was made: to its account, less what was withheld of it, at the rate of its day. */
async function withholdAgain(
  tx: Tx,
  { statementId, amount, createdAt, account, payee }: PayoutRow & { statementId: string },
): Promise<void> {
  const [month] = await tx.select().from(rewardStatements).where(eq(rewardStatements.id, statementId));
  const tax = month!.amount + month!.carried - amount;
  const taxRate = tax === 0 ? 0 : await taxRateOn(tx, dayOf(createdAt));
  await tx.update(rewardStatements).set({ account, payee, tax, taxRate }).where(eq(rewardStatements.id, statementId));
}
