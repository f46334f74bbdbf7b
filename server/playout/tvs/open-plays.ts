import { type SQL, sql } from 'drizzle-orm';
import { BELGRADE } from '../../platform/belgrade.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';

export interface VoidedPlayTotals {
  /** Counted plays of banners. */
  banners: number;
  /** Seconds of counted spots. */
  tvSeconds: number;
  /** Companies whose bill it changes. */
  companies: number;
}

/** The first day of which the month is not closed. */
export const firstOpenDayQuery = sql`coalesce((select max(month) + interval '1 month' from reward_months), '-infinity')`;

/** Counted plays of a TV that may still be taken back: single rows are kept, and the month is not closed. */
export const voidablePlaysCondition = (tvId: string | SQL): SQL =>
  sql`tv_id = ${tvId} and outcome = 'counted' and hour >= (${firstOpenDayQuery} at time zone ${BELGRADE})`;

/** What blocking a TV now would take back. */
export async function readVoidableTotals(db: DatabaseOrTransaction, tvId: string): Promise<VoidedPlayTotals> {
  const { rows } = await db.execute<{ banners: number; tvSeconds: number; companies: number }>(sql`
    select coalesce(sum(p.units) filter (where c.kind = 'banner'), 0)::float8 as banners,
      coalesce(sum(p.units) filter (where c.kind = 'spot'), 0)::float8 as "tvSeconds",
      count(distinct r.profile_id)::int as companies
    from plays p join campaigns c on c.id = p.campaign_id left join unit_reservations r on r.campaign_id = p.campaign_id where ${voidablePlaysCondition(tvId)}`);
  return rows[0]!;
}
