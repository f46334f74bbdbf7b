import { sql } from 'drizzle-orm';
import type { Tx } from '../platform/db.ts';
import { isOpenSuspicion } from '../playout/schema.ts';

/**
 * Viewers of whose TVs one that was counted in this month is blocked or looks odd (`tv_suspicions`), and how many such TVs they had.
 * Closing and its preview both ask this one statement.
 */
export async function suspectedOwners(tx: Tx, month: string): Promise<{ profileId: string; tvs: number }[]> {
  const { rows } = await tx.execute<{ profileId: string; tvs: number }>(sql`
    select e.profile_id as "profileId", count(distinct e.tv_id)::int as tvs from reward_entries e join tvs on tvs.tv_id = e.tv_id
    where e.month = ${month}::date
      and (tvs.blocked_at is not null or exists (select from tv_suspicions x where x.tv_id = e.tv_id and ${isOpenSuspicion}))
    group by 1`);
  return rows;
}
