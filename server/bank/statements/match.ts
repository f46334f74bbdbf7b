import { inArray, ne } from 'drizzle-orm';
import type { StatementPayment } from '#domain/bank/statement.ts';
import type { LegalEntity } from '#domain/books/accounts.ts';
import type { ReservationNumber } from '#domain/events/payment/reference.ts';
import { foldText } from '#domain/fold.ts';
import { reservations } from '../../events/schema.ts';
import { orderClaims } from '../../orders/schema.ts';
import { batchesOf } from '../../platform/batches.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';

export interface Match {
  /** Named by a reference whose check digits are right. */
  reservationId: string | null;
  /** What was asked for an order, named likewise. */
  claimId: string | null;
  /** Pointed to by less: the number in the text, or the payer's name with the right amount. */
  suggestedId: string | null;
}

/** What a payment says of reservations and orders; read with the statement. */
export interface Mentions {
  /** References whose check digits are right. */
  references: ReservationNumber[];
  /** The same of orders, without check digits (`claims.reference`). */
  orders: string[];
  /** A bare number in a sentence. */
  number: number | null;
}

type Payment = StatementPayment & Mentions;
const NOTHING: Match = { reservationId: null, claimId: null, suggestedId: null };

/**
 * Finds what every payment names, waiting or paid, with two queries however long the statement is. Reservations are the organiser's,
 * orders the company's: what comes to another account pays for none.
 */
export async function matchPayments(
  db: DatabaseOrTransaction,
  entity: LegalEntity,
  payments: Payment[],
): Promise<Match[]> {
  if (entity === 'company') return matchClaims(db, payments);
  const known = await reservationsByNumber(
    db,
    payments.flatMap(({ references }) => references),
  );
  const found = payments.map(({ references }) => [
    ...new Set(references.flatMap(({ year, number }) => known.get(`${year}/${number}`) ?? [])),
  ]);
  const suggest = found.some((ids) => ids.length !== 1) ? await suggestions(db) : () => null;
  return payments.map((payment, index) => {
    if (payment.outgoing || payment.reversed) return NOTHING;
    const [only, another] = found[index]!;
    if (only && !another) return { ...NOTHING, reservationId: only };
    return { ...NOTHING, suggestedId: only ?? suggest(payment) };
  });
}

/** Whoever names two different orders is read by a person. */
async function matchClaims(db: DatabaseOrTransaction, payments: Payment[]): Promise<Match[]> {
  const references = [...new Set(payments.flatMap(({ orders }) => orders))];
  const known = new Map<string, { id: string; orderId: string }>();
  for (const batch of batchesOf(references)) {
    const rows = await db
      .select({ id: orderClaims.id, orderId: orderClaims.orderId, reference: orderClaims.reference })
      .from(orderClaims)
      .where(inArray(orderClaims.reference, batch));
    for (const { reference, ...claim } of rows) known.set(reference!, claim);
  }
  return payments.map(({ orders }) => {
    const claims = orders.flatMap((reference) => known.get(reference) ?? []);
    const isOne = new Set(claims.map(({ orderId }) => orderId)).size === 1;
    return isOne ? { ...NOTHING, claimId: claims[0]!.id } : NOTHING;
  });
}

async function reservationsByNumber(
  db: DatabaseOrTransaction,
  references: ReservationNumber[],
): Promise<Map<string, string>> {
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
  foldText(name)
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .toSorted()
    .join(' ');
