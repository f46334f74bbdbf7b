import { sql } from 'drizzle-orm';
import type { Tx } from '../platform/db.ts';

/**
 * Viewers of whose TVs one that was counted in this month is blocked, and how many such TVs they had. Whatever else makes a TV suspicious
 * belongs into this one statement: closing and its preview both ask it.
 */
export async function suspectedOwners(tx: Tx, month: string): Promise<{ profileId: string; tvs: number }[]> {
  const { rows } = await tx.execute<{ profileId: string; tvs: number }>(sql`
    select e.profile_id as "profileId", count(distinct e.tv_id)::int as tvs from reward_entries e join tvs on tvs.tv_id = e.tv_id
    where e.month = ${month}::date and tvs.blocked_at is not null group by 1`);
  return rows;
}
