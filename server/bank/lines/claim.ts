import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Arrival, Claim } from '#domain/bank/decisions.ts';
import { refuse } from '#domain/refuse.ts';
import { reservations } from '../../events/schema.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { paymentParts, statementLines } from '../schema.ts';

export type LineRow = typeof statementLines.$inferSelect;
type PlaceRow = typeof reservations.$inferSelect;

/** What the one rule (domain/bank/decisions.ts) is asked with. */
export async function claimOf(tx: DatabaseOrTransaction, place: PlaceRow): Promise<Claim> {
  const [said] = await tx
    .select({ amount: paymentParts.amount })
    .from(paymentParts)
    .where(
      and(
        eq(paymentParts.reservationId, place.id),
        sql`${paymentParts.lineId} is null`,
        eq(paymentParts.state, 'confirmed'),
      ),
    );
  const { amount, currency, arrived, status } = place;
  return { price: { amount, currency }, arrived, byHand: said?.amount ?? 0, status };
}

/** The other open payments of the line's currency that name the reservation. */
export async function othersOf(tx: DatabaseOrTransaction, line: LineRow, placeId: string): Promise<LineRow[]> {
  return tx
    .select()
    .from(statementLines)
    .where(
      and(
        eq(statementLines.reservationId, placeId),
        eq(statementLines.state, 'open'),
        eq(statementLines.currency, line.currency),
        ne(statementLines.id, line.id),
      ),
    )
    .orderBy(statementLines.bookedOn, statementLines.id);
}

export const arrivalOf = ({ amount, currency }: LineRow, others: LineRow[]): Arrival => ({
  amount,
  currency,
  others: others.reduce((sum, other) => sum + other.amount, 0),
});

export const placeOf = async (
  tx: DatabaseOrTransaction,
  line: LineRow,
  number: number | undefined,
): Promise<PlaceRow | null> => {
  if (number === undefined && line.reservationId === null) return null;
  const [row] = await tx
    .select()
    .from(reservations)
    .where(number === undefined ? eq(reservations.id, line.reservationId!) : eq(reservations.number, number));
  if (!row) throw refuse('RESERVATION_GONE');
  return row;
};

/**
 * Locks the line, and before it the reservation it names: everybody locks packages, reservations and payments in this order,
 * the database too when it judges (judge_statement_lines).
 */
export async function lockLine(tx: Tx, id: string): Promise<LineRow> {
  const named = tx.select({ id: statementLines.reservationId }).from(statementLines).where(eq(statementLines.id, id));
  await tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(inArray(reservations.id, named))
    .for('no key update');
  const [line] = await tx.select().from(statementLines).where(eq(statementLines.id, id)).for('update');
  if (!line) throw refuse('STATEMENT_LINE_GONE');
  return line;
}
