import { eq } from 'drizzle-orm';
import type { CardPayoutLine } from '#domain/bank/card-contract.ts';
import { debitCreditLines } from '#domain/books/accounts.ts';
import { refuse } from '#domain/refuse.ts';
import { lockCardPayouts } from '../../bank/card/match-payouts.ts';
import { readCardPayout } from '../../bank/card/read-card.ts';
import { requireBalancedStatement } from '../../bank/entities.ts';
import { lockLine } from '../../bank/lines/claim.ts';
import { decidedBy } from '../../bank/parts.ts';
import { bankHolds, cardPayoutLines, cardPayouts, statementLines } from '../../bank/schema.ts';
import { post } from '../../books/post.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { insertPendingDecision } from './insert-pending-decision.ts';

/** What the line is now; refused when it is not that payout to the para. */
async function demandPayout(tx: Tx, id: string, payoutId: string | null) {
  const read = await readCardPayout(tx, id);
  const agrees = read.finding === 'matches' && (payoutId === null || read.payout?.id === payoutId);
  if (!agrees) throw refuse('CARD_PAYOUT_DIFFERS', read);
  return read.payout as NonNullable<CardPayoutLine['payout']> & { fee: number };
}

/**
 * A person says that a line is that payout of the provider. It waits two minutes; the same of the same person again answers with the one
 * that waits.
 */
export const queueCardPayoutDecision = (
  deps: Dependencies,
  actor: Actor,
  { id, payout }: { id: string; payout: string },
): Promise<{ holdId: string; dueAt: Date | null }> =>
  deps.db.transaction(async (tx) => {
    await lockCardPayouts(tx);
    const line = await lockLine(tx, id);
    await requireBalancedStatement(tx, line.importId);
    if (line.claimId !== null) throw refuse('CARD_PAYOUT_GONE');
    if (line.state === 'held') {
      const [hold] = await tx.select().from(bankHolds).where(eq(bankHolds.id, line.holdId!));
      const isSame = hold?.askedBy === actor.id && hold.lineId === id && hold.decision === 'confirm';
      if (hold && isSame) return { holdId: hold.id, dueAt: hold.dueAt };
    }
    if (line.state !== 'open') throw refuse('STATEMENT_LINE_SETTLED');
    await demandPayout(tx, id, payout);
    const { holdId, dueAt } = await insertPendingDecision(tx, deps, actor, {
      decision: 'confirm',
      line,
      lines: [line],
      target: null,
      reason: '',
      second: false,
    });
    return { holdId, dueAt };
  });

/** Whether a line that is decided on is a payout of the provider, and nothing that somebody has linked it with. */
export async function isCardLine(tx: Tx, id: string): Promise<boolean> {
  return (await tx.$count(cardPayoutLines, eq(cardPayoutLines.lineId, id))) > 0;
}

/**
 * Carries out that a line is a payout, in the transaction of whoever holds its decision: what was at the provider is in the bank, and what
 * it has kept is a fee, each an entry of its own. The caller holds `lockCardPayouts`; the line is held, by this hold.
 */
export async function recordCardProviderPayout(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { id, holdId }: { id: string; holdId: string },
): Promise<boolean> {
  const line = await lockLine(tx, id);
  if (line.state !== 'held' || line.holdId !== holdId) return false;
  await requireBalancedStatement(tx, line.importId);
  const payout = await demandPayout(tx, id, null);
  await tx.update(cardPayouts).set({ lineId: id }).where(eq(cardPayouts.id, payout.id));
  await tx
    .update(statementLines)
    .set({ state: 'recorded', decision: 'confirm', ...decidedBy(actor, deps.now()) })
    .where(eq(statementLines.id, id));
  const entry = {
    reference: payout.id,
    entity: 'company',
    currency: payout.currency,
    concerns: null,
    profileId: null,
  } as const;
  await post(tx, deps.now(), [
    { ...entry, kind: 'payout', lines: debitCreditLines('bank', 'card_provider', payout.amount) },
    ...(payout.fee === 0
      ? []
      : [{ ...entry, kind: 'fee' as const, lines: debitCreditLines('fees', 'card_provider', payout.fee) }]),
  ]);
  await record(tx, actor, {
    action: 'bank.card-payout-recorded',
    on: { kind: 'statement-line', id },
    after: {
      reference: payout.id,
      amount: payout.amount,
      currency: payout.currency,
      providerFee: { amount: payout.fee, currency: payout.currency },
    },
  });
  return true;
}
