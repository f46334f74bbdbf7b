import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Decision } from '#domain/bank/decisions.ts';
import type { PartState } from '#domain/bank/statement.ts';
import type { LegalEntity } from '#domain/books/accounts.ts';
import type { Currency, Money } from '#domain/money.ts';
import type { Actor } from '../platform/audit.ts';
import { batchesOf } from '../platform/batches.ts';
import type { Tx } from '../platform/db.ts';
import { acceptedDifferences, paymentParts, statementLines } from './schema.ts';

/** Who decided, and when. */
export const decidedBy = (actor: Actor, now: Date) => ({ decidedBy: actor.email ?? actor.id, decidedAt: now });
type Decided = ReturnType<typeof decidedBy>;

interface Counted {
  line: { id: string; currency: Currency };
  reservationId: string | null;
  claimId?: string | null;
  /** The organiser's, unless it is said otherwise. */
  entity?: LegalEntity;
  parts: ({ amount: number; state: PartState; reason?: string } & Partial<Returned>)[];
}

/** Who gave money back, and when. */
type Returned = Pick<typeof paymentParts.$inferSelect, 'returnedBy' | 'returnedAt'>;

/** Counts the money of open lines, each to the para. */
export async function recordLines(tx: Tx, by: Decided, decision: Decision, counted: Counted[]): Promise<void> {
  if (counted.length === 0) return;
  const rows = counted.flatMap(({ line, reservationId, claimId, entity, parts }) =>
    parts.map((part) => ({ lineId: line.id, reservationId, claimId, entity, currency: line.currency, ...part, ...by })),
  );
  for (const batch of batchesOf(rows)) await tx.insert(paymentParts).values(batch);
  await tx
    .update(statementLines)
    .set({ state: 'recorded', decision, ...by })
    .where(
      inArray(
        statementLines.id,
        counted.map(({ line }) => line.id),
      ),
    );
}

/** Marks the parts that waited for the rest of the amount as paid. */
export async function confirmParts(tx: Tx, reservationIds: string[]): Promise<void> {
  await tx
    .update(paymentParts)
    .set({ state: 'confirmed' })
    .where(and(inArray(paymentParts.reservationId, reservationIds), eq(paymentParts.state, 'waiting')));
}

/** Money that a person says has come; no line of a statement shows it yet. */
export async function recordByHand(
  tx: Tx,
  by: Decided,
  money: { reservationId: string; amount: number; currency: Currency },
): Promise<void> {
  await tx.insert(paymentParts).values({ ...money, state: 'confirmed', ...by });
}

/** What a person said has come for it, and no line shows; nobody gives it back or takes it on until the transaction ends. */
export async function lockByHand(tx: Tx, reservationId: string) {
  const said = and(eq(paymentParts.reservationId, reservationId), isNull(paymentParts.lineId));
  const [part] = await tx.select().from(paymentParts).where(said).for('update');
  return part;
}

/** A line shows so much of what was said by hand: from then on the line stands for it. */
export async function reduceHandRecordedPart(tx: Tx, reservationId: string, amount: number): Promise<void> {
  const said = and(eq(paymentParts.reservationId, reservationId), isNull(paymentParts.lineId));
  await tx.delete(paymentParts).where(and(said, eq(paymentParts.amount, amount)));
  await tx
    .update(paymentParts)
    .set({ amount: sql`${paymentParts.amount} - ${amount}` })
    .where(said);
}

export async function acceptDifference(
  tx: Tx,
  by: Decided,
  difference: { reservationId: string; missing: number; currency: Currency; reason: string },
): Promise<void> {
  if (difference.missing !== 0) await tx.insert(acceptedDifferences).values({ ...difference, ...by });
}

/** Whatever came for reservations that are cancelled is owed back. Answers with all that is, also of what was decided on before. */
export async function oweBackParts(tx: Tx, by: Decided, reservationIds: string[], reason: string) {
  const owed: (Money & { reservationId: string })[] = [];
  for (const batch of batchesOf(reservationIds)) {
    const { reservationId, amount, currency, state } = paymentParts;
    const theirs = inArray(reservationId, batch);
    const change = tx.update(paymentParts).set({ state: 'owed', reason, ...by });
    await change.where(and(theirs, inArray(state, ['waiting', 'confirmed'])));
    const all = tx.select({ reservationId, amount, currency }).from(paymentParts);
    const rows = await all.where(and(theirs, eq(state, 'owed')));
    owed.push(...rows.map((row) => ({ ...row, reservationId: row.reservationId! })));
  }
  return owed;
}

/** What was owed back for that reason alone counts for the reservation again. */
export async function restoreOwedParts(
  tx: Tx,
  by: Decided,
  { reservationId, reason, state }: { reservationId: string; reason: string; state: 'waiting' | 'confirmed' },
): Promise<void> {
  const owed = and(eq(paymentParts.state, 'owed'), eq(paymentParts.reason, reason));
  await tx
    .update(paymentParts)
    .set({ state, reason: '', ...by })
    .where(and(eq(paymentParts.reservationId, reservationId), owed));
}
