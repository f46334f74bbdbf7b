import { and, eq, sql } from 'drizzle-orm';
import { debitCreditLines, type EntryLines, type LedgerAccount } from '#domain/books/accounts.ts';
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
export async function postPaymentEntry(
  tx: Tx,
  moment: Date,
  { id, profileId }: typeof orders.$inferSelect,
  { key, amount, currency }: Paid,
  credited: 'sales' | 'customer' = 'sales',
): Promise<void> {
  const lines = debitCreditLines('card_provider', credited, amount);
  await post(tx, moment, [
    { kind: 'payment', reference: key, entity: 'company', currency, concerns: id, profileId, lines },
  ]);
}

/**
 * What went back of a payment, or is disputed. Nothing of a payment that could not be settled: it is not in the books either,
 * and when it gets there, this follows.
 */
export async function postRefundAndDisputeEntries(tx: Tx, moment: Date, key: string): Promise<void> {
  const sides = await tx
    .select({
      concerns: bookEntries.concerns,
      profileId: bookEntries.profileId,
      account: bookLines.account,
      amount: sql`sum(${bookLines.amount})`.mapWith(Number),
    })
    .from(bookEntries)
    .innerJoin(bookLines, eq(bookLines.entryId, bookEntries.id))
    .where(and(eq(bookEntries.kind, 'payment'), eq(bookEntries.reference, key)))
    .groupBy(bookEntries.concerns, bookEntries.profileId, bookLines.account);
  const credit = sides.find(({ amount }) => amount < 0);
  const debit = sides.find(({ amount }) => amount > 0);
  if (!credit || !debit) return;
  const { concerns, profileId } = credit;
  const whose = { concerns, profileId };
  const back: LedgerAccount = credit.account === 'sales' ? 'refunds' : credit.account;
  // What did not come by card is owed until a statement shows that it left.
  const from: LedgerAccount = debit.account === 'card_provider' ? 'card_provider' : 'owed';
  const disputed = await tx.select().from(disputes).where(eq(disputes.paymentKey, key));
  const refunded = await tx.select().from(refunds).where(eq(refunds.paymentKey, key));
  // A dispute has a row among the refunds as well.
  const isDispute = new Set(disputed.map(({ id }) => id));
  const given = (amount: number, to: LedgerAccount): EntryLines => debitCreditLines(to, from, amount);
  const posting = (kind: 'refund' | 'dispute', reference: string, currency: string, lines: EntryLines): Posting => ({
    kind,
    reference,
    entity: 'company',
    currency,
    lines,
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
