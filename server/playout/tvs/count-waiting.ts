import { type SQL, sql } from 'drizzle-orm';
import { openSuspicionCondition } from './schema.ts';
import { silentTvCondition } from './watch-tvs.ts';

/** Linked TVs outside of households whose kind of place waits to be confirmed: their number. */
export const waitingPlaceCountQuery = sql`select count(*)::int from tvs t join devices d on d.id = t.tv_id
  where d.unlinked_at is null and t.blocked_at is null and t.venue <> 'household' and t.confirmed_at is null`;

/** Linked TVs that nothing was heard of for a day. */
export const silentTvCountQuery = (now: Date): SQL =>
  sql`select count(*)::int from devices d left join tvs t on t.tv_id = d.id where d.unlinked_at is null and ${silentTvCondition(now)}`;

/** TVs that look odd and nobody has put aside or blocked, and the accounts they belong to. */
export const suspiciousTvCountsQuery = sql`select json_build_object('tvs', count(distinct d.id), 'accounts', count(distinct d.profile_id))
  from tv_suspicions x join devices d on d.id = x.tv_id left join tvs t on t.tv_id = d.id
  where t.blocked_at is null and ${openSuspicionCondition}`;
