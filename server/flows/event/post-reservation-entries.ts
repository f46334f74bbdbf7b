import { and, eq, inArray, notExists, type SQL, sql } from 'drizzle-orm';
import { debitCreditLines, type EntryKind, type EntryLines, type LedgerAccount } from '#domain/books/accounts.ts';
import { acceptedDifferences, paymentParts } from '../../bank/schema.ts';
import { type Posting, post, type ReversedPosting } from '../../books/post.ts';
import { bookEntries } from '../../books/schema.ts';
import { reservations } from '../../events/schema.ts';
import { orderClaims } from '../../orders/schema.ts';
import { batchesOf } from '../../platform/batches.ts';
import type { Tx } from '../../platform/db.ts';

/**
 * The organiser's books follow reservations that the caller has locked and changed: the claim, an accepted difference, and
 * every part of a payment that came for them or is no more. Asked again, nothing is entered.
 */
export async function postReservationEntries(tx: Tx, moment: Date, ids: string[]): Promise<void> {
  for (const batch of batchesOf(ids)) {
    const places = await tx.select().from(reservations).where(inArray(reservations.id, batch));
    const accepted = await tx
      .select()
      .from(acceptedDifferences)
      .where(inArray(acceptedDifferences.reservationId, batch));
    const confirmed = new Set(places.filter((place) => place.confirmed).map(({ id }) => id));
    await post(tx, moment, [
      ...places.map(({ id, amount, currency }) => {
        const lines = confirmed.has(id) ? debitCreditLines('customer', 'sales', amount) : {};
        return posting('reservation', id, { currency, concerns: id, lines });
      }),
      ...accepted.map(({ id, reservationId, missing, currency }) => {
        const lines = confirmed.has(reservationId) ? debitCreditLines('differences', 'customer', missing) : {};
        return posting('difference', id, { currency, concerns: reservationId, lines });
      }),
      ...(await postingsOfParts(tx, inArray(paymentParts.reservationId, batch))),
      ...(await partsGone(tx, batch)),
    ]);
  }
}

/** The same of parts that may belong to no reservation. */
export async function postPartEntries(tx: Tx, moment: Date, which: SQL): Promise<void> {
  await post(tx, moment, await postingsOfParts(tx, which));
}

/** The opposite of whatever was entered of parts that were deleted. */
export async function reversePartEntries(tx: Tx, moment: Date, ids: string[]): Promise<void> {
  await post(tx, moment, ids.map(goneOf));
}

async function postingsOfParts(tx: Tx, which: SQL): Promise<Posting[]> {
  const rows = await tx
    .select({ part: paymentParts, priceCurrency: reservations.currency, orderId: orderClaims.orderId })
    .from(paymentParts)
    .leftJoin(orderClaims, eq(orderClaims.id, paymentParts.claimId))
    .leftJoin(reservations, eq(reservations.id, paymentParts.reservationId))
    .where(which);
  return rows.map(
    ({ part: { id, reservationId, lineId, claimId, entity, amount, currency, state }, priceCurrency, orderId }) => {
      const cameTo: LedgerAccount = lineId === null ? 'in_transit' : 'bank';
      // Money of another currency than the price pays nothing off: it was accepted with a reason.
      const isFor: LedgerAccount = state === 'owed' ? 'owed' : currency === priceCurrency ? 'customer' : 'differences';
      // What counts for an order was entered with its payment; of the line only what is owed back is left.
      const isElsewhere = claimId !== null && state !== 'owed';
      const lines = state === 'returned' || isElsewhere ? {} : debitCreditLines(cameTo, isFor, amount);
      return { ...posting('part', id, { currency, concerns: reservationId ?? orderId, lines }), entity };
    },
  );
}

/** Said by hand until a line of a statement took their place. */
async function partsGone(tx: Tx, reservationIds: string[]): Promise<ReversedPosting[]> {
  const there = tx
    .select({ one: sql`1` })
    .from(paymentParts)
    .where(sql`${paymentParts.id} = ${bookEntries.reference}::uuid`);
  const gone = await tx
    .selectDistinct({ id: bookEntries.reference })
    .from(bookEntries)
    .where(and(eq(bookEntries.kind, 'part'), inArray(bookEntries.concerns, reservationIds), notExists(there)));
  return gone.map(({ id }) => goneOf(id));
}

const goneOf = (reference: string): ReversedPosting => ({ kind: 'part', reference, gone: true });

const posting = (
  kind: EntryKind,
  reference: string,
  of: { currency: string; concerns: string | null; lines: EntryLines },
): Posting => ({ kind, reference, entity: 'organiser', profileId: null, ...of });
