import { and, eq, ne, sql } from 'drizzle-orm';
import type { Comparison } from '#domain/bank/contract.ts';
import { expectationOf } from '#domain/bank/decisions.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { reservations } from '../../events/schema.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { paymentParts, statementLines } from '../schema.ts';
import { arrivalOf, claimOf, type LineRow, othersOf, placeOf } from './claim.ts';

/** A payment beside the reservation that it names, or beside the one given: nothing is written. */
export async function compareLine(
  { db }: Dependencies,
  { id, number }: { id: string; number?: number | undefined },
): Promise<Comparison> {
  const [line] = await db.select().from(statementLines).where(eq(statementLines.id, id));
  if (!line) throw refuse('STATEMENT_LINE_GONE');
  return comparisonOf(db, line, await placeOf(db, line, number));
}

export async function comparisonOf(
  db: DatabaseOrTransaction,
  line: LineRow,
  place: typeof reservations.$inferSelect | null,
): Promise<Comparison> {
  const arrived = { amount: line.amount, currency: line.currency };
  if (!place)
    return {
      arrived,
      reservation: null,
      expected: null,
      missing: null,
      together: false,
      decisions: ['return'],
      earlier: [],
    };
  const others = await othersOf(db, line, place.id);
  const expectation = expectationOf(arrivalOf(line, others), await claimOf(db, place));
  const { number, firstName, lastName, email, phone, packageId, status, amount, currency } = place;
  return {
    arrived,
    reservation: {
      ...{ number, email, phone, packageId, status },
      name: `${firstName} ${lastName}`,
      price: { amount, currency },
    },
    ...expectation,
    earlier: await earlierOf(db, line, place.id),
  };
}

/** What was counted for the reservation, and what else names it in the statements. */
async function earlierOf(db: DatabaseOrTransaction, line: LineRow, placeId: string): Promise<Comparison['earlier']> {
  const [counted, uncounted] = await Promise.all([
    db
      .select({
        lineId: paymentParts.lineId,
        bookedOn: statementLines.bookedOn,
        payer: sql<string>`coalesce(${statementLines.payer}, '')`,
        amount: paymentParts.amount,
        currency: paymentParts.currency,
        state: paymentParts.state,
      })
      .from(paymentParts)
      .leftJoin(statementLines, eq(statementLines.id, paymentParts.lineId))
      .where(eq(paymentParts.reservationId, placeId)),
    db
      .select({
        lineId: statementLines.id,
        bookedOn: statementLines.bookedOn,
        payer: statementLines.payer,
        amount: statementLines.amount,
        currency: statementLines.currency,
        state: statementLines.state,
      })
      .from(statementLines)
      .where(
        and(
          eq(statementLines.reservationId, placeId),
          ne(statementLines.id, line.id),
          ne(statementLines.state, 'recorded'),
        ),
      ),
  ]);
  return [...counted, ...uncounted].toSorted((a, b) => (a.bookedOn ?? '').localeCompare(b.bookedOn ?? ''));
}
