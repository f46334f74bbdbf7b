import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { shareOf } from '#domain/refunds/rules.ts';
import { exchanges } from '../../fulfilment/schema.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { returns } from '../../returns/schema.ts';
import { PENDING_REFUND_STATES, type Returnable } from './returnables.ts';

/**
 * By how much the price of devices that a payment was for was reduced, or is to be, in its minor units and by serial number. Of several that
 * were reduced together each has its share by what was left of its price; a device that took the place of another one has that one's.
 */
export async function priceReductionsOf(
  db: DatabaseOrTransaction,
  orderId: string,
  { paid, fees, devices }: Returnable,
): Promise<Map<string, number>> {
  const reduced = await db
    .select({ serials: returns.serials, amount: orderRefunds.amount })
    .from(returns)
    .innerJoin(orderRefunds, eq(orderRefunds.id, returns.refundId))
    .where(
      and(
        eq(returns.orderId, orderId),
        eq(returns.outcome, 'reduced'),
        inArray(orderRefunds.state, [...PENDING_REFUND_STATES, 'done']),
      ),
    )
    .orderBy(asc(orderRefunds.askedAt), asc(returns.n));
  const by = new Map<string, number>();
  if (reduced.length === 0) return by;
  const chainOf = await chainsOfExchanges(db, orderId);
  for (const { serials, amount } of reduced) {
    const left = serials.map((serial) => Math.max(0, (paid - fees) / devices - (by.get(serial) ?? 0)));
    const all = left.reduce((sum, one) => sum + one, 0);
    let before = 0;
    for (const [nth, serial] of serials.entries()) {
      const part = all > 0 ? shareOf(amount, all, before, left[nth]!) : 0;
      for (const one of chainOf(serial)) by.set(one, (by.get(one) ?? 0) + part);
      before += left[nth]!;
    }
  }
  return by;
}

/** A device, and those that took its place one after the other. */
async function chainsOfExchanges(db: DatabaseOrTransaction, orderId: string): Promise<(serial: string) => Set<string>> {
  const rows = await db
    .select({ serial: exchanges.serial, replacement: exchanges.replacement })
    .from(exchanges)
    .where(and(eq(exchanges.orderId, orderId), isNotNull(exchanges.replacement)))
    .orderBy(asc(exchanges.askedAt));
  const next = new Map(rows.map(({ serial, replacement }) => [serial, replacement]));
  return (serial) => {
    const chain = new Set<string>();
    for (let one: string | null = serial; one && !chain.has(one); one = next.get(one) ?? null) chain.add(one);
    return chain;
  };
}

/** Of these devices together. */
export async function priceReductionOf(
  db: DatabaseOrTransaction,
  orderId: string,
  payment: Returnable,
  serials: readonly string[],
): Promise<number> {
  if (serials.length === 0) return 0;
  const by = await priceReductionsOf(db, orderId, payment);
  return serials.reduce((sum, serial) => sum + (by.get(serial) ?? 0), 0);
}
