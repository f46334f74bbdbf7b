import { and, eq, sql } from 'drizzle-orm';
import { type Account, between, type Lines } from '#domain/books/accounts.ts';
import { type Posting, post } from '../../books/post.ts';
import { bookEntries, bookLines } from '../../books/schema.ts';
import type { orders } from '../../orders/schema.ts';
import { disputes, refunds } from '../../payments/schema.ts';
import type { Tx } from '../../platform/db.ts';

interface Paid {
  /** The checkout session or the invoice. */
  key: string;
  amount: number;
  currency: string;
}

/**
 * A settled payment of an order. Nothing is sold for what comes for a closed account or a second time: it stays the
 * customer's, and goes back.
 */
export async function bookPayment(
  tx: Tx,
  moment: Date,
  { id, profileId }: typeof orders.$inferSelect,
  { key, amount, currency }: Paid,
  credited: 'sales' | 'customer' = 'sales',
): Promise<void> {
  const lines = between('card_provider', credited, amount);
  await post(tx, moment, [
    { kind: 'payment', reference: key, entity: 'company', currency, concerns: id, profileId, lines },
  ]);
}

/**
 * What went back of a payment, or is disputed. Nothing of a payment that could not be settled: it is not in the books either,
 * and when it gets there, this follows.
 */
export async function bookReturns(tx: Tx, moment: Date, key: string): Promise<void> {
  const [payment] = await tx
    .select({ concerns: bookEntries.concerns, profileId: bookEntries.profileId, credited: bookLines.account })
    .from(bookEntries)
    .innerJoin(bookLines, eq(bookLines.entryId, bookEntries.id))
    .where(and(eq(bookEntries.kind, 'payment'), eq(bookEntries.reference, key), sql`${bookLines.amount} < 0`));
  if (!payment) return;
  const { credited, ...whose } = payment;
  const back: Account = credited === 'sales' ? 'refunds' : credited;
  const disputed = await tx.select().from(disputes).where(eq(disputes.paymentKey, key));
  const refunded = await tx.select().from(refunds).where(eq(refunds.paymentKey, key));
  // A dispute has a row among the refunds as well.
  const isDispute = new Set(disputed.map(({ id }) => id));
  const given = (amount: number, to: Account): Lines => between(to, 'card_provider', amount);
  const posting = (kind: 'refund' | 'dispute', reference: string, currency: string, lines: Lines): Posting => ({
    ...{ kind, reference, entity: 'company', currency, lines },
    ...whose,
  });
  await post(tx, moment, [
    ...refunded
      .filter(({ id }) => !isDispute.has(id))
      .map(({ id, amount, currency, succeeded }) =>
        posting('refund', id, currency, succeeded ? given(amount, back) : {}),
      ),
    ...disputed.map(({ id, amount, currency, state }) =>
      posting('dispute', id, currency, { open: given(amount, 'disputed'), lost: given(amount, back), won: {} }[state]),
    ),
  ]);
}
