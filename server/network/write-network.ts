import { ORPCError } from '@orpc/server';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import type { Edges } from '../app.ts';
import type { Tx } from '../platform/db.ts';

/**
 * One transaction that writes the network: the tree's lock first, then whatever is checked and written, so that nothing
 * checked can change before the commit. A large move may take a second; whoever waits longer than ten is refused.
 * What the database itself could not do is logged and thrown as `trouble()`; refusals pass through.
 */
export async function writeNetwork<T>(
  { db, log }: Edges,
  requestId: string,
  trouble: () => Error,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '10s'`);
      await tx.execute(sql`select lock_network()`);
      return work(tx);
    });
  } catch (error) {
    if (error instanceof ORPCError || !isDatabaseTrouble(error)) throw error;
    log.error({ error, requestId }, 'the network could not be written');
    throw trouble();
  }
}

function isDatabaseTrouble(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  if (cause instanceof postgres.PostgresError) return true;
  return /^(CONNECT|ECONN)/.test(String((cause as { code?: unknown } | null)?.code ?? ''));
}
