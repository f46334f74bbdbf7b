import { and, asc, between, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { matchLinesToPayouts, PAYOUT_EARLIER, PAYOUT_LATER } from '#domain/bank/card-payouts.ts';
import { daysLater } from '#domain/day.ts';
import type { Dependencies } from '../../dependencies.ts';
import { batchesOf } from '../../platform/batches.ts';
import type { Tx } from '../../platform/db.ts';
import { cardPayoutLines, cardPayouts, statementLines } from '../schema.ts';

/** Whoever brings lines, payouts or decisions on both is one after the other, and sees what the other has written. */
export const lockCardPayouts = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('bank.card-payouts'))`);

/** Lines of a statement of the company in which the payment provider sends what was paid by card. */
export async function enterCardPayouts(tx: Tx, deps: Dependencies, importId: string): Promise<void> {
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
        sql`not ${statementLines.outgoing}`,
        isNull(statementLines.claimId),
      ),
    );
  const rows = lines.flatMap(({ id, ...line }) => {
    const reference = deps.payments.transferOf(line);
    return reference === null ? [] : [{ lineId: id, reference }];
  });
  if (rows.length === 0) return;
  await lockCardPayouts(tx);
  for (const batch of batchesOf(rows)) await tx.insert(cardPayoutLines).values(batch).onConflictDoNothing();
  await matchCardPayouts(tx);
}

/** Says of each open line anew which payout it is. The caller holds `lockCardPayouts`. */
export async function matchCardPayouts(tx: Tx): Promise<void> {
  const lines = await tx
    .select({
      lineId: cardPayoutLines.lineId,
      reference: cardPayoutLines.reference,
      payoutId: cardPayoutLines.payoutId,
      amount: statementLines.amount,
      currency: statementLines.currency,
      bookedOn: statementLines.bookedOn,
    })
    .from(cardPayoutLines)
    .innerJoin(statementLines, eq(statementLines.id, cardPayoutLines.lineId))
    .where(eq(statementLines.state, 'open'))
    .orderBy(asc(cardPayoutLines.lineId));
  if (lines.length === 0) return;
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted();
  const near = between(
    cardPayouts.arrivesOn,
    daysLater(days[0]!, -PAYOUT_LATER),
    daysLater(days.at(-1)!, PAYOUT_EARLIER),
  );
  const named = inArray(
    cardPayouts.id,
    lines.map(({ reference }) => reference),
  );
  const held = sql<boolean>`exists (select from ${cardPayoutLines} taken join ${statementLines} line on line.id = taken.line_id
    where taken.payout_id = ${cardPayouts.id} and line.state = 'held')`;
  const payouts = await tx
    .select({
      id: cardPayouts.id,
      amount: cardPayouts.amount,
      currency: cardPayouts.currency,
      arrivesOn: cardPayouts.arrivesOn,
      state: cardPayouts.state,
      isTaken: sql<boolean>`${cardPayouts.lineId} is not null or ${held}`,
    })
    .from(cardPayouts)
    .where(or(near, named));
  const found = matchLinesToPayouts(lines, payouts);
  for (const { lineId, payoutId } of lines) {
    const wanted = found.get(lineId) ?? null;
    if (wanted !== payoutId)
      await tx.update(cardPayoutLines).set({ payoutId: wanted }).where(eq(cardPayoutLines.lineId, lineId));
  }
}
