import { ORPCError } from '@orpc/contract';
import { sql } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../dependencies.ts';
import { isDatabaseError, isDatabaseUnavailable } from '../platform/database-errors.ts';
import type { Tx } from '../platform/db.ts';

/**
 * One transaction that writes the network: the tree's lock first, then whatever is checked and written, so that nothing
 * checked can change before the commit. Whoever waits for it longer than any lock may be waited for is refused.
 * What the database itself could not do is logged and refused; other refusals pass through.
 */
export async function withNetworkLock<T>(
  { db, log }: Dependencies,
  requestId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql`select lock_network()`);
      return work(tx);
    });
  } catch (error) {
    if (error instanceof ORPCError || !isDatabaseError(error)) throw error;
    // Whoever waited in vain for the lock will ask again; nothing is wrong.
    log[isDatabaseUnavailable(error) ? 'warn' : 'error']({ error, requestId }, 'the network could not be written');
    throw refuse('NETWORK_DATABASE_ERROR');
  }
}
