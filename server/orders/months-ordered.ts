import { and, eq } from 'drizzle-orm';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { orderLines } from './schema.ts';

/** Months of a package that were ordered together; of anything else one. */
export async function monthsOrdered(tx: DatabaseOrTransaction, orderId: string): Promise<number> {
  const [line] = await tx
    .select({ quantity: orderLines.quantity })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, orderId), eq(orderLines.kind, 'service')));
  return line?.quantity ?? 1;
}
