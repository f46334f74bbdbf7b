import { sql } from 'drizzle-orm';
import type { Currency } from '#domain/money.ts';
import { lockCardPayouts, matchCardPayouts } from '../../bank/card/match-payouts.ts';
import { cardPayouts } from '../../bank/schema.ts';
import type { PayoutFacts } from '../../payments/gateway.ts';
import type { Tx } from '../../platform/db.ts';

/** What the provider says of one of its payouts, unless a later answer is kept; then lines that waited for it are matched. */
export async function keepCardPayout(tx: Tx, { payoutId, amount, currency, ...facts }: PayoutFacts): Promise<void> {
  // What the provider takes from the account instead is a debit of the statement, which a person explains.
  if (amount <= 0 || (currency !== 'EUR' && currency !== 'RSD')) return;
  await lockCardPayouts(tx);
  const told = { ...facts, amount, currency: currency as Currency };
  await tx
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
    });
  await matchCardPayouts(tx);
}
