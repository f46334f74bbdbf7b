import { eq, sql } from 'drizzle-orm';
import type { Currency } from '#domain/money.ts';
import type { PaymentProblem } from '#domain/payments/problem.ts';
import { lockCardPayouts, matchCardPayouts } from '../../bank/card/match-payouts.ts';
import { cardPayouts } from '../../bank/schema.ts';
import { post } from '../../books/post.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { PayoutFacts } from '../../payments/gateway.ts';
import type { Tx } from '../../platform/db.ts';

/**
 * What the provider says of one of its payouts, unless a later answer is kept; then lines that waited for it are matched. One that fails is
 * a problem once, and no more in the books if it was: the provider has its money again.
 */
export async function upsertCardPayout(
  tx: Tx,
  { now }: Pick<Dependencies, 'now'>,
  { payoutId, amount, currency, ...facts }: PayoutFacts,
): Promise<PaymentProblem | null> {
  // What the provider takes from the account instead is a debit of the statement, which a person explains.
  if (amount <= 0 || (currency !== 'EUR' && currency !== 'RSD')) return null;
  await lockCardPayouts(tx);
  const told = { ...facts, amount, currency: currency as Currency };
  const [before] = await tx.select().from(cardPayouts).where(eq(cardPayouts.id, payoutId));
  const [kept] = await tx
    .insert(cardPayouts)
    .values({ id: payoutId, ...told })
    .onConflictDoUpdate({
      target: cardPayouts.id,
      // What was counted stays as it was counted.
      set: {
        question: facts.question,
        state: facts.state,
        arrivesOn: facts.arrivesOn,
        amount: sql`case when ${cardPayouts.lineId} is null then ${amount} else ${cardPayouts.amount} end`,
        fee: sql`case when ${cardPayouts.lineId} is null then ${facts.fee}::bigint else ${cardPayouts.fee} end`,
      },
      setWhere: sql`${cardPayouts.question} < ${facts.question}`,
    })
    .returning();
  await matchCardPayouts(tx);
  if (kept?.state !== 'failed' || before?.state === 'failed') return null;
  if (kept.lineId !== null)
    await post(
      tx,
      now(),
      (['payout', 'fee'] as const).map((kind) => ({ kind, reference: payoutId, gone: true as const })),
    );
  return 'PAYOUT_FAILED';
}
