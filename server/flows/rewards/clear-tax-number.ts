import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { payouts } from '../../payouts/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { rewardPayees, rewardStatements } from '../../rewards/schema.ts';

/**
 * A wrong number goes, so that its viewer is asked again; what is not with the bank yet waits for the right one. Said twice, once. The
 * caller holds `PAY_LOCK`, so that nothing becomes a payout by the number that goes.
 */
export async function clearTaxNumber(
  tx: Tx,
  { queue }: Pick<Dependencies, 'queue'>,
  actor: Actor,
  id: string,
): Promise<void> {
  const [statement] = await tx.select().from(rewardStatements).where(eq(rewardStatements.id, id));
  if (!statement) throw refuse('STATEMENT_OF_REWARD_GONE');
  const { profileId } = statement;
  const waiting = await tx
    .select({ id: rewardStatements.id })
    .from(rewardStatements)
    .where(and(eq(rewardStatements.profileId, profileId), eq(rewardStatements.state, 'payable')))
    .orderBy(rewardStatements.id)
    .for('update');
  const ids = waiting.map((one) => one.id);
  const listed = and(inArray(payouts.statementId, ids), eq(payouts.state, 'listed'));
  if ((await tx.$count(payouts, listed)) > 0) throw refuse('TAX_NUMBER_WITH_BANK');
  const [cleared] = await tx
    .update(rewardPayees)
    .set({ taxNumber: null, taxNumberAt: null })
    .where(and(eq(rewardPayees.profileId, profileId), isNotNull(rewardPayees.taxNumber)))
    .returning({ profileId: rewardPayees.profileId });
  if (!cleared) return;
  await tx
    .update(payouts)
    .set({ state: 'stopped' })
    .where(and(inArray(payouts.statementId, ids), eq(payouts.state, 'ready')));
  await tx.update(rewardStatements).set({ taxRate: null, tax: null }).where(inArray(rewardStatements.id, ids));
  await record(tx, actor, { action: 'rewards.tax-number-cleared', on: { kind: 'profile', id: profileId } });
  // Of a company it is not needed.
  await queue.send(tx, 'rewards.pay', {});
}
