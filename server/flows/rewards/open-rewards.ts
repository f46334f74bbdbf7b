import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/db.ts';
import type { viewerDays } from '../../playout/schema.ts';
import { firstOpenDayQuery } from '../../playout/tvs/open-plays.ts';
import { sumUp } from '../../rewards/own-rewards.ts';
import { listUnrecalledRules } from '../../rewards/rules.ts';

type Row = Pick<typeof viewerDays.$inferSelect, 'day' | 'tvId' | 'banners' | 'tvSeconds'>;

/**
 * What these TVs earned their owner in months that are not closed, para, today included; a TV that is not in it earned nothing. A TV and
 * the licence that it has are always of one person, so that days are found by their key.
 */
export async function openRewardsOf(db: Database, tvIds: readonly string[]): Promise<Map<string, number>> {
  if (tvIds.length === 0) return new Map();
  const rules = await listUnrecalledRules(db);
  const { rows } = await db.execute<{ [K in keyof Row]: Row[K] }>(sql`
    select v.day::text as day, v.tv_id as "tvId", v.banners, v.tv_seconds as "tvSeconds"
    from devices d join viewer_days v on v.profile_id = d.profile_id and v.tv_id = d.id and v.day >= ${firstOpenDayQuery}
    where d.id = any(${sql.param([...tvIds])}::uuid[]) order by v.day desc, v.tv_id`);
  return new Map([...sumUp(rows, rules).tvs].map(([id, { amount }]) => [id, amount]));
}
