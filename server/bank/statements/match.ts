import { inArray, ne } from 'drizzle-orm';
import type { StatementPayment } from '#domain/bank/statement.ts';
import type { Numbered } from '#domain/events/payment/reference.ts';
import { fold } from '#domain/fold.ts';
import { reservations } from '../../events/schema.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';

export interface Match {
  /** Named by a reference whose check digits are right. */
  reservationId: string | null;
  /** Pointed to by less: the number in the text, or the payer's name with the right amount. */
  suggestedId: string | null;
}

/** What a payment says of reservations; read with the statement. */
export interface Mentions {
  /** References whose check digits are right. */
  references: Numbered[];
  /** A bare number in a sentence. */
  number: number | null;
}

type Payment = StatementPayment & Mentions;

/** Finds the reservation of every payment, waiting or paid, with two queries however long the statement is. */
export async function matchPayments(db: DatabaseOrTransaction, payments: Payment[]): Promise<Match[]> {
  const known = await reservationsByNumber(
    db,
    payments.flatMap(({ references }) => references),
  );
  const found = payments.map(({ references }) => [
    ...new Set(references.flatMap(({ year, number }) => known.get(`${year}/${number}`) ?? [])),
  ]);
  const suggest = found.some((ids) => ids.length !== 1) ? await suggestions(db) : () => null;
  return payments.map((payment, index) => {
    const [only, another] = found[index]!;
    if (only && !another) return { reservationId: only, suggestedId: null };
    return { reservationId: null, suggestedId: only ?? suggest(payment) };
  });
}

async function reservationsByNumber(db: DatabaseOrTransaction, references: Numbered[]): Promise<Map<string, string>> {
  const numbers = [...new Set(references.map(({ number }) => number))];
  const known = new Map<string, string>();
  for (let from = 0; from < numbers.length; from += 10_000) {
    const rows = await db
      .select({ id: reservations.id, year: reservations.year, number: reservations.number })
      .from(reservations)
      .where(inArray(reservations.number, numbers.slice(from, from + 10_000)));
    for (const { id, year, number } of rows) known.set(`${year}/${number}`, id);
  }
  return known;
}

async function suggestions(db: DatabaseOrTransaction): Promise<(payment: Payment) => string | null> {
  const unpaid = await db
    .select({
      id: reservations.id,
      number: reservations.number,
      firstName: reservations.firstName,
      lastName: reservations.lastName,
      amount: reservations.amount,
      currency: reservations.currency,
      status: reservations.status,
    })
    .from(reservations)
    .where(ne(reservations.status, 'placeno'));
  const byNumber = new Map(unpaid.map((row) => [row.number, row.id]));
  const byName = Map.groupBy(
    unpaid,
    (row) => `${nameKey(`${row.firstName} ${row.lastName}`)}/${row.amount}/${row.currency}`,
  );
  return ({ number, payer, amount, currency }) => {
    const numbered = number === null ? undefined : byNumber.get(number);
    if (numbered) return numbered;
    const same = byName.get(`${nameKey(payer)}/${amount}/${currency}`) ?? [];
    // Who reserved again after a lapse pays for the new one.
    const waiting = same.filter(({ status }) => status === 'pending');
    const likely = waiting.length > 0 ? waiting : same;
    return likely.length === 1 ? likely[0]!.id : null;
  };
}

/** Name and surname in either order, with or without marks, in capitals or not: the same person. */
const nameKey = (name: string): string =>
  fold(name)
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .toSorted()
    .join(' ');
