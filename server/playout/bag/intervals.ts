import { type SQL, sql } from 'drizzle-orm';
import type { ChosenAdvert, Interval, Slot } from '#domain/playout/choose.ts';
import { PLACE_VENUES, playsLeftOutsidePlaces } from '#domain/special/rules.ts';
import type { Tx } from '../../platform/db.ts';

/** A lease that this TV has: by one that may still be shown, or counts, its interval is taken. */
export interface HeldLease {
  campaignId: string;
  opensAt: Date;
  isOver: boolean;
  isRevoked: boolean;
  isCounted: boolean;
}

interface Day {
  campaignId: string;
  day: string;
  isPlace: boolean;
  places: number;
  further: number;
  ended: number;
}

/** Of campaigns at an interval, by id, what this TV may get in these hours. */
export async function intervalsFor(
  tx: Tx,
  tvId: string,
  slots: readonly Slot[],
  held: readonly HeldLease[],
  campaigns: readonly { id: string; everyMinutes: number | null }[],
): Promise<Map<string, Interval>> {
  const repeated = campaigns.flatMap(({ id, everyMinutes }) => (everyMinutes === null ? [] : [{ id, everyMinutes }]));
  if (repeated.length === 0) return new Map();
  const days = await daysOf(
    tx,
    tvId,
    repeated.map(({ id }) => id),
    [...new Set(slots.map(({ day }) => day))],
  );
  return new Map(
    repeated.map(({ id, everyMinutes: minutes }) => {
      const length = minutes * 60_000;
      const taken = held.flatMap(({ campaignId, opensAt, isOver, isRevoked, isCounted }) =>
        campaignId === id && (isCounted || !(isOver || isRevoked))
          ? [Math.floor(opensAt.getTime() / length) * length]
          : [],
      );
      const own = days.filter(({ campaignId }) => campaignId === id);
      return [id, { minutes, taken, left: Object.fromEntries(own.map((one) => [one.day, leftOf(one)])) }];
    }),
  );
}

const leftOf = (day: Day): number =>
  day.isPlace ? Number.POSITIVE_INFINITY : Math.max(0, playsLeftOutsidePlaces(day));

/** Whether the TV was chosen for that run and still stands where somebody of ours saw a place of the package. */
const isPlaceIn = (run: SQL, tvId: string) => sql`exists (select from special_places p join tvs t on t.tv_id = p.tv_id
  where p.run_id = ${run} and p.tv_id = ${tvId} and p.until is null
    and t.confirmed_at is not null and t.venue = any(${sql.param([...PLACE_VENUES])}::text[]))`;

/** Whether the TV is one of the places of campaign `c`. */
export const campaignPlaceCondition = (tvId: string) =>
  sql`exists (select from special_runs r where r.campaign_id = c.id and ${isPlaceIn(sql`r.id`, tvId)})`;

/** The days of these campaigns, with what was leased and what of it ended without counting. */
async function daysOf(tx: Tx, tvId: string, ids: readonly string[], days: readonly string[]): Promise<Day[]> {
  const { rows } = await tx.execute<{ [K in keyof Day]: Day[K] }>(sql`
    select r.campaign_id as "campaignId", d.day::text as day, d.places_leased as places, d.further_leased as further,
      ${isPlaceIn(sql`r.id`, tvId)} as "isPlace",
      (select coalesce(sum(s.plays), 0)::int from play_sums s
        where s.campaign_id = r.campaign_id and s.day = d.day and s.outcome <> 'counted') as ended
    from special_runs r join special_days d on d.run_id = r.id
    where r.campaign_id = any(${sql.param([...ids])}::uuid[]) and d.day = any(${sql.param([...days])}::date[])`);
  return rows;
}

/** Holds the days of these campaigns, after their reservations: bags count on them, whoever stops a campaign waits for those. */
export const lockDays = (tx: Tx, ids: readonly string[], days?: readonly string[]) =>
  tx.execute(sql`
    select from special_days d join special_runs r on r.id = d.run_id
    where r.campaign_id = any(${sql.param([...ids])}::uuid[]) and ${days ? sql`d.day = any(${sql.param([...days])}::date[])` : sql`true`}
    order by d.run_id, d.day for no key update of d`);

/** Of chosen plays at an interval those that may still be leased, whatever other servers gave out meanwhile; their days are held. */
export async function reserveIntervalPlays<One extends ChosenAdvert>(
  tx: Tx,
  tvId: string,
  chosen: readonly One[],
): Promise<One[]> {
  if (chosen.length === 0) return [];
  const ids = [...new Set(chosen.map(({ campaignId }) => campaignId))];
  const days = [...new Set(chosen.map(({ slot }) => slot.day))];
  await lockDays(tx, ids, days);
  const { rows: shown } = await tx.execute<{ id: string }>(
    sql`select id from campaigns where id = any(${sql.param(ids)}::uuid[]) and state = 'approved'`,
  );
  const left = (
    await daysOf(
      tx,
      tvId,
      shown.map(({ id }) => id),
      days,
    )
  ).map((day) => ({ ...day, left: leftOf(day), given: 0 }));
  const given = chosen.filter(({ campaignId, slot }) => {
    const day = left.find((one) => one.campaignId === campaignId && one.day === slot.day);
    if (!day || day.given >= day.left) return false;
    day.given += 1;
    return true;
  });
  const rows = left.map(({ campaignId, day, isPlace, given }) => ({
    campaign_id: campaignId,
    day,
    places: isPlace ? given : 0,
    further: isPlace ? 0 : given,
  }));
  await tx.execute(sql`
    update special_days d set places_leased = d.places_leased + g.places, further_leased = d.further_leased + g.further
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(campaign_id uuid, day date, places int, further int)
      join special_runs r on r.campaign_id = g.campaign_id
    where d.run_id = r.id and d.day = g.day`);
  return given;
}
