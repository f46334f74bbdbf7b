import { eq, sql } from 'drizzle-orm';
import type { CardPayoutLine } from '#domain/bank/card-contract.ts';
import type { CardFinding } from '#domain/bank/card-payouts.ts';
import { refuse } from '#domain/refuse.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { cardPayouts, statementLines } from '../schema.ts';

interface Found {
  lineId: string;
  payoutId: string | null;
  finding: CardFinding;
}

/** What these lines are, of those in which the provider sends something. */
export async function cardFindings(db: DatabaseOrTransaction, lines: readonly string[]): Promise<Found[]> {
  if (lines.length === 0) return [];
  const { rows } = await db.execute<Found & Record<string, unknown>>(sql`
    select line_id as "lineId", payout_id as "payoutId", finding from card_payout_findings
    where line_id = any(${sql.param(lines)}::uuid[])`);
  return rows;
}

/** A transfer of the provider beside the payout that it is. */
export async function readCardPayout(db: DatabaseOrTransaction, lineId: string): Promise<CardPayoutLine> {
  const [found] = await cardFindings(db, [lineId]);
  const [line] = await db
    .select({ amount: statementLines.amount, currency: statementLines.currency })
    .from(statementLines)
    .where(eq(statementLines.id, lineId));
  if (!found || !line) throw refuse('CARD_PAYOUT_GONE');
  const [payout] = found.payoutId ? await db.select().from(cardPayouts).where(eq(cardPayouts.id, found.payoutId)) : [];
  return {
    came: line,
    finding: found.finding,
    payout: payout
      ? {
          id: payout.id,
          amount: payout.amount,
          currency: payout.currency,
          fee: payout.fee,
          arrivesOn: payout.arrivesOn,
          state: payout.state,
          isRecorded: payout.lineId === lineId,
        }
      : null,
  };
}

/** What the list of a statement says of each of these lines. */
export async function cardPayoutsByLine(db: DatabaseOrTransaction, lines: readonly string[]) {
  const found = await cardFindings(db, lines);
  return new Map(found.map(({ lineId, payoutId, finding }) => [lineId, { payout: payoutId, finding }]));
}
