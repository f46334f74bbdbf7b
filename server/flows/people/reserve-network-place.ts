import { sql } from 'drizzle-orm';
import { ownerOfCode } from '../../network/code-owner.ts';
import type { Tx } from '../../platform/db.ts';

/**
 * Under whom a registration with this referral code waits to be enrolled, `null` when the code is not, at this moment, an
 * active member's with room left. Places are scarce only where there is a limit; then the network's lock is held, so that
 * of two registrations for the last place one gets it.
 */
export async function reserveNetworkPlace(tx: Tx, code: string, maxDirect: number | undefined): Promise<string | null> {
  if (maxDirect !== undefined) await tx.execute(sql`select lock_network()`);
  const owner = await ownerOfCode(tx, code, maxDirect);
  return typeof owner === 'string' ? null : owner.id;
}
