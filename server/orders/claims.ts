import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { Day } from '#domain/day.ts';
import { isUsableReference, referenceWithModel, transferReference } from '#domain/orders/transfer/reference.ts';
import type { Tx } from '../platform/db.ts';
import { orderClaims, orderLines, type orders } from './schema.ts';

export type OrderClaim = typeof orderClaims.$inferSelect;

/** Asks for a transfer, by a reference that nobody was given before. The order has no live claim, and the caller holds its lock. */
export async function createTransferPaymentRequest(
  tx: Tx,
  { orderId, amount, today, validUntil }: { orderId: string; amount: number; today: Day; validUntil: Day },
): Promise<OrderClaim> {
  const reference = await freeReference(tx, Number(today.slice(0, 4)));
  const [claim] = await tx
    .insert(orderClaims)
    .values({ orderId, way: 'transfer', amount, currency: 'RSD', reference, validUntil })
    .returning();
  return claim!;
}

async function freeReference(tx: Tx, year: number): Promise<string> {
  for (;;) {
    const { rows } = await tx.execute<{ number: string }>(sql`select nextval('transfer_numbers') as number`);
    const reference = transferReference(year, Number(rows[0]!.number));
    if (isUsableReference(reference)) return reference;
  }
}

/** What counts of an order now: its live claim, or the last one that was cancelled or has lapsed. */
export async function currentPaymentRequest(tx: Pick<Tx, 'select'>, orderId: string): Promise<OrderClaim | null> {
  const [claim] = await tx
    .select()
    .from(orderClaims)
    .where(and(eq(orderClaims.orderId, orderId), ne(orderClaims.state, 'replaced')))
    .orderBy(desc(eq(orderClaims.state, 'live')), desc(orderClaims.createdAt))
    .limit(1);
  return claim ?? null;
}

/** The reference of an order's transfer, as papers name it; `null` of what is paid in another way. */
export async function referenceOnPapers(
  tx: Tx,
  { id, way }: Pick<typeof orders.$inferSelect, 'id' | 'way'>,
): Promise<string | null> {
  const claim = way === 'transfer' ? await currentPaymentRequest(tx, id) : null;
  return claim?.reference ? referenceWithModel(claim.reference) : null;
}

/** Another claim takes its place; what names it is still recognised. */
export async function markPaymentRequestReplaced(tx: Tx, id: string): Promise<void> {
  await tx.update(orderClaims).set({ state: 'replaced' }).where(eq(orderClaims.id, id));
}

/** What is charged for a way of paying goes with it. */
export const dropFee = (tx: Tx, orderId: string) =>
  tx.delete(orderLines).where(and(eq(orderLines.orderId, orderId), eq(orderLines.kind, 'fee')));
